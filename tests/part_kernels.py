"""Parts of kernels as kernels of their own, since a part has no door to Python."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core import people
from tokumei.partition import losses, present
from tokumei.partition.dimensions import Dimensions
from tokumei.partition.dimensions.tokens import Tokens
from tokumei.partition.scores import ncp

__all__ = [
    "candidates",
    "loss_of",
    "losses_without",
    "people_hold",
    "people_up_to",
    "present_values",
    "release_marks",
    "set_losses_without",
    "whole_loss",
]

people_hold = njit(people.people_hold.py_func)
people_up_to = njit(people.people_up_to.py_func)
losses_without = njit(losses.losses_without.py_func)
set_losses_without = njit(losses.set_losses_without.py_func)
whole_loss = njit(losses.whole_loss.py_func)
present_values = njit(present.present.py_func)
release_marks = njit(present.release_marks.py_func)
candidates = njit(ncp.candidates.py_func)


def loss_of(
    cells: npt.NDArray[np.int32], weight: npt.NDArray[np.int64], rows: npt.NDArray[np.int32], dims: Dimensions
) -> float:
    """The loss of a group of rows without sets, times its records."""
    none, nothing = np.zeros(0, dtype=np.int32), np.zeros(0)
    tokens = Tokens(np.zeros(len(cells) + 1, dtype=np.int64), none, nothing, np.zeros(len(cells)), none)
    marks = np.zeros(int(dims.start[-1]), dtype=np.int64), np.zeros(0, dtype=np.int64)
    return whole_loss(rows, cells, weight, dims, tokens, *marks)
