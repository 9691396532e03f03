"""Draw the chart bank: tables `stimuli` and `elements`, and the pictures."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.stimuli.charts.bank import draw_bank, load_charts
from counterpoint.suites.cvlat.names import IMAGES, SUITE
from counterpoint.tables import write_table

with logged(snakemake.log[0]):
    charts = load_charts(Path(snakemake.input.charts[0]).parent)
    stimuli, elements = draw_bank(charts, snakemake.params.seed, Path(snakemake.output.images), SUITE, IMAGES)
    write_table("elements", snakemake.output.elements, elements)
    write_table("stimuli", snakemake.output.stimuli, stimuli)
