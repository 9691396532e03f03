"""Clothes, accessories and the marks and patterns on them; no mark is that of a real brand."""

import re
from collections.abc import Mapping

from counterpoint.stimuli.objects.style import COLOURS, Style
from counterpoint.stimuli.objects.svg import (
    Part,
    around,
    circle,
    clipped,
    curve,
    edge_of,
    ellipse,
    letters,
    line,
    mirrored,
    moved,
    path,
    polygon,
    rect,
    star_points,
    turned,
)

OUTLINES = {
    "shirt": "M70 22Q100 42 130 22L186 52L170 92L148 82V186H52V82L30 92L14 52Z",
    "scarf": "M66 8H134V184H66Z",
    "sock": "M74 8H126V112Q126 128 142 138L176 158Q190 172 180 184Q174 192 158 190L92 178Q74 172 74 152Z",
    "skirt": "M66 28H134L182 182H18Z",
    "bag": "M30 74H170L180 188H20Z",
    "tie": "M84 12H116L110 40L134 150L100 192L66 150L90 40Z",
    "cloth": "M20 20H180V180H20Z",
    "blanket": "M14 34H186V166H14Z",
}
"""Outlines of what patterns are laid on."""


def _extra(kind: str, style: Style) -> list[Part]:
    """Return what belongs to a garment beyond its cloth, drawn below the cloth."""
    if kind == "scarf":
        fringe = "".join(line([(70 + 10 * i, 180), (70 + 10 * i, 195)], "#6a6a6a", 3) for i in range(7))
        return [Part("fringe", fringe)]
    if kind == "bag":
        return [Part("handle", curve("M64 78C64 14 136 14 136 78", style.pick("leather", ("#5a3b2a", "#3a2f2a")), 9))]
    return []


def striped(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a `garment` with seven level stripes, `first` and `second` by turns; the third one has a `colour`."""
    kind, count = values["garment"], 7
    outline = OUTLINES[kind]
    top, bottom = {"scarf": (8, 184), "tie": (12, 192), "sock": (8, 192)}.get(kind, (22, 186))
    high, parts = (bottom - top) / count, []
    for i in range(count):
        name = values["colour"] if i == 2 else values["second" if i % 2 else "first"]
        stripe = rect(0, top + i * high, 200, high + (i == count - 1) * 20, COLOURS[name])
        parts.append(Part(f"stripe/{i}", clipped(stripe, outline, f"stripe{i}")))
    return [*_extra(kind, style), *parts, Part("hem", path(outline, "none", style.edge))]


def checked(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a `garment` in a check of the first two of its `colours`; two squares have the third, where there is one."""
    kind, outline, step = values["garment"], OUTLINES[values["garment"]], 20
    names, parts = re.split(r", | and ", values["colours"]), []
    for i in range(10):
        for j in range(10):
            name = names[-1] if (i, j) in ((5, 4), (4, 7)) and len(names) == 3 else names[(i + j) % 2]
            square = rect(i * step, j * step, step, step, COLOURS[name])
            parts.append(Part(f"square/{i}{j}", clipped(square, outline, f"square{i}{j}")))
    return [*_extra(kind, style), *parts, Part("hem", path(outline, "none", style.edge))]


def dotted(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a `garment` with rows of dots; the `middle` one is a circle, square, star, triangle or heart."""
    kind, ground, dots = values["garment"], COLOURS[values["ground"]], COLOURS[values["dots"]]
    outline, parts = OUTLINES[kind], []
    middle = 134 if kind == "bag" else 108  # of what is seen of the rows, so that one mark is in the middle of them
    for i in range(-3, 4):
        for j in range(-3, 4):
            x, y = 100 + 28 * i, middle + 28 * j
            shape = _figure("circle" if (i, j) != (0, 0) else values["middle"], x, y, dots)
            parts.append(Part(f"dot/{i},{j}", clipped(shape, outline, f"dot{i + 3}{j + 3}")))
    return [
        *_extra(kind, style),
        Part("cloth", path(outline, ground)),
        *parts,
        Part("hem", path(outline, "none", style.edge)),
    ]


def _figure(name: str, x: float, y: float, fill: str) -> str:
    return {
        "circle": circle(x, y, 8.5, fill),
        "square": rect(x - 8, y - 8, 16, 16, fill),
        "star": polygon(star_points(x, y, 11, 4.4, 5), fill),
        "triangle": polygon([(x, y - 10), (x + 10, y + 8), (x - 10, y + 8)], fill),
    }[name]


WAYS = ("the right way round", "mirror-reversed", "upside down", "on its side")


def _facing(svg: str, way: str, x: float, y: float) -> str:
    """Turn a mark that stands around (x, y): one of `WAYS`."""
    if way == WAYS[1]:
        return mirrored(svg, x)
    return turned(svg, {WAYS[0]: 0, WAYS[2]: 180, WAYS[3]: 90}[way], x, y)


def monogram(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a `garment` with a large `letter` on it that stands in a `way`."""
    kind = values["garment"]
    ground, thread = style.pick(
        "cloth", ("#26406b #f2d16b", "#7a2d3d #f6ead2", "#2f5a46 #f3e3b0", "#f2e6cf #6a2438")
    ).split()
    x, y, high = {"shirt": (100, 112, 62), "bag": (100, 134, 70), "cloth": (100, 100, 92)}[kind]
    mark = _facing(letters(values["letter"], x, y, high, thread), values["way"], x, y)
    seam = line([(32, 32), (168, 32), (168, 168), (32, 168), (32, 32)], thread, 2) if kind == "cloth" else ""
    return [*_extra(kind, style), Part("cloth", path(OUTLINES[kind], ground, style.edge) + seam), Part("mark", mark)]


EMBLEMS = {
    "heart": "M0 11C-4 6 -12 1 -12 -5C-12 -13 -2 -13 0 -6C2 -13 12 -13 12 -5C12 1 4 6 0 11Z",
    "crown": "M-13 10V-6L-6.5 1L0 -11L6.5 1L13 -6V10Z",
    "tree": "M0 -13L7 -4H3.5L9 4H4.5L12 9H2.5V13H-2.5V9H-12L-4.5 4H-9L-3.5 -4H-7Z",
    "house": "M0 -12L13 0H9V12H3V4H-3V12H-9V0H-13Z",
}


def emblem(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a `garment` with an emblem, a `figure` that stands in a `way`."""
    kind = values["garment"]
    ground, thread = style.pick(
        "cloth", ("#26406b #f2d16b", "#f6f1e6 #b5202a", "#2f5a46 #f3e3b0", "#3b3f46 #f4a63a")
    ).split()
    x, y, size = {"shirt": (100, 112, 3), "bag": (100, 134, 3.4), "cloth": (100, 100, 4.4)}[kind]
    mark = _facing(moved(path(EMBLEMS[values["figure"]], thread), x, y, size), values["way"], x, y)
    return [*_extra(kind, style), Part("cloth", path(OUTLINES[kind], ground, style.edge)), Part("mark", mark)]


def rings(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a badge with three rings in a row: how they hang together, and how large the middle one is."""
    ground = style.pick("ground", ("#26406b", "#5a2338", "#24463a"))
    metal = style.pick("metal", ("#e9bf4a", "#e6e6ea"))
    xs = {
        "all interlinked": (68, 100, 132),
        "two interlinked and one apart": (50, 82, 150),
        "all apart": (44, 100, 156),
    }[values["rings"]]
    sizes = {"just as large": (21, 21, 21), "smaller": (21, 14, 21), "larger": (21, 32, 21)}[values["size"]]
    drawn = [
        Part(f"ring/{i}", circle(x, 100, r, "none", edge_of(metal, 6)))
        for i, (x, r) in enumerate(zip(xs, sizes, strict=True))
    ]
    return [Part("badge", rect(12, 48, 176, 104, ground, style.edge, 22)), *drawn]


def chain(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a bracelet of gold links, the lowest one of a `colour`."""
    links = []
    for i in range(14):
        bearing = 180 + i * 360 / 14
        x, y = around(100, 100, 72, bearing)
        metal = COLOURS[values["colour"] if i == 0 else "gold"]
        link = ellipse(x, y, 21, 11, "none", edge_of(style.ink, 9)) + ellipse(x, y, 21, 11, "none", edge_of(metal, 6))
        links.append(Part(f"link/{i}", turned(link, bearing, x, y)))
    return [*links[1:], links[0]]


def ribbon(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a medal on a ribbon with five upright stripes, whose colours from left to right are `order`."""
    stripes = [
        Part(f"stripe/{i}", rect(60 + 16 * i, 6, 16, 96, COLOURS[name]))
        for i, name in enumerate(values["order"].split(", "))
    ]
    disc = circle(100, 146, 40, "#d9a520", style.edge) + circle(100, 146, 31, "none", edge_of("#a67c12", 2.5))
    star = polygon(star_points(100, 146, 23, 9, 5), "#fbe7a6")
    return [
        *stripes,
        Part("hem", rect(60, 6, 80, 96, "none", style.edge)),
        Part("medal", rect(92, 98, 16, 12, "#a67c12", style.edge, 3) + disc + star),
    ]


PAIRED = {
    "sock": "M20 10H62V110Q62 122 72 130L88 146Q96 158 88 168Q80 176 66 170L30 150Q20 142 20 128Z",
    "mitten": "M30 190V120Q16 70 26 34Q40 6 62 34Q70 56 68 84Q84 66 92 78Q96 88 74 122V190Z",
    "boot": "M24 10H66V120Q90 132 92 152V170H24Z",
}


def paired(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a pair of a `kind` in `first` colour, the one on the right of a `colour`."""
    kind, edge = values["kind"], style.edge
    left = mirrored(path(PAIRED[kind], COLOURS[values["first"]], edge) + _cuff(kind, edge), 50)
    right = path(PAIRED[kind], COLOURS[values["colour"]], edge) + _cuff(kind, edge)
    return [Part("left", left), Part("right", f'<g transform="translate(100 0)">{right}</g>')]


def _cuff(kind: str, edge: str) -> str:
    return {
        "sock": rect(18, 8, 46, 18, "#f4f1ea", edge, 3),
        "mitten": rect(26, 168, 52, 24, "#f4f1ea", edge, 4),
        "boot": rect(22, 166, 72, 14, "#3a2f2a", edge, 3),
    }[kind]


def earrings(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a pair of earrings: the left one ends in a circle, the right one in a `shape`."""
    metal, stone = COLOURS["gold"], style.pick("stone", ("#b5202a", "#2458b8", "#2c9a43"))
    drawn = []
    for name, x, shape in (("left", 56, "circle"), ("right", 144, values["shape"])):
        hook = curve(f"M{x} 78V48C{x} 22 {x + 22} 22 {x + 22} 46", style.ink, 5) + curve(
            f"M{x} 78V48C{x} 22 {x + 22} 22 {x + 22} 46", metal, 3
        )
        figure = {
            "circle": circle(x, 118, 38, stone, edge_of(metal, 6)),
            "square": rect(x - 34, 84, 68, 68, stone, edge_of(metal, 6)),
            "triangle": polygon([(x, 82), (x + 40, 152), (x - 40, 152)], stone, edge_of(metal, 6)),
            "star": polygon(star_points(x, 124, 44, 19, 5), stone, edge_of(metal, 6)),
        }[shape]
        drawn += [Part(f"hook/{name}", hook), Part(name, figure)]
    return drawn


def sleeves(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a shirt whose left sleeve is long and whose `right` one, as seen, is long, short or absent."""
    cloth, edge = style.pick("cloth", ("#3b6ea8", "#7a2d3d", "#2f5a46", "#c98a2b")), style.edge
    long, short = "M60 36L44 42L10 150L34 160L68 96Z", "M60 36L44 42L28 92L54 100L68 80Z"
    right = {"as long as the other one": long, "shorter than the other one": short, "absent": ""}[values["right"]]
    drawn = [Part("sleeve/left", path(long, cloth, edge))]
    if right:
        drawn.append(Part("sleeve/right", mirrored(path(right, cloth, edge))))
    body = path("M70 30Q100 54 130 30L148 40V186H52V40Z", cloth, edge)
    return [*drawn, Part("body", body), Part("collar", curve("M70 30Q100 54 130 30", "#f4f1ea", 5))]


def trousers(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw trousers whose left leg is long and whose `right` one, as seen, ends level with it or far above."""
    cloth, edge = style.pick("cloth", ("#2f4a7a", "#5a4632", "#3a3f46", "#4d6a4a")), style.edge
    low = {"level with the other one": 192, "far above the other one": 100}[values["right"]]
    left = path("M54 30L44 192H88L102 70V30Z", cloth, edge)
    right = path(
        f"M146 30L{146 + 10 * (low - 30) / 162:.1f} {low}H{98 + 14 * (low - 70) / 122:.1f}L98 70V30Z", cloth, edge
    )
    belt = rect(50, 12, 100, 20, "#4a2f1e", edge, 3) + rect(90, 10, 20, 24, "none", edge_of("#d9a520", 4), 3)
    return [Part("leg/left", left), Part("leg/right", right), Part("belt", belt)]


def buttons(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a jacket with five buttons in a row, white but for the third one, which has a `colour`."""
    cloth, edge = style.pick("cloth", ("#3d5a80", "#6b3a4a", "#40614c", "#5b5563")), style.edge
    jacket = path("M64 24L100 62L136 24L184 54L168 150L148 144V190H52V144L32 150L16 54Z", cloth, edge) + line(
        [(100, 62), (100, 190)], style.ink, 2
    )
    collar = polygon([(64, 24), (100, 62), (82, 84), (54, 40)], "#e9e2d2", edge) + polygon(
        [(136, 24), (100, 62), (118, 84), (146, 40)], "#e9e2d2", edge
    )
    row = [
        Part(
            f"button/{i}",
            circle(100, 84 + 23 * i, 8, COLOURS[values["colour"] if i == 2 else "white"], style.edge)
            + circle(97.5, 84 + 23 * i, 1.2, style.ink)
            + circle(102.5, 84 + 23 * i, 1.2, style.ink),
        )
        for i in range(5)
    ]
    return [Part("jacket", jacket), Part("collar", collar), *row]


def glasses(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw sunglasses whose left lens is round and whose right one has a `shape`."""
    frame = edge_of(style.pick("frame", ("#2b2b2b", "#5a3b2a", "#7a2d2d", "#b58a2e")), 7)
    tint = style.pick("tint", ("#5f7f95", "#7a6a55", "#586f5c"))
    lens = {
        "round": circle(146, 100, 38, tint, frame),
        "square": rect(108, 62, 76, 76, tint, frame, 4),
        "triangular": polygon([(106, 66), (188, 66), (147, 140)], tint, frame),
    }[values["shape"]]
    bridge = f'<path d="M90 94Q98 84 108 94M16 92L4 74M184 92L196 74" fill="none"{frame}/>'
    return [Part("bridge", bridge), Part("lens/left", circle(54, 100, 38, tint, frame)), Part("lens/right", lens)]


def chevrons(values: Mapping[str, str], style: Style) -> list[Part]:
    """Draw a shirt with five chevrons that point down, except that the `third` one may point up or to a side."""
    cloth, band = style.pick("cloth", ("#f2e6cf #7a2d3d", "#26406b #f2d16b", "#2f5a46 #f3e3b0")).split()
    bands = []
    for i in range(5):
        y = 60 + 28 * i
        chevron = line([(82, y - 6), (100, y + 6), (118, y - 6)], band, 7)
        turn = {"down": 0, "up": 180, "to the right": 270}[values["third"] if i == 2 else "down"]
        bands.append(Part(f"chevron/{i}", turned(chevron, turn, 100, y)))
    return [Part("cloth", path(OUTLINES["shirt"], cloth, style.edge)), *bands]
