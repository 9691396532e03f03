"""Hold one model's verdicts against the keys: table `scores`."""

from counterpoint.job import logged
from counterpoint.suites.prive.scoring import score_trials
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    scores = score_trials(
        read_table("verdicts", snakemake.input.verdicts),
        read_table("trials", snakemake.input.trials),
        read_table("prive_items", snakemake.input.item_table),
        read_table("prive_no_evidence", snakemake.input.no_evidence).to_pylist(),
    )
    write_table("scores", snakemake.output.scores, scores)
