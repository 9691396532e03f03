"""Things whose like pieces are counted: fingers, strings, points, blades, lamps, wheels."""

from collections.abc import Mapping

from counterpoint.stimuli.objects.style import Style
from counterpoint.stimuli.objects.svg import (
    Part,
    around,
    circle,
    curve,
    edge_of,
    ellipse,
    letters,
    line,
    number,
    path,
    polygon,
    rect,
    regular_points,
    star_points,
)

SKINS = ("#f2c9a5", "#d9a066", "#a86f44", "#6f4427", "#f7d7bd")


def hand(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw an open hand with `fingers` digits, the thumb among them."""
    skin, ink, count = style.pick("skin", SKINS), style.ink, int(values["fingers"]) - 1
    outline = 2 * style.between("outline", 1.2, 2.2)
    wide = {3: 21, 4: 19, 5: 15.5}[count]
    parts = []
    for i in range(count):
        share = i / (count - 1) * 2 - 1
        root = (104 + share * 36, 118)
        tip = around(root[0], root[1], 84 - 20 * abs(share - 0.1), share * 20)
        parts.append((f"finger/{i}", [root, tip], wide))
    parts.append(("thumb", [(78, 150), (34, 106)], 20))
    below = "".join(line(points, ink, width + outline) for _, points, width in parts)
    palm = rect(60, 104, 88, 82, ink, edge_of(ink, outline), 28)
    drawn = [Part("finger/edge", below), Part("palm/edge", palm)]
    drawn += [Part(f"finger/{name}", line(points, skin, width)) for name, points, width in parts]
    return [
        *drawn,
        Part("palm", rect(60, 104, 88, 82, skin, "", 28) + curve("M84 128q22 14 50 2M82 148q24 12 44 2", ink, 1.5)),
    ]


def foot(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the sole of a foot with `toes` toes."""
    skin, edge, count = style.pick("skin", SKINS), style.edge, int(values["toes"])
    sole = "M52 84C56 64 142 60 150 92C154 118 136 132 136 156C136 180 118 190 102 190"
    sole += "C84 190 76 178 76 158C76 130 50 112 52 84Z"
    toes = [Part("toe/0", ellipse(62, 42, 16, 22, skin, edge))]
    for i in range(1, count):
        share = (i - 1) / max(count - 2, 1)
        across, size = 91 + share * 62, (12 - 3.5 * share) * min(1, 4.6 / count)
        toes.append(Part(f"toe/{i}", ellipse(across, 38 + 30 * share**1.5, size, size * 1.25, skin, edge)))
    return [Part("sole", path(sole, skin, edge)), *toes]


def guitar(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a guitar from the front with `strings` strings; its head has no pegs that could be counted instead."""
    wood, edge = style.pick("wood", ("#c98b45", "#a8622d", "#8a4a26")), style.edge
    body = "M100 84C128 76 146 90 140 108C136 120 158 128 158 152C158 182 130 194 100 194"
    body += "C70 194 42 182 42 152C42 128 64 120 60 108C54 90 72 76 100 84Z"
    neck = rect(77, 6, 46, 106, "#4a2f1e", edge, 2) + "".join(
        line([(79, y), (121, y)], "#8f7a58", 1.2) for y in (34, 52, 70)
    )
    head = path("M73 4H127L123 22H77Z", "#3a2417", edge)
    hole = circle(100, 132, 25, "#24170f", edge_of("#e7cf9e", 3))
    return [
        Part("body", path(body, wood, edge)),
        Part("hole", hole),
        Part("neck", neck + head),
        Part("bridge", rect(70, 168, 60, 9, "#3a2417", edge, 3)),
        *_strings(int(values["strings"]), 82, 118, 22, 171, "#f4efe2"),
    ]


def violin(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a violin from the front with `strings` strings; its head has no pegs that could be counted instead."""
    wood, edge, ink = style.pick("wood", ("#b5652a", "#9a4b22", "#c47a35")), style.edge, style.ink
    body = "M100 74C126 70 142 84 138 104C136 112 126 112 126 120C126 128 138 128 142 136C156 164 134 192 100 192"
    body += "C66 192 44 164 58 136C62 128 74 128 74 120C74 112 64 112 62 104C58 84 74 70 100 74Z"
    holes = curve("M70 128c-6 8 6 16 0 26M130 128c6 8 -6 16 0 26", ink, 3)
    neck = rect(83, 22, 34, 106, "#2a1d16", edge, 2)
    scroll = path("M83 24V15C83 2 117 2 117 15V24Z", wood, edge) + circle(100, 13, 5, "none", edge_of(ink, 2))
    tailpiece = path("M84 160H116L109 188H91Z", "#2a1d16", edge)
    return [
        Part("body", path(body, wood, edge) + holes),
        Part("neck", neck + scroll),
        Part("bridge", rect(79, 142, 42, 5, "#ead7ae", edge, 1) + tailpiece),
        *_strings(int(values["strings"]), 87.5, 112.5, 26, 162, "#f4efe2"),
    ]


def _strings(count: int, left: float, right: float, top: float, bottom: float, colour: str) -> list[Part]:
    xs = [left + i * (right - left) / (count - 1) for i in range(count)]
    return [Part(f"string/{i}", line([(x, top), (x, bottom)], colour, 1.6)) for i, x in enumerate(xs)]


def star(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a star with `points` points."""
    colour, count = style.pick("colour", ("#f0b51f", "#d3202a", "#2458b8", "#d9a520")), int(values["points"])
    return [Part("point/all", polygon(star_points(100, 104, 90, 36 + 3 * (count - 5), count), colour, style.edge))]


def snowflake(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a snow crystal with `arms` arms."""
    colour, count, parts = style.pick("colour", ("#2f7fc1", "#3a9bd9", "#2b5fa8")), int(values["arms"]), []
    for i in range(count):
        bearing = i * 360 / count
        arm = line([(100, 100), around(100, 100, 86, bearing)], colour, 6)
        for r, length in ((44, 20), (64, 15)):
            root = around(100, 100, r, bearing)
            arm += "".join(line([root, around(*root, length, bearing + turn)], colour, 5) for turn in (-50, 50))
        parts.append(Part(f"arm/{i}", arm))
    return [*parts, Part("centre", polygon(regular_points(100, 100, 12, 12), colour))]


def staff(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a line of sheet music with `lines` lines and four notes."""
    ink, count = style.ink, int(values["lines"])
    ys = [100 + (i - (count - 1) / 2) * 16 for i in range(count)]
    sheet = rect(6, 30, 188, 140, "#fffdf6", style.edge, 4)
    notes = ""
    for x, y in ((50, 116), (86, 100), (122, 108), (158, 92)):
        notes += f'<g transform="rotate(-18 {x} {y})">{ellipse(x, y, 9, 6.5, ink)}</g>' + line(
            [(x + 8, y - 2), (x + 8, y - 44)], ink, 2.4
        )
    return [
        Part("sheet", sheet),
        *(Part(f"line/{i}", line([(16, y), (184, y)], ink, 1.8)) for i, y in enumerate(ys)),
        Part("notes", notes),
    ]


def turbine(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a wind turbine with `blades` blades."""
    count, edge = int(values["blades"]), style.edge
    tower = polygon([(96, 84), (104, 84), (108, 194), (92, 194)], "#9fabb5", edge)
    blade = "M97 78C90 60 94 30 100 6C105 30 108 60 103 78Z"
    start = {2: 60, 3: 0, 4: 45}[count] + style.between("start", -12, 12)  # none before the tower
    blades = [
        Part(
            f"blade/{i}",
            f'<g transform="rotate({number(start + i * 360 / count)} 100 82)">{path(blade, "#fbfcfd", edge)}</g>',
        )
        for i in range(count)
    ]
    return [Part("tower", tower), *blades, Part("hub", circle(100, 82, 8, "#cfd6db", edge))]


def windmill(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a Dutch windmill with `sails` sails."""
    count, edge = int(values["sails"]), style.edge
    wall = style.pick("wall", ("#b5573b", "#c9b79a", "#8f6a4a"))
    house = polygon([(78, 84), (122, 84), (140, 194), (60, 194)], wall, edge) + path(
        "M74 86Q100 46 126 86Z", "#5a3b2a", edge
    )
    door = rect(90, 162, 20, 32, "#4a2f1e", edge, 3)
    vane = rect(98.5, 10, 3, 76, "#4a2f1e") + rect(101, 12, 17, 56, "#f5ecd7", edge)
    vane += "".join(line([(101, y), (118, y)], "#8a7a5c", 1.4) for y in (26, 40, 54))
    sails = [
        Part(f"sail/{i}", f'<g transform="rotate({number(22 + i * 360 / count)} 100 84)">{vane}</g>')
        for i in range(count)
    ]
    return [Part("house", house + door), *sails, Part("hub", circle(100, 84, 6, "#2b2b2b"))]


def trident(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a trident with `prongs` prongs."""
    metal, count, edge = style.pick("metal", ("#d9a520", "#9aa3ad", "#b87333")), int(values["prongs"]), style.edge
    xs, prongs = [100 + (i - (count - 1) / 2) * 90 / (count - 1) for i in range(count)], []
    for i, x in enumerate(xs):
        tip = polygon([(x - 11, 40), (x, 8), (x + 11, 40)], metal, edge)
        prongs.append(Part(f"prong/{i}", rect(x - 5, 34, 10, 52, metal, edge, 2) + tip))
    cross = path("M48 74Q50 98 80 98H120Q150 98 152 74H142Q140 86 120 86H80Q60 86 58 74Z", metal, edge)
    return [*prongs, Part("shaft", rect(94, 86, 12, 108, metal, edge, 3) + cross)]


def lamps(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a traffic light with `lamps` lamps, a lit one at the top."""
    count, edge = int(values["lamps"]), style.edge
    high = 20 + 40 * count
    top = 100 - high / 2 - 4
    colours = {2: ("red", "green"), 3: ("red", "yellow", "green"), 4: ("red", "yellow", "yellow", "green")}[count]
    shown = {"red": "#e3242b", "yellow": "#f7c51e", "green": "#2ca84a"}
    box = rect(68, top, 64, high, "#26282b", edge, 14)
    discs = [
        Part(f"lamp/{i}", circle(100, top + 30 + 40 * i, 16.5, shown[colour], edge_of("#111", 2)))
        for i, colour in enumerate(colours)
    ]
    return [Part("pole", rect(94, 150, 12, 46, "#5a5f66", edge)), Part("housing", box), *discs]


def clock_marks(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a clock without numerals with `marks` marks of hours."""
    count, ink, rim = int(values["marks"]), style.ink, style.pick("rim", ("#8a3b2a", "#2c4a6b", "#3a3a3a", "#b58a2e"))
    face = circle(100, 100, 88, "#fffdf7", edge_of(rim, 8))
    marks = [
        Part(f"mark/{i}", line([around(100, 100, r, i * 360 / count) for r in (64, 76)], ink, 5)) for i in range(count)
    ]
    hands = line([(100, 100), around(100, 100, 34, 305)], ink, 6) + line([(100, 100), around(100, 100, 54, 52)], ink, 4)
    return [Part("face", face), *marks, Part("hands", hands + circle(100, 100, 6, ink))]


def car(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a car from its left side with `wheels` wheels."""
    paint, edge = style.pick("paint", ("#c8352e", "#2b62a8", "#2f8a57", "#e0a21f", "#6a4c93")), style.edge
    body = path("M10 130V108Q12 96 34 94L58 66Q64 58 78 58H126Q138 58 146 66L166 92Q190 96 192 112V130Z", paint, edge)
    windows = path("M48 92L66 70Q68 67 76 67H96V92Z", "#cfe6f2", edge) + path(
        "M104 67H124Q132 67 138 73L152 92H104Z", "#cfe6f2", edge
    )
    lights = rect(10, 108, 10, 10, "#f7e08a", edge, 3) + rect(182, 108, 10, 10, "#b5202a", edge, 3)
    wheels = [
        Part(f"wheel/{x}", circle(x, 132, 21, "#25272b", edge) + circle(x, 132, 10, "#c3c7cc", edge))
        for x in {1: (52,), 2: (52, 150), 3: (52, 101, 150)}[int(values["wheels"])]
    ]
    return [Part("body", body), Part("windows", windows), Part("lights", lights), *wheels]


def snowman(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a snowman of `balls` balls of snow."""
    edge, ink, scarf = style.edge, style.ink, style.pick("scarf", ("#c8352e", "#2b62a8", "#2f8a57"))
    sizes = {2: (44, 30), 3: (40, 29, 22), 4: (30, 25, 21, 18)}[int(values["balls"])]
    balls, y = [], 192.0
    for i, radius in enumerate(sizes):
        y -= radius
        balls.append(Part(f"ball/{i}", circle(100, y, radius, "#fbfdff", edge)))
        top, y = y, y - radius * 0.82
    size = sizes[-1] / 22
    face = circle(92, top - 5 * size, 2.6 * size, ink) + circle(108, top - 5 * size, 2.6 * size, ink)
    face += polygon([(100, top), (100, top + 6 * size), (80, top + 5 * size)], "#e8861e")
    hat = rect(78, top - 22 * size, 44, 6, ink, "", 2) + rect(85, top - 50 * size, 30, 30 * size, ink, "", 2)
    band = rect(84, top - 30 * size, 32, 8 * size, scarf)
    return [*balls, Part("ball/face", face), Part("ball/hat", hat + band)]


CARD_PIPS = {
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    "6": [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
    "7": [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -0.5)],
    "8": [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -0.5), (0, 0.5)],
    "9": [(x, y) for x in (-1, 1) for y in (-1, -1 / 3, 1 / 3, 1)] + [(0, 0)],
    "10": [(x, y) for x in (-1, 1) for y in (-1, -1 / 3, 1 / 3, 1)] + [(0, -0.66), (0, 0.66)],
}
"""Places of a playing card's symbols, as shares of half the field."""


def card(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a playing card of a `suit` with its number `index` in two corners and `symbols` symbols in the field."""
    symbol = suit_symbol(values["suit"])
    colour = "#c8202f" if values["suit"] in ("heart", "diamond") else "#1d1d1f"
    pips = [
        Part(f"symbol/{x:.2f},{y:.2f}", _placed(symbol, 100 + 27 * x, 100 + 58 * y, 1.25, colour))
        for x, y in CARD_PIPS[values["symbols"]]
    ]
    corner = letters(values["index"], 0, 0, 15, colour)
    upper = f'<g transform="translate(49 24)">{corner}</g>'
    lower = f'<g transform="translate(151 176) rotate(180)">{corner}</g>'
    return [Part("paper", rect(34, 6, 132, 188, "#fffefb", style.edge, 10)), Part("index", upper + lower), *pips]


def _placed(symbol: str, x: float, y: float, size: float, colour: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)}) scale({size})">{path(symbol, colour)}</g>'


def suit_symbol(suit: str) -> str:
    """Return the path of a card's suit around (0, 0), about 24 units high."""
    return {
        "heart": "M0 11C-4 6 -12 1 -12 -5C-12 -13 -2 -13 0 -6C2 -13 12 -13 12 -5C12 1 4 6 0 11Z",
        "diamond": "M0 -13L10 0L0 13L-10 0Z",
        "spade": "M0 -12C4 -7 12 -2 12 4C12 11 4 11 1.5 6.5L4 12H-4L-1.5 6.5C-4 11 -12 11 -12 4C-12 -2 -4 -7 0 -12Z",
        "club": "M0 -13a6 6 0 1 0 .01 0ZM-6.5 -3a6 6 0 1 0 .01 0ZM6.5 -3a6 6 0 1 0 .01 0Z"
        "M-4 4H-1.5L-4 12H4L1.5 4H4V-4H-4Z",
    }[suit]
