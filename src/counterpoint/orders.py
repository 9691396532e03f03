"""Orders in which an item's options are shown: all of them, or a balanced seeded sample."""

import itertools
import math

import numpy as np

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Letters by which options are shown, by position."""
FEW = 6
"""Options of which all permutations are listed: 720, and 120 that begin with the first option."""


def option_orders(n_options: int, n_orders: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Return `n_orders` option orders, each a tuple of option indices by position.

    Every distinct order is used equally often as far as the numbers allow: 120 orders of 3 options are its 6
    permutations, 20 times each. What is left over is sampled in whole rotations of a permutation, in which
    each option takes each position once, so that no fixed position is favoured. The list is in such rotations
    throughout, drawn at random: its first orders are a fair sample too, for models that are asked a few only.
    """
    whole, left_over = divmod(n_orders, math.factorial(n_options))
    # Which orders are left over is drawn first: paid answers belong to them, and only the others' places follow.
    sample = _rotations(n_options, math.ceil(left_over / n_options), rng)[:left_over] if left_over else []
    rounds = [_rotations(n_options, math.factorial(n_options - 1), rng) for _ in range(whole)]
    return [*itertools.chain.from_iterable(rounds), *sample]


def _rotations(n_options: int, count: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Draw `count` distinct permutations that begin with option 0, and list the rotations of each in a drawn order."""
    starts = _starts(n_options, count, rng)
    return [start[k:] + start[:k] for start in starts for k in rng.permutation(n_options)]


def _starts(n_options: int, count: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Draw distinct permutations that begin with option 0: their rotations are all permutations, each once.

    There are (n - 1)! of them: few are drawn out of all, many one by one.
    """
    if n_options <= FEW:
        starts = [(0, *rest) for rest in itertools.permutations(range(1, n_options))]
        return [starts[i] for i in rng.permutation(len(starts))[:count]]
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < count:
        drawn.setdefault((0, *(int(option) + 1 for option in rng.permutation(n_options - 1))))
    return list(drawn)
