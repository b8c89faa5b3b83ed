"""How many people have the same rows, all of them together: what is counted where rows say whose they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.rows import distinct_rows, offsets_of

__all__ = ["people_alike"]


def people_alike(person: npt.NDArray[np.integer], row: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Group → how many people it has: those who have equal rows (`row` numbers their content), and as often.

    *Cost*: one sort of the rows.
    """
    if len(person) == 0:
        return np.zeros(0, dtype=np.int64)
    _, own = np.unique(person, return_inverse=True)
    offsets = offsets_of(np.bincount(own))
    no_cells = np.zeros((len(offsets) - 1, 0), dtype=np.int32)
    group, _, _ = distinct_rows(no_cells, offsets, row[np.lexsort((row, own))].astype(np.int32))
    return np.bincount(group).astype(np.int64)
