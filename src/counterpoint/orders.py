"""Orders in which an item's options are shown: all of them, or a balanced seeded sample."""

import itertools
import math

import numpy as np


def option_orders(n_options: int, n_orders: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Return `n_orders` option orders, each a tuple of option indices by position.

    Every distinct order is used equally often as far as the numbers allow: 120 orders of 3 options are its 6
    permutations, 20 times each. What is left over is sampled in whole rotations of a permutation, in which
    each option takes each position once, so that no fixed position is favoured.
    """
    whole, left_over = divmod(n_orders, math.factorial(n_options))
    orders = list(itertools.permutations(range(n_options))) * whole
    if left_over:
        # Rotations of the permutations that begin with option 0 are all permutations, each once.
        starts = [(0, *rest) for rest in itertools.permutations(range(1, n_options))]
        chosen = rng.permutation(len(starts))[: math.ceil(left_over / n_options)]
        rotated = [starts[i][k:] + starts[i][:k] for i in chosen for k in rng.permutation(n_options)]
        orders += rotated[:left_over]
    return orders
