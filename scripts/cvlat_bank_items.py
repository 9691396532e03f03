"""Make the bank's items with computed keys, and their audit: tables `items` and `audit`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.stimuli.charts.spec import load_charts
from counterpoint.suites.cvlat.bank import bank_items
from counterpoint.tables import read_table, write_table

with logged(snakemake.log[0]):
    charts = load_charts(Path(snakemake.input.charts[0]).parent)
    elements = read_table("elements", snakemake.input.elements)
    items, audit = bank_items(charts, snakemake.params.seed, elements)
    write_table("audit", snakemake.output.audit, audit)
    write_table("items", snakemake.output.item_table, items)
