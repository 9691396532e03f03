"""Plan trials and requests: tables `trials`, `requests` and `truth`."""

import logging
from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.plan import plan
from counterpoint.suites.cvlat.prompts import read_prompts
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    stimuli = read_table("stimuli", snakemake.input.stimuli, columns=["stimulus_id", "pixel_digest"]).to_pylist()
    result = plan(
        read_table("items", snakemake.input.item_table).to_pylist(),
        {row["stimulus_id"]: row["pixel_digest"] for row in stimuli},
        read_prompts(Path(snakemake.input.prompts)),
        snakemake.params.cells,
        snakemake.params.orders,
        snakemake.params.repeats,
        snakemake.params.seed,
    )
    for cell in result.absent:
        logging.warning("cell %s is not asked: the source holds no items for it", cell)
    write_table("trials", snakemake.output.trials, result.trials)
    write_table("truth", snakemake.output.truth, result.truth)
    write_table("requests", snakemake.output.requests, result.requests)
