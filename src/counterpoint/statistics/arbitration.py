"""The arbitration preference: how often a model that both reads and knows follows the picture.

The reads-knows-prefers model: on a request about an item with C options (Omit among them) a model reads the
picture with probability r, knows the fact with probability k, both independently; when it has both and they
conflict it follows the picture with probability w; with neither it guesses evenly. Hence

    conflict cell   P(visual)  = r k w + r (1 - k) + (1 - r)(1 - k) / C
                    P(factual) = r k (1 - w) + (1 - r) k + (1 - r)(1 - k) / C
    without names   P(visual)  = r + (1 - r) / C
    without picture P(factual) = k + (1 - k) / C

r and k are free for every item, w is common: each item's likelihood is profiled over its own (r, k) on a
grid, which leaves one curve over w an item, and the estimate is the peak of the sum of the curves. A resample
of the bootstrap is then a weighted sum of the curves.

Why profiled: simulation of 48 items (31 with C = 5 and 120 requests, 3 with C = 4 and 24, 14 with C = 3 and 6),
95 % intervals from 1,000 or 2,000 resamples of the items (60, normal, for the pooled fit); "mixed" items have
Beta-distributed r and k. Numbers are bias / coverage, whose sampling error at 150 runs is .018. The standard
deviation of the profiled estimate is .013 to .031, that of the moments .032 to .072.

    r, k, w                                   profiled      pooled r, k    integrated     moments
    .9, .6, .8                                -.002 / .94   -.001 / .92   -.001 / .89    -.001 / .93
    .4, .9, .7                                -.000 / .94    .000 / .87   -.003 / .74     .004 / .94
    .7, .7, .3                                 .002 / .92    .002 / .97    .004 / .84    -.002 / .92
    mixed (2,2), (4,2), .7                     .001 / .95    .005 / .95   -.006 / .83     .002 / .92
    mixed (4,2), (3,1.5), correlated +.6, .3   .000 / .95   -.017 / .85    .002 / .89     .000 / .94
    mixed (.4,.3), (.5,.3), corr. -.5, .7     -.002 / .91   -.045 / .58   -.005 / .81     .001 / .93
    (simulated runs)                              150            60            100          1,000

Pooling r and k over items is biased as soon as they go together. Integrating over a mixing distribution of
(r, k) estimated on a grid and then held fixed gives intervals that are too short. The moments have little
bias, but are two to three times as noisy, because they cannot weigh items by what they say.

Few requests turn that round: each item's own r and k are then fitted to little, and the profiled peak drifts to
an edge. The same 48 items with n orders (an item of 3 options has 6 at most), over four kinds of (r, k) (.9, .6;
.7, .7; .4, .9; mixed) and w = .2, .5, .8, .95, 1, 150 runs each; range of coverage, and the largest bias:

    n     profiled            moments
    4     .48 to 1.00, .09    .88 to .98, .06
    6     .73 to 1.00, .05    .92 to .99, .05
    8     .86 to 1.00, .05    .91 to .98, .05
    12    .91 to 1.00, .04    .89 to .97, .04

The largest bias from n = 6 on is that of w = 1, which no estimate can exceed. From FEWEST_REQUESTS on the profiled
estimate stands, below it the moments alone.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

W_GRID = np.linspace(0.0, 1.0, 101)
CAPABILITY_GRID = np.linspace(0.0, 1.0, 101)
DRAW_CHUNK = 2_000
LEAST_OVERLAP = 0.01
"""Below this share of requests that are both read and known, w has nothing to be estimated from."""
FEWEST_REQUESTS = 12
"""Distinct requests an item below which the profiled estimate is not to be had; see the table above."""
DROP = NormalDist().inv_cdf(0.975) ** 2 / 2
"""How far below its peak the summed curve lies at the ends of a 95 % likelihood interval: half a quantile of
chi-squared with one degree of freedom, which is the square of a normal one."""


@dataclass(frozen=True)
class ItemCounts:
    """What each item's distinct requests were answered with; all arrays of shape (items,).

    `options` counts Omit. `visual`, `factual` and `neither` are counts in the conflict cell; `reads` of
    `reads_of` chose the visual answer without names, `knows` of `knows_of` the factual one without picture.
    Counts need not be whole: a rate times the number of distinct requests.
    """

    options: np.ndarray
    visual: np.ndarray
    factual: np.ndarray
    neither: np.ndarray
    reads: np.ndarray
    reads_of: np.ndarray
    knows: np.ndarray
    knows_of: np.ndarray

    @property
    def asked(self) -> np.ndarray:
        """Distinct requests in the conflict cell, shape (items,)."""
        return self.visual + self.factual + self.neither


def capabilities(counts: ItemCounts) -> tuple[np.ndarray, np.ndarray]:
    """Return unbiased estimates of each item's r and k, shape (items,); single ones can lie outside 0 to 1."""
    chance = 1 / counts.options
    reads = (counts.reads / counts.reads_of - chance) / (1 - chance)
    knows = (counts.knows / counts.knows_of - chance) / (1 - chance)
    return reads, knows


def preference_curves(counts: ItemCounts) -> np.ndarray:
    """Return each item's profile log-likelihood of w on W_GRID, shape (items, len(W_GRID)), peak 0."""
    reads, knows = (axis.ravel() for axis in np.meshgrid(CAPABILITY_GRID, CAPABILITY_GRID, indexing="ij"))
    both, seen = reads * knows, np.stack([counts.visual, counts.factual])
    curves = np.empty((len(counts.options), len(W_GRID)))
    for options in np.unique(counts.options):
        items = np.flatnonzero(counts.options == options)
        guess = (1 - reads) * (1 - knows) / options
        read_right, known_right = (p + (1 - p) / options for p in (reads, knows))
        # neither focal answer is as likely whatever w is: that part is worked out once, with the references
        fixed = (read_right, 1 - read_right, known_right, 1 - known_right, (options - 2) * guess)
        answers = (counts.reads, counts.reads_of - counts.reads, counts.knows, counts.knows_of - counts.knows)
        without_w = _log(np.stack(fixed, axis=1)) @ np.stack([*answers, counts.neither])[:, items]
        for column, w in enumerate(W_GRID):  # one w at a time: capabilities x items is all that is held
            visual = both * w + reads * (1 - knows) + guess
            factual = both * (1 - w) + (1 - reads) * knows + guess
            conflict = _log(np.stack([visual, factual], axis=1)) @ seen[:, items]
            curves[items, column] = (conflict + without_w).max(axis=0)
    return curves - curves.max(axis=1, keepdims=True)


def preference(curves: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the w that maximises each weighted sum of curves, shape (draws,).

    `curves` has shape (items, len(W_GRID)), `weights` (draws, items). The peak on the grid is refined by the
    parabola through it and its neighbours.
    """
    result = np.empty(len(weights))
    step = W_GRID[1] - W_GRID[0]
    for start in range(0, len(weights), DRAW_CHUNK):
        sums = weights[start : start + DRAW_CHUNK].astype(np.float64) @ curves
        rows, top = np.arange(len(sums)), sums.argmax(axis=1)
        inner = np.clip(top, 1, len(W_GRID) - 2)
        left, middle, right = (sums[rows, inner + shift] for shift in (-1, 0, 1))
        bend = left - 2 * middle + right
        shift = np.divide(0.5 * (left - right), bend, out=np.zeros(len(sums)), where=(bend < 0) & (inner == top))
        result[start : start + DRAW_CHUNK] = W_GRID[top] + np.clip(shift, -0.5, 0.5) * step
    return result


def widened_at_the_edge(interval: tuple[float, float], curves: np.ndarray) -> tuple[float, float]:
    """Return a bootstrap interval of w, joined with the likelihood interval where it touches 0 or 1.

    Where every resample peaks at the edge, percentiles would give an interval without width, however little
    was asked.
    """
    low, high = interval
    if low > 0 and high < 1:
        return interval
    fine = np.linspace(0.0, 1.0, 20 * (len(W_GRID) - 1) + 1)
    total = np.interp(fine, W_GRID, curves.sum(axis=0))
    inside = fine[total >= total.max() - DROP]
    return min(low, float(inside[0])), max(high, float(inside[-1]))


def preference_by_moments(counts: ItemCounts, weights: np.ndarray) -> np.ndarray:
    """Return the moment estimate of w for each row of `weights` (draws, items), shape (draws,).

    Since E(V - F) = 2 r k w + r - k - r k for every item, w = sum(V - F - r + k + r k) / (2 sum(r k)), with r
    and k estimated from their own cells, without bias and independently of each other: consistent in the
    number of items however few requests each has. Single values can lie outside 0 to 1.
    """
    reads, knows = capabilities(counts)
    difference = (counts.visual - counts.factual) / counts.asked
    return (weights @ (difference - reads + knows + reads * knows)) / (2 * (weights @ (reads * knows)))


def _log(p: np.ndarray) -> np.ndarray:
    """Return log p with a floor: a probability of 0 rules out what was seen, but a sum must stay finite."""
    return np.log(np.maximum(p, 1e-12))
