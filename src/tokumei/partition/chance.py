"""Random numbers for kernels, from a state that goes along."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import part

__all__ = ["draw"]


@part
def draw(random):
    """A number in 0 … 1 from a state that it moves on (splitmix64)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)) * (1.0 / 9007199254740992.0)
