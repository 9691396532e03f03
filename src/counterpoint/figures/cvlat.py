"""The register of CVLAT's figures: function, tables, title and caption of each."""

from collections.abc import Callable
from typing import NamedTuple

from matplotlib.figure import Figure

from counterpoint.figures import cvlat_rates, cvlat_reliance
from counterpoint.figures.captions import CAPTIONS
from counterpoint.figures.style import Tables


class FigureSpec(NamedTuple):
    """One figure: how it is drawn, from which tables (of `tables/`), and what is said of it."""

    function: Callable[[Tables], Figure]
    tables: tuple[str, ...]
    title: str
    caption: str


FIGURES: dict[str, FigureSpec] = {
    name: FigureSpec(function, tables, *CAPTIONS[name])
    for name, function, tables in (
        ("cvlat_figure4", cvlat_reliance.figure4, ("cvlat_cells",)),
        ("cvlat_figure5", cvlat_reliance.figure5, ("cvlat_cells", "cvlat_table4")),
        ("cvlat_figure6", cvlat_reliance.figure6, ("cvlat_cells", "cvlat_table4")),
        ("cvlat_figure7", cvlat_rates.figure7, ("cvlat_breakdown",)),
        ("cvlat_figure8", cvlat_rates.figure8, ("cvlat_breakdown",)),
        ("cvlat_figure9", cvlat_rates.figure9, ("cvlat_table2",)),
        ("cvlat_outcomes", cvlat_rates.outcomes, ("cvlat_cells",)),
        ("cvlat_arbitration", cvlat_reliance.arbitration, ("cvlat_arbitration", "cvlat_cells", "cvlat_planted")),
        ("cvlat_positions", cvlat_rates.positions, ("cvlat_positions",)),
    )
}
