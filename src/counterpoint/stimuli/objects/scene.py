"""Where a drawing stands and on what: a seeded place, size and tilt on a background without anything to count."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from counterpoint.seeds import generator
from counterpoint.stimuli.objects.svg import SIDE, Part, number

PIXELS = 1024
"""Width and height of a picture."""
SCALES = (3.5, 4.6)
"""Pixels a unit: a drawing fills 700 to 920 px of the picture, less where it is tilted far."""
MARGIN = 8
"""Pixels between the tilted square of a drawing and the picture's border, at least."""
TONES = (
    ("#f3efe6", "#e6dcc8"),
    ("#e8f1f7", "#c9dfec"),
    ("#eef5e9", "#d3e5c8"),
    ("#f8ebe6", "#efd3c8"),
    ("#efeaf5", "#d9cfe8"),
    ("#f6f3d9", "#e9e2b0"),
    ("#e4f2ef", "#c2e0d9"),
    ("#f2f2f2", "#d9d9d9"),
)
"""Light pairs of colours; nothing that a question asks about has one of them."""
GROUNDS = ("plain", "down", "across", "glow", "floor")


@dataclass(frozen=True)
class Scene:
    """Background and place of one original. Angles in degrees, clockwise; the centre in px."""

    ground: str
    light: str
    dark: str
    scale: float
    tilt: float
    x: float
    y: float
    flipped: bool


def make_scene(seed: int, names: Iterable[str | int], tilt: float, may_flip: bool) -> Scene:
    """Draw a scene; `tilt` bounds the rotation, `may_flip` says whether the drawing may stand mirrored.

    The tilted square of the drawing lies inside the picture, `MARGIN` px or more from its border.
    """
    draw = generator(seed, *names, "scene")
    light, dark = TONES[int(draw.integers(len(TONES)))]
    scale, angle = float(draw.uniform(*SCALES)), float(draw.uniform(-tilt, tilt))
    spread = SIDE * (math.cos(math.radians(angle)) + abs(math.sin(math.radians(angle))))  # of the tilted square
    scale = min(scale, (PIXELS - 2 * MARGIN) / spread)
    room = (PIXELS - spread * scale) / 2 - MARGIN
    x, y = (float(PIXELS / 2 + draw.uniform(-room, room)) for _ in range(2))
    ground = GROUNDS[int(draw.integers(len(GROUNDS)))]
    return Scene(ground, light, dark, scale, angle, x, y, may_flip and bool(draw.integers(2)))


def document(scene: Scene, parts: Iterable[Part], ground: bool) -> str:
    """Return the SVG document of parts at the scene's place, on its background or, without `ground`, on nothing."""
    middle = SIDE / 2
    across = -scene.scale if scene.flipped else scene.scale
    put = (
        f"translate({number(scene.x)} {number(scene.y)}) rotate({number(scene.tilt)}) "
        f"scale({across:.4f} {scene.scale:.4f}) translate({number(-middle)} {number(-middle)})"
    )
    body = "".join(part.svg for part in parts)
    view = f'viewBox="0 0 {PIXELS} {PIXELS}" width="{PIXELS}" height="{PIXELS}"'
    below = _ground(scene) if ground else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{below}<g transform="{put}">{body}</g></svg>'


def _ground(scene: Scene) -> str:
    sheet = f'<rect width="{PIXELS}" height="{PIXELS}" fill="{{}}"/>'
    stops = f'<stop offset="0" stop-color="{scene.light}"/><stop offset="1" stop-color="{scene.dark}"/>'
    match scene.ground:
        case "plain":
            return sheet.format(scene.light)
        case "floor":
            floor = f'<rect y="{PIXELS * 0.7:.0f}" width="{PIXELS}" height="{PIXELS}" fill="{scene.dark}"/>'
            return sheet.format(scene.light) + floor
        case "glow":
            return f'<radialGradient id="ground" r="0.75">{stops}</radialGradient>' + sheet.format("url(#ground)")
        case way:
            end = 'x2="0" y2="1"' if way == "down" else 'x2="1" y2="0"'
            return f'<linearGradient id="ground" {end}>{stops}</linearGradient>' + sheet.format("url(#ground)")
