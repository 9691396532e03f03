"""Read each text that is to be blurred, before and after: table `scifig_legibility`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.scifig.pictures.legibility import check_targets
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    found = snakemake.input
    stimuli = read_table("stimuli", found.stimuli).to_pylist()
    targets = read_table("scifig_targets", found.targets).to_pylist()
    read = check_targets(targets, stimuli, Path(found.stimuli).parents[2], snakemake.threads)
    write_table("scifig_legibility", snakemake.output.legibility, [row for rows in read for row in rows])
