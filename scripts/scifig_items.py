"""Compute questions, premises, captions and keys, and check them: tables `scifig_items` and `scifig_validity`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.scifig.generated import generated_items
from counterpoint.suites.scifig.names import CHART_TYPES
from counterpoint.suites.scifig.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, out = snakemake.input, snakemake.output
    prompts = read_prompts(Path(found.prompts))
    items, validity = generated_items(
        read_table("scifig_figures", found.figures).to_pylist(),
        read_table("elements", found.elements).to_pylist(),
        read_table("scifig_legibility", found.legibility).to_pylist(),
        {kind: prompts[f"describe_{kind}"] for kind in CHART_TYPES},
        snakemake.params.seed,
    )
    write_table("scifig_validity", out.validity, validity)
    write_table("scifig_items", out.item_table, items)
