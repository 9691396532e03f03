"""What is true of a figure, fact by fact and checklist item by checklist item, computed from its specification."""

from collections.abc import Iterator
from itertools import combinations

from counterpoint.judging.facts import Fact
from counterpoint.stimuli.scientific.spec import ScientificFigure
from counterpoint.suites.scifig.checklist import CHECKLISTS
from counterpoint.suites.scifig.contents.colours import colour_words, families, other_words
from counterpoint.suites.scifig.contents.trends import AGAINST, SAID, TREND_WORDS, crossings, trend
from counterpoint.suites.scifig.contents.values import (
    Mark,
    apart,
    at,
    called,
    letter,
    margin,
    marks,
    measure,
    names_of,
    of_series,
    panel_names,
    panel_words,
    sentence,
    tolerance,
    value,
    with_unit,
    written,
)

TYPE_WORDS = {
    "bar": ("bar chart", "bar graph", "bar plot", "bar diagram", "column chart", "barplot", "bars"),
    "line": ("line chart", "line graph", "line plot", "line diagram", "lines"),
    "pie": ("pie chart", "pie graph", "pie diagram", "pie", "donut", "doughnut", "ring chart"),
}
_HIGH = ("highest", "largest", "greatest", "maximum", "max", "tallest", "biggest", "peak", "peaks", "most")
_LOW = ("lowest", "smallest", "least", "minimum", "min", "shortest")
_FRAME_ITEM = {"bar": "title", "line": "annotations", "pie": "title"}
"""Item of the checklist that titles and panels are counted to."""


def facts(figure: ScientificFigure) -> list[Fact]:
    """Return every fact of a figure that the words of a description can be held against, keys unique."""
    found = list(_facts(figure))
    keys = [fact.key for fact in found]
    assert len(keys) == len(set(keys)), f"{figure.figure_id}: two facts of one name"
    return found


def checklist(figure: ScientificFigure) -> dict[str, str | None]:
    """Return what has to be described under each item of the chart type's checklist, as sentences.

    An item is None where the figure has no such thing, e.g. a second axis: nothing is missing from a description then.
    """
    said: dict[str, list[str]] = {item: [] for item in CHECKLISTS[figure.chart_type]}
    for fact in facts(figure):
        if fact.kind != "value" or fact.key == "reference":
            said[fact.item].append(fact.says)
    for item, names in (("categories", figure.categories), ("labels", figure.categories), ("series", figure.series)):
        if said.get(item):
            said[item] = [f"The {len(names)} {item} are {', '.join(names)}."]
    if figure.chart_type == "pie":
        said["order"] = [f"In order, the slices are {', '.join(figure.categories)}."]
        said["label_placement"] = [_label_placement(figure)]
    said["percentages" if figure.chart_type == "pie" else "values"] += value_lists(figure)
    return {item: " ".join(sentences) or None for item, sentences in said.items()}


def value_lists(figure: ScientificFigure) -> list[str]:
    """Return all values in sentences: one for each series of each panel."""
    found = []
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            listed = [f"{written(figure, number)} {_briefly_at(figure, index)}" for index, number in enumerate(row)]
            unit = f" in {unit}" if (unit := "%" if figure.y is None else figure.y.unit) else ""
            of = f"{of_series(figure, series)}{panel_words(figure, panel)}"
            found.append(f"{sentence(measure(figure))}{of}{unit}: {', '.join(listed)}.")
    return found


def _briefly_at(figure: ScientificFigure, category: int) -> str:
    """Return where a category stands, without the name of a unitless axis, which its list has named already."""
    if figure.x_values is not None and not figure.x.unit:
        return f"at {figure.categories[category]}"
    return at(figure, category)


def _label_placement(figure: ScientificFigure) -> str:
    where = "in a legend" if figure.has_legend else "beside the slices"
    return f"The slices are named {where}, and each has its percentage written on or beside it."


def _facts(figure: ScientificFigure) -> Iterator[Fact]:
    kind = figure.chart_type
    against = tuple(word for other, words in TYPE_WORDS.items() if other != kind for word in words[:4])
    name = "donut chart (a pie with a hole)" if figure.donut else f"{kind} chart"
    yield Fact("type", "type", "type", f"The figure is a {name}.", (), TYPE_WORDS[kind], (*against, "scatter plot"))
    yield from _frame(figure)
    if kind == "pie":
        yield from _pie(figure)
    else:
        yield from _axes(figure)
        yield from _series(figure)
        yield from _values(figure)
        yield from _additions(figure)
    yield from _extremes(figure)


def _frame(figure: ScientificFigure) -> Iterator[Fact]:
    item = _FRAME_ITEM[figure.chart_type]
    if figure.title:
        yield _label("title", item, f"Its title is '{figure.title}'.", figure.title)
    if (n := len(figure.panels)) > 1:
        yield _count("panels", item, f"It has {n} panels.", n, ("panels", "subplots", "plots"))
        for index, panel in enumerate(figure.panels):
            if panel.title:
                says = f"Panel {letter(index)} is titled '{panel.title}'."
                yield _label(f"panel/{index}", item, says, panel.title)


def _axes(figure: ScientificFigure) -> Iterator[Fact]:
    categories, values = ("y", "x") if figure.horizontal else ("x", "y")
    yield _label("x_label", "x_label", f"The {categories} axis is labelled '{figure.x.label}'.", figure.x.title)
    yield _label("y_label", "y_label", f"The {values} axis is labelled '{figure.y.label}'.", figure.y.title)
    low, high = (written_tick(figure, figure.ticks[i]) for i in (0, -1))
    yield _range("y_scale", f"The {values} axis runs from {low} to {high}.", low, high)
    if figure.y.log:
        words = ("logarithmic", "log scale", "log-scale", "log axis", "log10", "powers of ten", "orders of magnitude")
        says = f"The {values} axis is logarithmic."
        yield Fact("log_scale", "y_scale", "style", says, (), words, ("linear scale", "linear axis"))
    if figure.x_values is not None:
        first, last = figure.categories[0], figure.categories[-1]
        yield _range("x_scale", f"The x axis runs from {first} to {last}.", first, last)


def written_tick(figure: ScientificFigure, tick: float) -> str:
    """Return a tick of the value axis in digits, without decimals that it does not need."""
    return f"{tick:.6g}" if abs(tick) < 1e6 else f"{tick:.0f}"


def _series(figure: ScientificFigure) -> Iterator[Fact]:
    if figure.chart_type == "bar":
        lie = figure.horizontal
        upright, lying = ("vertical", "upright", "vertically"), ("horizontal", "horizontally", "lying")
        says = f"The bars are {'horizontal' if lie else 'vertical'}."
        subjects = (_marks_called(figure),)
        sides = (lying, upright) if lie else (upright, lying)
        yield Fact("orientation", "orientation", "style", says, subjects, *sides)
        if figure.arrangement != "plain":
            groups, stacks = ("grouped", "clustered", "side by side", "side-by-side"), ("stacked", "stack", "stacks")
            sides = (groups, stacks) if figure.arrangement == "grouped" else (stacks, groups)
            yield Fact("grouping", "grouping", "style", f"The bars are {figure.arrangement}.", (), *sides)
        for index, category in enumerate(figure.categories):
            says = f"A category is '{category}'."
            yield _label(f"category/{index}", "categories", says, category)
        n, nouns = len(figure.categories), ("categories", "groups", "levels", "conditions")
        yield _count("categories", "categories", f"There are {n} categories.", n, nouns)
    named = len(figure.series) > 1
    if named:
        for index, series in enumerate(figure.series):
            yield _label(f"series/{index}", "series", f"A series is '{series}'.", series)
        nouns = ("series", "lines", "curves", "groups") if figure.chart_type == "line" else ("series", "bars per group")
        n = len(figure.series)
        yield _count("series", "series", f"There are {n} series.", n, nouns)
    if figure.has_legend:
        yield Fact("legend", "legend", "style", f"A legend {figure.legend} the axes names the series.", (), _LEGEND)
    for index, colour in enumerate(figure.colours[: len(figure.series)]):
        noun = "bars" if figure.chart_type == "bar" else "line"
        of = f"'{figure.series[index]}'" if named else f"the {noun}"
        subjects = ((figure.series[index],),) if named else (_marks_called(figure),)
        yield _colour(f"colour/{index}", of, colour, subjects)


def _marks_called(figure: ScientificFigure) -> tuple[str, ...]:
    """Return the words for all that a figure without series draws."""
    if figure.chart_type == "bar":
        return ("bar", "bars", "column", "columns")
    return (measure(figure), "line", "lines", "curve")


_LEGEND = ("legend", "key")


def _colour(key: str, of: str, colour: str, subjects: tuple[tuple[str, ...], ...]) -> Fact:
    says = f"The colour of {of} is {families(colour)[0]}."
    return Fact(key, "colours", "style", says, subjects, colour_words(colour), other_words(colour))


def _values(figure: ScientificFigure) -> Iterator[Fact]:
    for mark in marks(figure):
        number = value(figure, mark)
        says = f"{sentence(called(figure, mark))} is {with_unit(figure, number)}."
        yield Fact(
            f"value/{mark.panel}/{mark.series}/{mark.category}",
            "percentages" if figure.chart_type == "pie" else "values",
            "value",
            says,
            names_of(figure, mark),
            number=number,
            tolerance=tolerance(figure, number),
        )
    if figure.chart_type == "pie":
        return
    for panel in range(len(figure.panels)):
        for series in range(len(figure.series)):
            if (found := trend(figure, panel, series)) is not None:
                yield trend_fact(figure, panel, series, found, f"trend/{panel}/{series}")
        for first, second in combinations(range(len(figure.series)), 2) if figure.chart_type == "line" else ():
            if (times := crossings(figure, panel, first, second)) is not None:
                yield _crossing(figure, panel, (first, second), times)


def trend_fact(figure: ScientificFigure, panel: int, series: int, found: str, key: str) -> Fact:
    """Return the fact that a series runs in a certain way, true or not."""
    subjects = tuple(names for names in _subjects(figure, panel, series) if names) or (
        (measure(figure), "line", "curve"),
    )
    item = "trends" if figure.chart_type == "line" else "values"
    return Fact(
        key, item, "trend", says_trend(figure, panel, series, found), subjects, TREND_WORDS[found], AGAINST[found]
    )


def says_trend(figure: ScientificFigure, panel: int, series: int, found: str) -> str:
    """Return the sentence that a series runs in a certain way."""
    of = f" of {figure.series[series]}" if len(figure.series) > 1 else ""
    return f"{sentence(f'the {measure(figure)}')}{of}{panel_words(figure, panel)} {SAID[found]}."


def _subjects(figure: ScientificFigure, panel: int, *series: int) -> tuple[tuple[str, ...], ...]:
    names = [(figure.series[index],) for index in series] if len(figure.series) > 1 else []
    return (*names, *([panel_names(figure, panel)] if len(figure.panels) > 1 else []))


def _crossing(figure: ScientificFigure, panel: int, pair: tuple[int, int], times: int) -> Fact:
    first, second = (figure.series[index] for index in pair)
    how = "do not cross" if times == 0 else "cross once" if times == 1 else f"cross {times} times"
    crossing = ("cross", "crosses", "intersect", "intersects", "crossover", "overtakes", "crossing")
    never = ("do not cross", "never cross", "no crossing", "without crossing", "do not intersect")
    wordings, against = (never, crossing) if times == 0 else (crossing, never)
    says = f"The lines of {first} and {second} {how}{panel_words(figure, panel)}."
    key = f"crossings/{panel}/{pair[0]}/{pair[1]}"
    return Fact(key, "crossings", "trend", says, _subjects(figure, panel, *pair), wordings, against)


def _additions(figure: ScientificFigure) -> Iterator[Fact]:
    if any(panel.errors is not None for panel in figure.panels):
        words = ("error bar", "error bars", "whisker", "whiskers")
        yield Fact("error_bars", "annotations", "style", "The values have error bars.", (), words)
    if (reference := figure.reference) is not None:
        says = f"A reference line called '{reference.label}' lies at {with_unit(figure, reference.value)}."
        subjects = ((reference.label, "reference line", "threshold", "dashed line"),)
        near = tolerance(figure, reference.value)
        yield Fact("reference", "annotations", "value", says, subjects, number=reference.value, tolerance=near)
    if figure.value_labels:
        words = (
            "labelled with",
            "labeled with",
            "value labels",
            "data labels",
            "values are written",
            "annotated",
            "written on",
        )
        yield Fact("value_labels", "annotations", "style", "Each bar has its value written on it.", (), words)
    if figure.chart_type == "line":
        if figure.markers:
            words = ("marker", "markers", "circle", "circles", "dots", "points", "squares", "triangles")
            yield Fact("markers", "markers", "style", "The lines have markers at their points.", (), words)
        if figure.dashed:
            words = ("dashed", "dashes", "dotted", "dash-dot", "line styles", "line style")
            yield Fact("line_styles", "line_styles", "style", "The lines differ in their dashes.", (), words)


def _pie(figure: ScientificFigure) -> Iterator[Fact]:
    n = len(figure.categories)
    yield _count("slices", "slices", f"It has {n} slices.", n, ("slices", "segments", "sectors", "categories", "parts"))
    for index, category in enumerate(figure.categories):
        yield _label(f"category/{index}", "labels", f"A slice is called '{category}'.", category)
        yield _colour(f"colour/{index}", f"'{category}'", figure.colours[index], ((category,),))
    yield from _values(figure)
    if figure.has_legend:
        yield Fact("legend", "legend", "style", "A legend names the slices.", (), _LEGEND)
    if figure.donut:
        words = ("donut", "doughnut", "ring", "hole", "hollow")
        yield Fact("donut", "emphasis", "style", "The pie has a hole in its middle.", (), words)
    if figure.exploded is not None:
        name = figure.categories[figure.exploded]
        words = ("exploded", "pulled out", "separated", "detached", "offset", "set apart", "emphasised", "emphasized")
        yield Fact("exploded", "emphasis", "style", f"The slice '{name}' is set apart.", ((name,),), words)


def _extremes(figure: ScientificFigure) -> Iterator[Fact]:
    for panel, shown in enumerate(figure.panels):
        for series, row in enumerate(shown.values):
            order = sorted(range(len(row)), key=row.__getitem__)
            for side, words, (best, next_best) in (("highest", _HIGH, order[:-3:-1]), ("lowest", _LOW, order[:2])):
                if apart(figure, row[best], row[next_best]) >= margin(figure):
                    yield extreme_fact(figure, Mark(panel, series, best), side, words, f"{side}/{panel}/{series}")


def extreme_fact(figure: ScientificFigure, mark: Mark, side: str, words: tuple[str, ...], key: str) -> Fact:
    """Return the fact that a category has the highest or lowest value of its series, true or not."""
    name = figure.categories[mark.category]
    others = tuple(other for other in figure.categories if other != name)
    item = "extremes" if figure.chart_type == "pie" else "values"
    subjects = (words, *_subjects(figure, mark.panel, mark.series))
    return Fact(key, item, "extreme", says_extreme(figure, mark, side), subjects, (name,), others)


def says_extreme(figure: ScientificFigure, mark: Mark, side: str) -> str:
    """Return the sentence that a category has the highest or lowest value of its series."""
    panel = panel_words(figure, mark.panel)
    if figure.chart_type == "pie":
        name = figure.categories[mark.category]
        return f"{name} is the {'largest' if side == 'highest' else 'smallest'} slice{panel}."
    of = f"{of_series(figure, mark.series)}"
    return f"The {measure(figure)}{of} is {side} {at(figure, mark.category)}{panel}."


def highest_words(side: str) -> tuple[str, ...]:
    """Return the words for the highest or the lowest value."""
    return _HIGH if side == "highest" else _LOW


def _label(key: str, item: str, says: str, text: str) -> Fact:
    return Fact(key, item, "label", says, (), (text,))


def _range(item: str, says: str, low: str, high: str) -> Fact:
    wordings = tuple(f"{low}{between}{high}" for between in (" to ", " through ", " and ", " up to ", "-"))
    return Fact(item, item, "style", says, (), wordings)


def _count(key: str, item: str, says: str, number: int, nouns: tuple[str, ...]) -> Fact:
    """Return the fact of a number of things that any of some nouns may stand for."""
    return Fact(f"count/{key}", item, "count", says, (nouns,), number=float(number))
