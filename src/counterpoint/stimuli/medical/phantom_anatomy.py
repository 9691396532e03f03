"""A phantom's brain: which tissue is where, from a few shapes and smooth random fields; no image went into it.

It is made to look like a skull-stripped adult brain in axial slices at the level of the ventricles and above: cortex
folded around sulci, white matter, lateral and third ventricles, thalamus, caudate and putamen, insula, cerebellum.
Nothing in it was measured, and nothing may be concluded from it about anatomy.
"""

from dataclasses import dataclass

import numpy as np

from counterpoint.stimuli.medical.phantom_fields import Array, Field, Points, capsule, ellipsoid, soft

HALF_AXES = (67.0, 86.0, 66.0, 54.0)
"""Half width, half length, height above and depth below the middle of the brain, in mm."""
SULCUS_SLOPE = 0.30
"""How much the field of the sulci changes a mm where it crosses zero, on average."""
CORTEX = 2.7
"""Thickness of the cortex in mm."""
VENTRICLES = (  # of the right side; both sides are alike but for a random bend
    ((4.2, 16, 10, 2.6), (5.5, 24, 8, 3.6)),
    ((5.5, 24, 8, 3.6), (12, 34, 3, 2.4)),
    ((4.6, 18, 11, 3.0), (7, -8, 17, 3.8)),
    ((7, -8, 17, 3.8), (15, -28, 13, 4.6)),
    ((15, -28, 13, 4.6), (24, -52, 5, 2.0)),
    ((17, -30, 8, 4.0), (31, -8, -16, 2.0)),
)
DEEP_GREY = (((9.5, -10, 4), (8, 13, 9)), ((13, 18, 6), (4.5, 9, 10)), ((25, 4, 0), (5.5, 14, 10)))
"""Thalamus, head of the caudate and putamen of the right side: centre and half axes in mm."""


@dataclass(frozen=True)
class Anatomy:
    """Shares of tissues between 0 and 1 that add up to 1 in the brain; `brain` says where it is."""

    brain: Array
    fluid: Array
    grey: Array
    deep: Array
    white: Array


def hull_depth(points: Points, random: np.random.Generator) -> Array:
    """Return how deep in mm the points lie below the surface of the brain, negative outside."""
    wide, long, high, low = (half * random.uniform(0.95, 1.03) for half in HALF_AXES)
    waist = wide * (1 - 0.13 * np.clip(points.y / long, -0.6, 1))
    height = np.where(points.z > 0, high, low)
    power = 2.25
    reach = sum(np.abs(a / b) ** power for a, b in ((points.x, waist), (points.y, long), (points.z, height)))
    return (1 - reach ** (1 / power)) * wide + 1.0 * Field(random, 12).at(points)


def anatomy(points: Points, pushed: Points, depth: Array, random: np.random.Generator) -> Anatomy:
    """Return the tissues at points; `pushed` is where their tissue was before a tumour grew, `depth` their depth."""
    bent = Points(
        pushed.x + 1.8 * Field(random, 14).at(points),
        pushed.y + 2.0 * Field(random, 16).at(points),
        pushed.z + 1.5 * Field(random, 16).at(points),
    )
    side = Points(np.abs(bent.x), bent.y, bent.z)
    fluid = np.minimum(_folds(pushed, depth, random), _clefts(side, 1.7 * Field(random, 5).at(points)))
    outer = np.minimum(fluid, depth - 0.7)
    inner = _ventricles(side, random.uniform(-0.8, 1.3))
    grey = soft(outer - CORTEX, 0.55)
    grey *= soft(-ellipsoid(side, (0, -6, 8), (29, 46, 20)), 1.5)  # no cortex around the ventricles
    deep = np.zeros_like(depth)
    for centre, half in DEEP_GREY:
        deep = np.maximum(deep, soft(ellipsoid(side, centre, half), 0.6))
    hindbrain = _cerebellum(side, random)
    grey = np.maximum(grey, hindbrain)
    wet = np.maximum(soft(outer, 0.45), soft(inner, 0.45))
    deep *= (1 - wet) * (1 - grey)
    grey = grey * (1 - wet)
    return Anatomy(depth > 0, wet, grey, deep, 1 - wet - grey - deep)


def _folds(points: Points, depth: Array, random: np.random.Generator) -> Array:
    """Return the distance in mm to sulci: walls where a field, nearly constant along the way inwards, is zero."""
    distance = np.sqrt(points.x**2 + points.y**2 + points.z**2) + 1e-3
    pulled = (0.62 + 0.38 * distance / 70) * 70 / distance
    shell = Points(points.x * pulled, points.y * pulled, points.z * pulled)
    wall = Field(random, 4.2, 6.5).at(shell) / SULCUS_SLOPE
    ends = 17 + 6 * Field(random, 7).at(shell)
    return np.hypot(wall, np.maximum(depth - ends, 0)) - np.clip(1.1 - 0.05 * depth, 0.1, None)


def _clefts(side: Points, wave: Array) -> Array:
    """Return the distance in mm to the fissure between the hemispheres and to the clefts around the insula."""
    callosum = np.hypot((side.y + 3) / 41, (side.z - 1) / 27)
    between = np.hypot(side.x, np.maximum(1 - callosum, 0) * 27) - 0.9
    slope = side.z + 5 + 0.35 * (side.y - 6) + 1.5 * wave
    sylvian = np.hypot(slope, np.maximum(39 - side.x, 0)) - 0.9
    bowed = 40 - 0.012 * (side.y - 2) ** 2 + wave
    height = np.maximum(np.abs(side.z - 1) - 9, 0)
    insula = np.hypot(side.x - bowed, np.maximum(np.abs(side.y - 2) - 17, 0) + height) - 0.7
    return np.minimum(np.minimum(between, sylvian), insula)


def _ventricles(side: Points, swell: float) -> Array:
    """Return the distance in mm to the ventricles; `swell` in mm makes them wider or narrower."""
    lateral = np.minimum.reduce([capsule(side, start, end) for start, end in VENTRICLES]) - swell
    third = np.hypot(side.x, np.maximum(np.abs(side.y + 2) - 11, 0) + np.maximum(np.abs(side.z + 2) - 9, 0)) - 1.4
    return np.minimum(lateral, third)


def _cerebellum(side: Points, random: np.random.Generator) -> Array:
    """Return how much of the points' tissue is cerebellar cortex, in fine parallel folds."""
    inside = soft(ellipsoid(side, (20, -52, -40), (32, 27, 19)), 0.6)
    leaves = np.sin((side.z * 0.9 + side.y * 0.5 + 1.2 * Field(random, 6).at(side)) * 1.3)
    return inside * soft(-0.3 - leaves, 0.25)
