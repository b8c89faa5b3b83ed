"""The guard: what every group must keep. Whatever changes a group asks here.

What is asked beside k records is a tuple or None: a kernel that is handed None as an argument of its own is compiled
without what looks at it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import ZERO, part, step
from tokumei.core.people import NOBODY, People, people_hold, people_of, people_up_to
from tokumei.core.predicates import Predicates, all_hold

__all__ = ["Guard", "More", "counts_people", "guard_of", "judges_more", "keeps", "people_keep"]


class More(NamedTuple):
    """What is asked of a group beside k records."""

    offsets: npt.NDArray[np.int64]
    """The histogram places of row r are `places[offsets[r]:offsets[r + 1]]`."""
    places: npt.NDArray[np.int32]
    predicates: Predicates
    """Where people are counted, those that ask for shares."""
    people: People
    """Whose the rows are; each is of one person."""


class Guard(NamedTuple):
    """What every group must keep: k records, or records of k people, and the predicates."""

    k: int
    more: More | None


def guard_of(
    k: int,
    offsets: npt.NDArray[np.int64],
    places: npt.NDArray[np.int32],
    predicates: Predicates,
    person: npt.NDArray[np.int32],
) -> Guard:
    """The guard of rows; `person` is empty where records are counted."""
    if len(person):
        people, shares = people_of(person, predicates)
        return Guard(k, More(offsets, places, shares, people))
    return Guard(k, More(offsets, places, predicates, NOBODY) if len(predicates.kind) else None)


@step
def counts_people(more):
    """Whether k is of people."""
    return more.people.person.shape[0] > 0


@step
def judges_more(guard):
    """Whether more is asked of a group than k records."""
    return guard.more is not None


@part
def people_keep(rows, k, more):
    """Whether a group of rows has k people, who keep the predicates.

    The count stops at k: only a group that is near to it is counted to the end.
    """
    people = more.people
    if people_up_to(rows, people.person, k) < k:
        return False
    if people.having.kind.shape[0] == 0 and more.predicates.kind.shape[0] == 0:
        return True
    return people_hold(rows, people, more.offsets, more.places, more.predicates)


@part
def keeps(rows, weight, guard):
    """Whether a group of rows has k records, or k people, and keeps the predicates."""
    total = ZERO
    for row in rows:
        total += weight[row]
    return total >= guard.k and _keeps_more(rows, weight, total, guard.k, guard.more)


@part
def _keeps_more(rows, weight, total, k, more):
    if more is None:
        return True
    if counts_people(more):
        return people_keep(rows, k, more)
    counts = np.zeros(more.predicates.starts[-1], np.int64)
    for row in rows:
        for place in range(more.offsets[row], more.offsets[row + 1]):
            counts[more.places[place]] += weight[row]
    return all_hold(counts, total, more.predicates)
