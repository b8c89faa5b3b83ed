"""What an engine says of columns that no algorithm sees."""

from __future__ import annotations

from tokumei.io.counted import Shown

__all__ = ["EXACT", "shown_of_many"]

EXACT = 1 << 22
"""Values of a column up to which they are counted one by one."""
NEARLY = 0.9
"""A column with more values than this share of the records, by estimate, has one a record."""


def shown_of_many(about: int, *, k: int, rows: int) -> Shown:
    """From an estimate of how many values there are: as few records have rare ones as must have."""
    different = min(about, rows)
    return Shown(rows if different > NEARLY * rows else different, max((different * k - rows) // (k - 1), 1))
