"""Hold one model's verdicts against the keys: table `scores`."""

from counterpoint.job import logged
from counterpoint.suites.cvlat.scoring import score_trials
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    scores = score_trials(
        read_table("verdicts", snakemake.input.verdicts),
        read_table("trials", snakemake.input.trials),
        read_table("items", snakemake.input.item_table),
    )
    write_table("scores", snakemake.output.scores, scores)
