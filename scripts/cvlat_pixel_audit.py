"""Read the values of the chart bank's pictures back from their pixels: table `audit`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.pixel_audit import COLUMNS, check_agreement, pixel_audit
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    findings = pixel_audit(
        read_table("stimuli", snakemake.input.stimuli).to_pylist(),
        read_table("elements", snakemake.input.elements, columns=list(COLUMNS)).to_pylist(),
        snakemake.params.readings,
        snakemake.threads,
        Path(snakemake.input.stimuli).parents[2],
    )
    if snakemake.params.stops:
        check_agreement(findings)
    write_table("audit", snakemake.output.audit, findings)
