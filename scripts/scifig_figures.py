"""Draw SciFig's figures from its tables, as SVG and PNG."""

from pathlib import Path

from counterpoint.figures.style import save_figure
from counterpoint.job import logged
from counterpoint.suites.scifig.figures.register import FIGURES
from counterpoint.tables import read_table

with logged(snakemake.log[0]):
    tables = {path.stem: read_table(path.stem, path).to_pandas() for path in map(Path, snakemake.input.tables)}
    for svg, png in zip(snakemake.output.svg, snakemake.output.png, strict=True):
        save_figure(FIGURES[Path(svg).stem](tables), svg, png)
