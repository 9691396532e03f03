"""Compute questions, premises, captions and keys, and check them: tables `scifig_items` and `scifig_validity`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.scifig.names import CHART_TYPES
from counterpoint.suites.scifig.own.items import PROPOSED, own_items, own_shown, stated_probes
from counterpoint.suites.scifig.probes.generated import generated_items
from counterpoint.suites.scifig.probes.items import check_items
from counterpoint.suites.scifig.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found, out = snakemake.input, snakemake.output
    prompts = read_prompts(Path(found.prompts))
    describe = {kind: prompts[f"describe_{kind}"] for kind in CHART_TYPES}
    figures = read_table("scifig_figures", found.figures).to_pylist()
    elements = read_table("elements", found.elements).to_pylist()
    legibility = read_table("scifig_legibility", found.legibility).to_pylist()
    seed, probes = snakemake.params.seed, snakemake.params.probes
    candidates, held, stated = [], [], None
    if found.candidates:
        candidates = read_table("scifig_candidates", found.candidates).to_pylist()
        held = read_table("scifig_validity", found.own_validity).to_pylist()
    if probes == PROPOSED:
        stated = stated_probes(candidates, held)
    items, validity = generated_items(figures, elements, legibility, describe, seed, stated)
    if found.candidates:
        validity += held
        own, more = own_items(
            own_shown(figures, probes),
            candidates,
            held,
            elements,
            read_table("scifig_targets", found.targets).to_pylist(),
            describe,
        )
        items, validity = items + own, validity + more
    check_items(items)
    write_table("scifig_validity", out.validity, validity)
    write_table("scifig_items", out.item_table, items)
