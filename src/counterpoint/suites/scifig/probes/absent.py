"""Questions about what a figure does not have, each with a twin about what it has."""

from collections.abc import Iterator

import numpy as np

from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.contents.values import Mark, called, inline, letter, marks, value, with_unit
from counterpoint.suites.scifig.probes.premise import Premise, Side, replaced

ABSENT_NAMES = {
    "bar": ("Sham group", "Pooled sample", "Blank", "Pilot batch"),
    "line": ("Sham group", "Pooled sample", "Blank", "Pilot batch"),
    "pie": ("Residuals", "Miscellaneous", "Not recorded"),
}
"""Names as figures have them, of which those that stand nowhere in a figure are asked for."""


def inexist(figure: ScientificFigure, rng: np.random.Generator) -> Iterator[Premise]:
    shown = list(marks(figure))
    mark = shown[int(rng.integers(len(shown)))]
    yield from _absent_name(figure, mark, rng)
    if figure.chart_type == "pie":
        if figure.exploded is None and len(figure.panels) == 1:
            yield _pulled_out(figure)
    else:
        values = "x" if figure.horizontal else "y"
        axis = (f"{values} axis", figure.y.label)
        for absent, about in (
            ("second axis on the right", "second_axis"),
            ("colour bar beside the axes", "colour_bar"),
        ):
            yield _labelled(about, absent, *axis)
        if figure.reference is None:
            yield _line_at(figure, values)
        if not any(panel.errors for panel in figure.panels) and figure.arrangement != "stacked":
            yield _error_bar(figure, mark)
        if not figure.has_legend and not figure.horizontal:
            yield _last_entry(figure)
    if len(figure.panels) > 1:
        yield _panel_beyond(figure, rng)
    if figure.title:
        yield _footnote(figure)


def _absent_name(figure: ScientificFigure, mark: Mark, rng: np.random.Generator) -> Iterator[Premise]:
    texts = " ".join((figure.title, *figure.categories, *figure.series, *(panel.title for panel in figure.panels)))
    absent = [name for name in ABSENT_NAMES[figure.chart_type] if name.casefold() not in texts.casefold()]
    if not absent or (figure.chart_type == "line" and len(figure.series) < 2):
        return
    name = absent[int(rng.integers(len(absent)))]
    series = len(figure.series) > 1 and figure.chart_type != "pie"
    present = figure.series[mark.series] if series else figure.categories[mark.category]
    what = "series" if series else "slice" if figure.chart_type == "pie" else "category"
    true = called(figure, mark)
    false = replaced(true, present, name)
    number = value(figure, mark)
    yield Premise(
        "inexist",
        "name",
        Side(
            f"What is {false}?",
            f"The figure has a {what} called '{name}'.",
            f"The figure has no {what} called '{name}'.",
            (name,),
        ),
        Side(
            f"What is {true}?",
            f"The figure has a {what} called '{present}'.",
            f"It has; {true} is {with_unit(figure, number)}.",
            (present,),
            (number,),
        ),
        (mark,),
    )


def _pulled_out(figure: ScientificFigure) -> Premise:
    (row,) = figure.panels[0].values
    best = max(range(len(row)), key=row.__getitem__)
    share = with_unit(figure, row[best])
    return Premise(
        "inexist",
        "exploded_slice",
        Side(
            "What percentage does the slice that is pulled out of the circle have?",
            "The figure has a slice that is pulled out of the circle.",
            "The figure has no slice that is pulled out of the circle.",
            ("pulled out",),
        ),
        Side(
            "What percentage does the slice that is larger than all others have?",
            "One slice is larger than all others.",
            f"{figure.categories[best]} is the largest slice, with {share}.",
            ("largest", figure.categories[best]),
            (row[best],),
        ),
        (Mark(0, 0, best),),
    )


def _labelled(about: str, absent: str, present: str, label: str) -> Premise:
    return Premise(
        "inexist",
        about,
        *_sides("What does the label of the {} say?", absent, present, f"It has; its label says '{label}'.", (label,)),
    )


def _line_at(figure: ScientificFigure, values: str) -> Premise:
    across = "vertical" if figure.horizontal else "horizontal"
    top = figure.ticks[-1]
    return Premise(
        "inexist",
        "reference_line",
        *_sides(
            "At which value does the {} lie?",
            f"dashed {across} reference line",
            f"highest tick label of the {values} axis",
            f"It has; it lies at {top:.6g}.",
            numbers=(top,),
        ),
    )


def _error_bar(figure: ScientificFigure, mark: Mark) -> Premise:
    number = value(figure, mark)
    end = "end of the bar" if figure.chart_type == "bar" else "point"
    of = f" for {called(figure, mark)}"
    pattern = f"At which value does the {{}}{of} lie?"
    actual = f"It has; it lies at {with_unit(figure, number)}."
    sides = _sides(pattern, "tip of the error bar", end, actual, numbers=(number,), of=of)
    return Premise("inexist", "error_bars", *sides, (mark,))


def _last_entry(figure: ScientificFigure) -> Premise:
    along = f"row of labels along the {inline(figure.x.title)} axis"
    last = figure.categories[-1]
    return Premise(
        "inexist",
        "legend",
        *_sides("Which name stands at the end of the {}?", "legend", along, f"It has; '{last}' stands there.", (last,)),
    )


def _panel_beyond(figure: ScientificFigure, rng: np.random.Generator) -> Premise:
    beyond, there = letter(len(figure.panels)), int(rng.integers(len(figure.panels)))
    title = figure.panels[there].title
    return Premise(
        "inexist",
        "panel",
        *_sides(
            "What does the title of {} say?",
            f"panel {beyond}",
            f"panel {letter(there)}",
            f"It has; its title says '{title}'.",
            (title,),
        ),
    )


def _footnote(figure: ScientificFigure) -> Premise:
    actual = f"It has; it says '{figure.title}'."
    return Premise(
        "inexist",
        "footnote",
        *_sides("What does the {} of the figure say?", "footnote", "title", actual, (figure.title,)),
    )


def _sides(
    pattern: str,
    absent: str,
    present: str,
    actual: str,
    names: tuple[str, ...] = (),
    numbers: tuple[float, ...] = (),
    of: str = "",
) -> tuple[Side, Side]:
    """Return both sides of a question about one element, absent and present; `of` says of what it is one."""
    an, the = (_article(name) for name in (absent, present))
    false = Side(
        pattern.format(absent), f"The figure has {an}{absent}{of}.", f"The figure has no {absent}{of}.", (absent,)
    )
    true = Side(pattern.format(present), f"The figure has {the}{present}{of}.", actual, (present, *names), numbers)
    return false, true


def _article(name: str) -> str:
    if name.startswith("panel"):
        return ""
    return "an " if name[0] in "aeiou" or name.startswith("x ") else "a "
