"""The shapes of the states of the USA, decoded from a TopoJSON file, and where names go in them."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath

import numpy as np
from matplotlib.path import Path

from counterpoint.stimuli.charts.drawing.frame import disc

FILE = FilePath(__file__).parent / "maps" / "us-atlas-3.0.1-states-albers-10m.json"
NAME_SHAPE = 0.6
"""Height of a name over its width: a place is as good as the box of this shape that fits there."""
DISTRICT = 5.0
STEPS = 24
"""How many places each way are tried for a name inside a state."""


@dataclass(frozen=True)
class StateShape:
    """A state in px: its path of one or more polygons, its outline as one polygon, the best place of a name in it.

    `room` is the half height of the largest box of a name's shape around that place.
    """

    path: Path
    outline: np.ndarray
    place: np.ndarray
    room: float


@lru_cache(maxsize=4)
def state_shapes(left: float, bottom: float, width: float) -> dict[str, StateShape]:
    """Return the shapes by the state's name, scaled to a width in px, y upwards, the lower left corner as given.

    The District of Columbia is a disc of `DISTRICT` px, larger than it is, as its colour could not be seen otherwise.
    It comes last, so that it lies on its neighbours.
    """
    rings = _rings()
    corners = np.concatenate([ring for state in rings.values() for ring in state])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = width / (high[0] - low[0])
    scaled = {
        name: [np.array([left, bottom]) + (ring - (low[0], high[1])) * (scale, -scale) for ring in state]
        for name, state in rings.items()
    }
    (district,) = scaled.pop("District of Columbia")
    centre = (district.min(axis=0) + district.max(axis=0)) / 2
    shapes = {name: _shape(state) for name, state in scaled.items()}
    circle = disc(centre, DISTRICT)
    return {
        **shapes,
        "District of Columbia": StateShape(
            Path(np.concatenate([circle, circle[:1]]), closed=True), circle, centre, DISTRICT
        ),
    }


def _rings() -> dict[str, list[np.ndarray]]:
    """Return the closed outer rings of each state in the file's own units, the largest first."""
    topology = json.loads(FILE.read_text())
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in topology["arcs"]]
    states = {}
    for geometry in topology["objects"]["states"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        rings = [_joined(polygon[0], arcs) for polygon in polygons]
        states[geometry["properties"]["name"]] = sorted(rings, key=lambda ring: -abs(signed_area(ring)))
    return states


def _joined(numbers: list[int], arcs: list[np.ndarray]) -> np.ndarray:
    """Return the ring made of arcs; ~n stands for arc n backwards, and neighbours share a point."""
    pieces = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers]
    return np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])])


def signed_area(ring: np.ndarray) -> float:
    """Return the area of a polygon, positive where it runs anticlockwise (y upwards)."""
    x, y = ring.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def _shape(rings: list[np.ndarray]) -> StateShape:
    path = Path.make_compound_path(*(Path(ring, closed=True) for ring in rings))
    place, room = _place_in(rings[0])
    return StateShape(path, _as_one(rings), place, room)


def _as_one(rings: list[np.ndarray]) -> np.ndarray:
    """Return several rings as one polygon: each is left and entered again on the way there and back.

    The ways cancel each other, so that area and inside are those of the rings together.
    """
    starts = [ring[:1] for ring in rings]
    return np.concatenate([*rings, *reversed(starts[:-1])])


def _place_in(ring: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the middle of the largest box of a name's shape inside a ring, and the half height of this box."""
    squeezed = ring * (NAME_SHAPE, 1)
    low, high = squeezed.min(axis=0), squeezed.max(axis=0)
    grid = np.stack(np.meshgrid(*np.linspace(low, high, STEPS + 2)[1:-1].T), axis=-1).reshape(-1, 2)
    inside = grid[Path(squeezed).contains_points(grid)]
    start, step = squeezed[:-1], np.diff(squeezed, axis=0)
    along = ((inside[:, None] - start) * step).sum(axis=2) / np.maximum((step**2).sum(axis=1), 1e-12)
    nearest = start + np.clip(along, 0, 1)[..., None] * step
    room = np.abs(inside[:, None] - nearest).max(axis=2).min(axis=1)
    best = int(room.argmax())
    return inside[best] / (NAME_SHAPE, 1), float(room[best])
