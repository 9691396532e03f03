"""Work out what is true of a planted respondent: table `scifig_planted_truth`."""

import json

from counterpoint.job import logged
from counterpoint.suites.scifig.expected import planted_truth
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found = snakemake.input
    truth = planted_truth(
        snakemake.wildcards.model,
        json.loads(snakemake.params.identity),
        read_table("trials", found.trials),
        read_table("scifig_items", found.item_table),
        read_table("truth", found.truth),
    )
    write_table("scifig_planted_truth", snakemake.output.truth, truth)
