"""Write the phantoms of a run: medical cases that are drawn, not measured."""

from counterpoint.job import logged
from counterpoint.suites.prive.slices import write_run_phantoms

with logged(snakemake.log[0]):
    write_run_phantoms(snakemake.output.cases, snakemake.params.seed, snakemake.params.number)
