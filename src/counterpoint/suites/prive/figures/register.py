"""PriVE's figures by name: what draws each from the result tables."""

from collections.abc import Callable

from matplotlib.figure import Figure

from counterpoint.figures.style import Tables
from counterpoint.suites.prive.figures import gains, rates

FIGURES: dict[str, Callable[[Tables], Figure]] = {
    "prive_figure6": rates.figure6,
    "prive_figure7": rates.figure7,
    "prive_figure8": rates.figure8,
    "prive_figure9": gains.figure9,
    "prive_figure10": gains.figure10,
}
