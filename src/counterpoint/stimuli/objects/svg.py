"""SVG text: shapes in a square of 200 by 200 units, and the named parts of which a drawing consists."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

SIDE = 200
"""Units of the square in which everything is drawn; x goes right, y goes down."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Part:
    """One named piece of a drawing; a slash parts the name of the piece from that of the kind: `leg/2`."""

    name: str
    svg: str


def number(value: float) -> str:
    """Write a number with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def pairs_of(points: Iterable[Point]) -> str:
    """Write points as SVG does: "x,y x,y"."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def path(d: str, fill: str, edge: str = "") -> str:
    """Return a filled path; `edge` holds the attributes of its outline."""
    return f'<path d="{d}" fill="{fill}"{edge}/>'


def circle(x: float, y: float, radius: float, fill: str, edge: str = "") -> str:
    """Return a disc around (x, y)."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{edge}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, edge: str = "") -> str:
    """Return an ellipse around (x, y)."""
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {place} fill="{fill}"{edge}/>'


def rect(x: float, y: float, width: float, height: float, fill: str, edge: str = "", corner: float = 0) -> str:
    """Return a rectangle with its upper left corner at (x, y); `corner` is the radius of its corners."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {place} rx="{number(corner)}" fill="{fill}"{edge}/>'


def polygon(points: Sequence[Point], fill: str, edge: str = "") -> str:
    """Return a closed polygon."""
    return f'<polygon points="{pairs_of(points)}" fill="{fill}"{edge}/>'


def line(points: Sequence[Point], colour: str, width: float) -> str:
    """Return an open line with round ends and corners."""
    return f'<polyline points="{pairs_of(points)}" fill="none"{edge_of(colour, width)}/>'


def curve(d: str, colour: str, width: float) -> str:
    """Return an open path with round ends and corners."""
    return f'<path d="{d}" fill="none"{edge_of(colour, width)}/>'


def edge_of(colour: str, width: float) -> str:
    """Return the attributes of an outline with round ends and corners."""
    stroke = f'stroke="{colour}" stroke-width="{number(width)}"'
    return f' {stroke} stroke-linejoin="round" stroke-linecap="round"'


def moved(svg: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return shapes drawn around (0, 0), at (x, y) and `scale` times as large."""
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(scale)})">{svg}</g>'


def turned(svg: str, degrees: float, x: float = 100, y: float = 100) -> str:
    """Return shapes turned clockwise about (x, y)."""
    return f'<g transform="rotate({number(degrees)} {number(x)} {number(y)})">{svg}</g>'


def mirrored(svg: str, x: float = 100) -> str:
    """Return shapes mirrored left to right about the vertical line at `x`."""
    return f'<g transform="translate({number(2 * x)} 0) scale(-1 1)">{svg}</g>'


def clipped(svg: str, outline: str, name: str) -> str:
    """Return shapes of which only what lies inside the path `outline` is seen; `name` is unique in the picture."""
    return f'<clipPath id="{name}"><path d="{outline}"/></clipPath><g clip-path="url(#{name})">{svg}</g>'


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point at a distance and a bearing from (x, y): 0 is up, 90 is right."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def star_points(x: float, y: float, outer: float, inner: float, count: int, bearing: float = 0) -> list[Point]:
    """Return the corners of a star with `count` points, the first at `bearing`."""
    step = 180 / count
    return [around(x, y, inner if i % 2 else outer, bearing + i * step) for i in range(2 * count)]


def regular_points(x: float, y: float, radius: float, count: int, bearing: float = 0) -> list[Point]:
    """Return the corners of a regular polygon, the first at `bearing`."""
    return [around(x, y, radius, bearing + i * 360 / count) for i in range(count)]


def letters(text: str, x: float, y: float, height: float, fill: str) -> str:
    """Return a word as outlines, centred on (x, y); `height` is that of a capital letter, in units."""
    d, left, right, cap = _outlines(text)
    scale = height / cap
    across, down = x - scale * (left + right) / 2, y + height / 2
    place = f"translate({number(across)} {number(down)}) scale({scale:.5f} {-scale:.5f})"
    return f'<path transform="{place}" d="{d}" fill="{fill}"/>'


@cache
def _outlines(text: str) -> tuple[str, float, float, float]:
    """Return a word's outlines in matplotlib's own bold face, y upwards, its left and right end and height of an H."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    face = FontProperties(family="DejaVu Sans", weight="bold")
    found, commands = TextPath((0, 0), text, size=100, prop=face), []
    for points, code in found.iter_segments(curves=True, simplify=False):
        letter = {1: "M", 2: "L", 3: "Q", 4: "C", 79: "Z"}[int(code)]
        commands.append(letter + ("" if letter == "Z" else " ".join(number(value) for value in points)))
    box = found.get_extents()
    cap = TextPath((0, 0), "H", size=100, prop=face).get_extents().height
    return "".join(commands), float(box.x0), float(box.x1), float(cap)
