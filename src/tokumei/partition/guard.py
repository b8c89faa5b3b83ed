"""The guard: what every group must keep. Whatever changes a group asks here."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.kernels import ZERO, step
from tokumei.core.people import NOBODY, People, people_hold, people_of, people_up_to
from tokumei.core.predicates import Predicates, all_hold

__all__ = ["Guard", "counts_people", "guard_of", "judges_more", "keeps", "people_keep"]


class Guard(NamedTuple):
    """What every group must keep: k records, or records of k people, and the predicates."""

    k: int
    offsets: npt.NDArray[np.int64]
    """The histogram places of row r are `places[offsets[r]:offsets[r + 1]]`."""
    places: npt.NDArray[np.int32]
    predicates: Predicates
    """Where people are counted, those that ask for shares."""
    people: People
    """Whose the rows are; each is of one person."""


def guard_of(
    k: int,
    offsets: npt.NDArray[np.int64],
    places: npt.NDArray[np.int32],
    predicates: Predicates,
    person: npt.NDArray[np.int32],
) -> Guard:
    """The guard of rows; `person` is empty where records are counted."""
    if not len(person):
        return Guard(k, offsets, places, predicates, NOBODY)
    people, shares = people_of(person, predicates)
    return Guard(k, offsets, places, shares, people)


@step
def counts_people(guard):
    """Whether k is of people."""
    return guard.people.person.shape[0] > 0


@step
def judges_more(guard):
    """Whether more is asked of a group than k records."""
    return guard.people.person.shape[0] > 0 or guard.predicates.kind.shape[0] > 0


@njit(cache=True, nogil=True)
def people_keep(rows, guard):
    """Whether a group of rows has k people, who keep the predicates.

    The count stops at k: only a group that is near to it is counted to the end.
    """
    people = guard.people
    if people_up_to(rows, people.person, guard.k) < guard.k:
        return False
    if people.having.kind.shape[0] == 0 and guard.predicates.kind.shape[0] == 0:
        return True
    return people_hold(rows, people, guard.offsets, guard.places, guard.predicates)


@njit(cache=True, nogil=True)
def keeps(rows, weight, guard):
    """Whether a group of rows has k records, or k people, and keeps the predicates."""
    total = ZERO
    for row in rows:
        total += weight[row]
    if total < guard.k or not judges_more(guard):
        return total >= guard.k
    if counts_people(guard):
        return people_keep(rows, guard)
    counts = np.zeros(guard.predicates.starts[-1], np.int64)
    for row in rows:
        for place in range(guard.offsets[row], guard.offsets[row + 1]):
            counts[guard.places[place]] += weight[row]
    return all_hold(counts, total, guard.predicates)
