"""Work out what is true of a planted respondent: table `cvlat_planted_truth`."""

import json

from counterpoint.job import logged
from counterpoint.suites.cvlat.planted_truth import planted_truth
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    truth = planted_truth(
        snakemake.wildcards.model,
        json.loads(snakemake.params.identity),
        read_table("trials", snakemake.input.trials),
        read_table("items", snakemake.input.item_table),
    )
    write_table("cvlat_planted_truth", snakemake.output.truth, truth)
