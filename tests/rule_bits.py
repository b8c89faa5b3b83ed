"""Bits of rules, read one by one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["has_bit"]


def has_bit(bits: npt.NDArray[np.uint64], rule: int) -> npt.NDArray[np.bool_]:
    """Whether the rule's bit is set, row by row."""
    return (bits[..., rule >> 6] >> np.uint64(rule & 63)) & np.uint64(1) == 1
