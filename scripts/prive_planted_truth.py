"""Work out what is true of a planted respondent: table `prive_planted_truth`."""

import json

from counterpoint.job import logged
from counterpoint.suites.prive.expected import planted_truth
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    truth = planted_truth(
        snakemake.wildcards.model,
        json.loads(snakemake.params.identity),
        read_table("trials", snakemake.input.trials),
        read_table("prive_items", snakemake.input.item_table),
        read_table("prive_pairs", snakemake.input.pairs),
    )
    write_table("prive_planted_truth", snakemake.output.truth, truth)
