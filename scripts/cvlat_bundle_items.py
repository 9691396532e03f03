"""Take the published bundle's items and audit them: tables `items` and `audit`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.suites.cvlat.bundle import import_items
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    stimuli = read_table("stimuli", snakemake.input.stimuli).to_pylist()
    picture_audit = read_table("audit", snakemake.input.audit).to_pylist()
    items, audit = import_items(Path(snakemake.input.questions[0]).parents[2], stimuli)
    write_table("audit", snakemake.output.audit, picture_audit + audit)
    write_table("items", snakemake.output.item_table, items)
