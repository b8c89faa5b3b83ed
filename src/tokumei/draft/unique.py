"""How many records are alone with their values: of one column, and of several together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.rows import number_rows

__all__ = ["Uniqueness", "recognisable", "unique_in_combination", "unique_records"]

Codes = npt.NDArray[np.int32] | npt.NDArray[np.int64]
LOOKED_AT = 50_000
"""Among so many records the few columns that single out most are looked for."""
_ROOM = 1 << 62
"""What one word of a key may hold."""


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """How recognisable the records are."""

    records: int
    together: int
    """Records that are alone with their values in all the columns."""
    few: tuple[str, ...]
    """The few columns that do the most of it, found one by one."""
    by_few: int
    """Records that are alone with their values in these few."""


def unique_in_combination(columns: Mapping[str, Codes], *, most: int = 3) -> Uniqueness | None:
    """The uniqueness of records in all columns together, and in the `most` that single out most.

    The few are chosen greedily, so another choice of as many columns may do a little more.

    Cost: one sort of the records for every column and every place among the few.
    """
    if not columns:
        return None
    records = len(next(iter(columns.values())))
    together = unique_records(list(columns.values()))
    chosen: list[str] = []
    group = np.zeros(records, dtype=np.int64)
    by_few = 0
    while len(chosen) < min(most, len(columns)):
        tried = {name: _joined(group, codes) for name, codes in columns.items() if name not in chosen}
        # Before any record is unique, more groups are the way to get there.
        name = max(tried, key=lambda one: (_alone(tried[one]), int(tried[one].max(initial=-1))))
        if chosen and _alone(tried[name]) == by_few and by_few == together:
            break
        chosen.append(name)
        group, by_few = tried[name], _alone(tried[name])
        if by_few == together:
            break
    return Uniqueness(records, together, tuple(chosen), by_few)


def recognisable(columns: Mapping[str, Codes], *, k: int, person: Codes | None = None, most: int = 3) -> dict[str, Any]:
    """How recognisable all records are by these columns, fast enough to follow the choice of columns.

    `unique` are records that are alone with their values, `below_k` those that fewer than k share; `few` are the `most`
    columns that single out most, chosen greedily among a sample, with the `unique_by_few` that they single out of all.
    Where `person` says whose each record is, people are counted: a record is alone where all that share its values are
    of one person.

    *Cost*: two passes with a hash table over all records, twice as many for people, and the sorting of a sample for
    each column and place.
    """
    records = len(next(iter(columns.values())))
    step = -(-records // LOOKED_AT)
    sample = unique_in_combination({name: codes[::step] for name, codes in columns.items()}, most=most)
    few = sample.few if sample is not None else ()
    sizes, units = _sizes(list(columns.values()), person)
    sizes_by_few, units_by_few = _sizes([columns[name] for name in few], person)
    return {
        "records": records,
        "unique": int(sizes[units == 1].sum()),
        "below_k": int(sizes[units < k].sum()),
        "few": list(few),
        "unique_by_few": int(sizes_by_few[units_by_few == 1].sum()),
    }


def _sizes(columns: Sequence[Codes], person: Codes | None) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The groups of equal records: how many each has, and of how many people (records, where nobody is named)."""
    words: list[npt.NDArray[np.int64]] = []
    room = 0
    for codes in columns:
        width = int(codes.max(initial=0)) + 1
        if not words or room * width >= _ROOM:
            words.append(codes.astype(np.int64))
            room = width
        else:
            words[-1] = words[-1] * width + codes
            room *= width
    group = number_rows(np.stack(words, axis=1))[0]
    sizes = np.bincount(group)
    if person is None:
        return sizes, sizes
    pair, pairs = number_rows(np.stack([group, person.astype(np.int64)], axis=1))
    owner = np.empty(pairs, dtype=np.int64)
    owner[pair] = group
    return sizes, np.bincount(owner, minlength=len(sizes))


def unique_records(columns: Sequence[Codes]) -> int:
    """How many records no other equals in all the columns."""
    group = np.zeros(len(columns[0]), dtype=np.int64)
    for codes in columns:
        group = _joined(group, codes)
    return _alone(group)


def _joined(group: npt.NDArray[np.int64], codes: Codes) -> npt.NDArray[np.int64]:
    """Groups divided by one more column, renumbered so that no product overflows."""
    width = int(codes.max(initial=0)) + 1
    return np.unique(group * width + codes, return_inverse=True)[1].astype(np.int64)


def _alone(group: npt.NDArray[np.int64]) -> int:
    return int(np.count_nonzero(np.bincount(group) == 1)) if len(group) else 0
