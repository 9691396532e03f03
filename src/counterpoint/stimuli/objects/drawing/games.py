"""Boards, balls, playing cards and the keys of a piano."""

from collections.abc import Mapping

from counterpoint.stimuli.objects.drawing.counted import suit_symbol
from counterpoint.stimuli.objects.style import COLOURS, Style
from counterpoint.stimuli.objects.svg import (
    Part,
    around,
    circle,
    clipped,
    curve,
    edge_of,
    letters,
    line,
    moved,
    path,
    polygon,
    rect,
    regular_points,
)


def chessboard(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw an empty chessboard with `squares` squares along each side."""
    count = int(values["squares"])
    light, dark = style.pick(
        "wood", ("#f0d9b5 #b58863", "#eeeed2 #769656", "#f3e3c7 #7a4a2c", "#e8ebef #4f6f8f")
    ).split()
    size = 164 / count
    squares = "".join(
        rect(18 + i * size, 18 + j * size, size, size, dark if (i + j) % 2 else light)
        for i in range(count)
        for j in range(count)
    )
    return [Part("frame", rect(8, 8, 184, 184, "#4a2f1e", style.edge, 4)), Part("square/all", squares)]


def grid_board(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the lines of a noughts-and-crosses board with `cells` cells along each side, some of them taken."""
    count, ink = int(values["cells"]), style.pick("pen", ("#26324a", "#2b2b2b", "#7a2d2d"))
    size, lines = 168 / count, ""
    for i in range(1, count):
        at = 16 + i * size
        lines += line([(at, 18), (at, 182)], ink, 4) + line([(18, at), (182, at)], ink, 4)
    marks = ""
    for x, y, kind in ((0, 0, "x"), (1, 1, "o"), (2, 0, "x"), (0, 2, "o")):
        across, down, r = 16 + (x + 0.5) * size, 16 + (y + 0.5) * size, size * 0.28
        if kind == "o":
            marks += circle(across, down, r, "none", edge_of("#2458b8", 5))
        else:
            marks += line([(across - r, down - r), (across + r, down + r)], "#c8352e", 5)
            marks += line([(across - r, down + r), (across + r, down - r)], "#c8352e", 5)
    return [Part("paper", rect(6, 6, 188, 188, "#fffdf6", style.edge, 6)), Part("cell/all", lines + marks)]


def piano(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw two octaves of a piano whose black keys stand in the `groups`, from left to right."""
    groups = [int(text) for text in values["groups"].split(", ")]
    wide, at, black = 180 / 14, 0, []
    for group in groups:
        for _ in range(group):
            at += 1
            black.append(Part(f"black/{at}", rect(10 + at * wide - 4.2, 62, 8.4, 52, "#161616", "", 1.5)))
        at += 1
    white = "".join(rect(10 + i * wide, 60, wide, 86, "#fffef9", edge_of("#555", 0.9), 1.5) for i in range(14))
    case = rect(4, 44, 192, 108, style.pick("case", ("#2a1d16", "#4a2a1a", "#1c1c20")), style.edge, 4)
    return [Part("case", case), Part("white", white), *black]


def ace(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the ace of a `suit` whose symbol and letters have a `colour`."""
    colour, symbol = COLOURS[values["colour"]], suit_symbol(values["suit"])
    corner = letters("A", 0, 0, 16, colour)
    small = path(symbol, colour)
    index = moved(corner, 50, 26) + moved(small, 50, 48, 0.8)
    marks = index + f'<g transform="rotate(180 100 100)">{index}</g>' + moved(small, 100, 100, 3.2)
    return [Part("paper", rect(34, 6, 132, 188, "#fffefb", style.edge, 10)), Part("mark/all", marks)]


def tennis_ball(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a tennis ball of a `colour`."""
    fill = {"yellow": "#e9e32f"}.get(values["colour"], COLOURS[values["colour"]])
    seam = "M30 42C84 70 84 130 30 158M170 42C116 70 116 130 170 158"
    outline = "M100 12A88 88 0 1 1 99.9 12Z"
    return [
        Part("ball", circle(100, 100, 88, fill)),
        Part("seam", clipped(curve(seam, "#fdfdfd", 8), outline, "ball")),
        Part("rim", circle(100, 100, 88, "none", style.edge)),
    ]


def basketball(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a basketball of a `colour`."""
    lines = curve("M100 12V188M12 100H188M40 34C84 70 84 130 40 166M160 34C116 70 116 130 160 166", "#1b1b1b", 4.5)
    fill = {"orange": "#e07b28"}.get(values["colour"], COLOURS[values["colour"]])
    return [Part("ball", circle(100, 100, 88, fill, edge_of("#1b1b1b", 4))), Part("lines", lines)]


def football(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a football of white leather with patches of a `colour`."""
    fill, outline = COLOURS[values["colour"]], "M100 12A88 88 0 1 1 99.9 12Z"
    patches, seams = polygon(regular_points(100, 100, 30, 5), fill), ""
    for i in range(5):
        bearing = 72 * i
        near, far = around(100, 100, 30, bearing), around(100, 100, 58, bearing)
        seams += line([near, far], "#4a4a4a", 3)
        patches += polygon(regular_points(*around(100, 100, 86, bearing), 30, 5, bearing + 180), fill)
        one, two = around(100, 100, 64, bearing + 24), around(100, 100, 64, bearing + 48)
        seams += line([far, one, two, around(100, 100, 58, bearing + 72)], "#4a4a4a", 3)
    return [
        Part("ball", circle(100, 100, 88, "#fdfdfd")),
        Part("seams", clipped(seams, outline, "ball")),
        Part("patch/all", clipped(patches, outline, "patches")),
        Part("rim", circle(100, 100, 88, "none", style.edge)),
    ]


def billiard(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw the ball with the number 8 of a `colour`."""
    ball = circle(100, 100, 88, COLOURS[values["colour"]], style.edge)
    return [Part("ball", ball), Part("number", circle(100, 92, 40, "#fdfdfd") + letters("8", 100, 92, 48, "#1b1b1b"))]
