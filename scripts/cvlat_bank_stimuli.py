"""Draw the chart bank: tables `stimuli` and `elements`, and the pictures."""

from pathlib import Path

from counterpoint.job import logged
from counterpoint.stimuli.charts.bank import bank_charts, draw_bank
from counterpoint.stimuli.charts.loading import located
from counterpoint.suites.cvlat.names import IMAGES, SUITE
from counterpoint.tables import write_blocks, write_table

with logged(snakemake.log[0]), located(Path(snakemake.input.charts[0]).parent):
    params = snakemake.params
    charts = bank_charts(Path(snakemake.input.charts[0]).parent, params.seed)
    images = Path(snakemake.output.images)
    stimuli = []

    def elements():
        """Yield the elements of one chart after the other, and keep the rows of their pictures."""
        for pictures, parts in draw_bank(
            charts, params.seed, params.levels, images, SUITE, IMAGES, processes=snakemake.threads
        ):
            stimuli.extend(pictures)
            yield parts

    write_blocks("elements", snakemake.output.elements, elements())
    write_table("stimuli", snakemake.output.stimuli, stimuli)
