"""Print, for each model and cell, what a run would ask: trials, distinct requests, pictures, estimated tokens."""

import json

from counterpoint.estimate import estimate_lines
from counterpoint.job import logged
from counterpoint.tables import read_table

with logged(snakemake.log[0]):
    lines = estimate_lines(
        json.loads(snakemake.params.models),
        read_table("trials", snakemake.input.trials),
        read_table("requests", snakemake.input.requests),
        read_table("stimuli", snakemake.input.stimuli),
    )
    print("\n".join(lines), flush=True)
