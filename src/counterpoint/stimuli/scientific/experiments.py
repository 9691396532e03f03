"""Made-up experiments: from a seed to figures of every kind, plausible, and told apart by what they show."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from counterpoint.seeds import generator
from counterpoint.stimuli.scientific.spec import Axis, ChartType, Panel, Reference, ScientificFigure
from counterpoint.stimuli.scientific.studies.bars import BAR_STUDIES
from counterpoint.stimuli.scientific.studies.lines import LINE_STUDIES
from counterpoint.stimuli.scientific.studies.pies import PIE_STUDIES
from counterpoint.stimuli.scientific.studies.study import BarStudy, LineStudy, PieStudy
from counterpoint.stimuli.scientific.values import bar_values, error_bars, line_values, shares

SUITE = "scifig"
PUBLISHED = {"bar": 99, "line": 99, "pie": 52}
"""Figures of each type in the paper's set of 250."""
PALETTES = (
    ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#999999", "#F0E442"),  # Okabe and Ito
    ("#4477AA", "#EE6677", "#228833", "#CCBB44", "#66CCEE", "#AA3377", "#BBBBBB", "#7F4F24"),  # after Tol's bright
    ("#1F77B4", "#FF7F0E", "#2CA02C", "#D62728", "#9467BD", "#8C564B", "#E377C2", "#7F7F7F"),  # Tableau 10
)
POINTS = {1: (6, 9), 2: (5, 6), 3: (4, 5), 4: (6, 7)}
"""Least and most points of a line, by the number of panels."""
Study = BarStudy | LineStudy | PieStudy


@dataclass(frozen=True)
class Design:
    """The look of a figure, for which a study is sought that allows it."""

    series: tuple[int, ...] = (1,)
    """Numbers of series of which one is drawn."""
    panels: int = 1
    arrangement: str = "plain"
    horizontal: bool = False
    errors: bool = False
    reference: bool = False
    log: bool = False
    log_places: bool = False
    legend: str = "none"
    value_labels: bool = False
    markers: bool = False
    dashed: bool = False
    donut: bool = False
    exploded: bool = False


DESIGNS: dict[ChartType, tuple[Design, ...]] = {
    "bar": (
        Design(errors=True),
        Design((2, 3), arrangement="grouped", legend="inside"),
        Design((3, 4), arrangement="stacked", legend="outside"),
        Design(horizontal=True, value_labels=True),
        Design((2, 3), arrangement="grouped", legend="outside", errors=True, reference=True),
        Design(reference=True, errors=True),
        Design((2, 3), 2, arrangement="grouped", legend="outside"),
        Design(log=True, value_labels=True),
        Design((2,), arrangement="grouped", legend="inside", horizontal=True),
        Design((3, 4), arrangement="stacked", legend="outside", horizontal=True),
        Design(panels=3, errors=True),
        Design((2, 3), arrangement="grouped", legend="inside", log=True),
        Design(value_labels=True),
        Design((2, 3), arrangement="grouped", legend="inside", errors=True),
        Design((3, 4), 2, arrangement="stacked", legend="outside"),
        Design(horizontal=True, errors=True, reference=True),
        Design((2,), 4, arrangement="grouped", legend="outside", errors=True),
    ),
    "line": (
        Design((2, 3), legend="inside", markers=True),
        Design(errors=True, markers=True),
        Design((3, 4), legend="outside", markers=True, dashed=True),
        Design((2, 3), legend="inside", markers=True, log=True),
        Design((2, 3), 2, legend="outside", markers=True),
        Design((2, 3), legend="inside", dashed=True, reference=True),
        Design((2, 3), legend="inside", markers=True, log_places=True, errors=True),
        Design((2,), 4, legend="outside", markers=True, dashed=True),
        Design(markers=True, reference=True),
        Design((4,), legend="outside"),
        Design(panels=3, errors=True, markers=True),
        Design((3,), legend="outside", markers=True, log=True, errors=True),
        Design((3, 4), legend="outside", log_places=True, dashed=True),
    ),
    "pie": (
        Design(),
        Design(donut=True, legend="outside"),
        Design(exploded=True),
        Design(legend="outside"),
        Design(panels=2, legend="outside"),
        Design(donut=True),
        Design(exploded=True, legend="outside"),
        Design(panels=2, donut=True, legend="outside"),
    ),
}
STUDIES: dict[ChartType, tuple[Study, ...]] = {"bar": BAR_STUDIES, "line": LINE_STUDIES, "pie": PIE_STUDIES}


def figures(number: int, seed: int) -> Iterator[ScientificFigure]:
    """Return `number` figures, fig_001 and on; figure n is the same whatever their number.

    Bars, lines and pies come in the paper's proportions. Each figure takes the next design of its type and, of the
    studies that allow it, one that was used least.
    """
    types: Counter[ChartType] = Counter()
    used: Counter[tuple[ChartType, str]] = Counter()
    for n in range(1, number + 1):
        chart_type = max(PUBLISHED, key=lambda name: n * PUBLISHED[name] / sum(PUBLISHED.values()) - types[name])
        design = DESIGNS[chart_type][types[chart_type] % len(DESIGNS[chart_type])]
        types[chart_type] += 1
        rng = generator(seed, SUITE, "figure", n)
        fit = [study for study in STUDIES[chart_type] if _allows(study, design)]
        least = min(used[chart_type, study.title] for study in fit)
        fit = [study for study in fit if used[chart_type, study.title] == least]
        study = fit[rng.integers(len(fit))]
        title = study.title.format(study.settings[used[chart_type, study.title] % len(study.settings)])
        used[chart_type, study.title] += 1
        yield _MAKE[chart_type](f"fig_{n:03d}", title, study, design, rng)


def _allows(study: Study, design: Design) -> bool:
    """Whether a study has what a design shows."""
    if design.panels > max(1, len(study.panels)):
        return False
    if isinstance(study, PieStudy):
        return True
    if design.log != study.quantity.log or max(design.series) > max(1, len(study.series)):
        return False
    if isinstance(study, LineStudy) and design.log_places != study.log_places:
        return False
    if isinstance(study, BarStudy) and max(design.series) > 1 and study.additive != (design.arrangement == "stacked"):
        return False
    return bool(study.reference) or not design.reference


def _bar(figure_id: str, title: str, study: BarStudy, design: Design, rng: np.random.Generator) -> ScientificFigure:
    series = _some(study.series, int(rng.choice(design.series)), rng) if max(design.series) > 1 else ()
    if design.panels > 1:
        number = int(rng.integers(3, 5)) if design.panels == 3 else int(rng.integers(4, 6))
    elif design.arrangement == "grouped":
        number = int(rng.integers(4, 7)) if len(series) == 2 else int(rng.integers(4, 6))
    else:
        number = int(rng.integers(5, 8))
    categories = _stretch(study.categories, number, rng) if study.sequence else _some(study.categories, number, rng)
    values, ticks = bar_values(
        study.quantity,
        (design.panels, max(1, len(series)), number),
        rng,
        ordered=bool(study.sequence),
        stacked=design.arrangement == "stacked",
        distinct=design.value_labels,
    )
    errors = error_bars(study.quantity, values, ticks, rng) if design.errors else None
    return ScientificFigure(
        figure_id=figure_id,
        chart_type="bar",
        field=study.field,
        title=title,
        x=Axis(study.along),
        categories=categories,
        x_values=None,
        trends=(),
        sequence=study.sequence,
        arrangement=design.arrangement,
        horizontal=design.horizontal,
        value_labels=design.value_labels,
        **_shared(study, design, series, values, errors, ticks, rng),
    )


def _line(figure_id: str, title: str, study: LineStudy, design: Design, rng: np.random.Generator) -> ScientificFigure:
    series = _some(study.series, int(rng.choice(design.series)), rng) if max(design.series) > 1 else ()
    least, most = POINTS[design.panels]
    number = min(int(rng.integers(least, most + 1)), len(study.places))
    places = _stretch(study.places, number, rng)
    values, ticks, trends = line_values(study.quantity, (design.panels, max(1, len(series)), number), study.trends, rng)
    errors = error_bars(study.quantity, values, ticks, rng) if design.errors else None
    return ScientificFigure(
        figure_id=figure_id,
        chart_type="line",
        field=study.field,
        title=title,
        x=Axis(study.along, study.unit, log=study.log_places),
        categories=tuple(study.written.format(place) for place in places),
        x_values=tuple(map(float, places)),
        trends=trends,
        sequence=study.sequence,
        markers=design.markers,
        dashed=design.dashed,
        **_shared(study, design, series, values, errors, ticks, rng),
    )


def _pie(figure_id: str, title: str, study: PieStudy, design: Design, rng: np.random.Generator) -> ScientificFigure:
    number = int(rng.integers(4, min(6, len(study.categories)) + 1))
    categories = _some(study.categories, number, rng)
    values = shares(number, design.panels, study.decimals, rng)
    palette = PALETTES[rng.integers(len(PALETTES))]
    return ScientificFigure(
        figure_id=figure_id,
        chart_type="pie",
        field=study.field,
        title=title,
        x=None,
        y=None,
        categories=categories,
        x_values=None,
        series=(study.whole,),
        trends=(),
        panels=_panels(study, values, None, rng),
        colours=palette[:number],
        legend=design.legend,
        donut=design.donut,
        exploded=int(rng.integers(number)) if design.exploded else None,
    )


_MAKE = {"bar": _bar, "line": _line, "pie": _pie}


def _shared(
    study: BarStudy | LineStudy,
    design: Design,
    series: tuple[str, ...],
    values: tuple,
    errors: tuple | None,
    ticks: tuple[float, ...],
    rng: np.random.Generator,
) -> dict:
    """Return what bars and lines have in common."""
    quantity = study.quantity
    palette = PALETTES[rng.integers(len(PALETTES))]
    start = 0 if series else int(rng.integers(6))
    return {
        "y": Axis(quantity.title, quantity.unit, quantity.decimals, quantity.log),
        "series": series or (quantity.title,),
        "panels": _panels(study, values, errors, rng),
        "colours": palette[start : start + max(1, len(series))],
        "legend": design.legend,
        "reference": _reference(study, values, ticks, rng) if design.reference else None,
        "ticks": ticks,
    }


def _panels(study: Study, values: tuple, errors: tuple | None, rng: np.random.Generator) -> tuple[Panel, ...]:
    titles = _stretch(study.panels, len(values), rng) if len(values) > 1 else ("",)
    return tuple(
        Panel(title, rows, None if errors is None else errors[number])
        for number, (title, rows) in enumerate(zip(titles, values, strict=True))
    )


def _reference(
    study: BarStudy | LineStudy, values: tuple, ticks: Sequence[float], rng: np.random.Generator
) -> Reference:
    """Return a reference line among the values, clear of every tick, so that its value is not a tick's."""
    low, high = np.quantile(np.array(values), [0.2, 0.95])
    gap = 0.15 * (ticks[1] - ticks[0])
    taken = {value for rows in values for row in rows for value in row}
    while True:
        value = round(float(rng.uniform(low, high)), study.quantity.decimals)
        if value not in taken and min(abs(value - tick) for tick in ticks) >= gap:
            return Reference(study.reference, value)


def _some(names: Sequence[str], number: int, rng: np.random.Generator) -> tuple[str, ...]:
    """Return so many of the names, in their own order."""
    return tuple(names[place] for place in sorted(rng.choice(len(names), number, replace=False)))


def _stretch(names: Sequence, number: int, rng: np.random.Generator) -> tuple:
    """Return so many neighbours."""
    start = int(rng.integers(len(names) - number + 1))
    return tuple(names[start : start + number])
