"""Named random streams: every choice draws from its own generator, so that adding one changes no other."""

import hashlib
import json

import numpy as np


def generator(seed: int, *names: str | int) -> np.random.Generator:
    """Return the generator of one named choice of a run.

    The stream depends on the run's seed and on the names alone (SHA-256 of both), never on the order in
    which streams are made.
    """
    digest = hashlib.sha256(json.dumps([seed, *names], ensure_ascii=False).encode()).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))
