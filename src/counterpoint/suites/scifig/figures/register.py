"""SciFig's figures by name: what draws each from the result tables."""

from collections.abc import Callable

from matplotlib.figure import Figure

from counterpoint.figures.style import Tables
from counterpoint.suites.scifig.figures import behaviour, profile, published, quality

FIGURES: dict[str, Callable[[Tables], Figure]] = {
    "scifig_quality": quality.quality,
    "scifig_profile": profile.profile,
    "scifig_behaviour": profile.behaviour,
    "scifig_outcomes": behaviour.outcomes,
    "scifig_risk": behaviour.risk,
    "scifig_captions": behaviour.captions,
    "scifig_penalties": quality.penalties,
    "scifig_chart_types": profile.chart_types,
    "scifig_published": published.published,
}
