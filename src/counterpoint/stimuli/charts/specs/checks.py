"""What must hang together in a chart specification: type and fields, values and bounds, names and units."""

from collections.abc import Callable
from itertools import pairwise

from counterpoint.problems import Key, given, unknown_name
from counterpoint.states import STATES
from counterpoint.stimuli.charts.specs import questions
from counterpoint.stimuli.charts.specs.facts import categories, group_names, series_names, totals
from counterpoint.stimuli.charts.specs.fields import ChartFields
from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.mistakes import Mistake
from counterpoint.stimuli.charts.specs.palette import COLOURS
from counterpoint.stimuli.charts.specs.steps import TYPES
from counterpoint.stimuli.charts.specs.units import unknown_part, unknown_unit


def check_kind(chart: ChartFields) -> None:
    """Raise Mistake where the chart type lacks what it needs, or has what it cannot show."""
    kind = KINDS[chart.type]
    for field in kind.fields:
        for number, fact in enumerate(chart.facts):
            if getattr(fact, field) is None:
                raise Mistake(f"a {chart.type} chart needs the column {field} in every row", "facts", number)
    for field in ("series", "group", "size"):
        if field not in kind.fields and getattr(chart.facts[0], field) is not None:
            raise Mistake(f"a {chart.type} chart has no {field}; remove the column", "facts", "fields")
    if "x" in kind.fields and chart.x_axis is None:
        raise Mistake(f"is missing; a {chart.type} chart needs its title", "x_axis")
    if "size" in kind.fields and chart.size is None:
        raise Mistake("is missing; a bubble chart needs the title of what the area of a bubble shows", "size")
    if "size" not in kind.fields and chart.size is not None:
        raise Mistake(f"belongs to a bubble chart only; remove it from this {chart.type} chart", "size")
    if chart.type == "histogram" and chart.bin_width is None:
        raise Mistake("is missing; a histogram needs the width of its bins", "bin_width")
    if chart.type != "histogram" and chart.bin_width is not None:
        raise Mistake(f"belongs to a histogram only; remove it from this {chart.type} chart", "bin_width")
    marks = len(categories(chart.facts))
    if kind.most is not None and marks > kind.most:
        raise Mistake(f"a {chart.type} chart can show {kind.most} categories, got {marks}; leave rows out", "facts")
    for number, fact in enumerate(chart.facts if chart.type == "choropleth" else ()):
        if fact.category not in STATES:
            raise Mistake(unknown_name(fact.category, list(STATES), "a state of the USA"), "facts", number, "category")
        if STATES[fact.category] != fact.label:
            text = f"{given(fact.label)} is not the postal code of {fact.category}; allowed: {STATES[fact.category]}"
            raise Mistake(text, "facts", number, "label")


def check_colours(chart: ChartFields) -> None:
    """Raise Mistake where series or groups are too many, or their colours do not fit them."""
    coloured = [*series_names(chart.facts), *group_names(chart.facts)]
    most = KINDS[chart.type].most_series
    if coloured and not 2 <= len(coloured) <= most:
        raise Mistake(f"a {chart.type} chart can show 2 to {most} series or groups, got {len(coloured)}", "facts")
    used: dict[str, str] = {}
    for name, colour in chart.colours.items():
        if name not in coloured:
            raise Mistake(unknown_name(name, coloured, "a series or group of the facts"), "colours", name)
        if colour not in COLOURS:
            raise Mistake(unknown_name(colour, list(COLOURS), "a colour"), "colours", name)
        if colour in used:
            raise Mistake(f"{colour} is the colour of {used[colour]}; choose another one", "colours", name)
        used[colour] = name
    if used and len(used) < len(coloured):
        lacking = next(name for name in coloured if name not in chart.colours)
        raise Mistake(f"names no colour of {lacking}; give one to every series or group, or to none", "colours")


def check_values(chart: ChartFields) -> None:
    """Raise Mistake where values lie where the type or the quantity cannot have them."""
    kind = KINDS[chart.type]
    if chart.bounds is not None and not chart.bounds[0] < chart.bounds[1]:
        raise Mistake(f"must be the least and the largest value, got {list(chart.bounds)}", "bounds")
    for number, fact in enumerate(chart.facts):
        if not kind.negative and fact.value < 0:
            raise Mistake(f"a {chart.type} chart cannot show {fact.value:g}, below zero", "facts", number, "value")
        if chart.type == "treemap" and fact.value == 0:
            raise Mistake("a treemap cannot show 0; leave the row out", "facts", number, "value")
        if fact.size is not None and fact.size <= 0:
            raise Mistake(f"must be above zero, got {fact.size:g}", "facts", number, "size")
        if not chart.low <= fact.value <= chart.high:
            bounds = f"the bounds {chart.low:g} to {chart.high:g}" if chart.bounds else "0 to 100, a part of a whole"
            text = f"{fact.value:g} lies outside {bounds}; correct it{', or `bounds`' if chart.bounds else ''}"
            raise Mistake(text, "facts", number, "value")
    wholes = {"": {}, "chart": {"values": sum(fact.value for fact in chart.facts)}, "category": totals(chart.facts)}
    for name, total in wholes[kind.whole].items():
        if abs(total - 100) > 1e-6:
            row = next((number for number, fact in enumerate(chart.facts) if fact.category == name), None)
            where = ("facts",) if kind.whole == "chart" else ("facts", row)
            raise Mistake(f"{name} of a {chart.type} chart must sum to 100, got {total:g}", *where)
    for number, (fact, following) in enumerate(pairwise(chart.facts), 1):
        if chart.type in ("scatter", "histogram") and following.x < fact.x:
            raise Mistake(f"{following.x:g} follows {fact.x:g}; put the rows in the order of x", "facts", number, "x")
        if chart.bin_width and abs(following.x - fact.x - chart.bin_width) > 1e-9:
            text = f"{following.x:g} follows {fact.x:g}, and bin_width is {chart.bin_width:g}; list every bin"
            raise Mistake(text, "facts", number, "x")


def check_names(chart: ChartFields) -> None:
    """Raise Mistake where a mark is named twice, or a name of questions or manipulations stands for none."""
    seen: set[tuple[str | None, str]] = set()
    for number, fact in enumerate(chart.facts):
        if (fact.series, fact.category) in seen:
            raise Mistake(f"the category {fact.category} stands a second time", "facts", number, "category")
        seen.add((fact.series, fact.category))
    for number, fact in enumerate(chart.facts):
        if fact.category == "Omit":
            raise Mistake(
                "Omit is the option that declines to answer; rename the category", "facts", number, "category"
            )
    for field in ("series", "group"):
        for number, fact in enumerate(chart.facts):
            if getattr(fact, field) in categories(chart.facts):
                text = f"{getattr(fact, field)} is the name of a category too; rename one"
                raise Mistake(text, "facts", number, field)
    series = series_names(chart.facts)
    if series and len(chart.facts) != len(series) * len(categories(chart.facts)):
        raise Mistake("every category needs a value of every series", "facts")
    for number, question in enumerate(chart.questions):
        place = ("questions", number)
        if chart.type not in questions.TYPES.get(question.ask, (chart.type,)):
            allowed = [ask for ask in questions.ARGUMENTS if chart.type in questions.TYPES.get(ask, (chart.type,))]
            text = f"{question.ask} cannot be asked of a {chart.type} chart; allowed: {', '.join(allowed)}"
            raise Mistake(text, *place, "ask")
        if series and question.series is None:
            raise Mistake(f"needs the key `series`: {', '.join(series)}", *place)
        if getattr(chart.facts[0], question.measure) is None:
            raise Mistake(f"the facts have no {question.measure}", *place, "measure")
        for key in ("of", "than", "start", "end"):
            _known(chart, "category", getattr(question, key), (*place, key))
        first, second = (question.of or question.start, question.than or question.end)
        if first is not None and first == second:
            raise Mistake(f"compares {first} with itself; name two categories", *place)
        names = categories(chart.facts)
        if question.ask == "trend" and names.index(first) > names.index(second):
            raise Mistake(f"{first} comes after {second}; exchange `start` and `end`", *place, "start")
        for position, name in enumerate(question.among):
            _known(chart, "category", name, (*place, "among", position))
        for key, what in (("series", "series"), ("to", "series"), ("group", "group")):
            _known(chart, what, getattr(question, key), (*place, key))
    for number, step in enumerate(chart.manipulations):
        place = ("manipulations", number)
        if chart.type not in TYPES.get(step.kind, (chart.type,)):
            text = f"{step.kind} is for {', '.join(TYPES[step.kind])} charts only; choose another one"
            raise Mistake(text, *place, "kind")
        if step.kind == "exchange_colours" and len(step.of) != (2 if series else 0):
            raise Mistake("exchange_colours needs `of`, two series; on a map it has none", *place)
        if getattr(chart.facts[0], step.measure) is None:
            raise Mistake(f"the facts have no {step.measure}", *place, "measure")
        of_series = step.kind == "swap_series" or (step.kind == "exchange_colours" and series)
        for position, name in enumerate(step.of):
            _known(chart, "series" if of_series else "category", name, (*place, "of", position))
        _known(chart, "series", step.series, (*place, "series"))
        _known(chart, "group", step.to, (*place, "to"))


NAMES: dict[str, Callable[..., list[str]]] = {"category": categories, "series": series_names, "group": group_names}


def _known(chart: ChartFields, what: str, name: str | None, key: Key) -> None:
    """Raise Mistake at a key where a name is given that the facts lack."""
    names = NAMES[what](chart.facts)
    if name is not None and name not in names:
        raise Mistake(unknown_name(name, names, f"a {what} of the facts"), *key)


def check_units(chart: ChartFields) -> None:
    """Raise Mistake where a unit is not known, nor spoken of in the words of the chart, nor declared as its own."""
    units: dict[Key, str] = {("unit",): chart.unit}
    units |= {(key, "unit"): axis.unit for key in ("x_axis", "size") if (axis := getattr(chart, key))}
    for number, own in enumerate(chart.own_units):
        if own not in units.values():
            raise Mistake(unknown_name(own, [*units.values()], "a unit of this chart"), "own_units", number)
    words = chart.wording.model_dump(exclude={"quantity_of", "that_of", "over"})  # may hold the unit by default
    texts = " ".join([chart.title, chart.legend_title, *map(str, words.values())]).lower()
    for key, unit in units.items():
        part = unknown_part(unit)
        if part is not None and unit not in chart.own_units and f" {unit.lower()} " not in f" {texts} ":
            raise Mistake(unknown_unit(unit, part), *key)
