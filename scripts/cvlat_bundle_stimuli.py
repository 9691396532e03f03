"""Take the published bundle's pictures: table `stimuli`, the pictures flattened, and what was wrong with them."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.bundle import import_stimuli
from counterpoint.tables import write_table

with logged(snakemake.log[0]):
    stimuli, audit = import_stimuli(Path(snakemake.input.pictures[0]).parents[2], Path(snakemake.output.images))
    write_table("audit", snakemake.output.audit, audit)
    write_table("stimuli", snakemake.output.stimuli, stimuli)
