"""CVLAT's figures by name: what draws each from the result tables."""

from collections.abc import Callable

from matplotlib.figure import Figure

from counterpoint.figures.style import Tables
from counterpoint.suites.cvlat.figures import magnitude, rates, reliance

FIGURES: dict[str, Callable[[Tables], Figure]] = {
    "cvlat_figure4": reliance.figure4,
    "cvlat_figure5": reliance.figure5,
    "cvlat_figure6": reliance.figure6,
    "cvlat_figure7": rates.figure7,
    "cvlat_figure8": rates.figure8,
    "cvlat_figure9": rates.figure9,
    "cvlat_outcomes": rates.outcomes,
    "cvlat_arbitration": reliance.arbitration,
    "cvlat_magnitude": magnitude.magnitude,
    "cvlat_positions": rates.positions,
}
