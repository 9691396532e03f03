"""A phantom's tumour: core, enhancing rim and oedema in several shapes, and how it pushes the brain aside."""

from dataclasses import dataclass

import numpy as np

from counterpoint.stimuli.medical.phantom_anatomy import Anatomy
from counterpoint.stimuli.medical.phantom_fields import Array, Field, Points, soft

NECROSIS, OEDEMA, ENHANCING = 1, 2, 3
"""Labels of BraTS 2023: necrotic or solid core that does not enhance, oedema, enhancing tumour."""


@dataclass(frozen=True)
class Shape:
    """A kind of tumour, in mm: ranges of the core's radius, the rim's thickness and the oedema's reach beyond both.

    `foci` is how many balls it is made of and `apart` how far these may lie from its middle; `rough` is by how much the
    surface goes in and out.
    """

    core: tuple[float, float]
    rim: tuple[float, float]
    oedema: tuple[float, float]
    foci: int = 1
    apart: float = 0.0
    rough: float = 2.0


SHAPES = {
    "ring": Shape((7, 14), (2.5, 4.5), (10, 19), rough=2.0),
    "lobed": Shape((5, 9), (2.5, 4), (9, 17), foci=4, apart=11, rough=2.2),
    "infiltrating": Shape((4, 7), (0.5, 1.5), (12, 20), foci=2, apart=12, rough=4.5),
    "solid": Shape((0.5, 1.5), (7, 13), (6, 12), foci=2, apart=5, rough=1.8),
    "two_foci": Shape((5, 8), (2, 3.5), (8, 14), foci=2, apart=22, rough=2.0),
    "low_grade": Shape((13, 22), (0, 0), (1.5, 4), foci=2, apart=7, rough=2.6),
}


@dataclass(frozen=True)
class Tumour:
    """A tumour of one shape at a place (mm from the middle of the brain), with its sizes in mm."""

    shape: str
    centre: tuple[float, float, float]
    foci: tuple[tuple[float, float, float], ...]
    core: float
    rim: float
    oedema: float

    def pushed(self, points: Points) -> Points:
        """Return where the points' tissue was before the tumour grew and pushed it away."""
        reach = 0.5 * self.core + 0.5 * self.rim
        dx, dy, dz = (getattr(points, axis) - c for axis, c in zip("xyz", self.centre, strict=True))
        distance = np.sqrt(dx**2 + dy**2 + dz**2)
        # Never more than half a point's own distance, so that no two places swap.
        share = np.minimum(reach * np.exp(-(distance / 34)) / (distance + 1e-3), 0.5)
        return Points(points.x - dx * share, points.y - dy * share, points.z - dz * share)


@dataclass(frozen=True)
class Parts:
    """Shares of a tumour's parts in each point, between 0 and 1, and the labels of those that hold more than half."""

    necrosis: Array
    oedema: Array
    enhancing: Array
    labels: Array


def draw_tumour(shape: str, random: np.random.Generator) -> Tumour:
    """Draw a tumour's place, in the white matter of one side and off the midline, and its sizes."""
    kind = SHAPES[shape]
    side = random.choice([-1, 1])
    centre = (side * random.uniform(24, 38), random.uniform(-42, 34), random.uniform(4, 30))
    steps = random.uniform(-1, 1, (kind.foci, 3)) / 1.3 * kind.apart * (1, 1, 0.5)
    foci = tuple((float(x), float(y), float(z)) for x, y, z in centre + steps)
    core, rim, oedema = (float(random.uniform(*limits)) for limits in (kind.core, kind.rim, kind.oedema))
    return Tumour(shape, tuple(float(c) for c in centre), foci, core, rim, oedema)


def parts(tumour: Tumour, points: Points, depth: Array, tissue: Anatomy, random: np.random.Generator) -> Parts:
    """Return what the tumour makes of each point: oedema runs along white matter and halts at cortex and fluid."""
    balls = [np.sqrt((points.x - x) ** 2 + (points.y - y) ** 2 + (points.z - z) ** 2) for x, y, z in tumour.foci]
    # A smooth minimum melts balls into one another.
    away = -4 * np.log(sum(np.exp(-np.clip(ball, 0, 200) / 4) for ball in balls))
    rough = SHAPES[tumour.shape].rough
    away += 0.6 * rough * Field(random, 5).at(points) + 0.25 * rough * Field(random, 2.2).at(points)
    held = soft(0.7 - depth, 0.3)  # nothing grows out of the brain
    solid = tumour.core + tumour.rim
    enhancing = soft(away - solid, 0.5) * held if tumour.rim > 0.3 else np.zeros_like(depth)
    necrosis = soft(away - tumour.core + 0.6 * Field(random, 3).at(points), 0.5) * held
    enhancing = np.clip(enhancing - necrosis, 0, 1)
    spread = tumour.oedema * (0.25 + 0.75 * tissue.white) + 0.9 * rough * Field(random, 7).at(points)
    oedema = soft(away - solid - np.maximum(spread, 0), 0.9) * (1 - tissue.fluid) * held
    oedema = np.clip(oedema - necrosis - enhancing, 0, 1)
    shares = np.stack([necrosis, oedema, enhancing])
    labels = np.where(shares.sum(axis=0) > 0.5, shares.argmax(axis=0) + 1, 0).astype(np.uint8)
    labels[~tissue.brain] = 0
    return Parts(necrosis, oedema, enhancing, labels)
