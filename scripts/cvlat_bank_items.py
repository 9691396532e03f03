"""Make the bank's items with computed keys, and their audit: tables `items` and `audit`."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.stimuli.charts.bank import bank_charts
from counterpoint.stimuli.charts.loading import located
from counterpoint.suites.cvlat.bank import bank_items
from counterpoint.tables import read_blocks, write_table

with logged(snakemake.log[0]), located(Path(snakemake.input.charts[0]).parent):
    params = snakemake.params
    charts = bank_charts(Path(snakemake.input.charts[0]).parent, params.seed)
    blocks = read_blocks("elements", snakemake.input.elements)
    items, audit = bank_items(charts, params.seed, blocks, params.size, params.levels)
    write_table("audit", snakemake.output.audit, audit)
    write_table("items", snakemake.output.item_table, items)
