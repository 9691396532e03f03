"""Drawing of treemaps of two levels: cells inside groups, areas proportional to values over the whole map."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure

from counterpoint.stimuli.charts.contents.variants import Variant
from counterpoint.stimuli.charts.drawing.frame import Part, fill, rectangle, too_long, write
from counterpoint.stimuli.charts.drawing.texts import LINE_PITCH, fitted, ink_on, text_width, tries
from counterpoint.stimuli.charts.drawing.treemap_layout import Box, cell_boxes, group_boxes
from counterpoint.stimuli.charts.specs.facts import Fact, group_names
from counterpoint.stimuli.charts.specs.mistakes import ChartError

MAP = (20.0, 22.0, 760.0, 524.0)
"""Left, bottom, width and height of the map in px."""
RIM = 3
"""Free edge around the cells of a group, in px."""
WIDER = (1.6, 2.2, 1.2, 3.0, 0.8)
"""How much wider than high boxes are meant to be: the first with which all names fit."""
HEADERS = ((1, 22), (2, 36))
"""Lines of the groups' names and the height in px of the strip that holds them: the first in which all names fit."""
ABOVE = 7
"""Height of a header's lowest baseline over the cells in px."""
HEADER_SIZES = (11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
CELL_TRIES = (*tries(2, (11, 10.5, 10, 9.5)), *tries(3, (9, 8.5, 8)))
CELL_ROOMS = ((10, False), (6, False), (6, True), (3, False), (3, True))
"""What a cell keeps free around its name in px, and whether the name stands upright, best first."""


@dataclass(frozen=True)
class Name:
    """A name as broken into lines, its size in points, and whether it stands upright."""

    text: str
    size: float
    upright: bool = False


@dataclass
class Plan:
    """Where everything stands: groups with box and name, cells with box and name, and the first name without room."""

    header: float = 0
    groups: list[tuple[str, Box, Name]] = field(default_factory=list)
    cells: list[tuple[Fact, Box, Name]] = field(default_factory=list)
    too_long: str | None = None


def draw_treemap(figure: Figure, variant: Variant) -> list[Part]:
    """Draw the variant as cells in groups and return what was drawn.

    The area of a cell, its white edge included, over its value is the same in the whole map: headers and rims of
    groups take no area from their cells (see `treemap_layout.group_boxes`).
    """
    worthless = [fact.category for fact in variant.table if fact.value <= 0]
    if worthless:
        problem = f"manipulations: a treemap cannot show {worthless[0]}, whose value is not above zero; declare others"
        raise ChartError(variant.chart.id, ("manipulations",), problem)
    plans = (_plan(variant, wider) for wider in WIDER)
    first = next(plans)
    plan = next((plan for plan in (first, *plans) if plan.too_long is None), first)
    if plan.too_long is not None:
        remedy = "it, of a cell by the field `label`"
        raise too_long(variant, "the name of a cell or group,", plan.too_long, remedy, "facts")
    colours = variant.look.colours
    parts = []
    for name, (left, bottom, _, height), shown in plan.groups:
        above = ABOVE + shown.text.count("\n") * shown.size * LINE_PITCH * 0.9
        place = (left + RIM + 1, round(bottom + height - RIM - plan.header + above))
        text = write(figure, place, shown.text, shown.size, weight="bold", va="baseline", linespacing=1.05)
        parts.append(Part("group_label", text, text=name, colour=colours[name], group=name))
    for fact, (left, bottom, width, height), shown in plan.cells:
        outline, colour = rectangle(left, bottom, left + width, bottom + height), colours[fact.group]
        cell = fill(figure, outline, colour, edgecolor="white", linewidth=1)
        parts.append(Part("mark", cell, outline, None, None, fact.category, fact.value, colour, fact.group))
        style = {"rotation": 90, "va": "center"} if shown.upright else {"va": "center_baseline"}
        text = write(
            figure,
            outline.mean(axis=0),
            shown.text,
            shown.size,
            color=ink_on(colour),
            ha="center",
            linespacing=1.1,
            zorder=5,
            **style,
        )
        parts.append(Part("data_label", text, text=fact.label, category=fact.category, group=fact.group))
    return parts


def _plan(variant: Variant, wider: float) -> Plan:
    """Return where groups and cells stand when boxes are meant to be `wider` times as wide as high."""
    groups = {name: _largest_first(variant.table, name) for name in group_names(variant.table)}
    totals = {name: sum(fact.value for fact in facts) for name, facts in groups.items()}
    order = sorted(groups, key=lambda name: -totals[name])
    plan = _with_headers(order, [totals[name] for name in order], wider)
    for name, (left, bottom, width, height), _ in plan.groups:
        inside = (left + RIM, bottom + RIM, width - 2 * RIM, height - plan.header - 2 * RIM)
        boxes = cell_boxes([fact.value for fact in groups[name]], inside, wider)
        for fact, box in zip(groups[name], boxes, strict=True):
            shown = _cell_name(fact.label, *box[2:])
            if shown is None:
                return Plan(too_long=fact.label)
            plan.cells.append((fact, box, shown))
    return plan


def _largest_first(table: Sequence[Fact], group: str) -> list[Fact]:
    return sorted((fact for fact in table if fact.group == group), key=lambda fact: -fact.value)


def _with_headers(order: Sequence[str], totals: Sequence[float], wider: float) -> Plan:
    """Return the groups' boxes and names, in headers as low and letters as large as all names allow."""
    for lines, header in HEADERS:
        boxes = group_boxes(totals, MAP, header, RIM, wider)
        for size in HEADER_SIZES:
            found = [
                fitted([name], box[2] - 2 * RIM, 99, [(lines, size)], bold=True)
                for name, box in zip(order, boxes, strict=True)
            ]
            if all(found):
                names = [Name(shown[0][0], size) for shown in found]
                return Plan(header, list(zip(order, boxes, names, strict=True)))
    return Plan(too_long=max(order, key=lambda name: text_width(name, HEADER_SIZES[-1], bold=True)))


def _cell_name(label: str, width: float, height: float) -> Name | None:
    """Return a name as large as it fits into a cell, in lines or upright where it must be; None if it does not."""
    for rim, upright in CELL_ROOMS:
        room = (height - rim, width - rim) if upright else (width - rim, height - rim)
        if shown := fitted([label], *room, CELL_TRIES):
            return Name(shown[0][0], shown[1], upright)
    return None
