"""Whose the records of a group are: people are counted, and what they have, where one can have several records.

A value is *had* by a person when one of her records in the group has it; every person counts once for each value that
she has. Where shares matter, every person weighs the same: her weight is spread evenly over the values that she has
there. So nobody gains weight by having many records.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.core.predicates import DISTINCT, NO_PREDICATES, SHARE, Predicates, all_hold

__all__ = ["NOBODY", "People", "people_hold", "people_of", "people_up_to", "shares_of_people"]

WHOLE = 720_720 << 16
"""The weight of a person, as a whole number: up to sixteen values divide it evenly, and 190 million people fit."""
OF_HOLDERS = (DISTINCT, SHARE)
"""The predicates that ask who has a value; the others ask for shares."""


class People(NamedTuple):
    """Whose every row is, and what is asked of those who have a value."""

    person: npt.NDArray[np.int32]
    """Row → person; empty where records are counted."""
    having: Predicates


NOBODY = People(np.zeros(0, dtype=np.int32), NO_PREDICATES)
"""Records are counted."""


def people_of(person: npt.NDArray[np.int32], predicates: Predicates) -> tuple[People, Predicates]:
    """The people of rows with what is asked of those who have a value, and the predicates that ask for shares."""
    of_holders = np.isin(predicates.kind, OF_HOLDERS)
    return People(person, _some(predicates, of_holders)), _some(predicates, ~of_holders)


def shares_of_people(
    person: npt.NDArray[np.int32], value: npt.NDArray[np.int32], values: int
) -> npt.NDArray[np.float64]:
    """Value → its share where every person weighs the same, spread evenly over the values that she has."""
    pairs = np.unique(person.astype(np.int64) * values + value)
    who = pairs // values
    different = np.bincount(who)
    shares = np.bincount(pairs % values, weights=1.0 / different[who], minlength=values)
    return np.asarray(shares / max(int(np.count_nonzero(different)), 1), dtype=np.float64)


def _some(predicates: Predicates, chosen: npt.NDArray[np.bool_]) -> Predicates:
    names = ("column", "kind", "first", "second", "order_start", "height")
    return predicates._replace(**{name: getattr(predicates, name)[chosen] for name in names})


@part
def people_up_to(rows, person, most):
    """How many people the rows are of, or `most` where they are more: the count stops there.

    *Cost*: where nobody has many rows, that of `most` rows; memory O(most).
    """
    room = 8
    while room < 2 * min(rows.shape[0], most):
        room *= 2
    seen = np.full(room, -1, np.int32)
    count = 0
    for row in rows:
        one = person[row]
        place = ((np.uint64(one) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & np.uint64(room - 1)
        while seen[place] >= 0 and seen[place] != one:
            place = (place + np.uint64(1)) & np.uint64(room - 1)
        if seen[place] < 0:
            seen[place] = one
            count += 1
            if count >= most:
                break
    return count


@part
def people_hold(rows, people, offsets, places, predicates):
    """Whether the people of a group keep what is asked of their values; places are those of the rows' histograms.

    *Cost*: the places of the group are sorted by person.
    """
    having = people.having
    size = having.starts[-1]
    count = 0
    for row in rows:
        count += offsets[row + 1] - offsets[row]
    pairs = np.empty(count, np.int64)
    used = 0
    for row in rows:
        for spot in range(offsets[row], offsets[row + 1]):
            pairs[used] = np.int64(people.person[row]) * size + places[spot]
            used += 1
    pairs.sort()
    holders, weights = np.zeros(size, np.int64), np.zeros(size, np.int64)
    low = 0
    while low < count:  # one turn for each person and column: her values stand side by side
        first = pairs[low]
        column = 0
        while having.starts[column + 1] <= first % size:
            column += 1
        stop = first - first % size + having.starts[column + 1]
        different, high = 0, low
        while high < count and pairs[high] < stop:
            different += high == low or pairs[high] != pairs[high - 1]
            high += 1
        for spot in range(low, high):
            if spot == low or pairs[spot] != pairs[spot - 1]:
                holders[pairs[spot] % size] += 1
                weights[pairs[spot] % size] += WHOLE // different
        low = high
    everyone = people_up_to(rows, people.person, rows.shape[0])
    return all_hold(holders, everyone, having) and all_hold(weights, everyone * WHOLE, predicates)
