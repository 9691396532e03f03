"""Made-up charts of every type, of realistic shape and size, for tests of what is asked and drawn of them."""

from functools import cache
from typing import Any

import numpy as np

from counterpoint.states import STATES
from counterpoint.stimuli.charts.contents.candidates import asked
from counterpoint.stimuli.charts.contents.look import plain_look
from counterpoint.stimuli.charts.contents.variants import named
from counterpoint.stimuli.charts.drawing.picture import draw
from counterpoint.stimuli.charts.specs.mistakes import ChartError
from counterpoint.stimuli.charts.specs.spec import ChartSpec
from counterpoint.stimuli.png import pixel_digest

WORDING = {
    "quantity": "yield",
    "quantity_of": "yield of {category}",
    "item": "field",
    "items": "fields",
    "over": "of the fields",
    "x_quantity": "rain",
    "size_quantity": "area",
}
ADJECTIVES, NOUNS = ("Red", "Blue", "Old", "New", "Wet", "Dry", "High", "Low"), ("Hill", "Moor", "Park", "Farm", "Wood")
NAMES = tuple(f"{adjective} {noun}" for noun in NOUNS for adjective in ADJECTIVES)
SERIES = ("Wheat", "Barley", "Rye", "Oats", "Maize")
GROUPS = ("North", "South", "East", "West", "Centre")


def made_up(type: str, seed: int = 0, **changes: Any) -> ChartSpec:
    """Return a chart of a type with facts drawn from the seed; `changes` replace keys of its specification."""
    block = {
        "id": f"{type}_{seed}",
        "number": seed % 4,
        "type": type,
        "title": "Yield in Farland",
        "year": 2020,
        "unit": "tonnes",
        "decimals": 0,
        "y_title": "Yield per year",
        "source": "made up",
        "licence": "none",
        "wording": WORDING,
        **BLOCKS[type](np.random.default_rng([seed, list(BLOCKS).index(type)])),
    }
    return ChartSpec.model_validate({**block, **changes})


def _ranked(random: np.random.Generator, n: int, top: float = 900) -> list[int]:
    """Values of n marks, few large and many small ones, in random order."""
    falling = top * random.uniform(0.72, 0.85) ** np.arange(n) + random.uniform(0, 20, n)
    return [int(value) for value in random.permutation(falling)]


def _grown(random: np.random.Generator, n: int) -> np.ndarray:
    """Values of n years that grow, or fall, over most of them."""
    steps = random.uniform(0.5, 1.5, n) * np.where(np.arange(n) < n * random.uniform(0.6, 1), 1, -1)
    values = 100 + 800 * np.cumsum(steps) / np.abs(np.cumsum(steps)).max()
    values = values - min(values.min() - 20, 0)
    return values if random.integers(2) else values[::-1]


def _years(n: int) -> list[str]:
    return [str(1960 + 5 * number) for number in range(n)]


def _bars(random: np.random.Generator) -> dict:
    n = int(random.integers(6, 14))
    rows = [[name, value] for name, value in zip(NAMES, _ranked(random, n), strict=False)]
    return {
        "facts": {"fields": ["category", "value"], "rows": rows},
        "manipulations": [{"kind": "reverse_ranking"}, {"kind": "scale", "by": 0.7}],
    }


def _years_and_values(random: np.random.Generator) -> dict:
    n = int(random.integers(8, 20))
    rows = [[year, int(value)] for year, value in zip(_years(n), _grown(random, n), strict=True)]
    return {
        "x_axis": {"title": "Year of harvest"},
        "facts": {"fields": ["category", "value"], "rows": rows},
        "manipulations": [{"kind": "reverse_time"}, {"kind": "scale", "by": 0.6}],
    }


def _stack(names: list[str], columns: np.ndarray, manipulations: list[dict]) -> dict:
    series = list(SERIES[: columns.shape[1]])
    rows = [[name, *(float(value) for value in row)] for name, row in zip(names, columns, strict=True)]
    return {
        "legend_title": "Cereal",
        "facts": {"fields": ["category", *series], "series": series, "rows": rows},
        "manipulations": manipulations,
    }


def _stacked_bars(random: np.random.Generator) -> dict:
    n, m = int(random.integers(4, 9)), int(random.integers(2, 6))
    columns = np.column_stack([_ranked(random, n, 900 / (1 + number)) for number in range(m)]) + 5
    swapped = {"kind": "swap_series", "of": list(SERIES[:2])}
    return _stack(list(NAMES[:n]), columns, [swapped, {"kind": "cycle", "of": list(NAMES[: n - 1])}])


def _layers(random: np.random.Generator) -> dict:
    n, m = int(random.integers(6, 11)), int(random.integers(2, 5))
    columns = np.column_stack([_grown(random, n).round() * 0.5**number for number in range(m)])
    halved = {"kind": "scale", "series": SERIES[0], "by": 0.4}
    return _stack(_years(n), columns.round(), [{"kind": "reverse_time"}, halved])


def _wholes(random: np.random.Generator) -> dict:
    n, m = int(random.integers(4, 9)), int(random.integers(2, 6))
    columns = np.round(random.dirichlet(np.full(m, 2.0), n) * (100 - 5 * m) + 5)
    columns[:, -1] = 100 - columns[:, :-1].sum(axis=1)
    swapped = {"kind": "swap_series", "of": list(SERIES[:2])}
    names = list(NAMES[:n])
    return {"unit": "%", **_stack(names, columns, [swapped, {"kind": "cycle", "of": names}])}


def _pie(random: np.random.Generator) -> dict:
    n = int(random.integers(4, 8))
    falling = 0.7 ** np.arange(n) + 0.05
    values = np.round(100 * falling / falling.sum())
    values[0] += 100 - values.sum()
    rows = [[name, float(value)] for name, value in zip(NAMES, random.permutation(values), strict=False)]
    return {
        "unit": "%",
        "y_title": "",
        "facts": {"fields": ["category", "value"], "rows": rows},
        "manipulations": [{"kind": "reverse_ranking"}],
    }


def _histogram(random: np.random.Generator) -> dict:
    n = int(random.integers(6, 14))
    middle, width = random.uniform(0.2, 0.8) * n, random.uniform(0.15, 0.3) * n
    counts = 5 + 300 * np.exp(-0.5 * ((np.arange(n) - middle) / width) ** 2) + random.uniform(0, 25, n)
    return {
        "bin_width": 5,
        "x_axis": {"title": "Rain in summer", "unit": "mm"},
        "facts": {"fields": ["x", "value"], "rows": [[20 + 5 * k, int(count)] for k, count in enumerate(counts)]},
        "manipulations": [{"kind": "reverse_ranking"}, {"kind": "scale", "by": 0.8}],
    }


def _cloud(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points along a line, in every second cloud with an outlier and a cluster."""
    x = np.sort(random.uniform(5, 95, n).round(1))
    y = 20 + 5 * x + random.normal(0, 45, n)
    if random.integers(2):
        lone, first = int(random.integers(1, n // 3)), int(random.integers(n // 2, n - 5))
        x[first : first + 5] = np.sort(x[first] + np.arange(5) * random.uniform(0.4, 0.8)).round(1)
        y[first : first + 5] = 20 + 5 * x[first] + random.uniform(-12, 12, 5)
        y[lone] = min(20 + 5 * x[lone] + 280, 500)
        x = np.sort(x)
    return x, np.maximum(y, 3) if random.integers(2) else np.maximum(540 - y, 3)


def _scatter(random: np.random.Generator) -> dict:
    n = int(random.integers(12, 40))
    x, y = _cloud(random, n)
    rows = [[name, float(a), float(round(b))] for name, a, b in zip(NAMES, x, y, strict=False)]
    return {
        "x_axis": {"title": "Rain in summer", "unit": "mm"},
        "facts": {"fields": ["category", "x", "value"], "rows": rows},
        "manipulations": [{"kind": "reverse_order"}, {"kind": "scale", "by": 0.7}],
    }


def _bubble(random: np.random.Generator) -> dict:
    n = int(random.integers(12, 20))
    x, y = _cloud(random, n)
    sizes = [value + 5 for value in _ranked(random, n)]
    rows = [[name, float(a), s, float(round(b))] for name, a, s, b in zip(NAMES, x, sizes, y, strict=False)]
    turned = [{"kind": "reverse_ranking", "measure": measure} for measure in ("x", "size")]
    return {
        "x_axis": {"title": "Rain in summer", "unit": "mm"},
        "size": {"title": "Area sown", "unit": "ha"},
        "facts": {"fields": ["category", "x", "size", "value"], "rows": rows},
        "manipulations": [*turned, {"kind": "scale", "by": 0.7}],
    }


def _map(random: np.random.Generator) -> dict:
    names = random.permutation(list(STATES))[: int(random.integers(15, 52))]
    values = random.gamma(4, 30, len(names)).round()
    rows = [[str(name), STATES[name], float(value)] for name, value in zip(names, values, strict=True)]
    return {
        "legend_title": "Tonnes sown",
        "facts": {"fields": ["category", "label", "value"], "rows": rows},
        "manipulations": [{"kind": "reverse_ranking"}],
    }


def _treemap(random: np.random.Generator) -> dict:
    n, groups = int(random.integers(10, 30)), GROUPS[: int(random.integers(3, 6))]
    values = random.permutation([int(900 * 0.7**place) for place in range(n)])
    cells = zip(NAMES, values, strict=False)
    rows = [[groups[place % len(groups)], name, int(value) + 20] for place, (name, value) in enumerate(cells)]
    return {
        "y_title": "",
        "facts": {"fields": ["group", "category", "value"], "rows": sorted(rows)},
        "manipulations": [
            {"kind": "reverse_ranking"},
            {"kind": "move", "of": [sorted(rows)[0][1]], "to": sorted(rows)[-1][0]},
        ],
    }


BLOCKS = {
    "bar": _bars,
    "line": _years_and_values,
    "stacked_bar": _stacked_bars,
    "stacked_100": _wholes,
    "pie": _pie,
    "histogram": _histogram,
    "scatter": _scatter,
    "area": _years_and_values,
    "stacked_area": _layers,
    "bubble": _bubble,
    "choropleth": _map,
    "treemap": _treemap,
}


@cache
def made_up_asked(type: str, count: int, turn: int = 0) -> tuple[ChartSpec, ...]:
    """Return the first made-up charts of a type whose facts and manipulations suit the instruments, with questions."""
    found: list[ChartSpec] = []
    for seed in range(4 * count):
        try:
            found.append(asked(made_up(type, seed), seed, turn))
        except ChartError:  # marks too close, or left by the manipulations as they are
            continue
        if len(found) == count:
            return tuple(found)
    raise AssertionError(f"fewer than one in four made-up {type} charts can be asked")


def pixels_and_places() -> list[str]:
    """Return of one drawn chart of each type the digest of its pixels and the sum of its boxes' places."""
    lines = []
    for type in BLOCKS:
        chart = made_up(type, 1)
        drawn = draw(named("aligned", chart, chart.facts, plain_look(chart)))
        places = sum(row["x0"] + row["y1"] for row in drawn.elements)
        lines.append(f"{type} {pixel_digest(drawn.image)} {len(drawn.elements)} {places!r}")
    return lines
