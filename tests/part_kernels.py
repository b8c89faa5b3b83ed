"""Parts of kernels as kernels of their own, since a part has no door to Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core import people
from tokumei.partition import losses, present
from tokumei.partition.dimensions import Dimensions
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
    "whole",
    "whole_loss",
]


def whole(part: Any) -> Any:
    """A part with a door to Python."""
    return njit(getattr(part, "py_func", part))


people_hold = whole(people.people_hold)
people_up_to = whole(people.people_up_to)
losses_without = whole(losses.losses_without)
set_losses_without = whole(losses.set_losses_without)
whole_loss = whole(losses.whole_loss)
present_values = whole(present.present)
release_marks = whole(present.release_marks)
candidates = whole(ncp.candidates)


def loss_of(
    cells: npt.NDArray[np.int32], weight: npt.NDArray[np.int64], rows: npt.NDArray[np.int32], dims: Dimensions
) -> float:
    """The loss of a group of rows without sets, times its records."""
    marks = np.zeros(int(dims.start[-1]), dtype=np.int64), np.zeros(0, dtype=np.int64)
    return whole_loss(rows, cells, weight, dims, None, *marks)
