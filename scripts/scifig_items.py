"""Compute questions, premises, captions and keys, and check them: tables `scifig_items` and `scifig_validity`."""

from collections import defaultdict
from pathlib import Path

from counterpoint.job import logged
from counterpoint.stimuli.scientific.spec import figure_of
from counterpoint.suites.scifig.items import check_items, items, probes
from counterpoint.suites.scifig.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, out = snakemake.input, snakemake.output
    prompts = read_prompts(Path(found.prompts))
    describe = {kind: prompts[f"describe_{kind}"] for kind in ("bar", "line", "pie")}
    elements = defaultdict(list)
    for row in read_table("elements", found.elements).to_pylist():
        elements[row["stimulus_id"]].append(row)
    rows = []
    for figure in read_table("scifig_figures", found.figures).to_pylist():
        spec = figure_of(figure["data"])
        rows += items(probes(spec, elements[f"{spec.figure_id}/clean"], snakemake.params.seed), describe)
    check_items(rows)
    write_table("scifig_validity", out.validity, [])
    write_table("scifig_items", out.item_table, rows)
