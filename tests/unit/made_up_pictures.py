"""Pictures of charts as rows of table `elements`, drawn by a rule by which values can be worked out by hand.

4 px are a unit, zero is at (100, 500), categories stand every 60 px from 130 px on.
"""

from counterpoint.stimuli.charts.specs.kinds import KINDS
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.suites.cvlat.bank_readings import readings

BLUE, ORANGE = "#0072B2", "#E69F00"
SHADES = ("#F7FBFF", "#A3CBE3", "#2F7EBC", "#0A4A90")
PETS = (("Ant", 10), ("Bee", 30), ("Cat", 60), ("Dog", 90))
STACKS = (("P", 10, 60), ("Q", 40, 20), ("R", 20, 70))
WHOLES = (("P", 10, 90), ("Q", 40, 60), ("R", 70, 30))
DOTS = ((10, 20), (20, 30), (30, 90), (40, 40), (50, 50), (60, 60))
GATHERED = ((10, 10), (48, 50), (49, 52), (51, 48), (52, 50), (90, 90))
BUBBLES = (("Ant", 20, 40, 80), ("Bee", 40, 10, 60), ("Cat", 60, 20, 30), ("Dog", 90, 80, 10))
STATES = (("Alabama", 5), ("Alaska", 15), ("Arizona", 18), ("Iowa", 35))
CELLS = (("North", "Ant", 10), ("North", "Bee", 20), ("South", "Cat", 30), ("South", "Dog", 40))

FACTS = {
    "bar": (["category", "value"], PETS),
    "line": (["category", "value"], PETS),
    "area": (["category", "value"], PETS),
    "pie": (["category", "value"], (("Ant", 10), ("Bee", 20), ("Cat", 25), ("Dog", 45))),
    "stacked_bar": (["category", "S", "T"], STACKS),
    "stacked_area": (["category", "S", "T"], STACKS),
    "stacked_100": (["category", "S", "T"], WHOLES),
    "histogram": (["x", "value"], ((0, 10), (10, 30), (20, 60), (30, 90))),
    "scatter": (["x", "value"], DOTS),
    "bubble": (["category", "x", "size", "value"], BUBBLES),
    "choropleth": (["category", "value"], STATES),
    "treemap": (["group", "category", "value"], CELLS),
}
WORDING = {"quantity": "load", "quantity_of": "load of {category}", "item": "pet", "items": "pets", "over": "seen"}


def spec(type, rows=None, **changes):
    """Return a chart of a type with the made-up facts, or with others."""
    fields, made_up = FACTS[type]
    block = {"id": "pets", "number": 0, "type": type, "title": "Pets at Home", "year": 2000, "unit": "", "decimals": 0}
    block |= {"y_title": "Carried mass", "source": "made up", "licence": "none", "wording": WORDING}
    block["manipulations"] = [{"kind": "scale", "by": 0.5}]
    series = ["S", "T"] if "S" in fields else []
    block["facts"] = {"fields": fields, "series": series, "rows": [list(row) for row in rows or made_up]}
    block |= {"unit": "%"} if KINDS[type].whole else {}
    block |= {"x_axis": {"title": "Altitude"}} if "x" in fields else {}
    block |= {"size": {"title": "Girth"}} if type == "bubble" else {}
    block |= {"bin_width": 10} if type == "histogram" else {}
    return ChartSpec.model_validate(block | changes)


def element(role, corners=None, text=None, box=(1, 1, 2, 2), **columns):
    """Return a row of table `elements`: the box is that of the corners, where there are some."""
    if corners is not None:
        xs, ys = zip(*corners, strict=True)
        box = (min(xs), min(ys), max(xs), max(ys))
    row = dict.fromkeys(("series", "category", "value", "colour", "group")) | columns
    row |= {"stimulus_id": "pets/aligned", "element_id": "", "role": role, "text": text}
    row["polygon"] = None if corners is None else [float(part) for corner in corners for part in corner]
    return row | dict(zip(("x0", "y0", "x1", "y1"), map(float, box), strict=True))


def rectangle(left, top, right, bottom):
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def tick(which, at, text, **columns):
    """Return a tick whose label stands apart from all others."""
    box = (at - 9, 510, at + 9, 520) if which == "x" else (50, at - 5, 90, at + 5)
    corner = [(at, 500) if which == "x" else (100, at)]
    return {**element("tick", corner, text, series=which, **columns)} | dict(
        zip(("x0", "y0", "x1", "y1"), map(float, box), strict=True)
    )


def centred(x, y, half):
    return rectangle(x - half, y - half, x + half, y + half)


def picture(chart):
    """Return the elements of a picture that shows the facts of a chart."""
    kind, facts = KINDS[chart.type], chart.facts
    rows = []
    if kind.reads == "axis":
        rows += [tick("y", 500, "0", value=0), tick("y", 100, "100", value=100)]
        if "x" in kind.fields:
            rows += [tick("x", 100, "0", value=0), tick("x", 500, "100", value=100)]
        else:
            names = dict.fromkeys(fact.category for fact in facts)
            rows += [tick("x", 130 + 60 * place, name, category=name) for place, name in enumerate(names)]
    if kind.stacked:
        rows += [
            element("legend_entry", centred(700, y, 5), name, series=name, colour=colour)
            for name, y, colour in (("T", 150, ORANGE), ("S", 180, BLUE))
        ]
    if chart.type == "bubble":
        rows.append(element("legend_entry", centred(700, 150, 10), "40", value=40, colour=BLUE))
    if chart.type == "choropleth":
        for place, colour in enumerate(SHADES):
            name, low = f"{10 * place} - {10 * place + 9}", 10 * place
            corners = centred(100 + 150 * place, 580, 5)
            rows.append(element("legend_entry", corners, name, category=name, value=low, colour=colour))
    if chart.type == "treemap":
        rows += [
            element("group_label", None, name, (y, 8, y + 9, 9), group=name)
            for name, y in (("North", 10), ("South", 30))
        ]
    if kind.reads != "axis" or chart.type == "bubble":
        for place, fact in enumerate(facts):
            box = (20 + 60 * place, 560, 60 + 60 * place, 565)
            rows.append(element("data_label", None, fact.label, box, category=fact.category, group=fact.group))
    return rows + marks(chart)


def marks(chart):
    """Return the marks of a chart's facts, drawn by the rule that stands above."""
    rows, ends, across = [], {}, 0
    names = list(dict.fromkeys(fact.category for fact in chart.facts))
    for fact in chart.facts:
        centre, colour = 130 + 60 * names.index(fact.category), {"S": BLUE, "T": ORANGE}.get(fact.series, BLUE)
        group, height = fact.group, 500 - 4 * fact.value
        match chart.type:
            case "bar" | "stacked_bar" | "stacked_100" | "area" | "stacked_area":
                base = ends.get(fact.category, 500)
                ends[fact.category] = base - 4 * fact.value
                half = 20 if "bar" in chart.type or "100" in chart.type else 0.5
                corners = rectangle(centre - half, base - 4 * fact.value, centre + half, base)
            case "histogram":
                corners = rectangle(100 + 4 * fact.x, height, 140 + 4 * fact.x, 500)
            case "line":
                corners = centred(centre, height, 4)
            case "scatter":
                corners = centred(100 + 4 * fact.x, height, 4)
            case "bubble":  # the legend shows 40 as 400 square px
                corners = centred(100 + 4 * fact.x, height, (10 * fact.size) ** 0.5 / 2)
            case "choropleth":
                corners, colour = centred(centre, 300, 20), SHADES[int(fact.value // 10)]
            case _:  # parts of a strip 100 px high: 6 px wide a unit
                corners = rectangle(100 + 6 * across, 100, 100 + 6 * (across + fact.value), 200)
                across += fact.value
                colour = ORANGE if group == "South" else BLUE
        names_of = {"category": fact.category, "series": fact.series, "group": group}
        rows.append(element("mark", corners, value=fact.value, colour=colour, **names_of))
    return rows


def reading_of(chart, rows=None):
    return readings(rows or picture(chart), chart)["pets/aligned"]


def changed(rows, category, series=None, role="mark", **columns):
    """Return the rows with the columns of one element changed; `corners` are those of its outline."""
    corners = columns.pop("corners", None)
    if corners:
        columns |= {key: element(role, corners)[key] for key in ("polygon", "x0", "y0", "x1", "y1")}
    found = [
        {**row, **columns} if (row["role"], row["category"], row["series"]) == (role, category, series) else row
        for row in rows
    ]
    assert found != rows
    return found
