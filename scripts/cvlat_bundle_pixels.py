"""Hold the published bundle's keys against what its pictures show in their pixels: table `audit`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.bundle_pixels import audit_keys
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    findings = audit_keys(
        read_table("items", snakemake.input.item_table).to_pylist(),
        read_table("stimuli", snakemake.input.stimuli).to_pylist(),
        snakemake.params.readings,
        snakemake.threads,
        Path(snakemake.input.stimuli).parents[2],
    )
    write_table("audit", snakemake.output.audit, findings)
