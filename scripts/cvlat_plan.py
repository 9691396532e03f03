"""Plan trials and requests: tables `trials`, `requests` and `truth`."""

import sys
from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.audit import finding
from counterpoint.suites.cvlat.plan import plan
from counterpoint.suites.cvlat.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    stimuli = read_table("stimuli", snakemake.input.stimuli, columns=["stimulus_id", "pixel_digest"]).to_pylist()
    planned, absent = plan(
        read_table("items", snakemake.input.item_table).to_pylist(),
        {row["stimulus_id"]: row["pixel_digest"] for row in stimuli},
        read_prompts(Path(snakemake.input.prompts)),
        snakemake.params.cells,
        snakemake.params.orders,
        snakemake.params.repeats,
        snakemake.params.seed,
        snakemake.params.picture,
        snakemake.params.replies,
    )
    audit = [finding(f"cell {cell}", None, "cell_not_asked", "the source holds no items for it") for cell in absent]
    for cell in absent:
        print(f"cell {cell} is not asked: the source holds no items for it", file=sys.stderr)
    write_table("audit", snakemake.output.audit, audit)
    write_table("trials", snakemake.output.trials, planned.trials)
    write_table("truth", snakemake.output.truth, planned.truth)
    write_table("requests", snakemake.output.requests, planned.requests)
