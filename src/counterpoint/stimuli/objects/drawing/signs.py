"""Signs and signals: road signs, traffic light, compass, clock face, keypad, ruler."""

from collections.abc import Mapping

from counterpoint.stimuli.objects.style import COLOURS, Style
from counterpoint.stimuli.objects.svg import (
    Part,
    around,
    circle,
    edge_of,
    letters,
    line,
    polygon,
    rect,
    regular_points,
    turned,
)

CORNERS = {"triangle": (3, 0, 84), "square": (4, 45, 92), "hexagon": (6, 30, 84), "octagon": (8, 22.5, 84)}
"""Corners, bearing of the first one and radius of a sign's plate."""


def _post(style: Style) -> Part:
    return Part("post", rect(96, 120, 8, 78, "#8f959b", style.edge))


def stop_sign(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a stop sign of a `shape` and a `colour`, the word on it included."""
    shape, fill = values["shape"], COLOURS[values["colour"]]
    if shape == "circle":
        plate = circle(100, 86, 82, fill, edge_of("#ffffff", 5))
        back = circle(100, 86, 84.5, style.ink)
    else:
        count, bearing, radius = CORNERS[shape]
        middle = 98 if shape == "triangle" else 86
        points = regular_points(100, middle, radius, count, bearing)
        plate = polygon(points, fill, edge_of("#ffffff", 5))
        back = polygon(points, style.ink, edge_of(style.ink, 9))
    size = {"triangle": 20, "square": 27}.get(shape, 32)
    down = 106 if shape == "triangle" else 86
    return [_post(style), Part("plate", back + plate), Part("plate/word", letters("STOP", 100, down, size, "#ffffff"))]


def yield_sign(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a give-way sign, a triangle whose single corner points `down`, `up`, `left` or `right`."""
    bearing = {"up": 0, "right": 90, "down": 180, "left": 270}[values["corner"]]
    points = regular_points(100, 86, 78, 3, bearing)
    back = polygon(points, style.ink, edge_of(style.ink, 13))
    inner = polygon(regular_points(100, 86, 44, 3, bearing), "#fdfdfd")
    return [_post(style), Part("plate", back + polygon(points, "#d3202a", edge_of("#d3202a", 9)) + inner)]


def no_entry(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a no-entry sign whose bar lies `horizontally`, `vertically` or `diagonally`, on a disc of a `colour`."""
    degrees = {"horizontally": 0, "vertically": 90, "diagonally": 45}[values["bar"]]
    disc = (
        circle(100, 88, 84, style.ink) + circle(100, 88, 81, "#fdfdfd") + circle(100, 88, 76, COLOURS[values["colour"]])
    )
    return [_post(style), Part("disc", disc), Part("bar", turned(rect(42, 74, 116, 28, "#fdfdfd"), degrees, 100, 88))]


def traffic_light(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a traffic light whose lamps have, from top to bottom, the colours of `order`."""
    shown = {"red": "#e3242b", "yellow": "#f7c51e", "green": "#2ca84a", "blue": "#2b6fd6"}
    box = rect(64, 8, 72, 166, "#26282b", style.edge, 16)
    lamps = [
        Part(f"lamp/{i}", circle(100, 40 + 51 * i, 21, shown[colour], edge_of("#101010", 3)))
        for i, colour in enumerate(values["order"].split(", "))
    ]
    return [Part("post", rect(94, 160, 12, 38, "#5a5f66", style.edge)), Part("housing", box), *lamps]


def compass(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a compass rose with the letters of `order`, clockwise from the top."""
    dark, light = style.pick("dark", ("#7a2d2d", "#26324a", "#2f5a46")), "#f2ead6"
    disc = circle(100, 100, 92, "#fffaf0", edge_of(dark, 4))
    rose = ""
    for i in range(4):
        tip = around(100, 100, 60, 90 * i)
        left, right = around(100, 100, 17, 90 * i - 45), around(100, 100, 17, 90 * i + 45)
        rose += polygon([(100, 100), left, tip], light, edge_of(dark, 1.5)) + polygon(
            [(100, 100), right, tip], dark, edge_of(dark, 1.5)
        )
    marks = [
        Part(f"letter/{i}", letters(letter, *around(100, 100, 76, 90 * i), 17, style.ink))
        for i, letter in enumerate(values["order"].split(", "))
    ]
    return [Part("disc", disc), Part("rose", rose), *marks]


def clock_face(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a clock with the numerals 1 to 12, of which the one at the `top` and at the `right` can change places.

    `top` is the numeral that stands where 12 belongs, `right` the one where 3 belongs; the two displaced ones swap.
    """
    shown = {i: i for i in range(1, 13)}
    for place, name in ((12, "top"), (3, "right")):
        numeral = int(values[name])
        if numeral != place:
            shown[place], shown[numeral] = numeral, place
    rim = style.pick("rim", ("#8a3b2a", "#2c4a6b", "#3a3a3a", "#b58a2e"))
    numerals = [
        Part(f"numeral/{i}", letters(str(text), *around(100, 100, 68, 30 * i), 14, style.ink))
        for i, text in shown.items()
    ]
    hands = line([(100, 100), around(100, 100, 30, 305)], style.ink, 6) + line(
        [(100, 100), around(100, 100, 48, 60)], style.ink, 4
    )
    face = circle(100, 100, 90, "#fffdf7", edge_of(rim, 8))
    return [Part("face", face), *numerals, Part("hands", hands + circle(100, 100, 5.5, style.ink))]


def keypad(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the keys of a telephone with the digits of `row` in the first row; the row of 7 swaps with that of 1."""
    first = values["row"].split(", ")
    third = ["1", "2", "3"] if first[0] == "7" else ["7", "8", "9"]
    rows = [first, ["4", "5", "6"], third, ["*", "0", "#"]]
    case = rect(38, 6, 124, 188, style.pick("case", ("#3a3f47", "#7a2d2d", "#2f4a63")), style.edge, 16)
    keys = [
        Part(
            f"key/{i}{j}",
            rect(52 + 35 * j, 20 + 42 * i, 27, 33, "#f4f4f0", edge_of("#1d1f22", 1.5), 5)
            + _sign(text, 65.5 + 35 * j, 36.5 + 42 * i),
        )
        for i, row in enumerate(rows)
        for j, text in enumerate(row)
    ]
    return [Part("case", case), *keys]


def _sign(text: str, x: float, y: float) -> str:
    if text != "*":
        return letters(text, x, y, 16, "#1d1f22")
    return "".join(line([around(x, y, 7, turn), around(x, y, 7, turn + 180)], "#1d1f22", 3) for turn in (0, 60, 120))


def ruler(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a ruler from 0 to 8 on which `third` stands where 3 belongs, the two numerals having changed places."""
    shown, third = list(range(9)), int(values["third"])
    shown[3], shown[third] = third, 3
    wood = rect(6, 70, 188, 60, style.pick("wood", ("#f0d08a", "#e8c07a", "#f5e3a8")), style.edge, 3)
    ticks = "".join(
        line([(20 + 10 * i, 70.5), (20 + 10 * i, 92 if i % 2 == 0 else 82)], style.ink, 1.8) for i in range(17)
    )
    numerals = [
        Part(f"numeral/{i}", letters(str(text), 20 + 20 * i, 108, 15, style.ink)) for i, text in enumerate(shown)
    ]
    return [Part("wood", wood), Part("ticks", ticks), *numerals]
