"""How few people share a combination of quasi-identifiers: risk before and after, as counts and never as values.

| figure | |
|---|---|
| `unique`, `below_k` | records whose combination nobody else has; that fewer than k have |
| `prosecutor_highest`, `prosecutor_above` | 1 / the smallest group, in people; the share of records above 1/k |
| `marketer` | groups / records: the share of records that would be found on average |
| `journalist_highest` | 1 / the fewest people of a population that a group can be about |
| `population_unique_zayatz`, `…_pitman` | records that are unique in the population too, estimated |

*Reference*: K. El Emam and F. Dankar, 2008, for the three attackers; L. Zayatz, 1991; N. Hoshino, 2001, for Pitman's
model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import lgamma
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.columns import SetColumn, TextColumn
from tokumei.core.rows import distinct_rows
from tokumei.core.table import Table

__all__ = ["minimal_unique", "pitman", "risk_of", "risk_report", "zayatz"]

Ints = npt.NDArray[np.int64]
Sizes = npt.NDArray[np.integer]
WIDEST = 3
"""Combinations of so many columns are tried at most."""
COUNTERS = 1 << 20
"""So many different keys are counted in an array, more by sorting."""
COUNTED = 20_000_000
"""Records × combinations: so much is counted; larger combinations are left out where it would be more."""


def risk_report(
    table: Table,
    names: Sequence[str],
    released: Sizes,
    *,
    k: int,
    population: int | None = None,
    fitting: Sizes | None = None,
    person: npt.NDArray[np.int32] | None = None,
    fewest: int | None = None,
) -> dict[str, Any]:
    """Before and after, and which columns make records unique.

    `names` are the quasi-identifiers with single values or sets that make up groups, `released` the sizes of the
    released groups. `population` is how many people there are in all; `fitting` how many of them fit each released
    group, where a file says so. Where records are not people, `person` says whose each record is, and `fewest` how many
    people the smallest released group has. *Cost*: a few counts of distinct rows.
    """
    columns = [table[name] for name in names]
    single = [column for column in columns if not isinstance(column, (SetColumn, TextColumn))]
    cells = np.stack([column.codes for column in single], axis=1).astype(np.int32) if single else None
    sets = [column for column in columns if isinstance(column, SetColumn)]
    combination = _combinations(cells, sets, table.records)
    alone = None if person is None else _fewest_people(combination, person)
    return {
        "population": population,
        "before": risk_of(weighed(combination, table.weight), k=k, population=population, fewest=alone),
        "after": risk_of(released, k=k, population=population, fitting=fitting, fewest=fewest),
        **(
            {}
            if cells is None
            else {"combinations": minimal_unique(cells, [column.name for column in single], table.weight)}
        ),
    }


def risk_of(
    sizes: Sizes,
    *,
    k: int,
    population: int | None = None,
    fitting: Sizes | None = None,
    fewest: int | None = None,
) -> dict[str, float | int | None]:
    """The figures of groups of these sizes; `fewest` people are in the smallest, where records are not people."""
    records = int(sizes.sum())
    unique = int((sizes == 1).sum())
    figures: dict[str, float | int | None] = {
        "unique": unique,
        "below_k": int(sizes[sizes < k].sum()),
        "prosecutor_highest": 1 / (fewest or int(sizes.min())) if records else 0.0,
        "prosecutor_above": float(sizes[sizes < k].sum() / records) if records else 0.0,
        "marketer": len(sizes) / records if records else 0.0,
    }
    if fitting is not None and len(fitting):
        figures["journalist_highest"] = 1 / max(int(fitting.min()), 1)
    if population is not None and records:
        share = min(records / population, 1.0)
        figures["population_unique_zayatz"] = zayatz(sizes, share)
        figures["population_unique_pitman"] = pitman(sizes, population)
    return figures


def zayatz(sizes: Sizes, share: float) -> float:
    """Records that are unique in the population too, where the records are `share` of it, drawn at random.

    A unique record comes from a group of the population of size s as often as such groups are, and show one of theirs:
    the sizes of the sample stand for those of the population. *Reference*: L. Zayatz, 1991.
    """
    unique = int((sizes == 1).sum())
    if share >= 1 or unique == 0:
        return float(unique)
    size, times = np.unique(sizes, return_counts=True)
    alone = times * size * share * (1 - share) ** (size - 1.0)
    return unique * float(alone[size == 1].sum() / alone.sum())


def pitman(sizes: Sizes, population: int) -> float | None:
    """The same by Pitman's sampling formula, fitted by its likelihood; None where it does not fit.

    *Reference*: N. Hoshino, Applying Pitman's sampling formula to microdata disclosure risk assessment, 2001.
    """
    records, groups = int(sizes.sum()), len(sizes)
    unique = int((sizes == 1).sum())
    if unique == 0 or population <= records:
        return float(unique)
    if groups < 2 or unique == groups or groups == records:
        return None
    size, times = np.unique(sizes, return_counts=True)

    def likelihood(theta: float, alpha: float) -> float:
        steps = np.log(theta + alpha * np.arange(1, groups)).sum() - _rising(theta + 1, records - 1)
        return float(steps + sum(count * _rising(1 - alpha, one - 1) for one, count in zip(size, times, strict=True)))

    theta, alpha = _highest(likelihood)
    expected = np.exp(lgamma(theta + 1) - lgamma(theta + alpha)) * population**alpha
    return float(min(expected, population) * min(records / population, 1.0))


def _rising(start: float, steps: int) -> float:
    """log of start · (start + 1) · … (steps factors)."""
    return lgamma(start + steps) - lgamma(start) if steps > 0 else 0.0


def _highest(likelihood: Callable[[float, float], float]) -> tuple[float, float]:
    """The most likely θ and α, on a grid that is drawn in around the best point."""
    low, high = np.array([-4.0, 0.01]), np.array([18.0, 0.99])  # log θ, α
    best = (low + high) / 2
    for _ in range(12):
        grid = [(t, a) for t in np.linspace(low[0], high[0], 9) for a in np.linspace(low[1], high[1], 9)]
        best = np.array(max(grid, key=lambda point: likelihood(float(np.exp(point[0])), float(point[1]))))
        reach = (high - low) / 4
        low, high = np.maximum(best - reach, (-4.0, 0.001)), np.minimum(best + reach, (18.0, 0.999))
    return float(np.exp(best[0])), float(best[1])


def minimal_unique(
    cells: npt.NDArray[np.int32], names: Sequence[str], weight: npt.NDArray[np.int64] | None = None
) -> dict[str, Any]:
    """How many records are unique by few columns, and how often each column is needed for it.

    With `weight`, of records that each stand for so many.

    A combination is a smallest one of a record when the record is unique by it, and by no part of it. `by_size[i]` are
    records whose smallest combination has i + 1 columns; `columns` counts the records of which a column belongs to a
    smallest combination of any size that was tried. *Reference*: the special uniques of Elliot, Manning and Ford, 2002.
    """
    records, width = cells.shape
    unique: dict[tuple[int, ...], npt.NDArray[np.bool_]] = {}
    smallest = np.zeros(records, dtype=np.int64)
    member = np.zeros((width, records), dtype=bool)
    spent, up_to = 0, 0
    for size in range(1, min(width, WIDEST) + 1):
        chosen = list(combinations(range(width), size))
        spent += records * len(chosen)
        if spent > COUNTED and size > 1:
            break
        up_to = size
        for combination in chosen:
            alone = _alone(cells[:, combination])
            if weight is not None:
                alone &= weight == 1
            covered = np.zeros(records, dtype=bool)
            for part in combinations(combination, size - 1):
                covered |= unique.get(part, covered)
            unique[combination] = alone | covered
            fresh = alone & ~covered
            for column in combination:
                member[column] |= fresh
            smallest[fresh & (smallest == 0)] = size
    by_size = [int((smallest == size).sum()) for size in range(1, up_to + 1)]
    counts: Mapping[str, int] = {name: int(member[place].sum()) for place, name in enumerate(names)}
    return {"up_to": up_to, "by_size": by_size, "columns": dict(counts)}


def _alone(cells: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Record → whether no other has the same cells."""
    key = np.zeros(len(cells), dtype=np.int64)
    for column in cells.T:
        key = key * (int(column.max(initial=0)) + 1) + column
        if int(key.max(initial=0)) > 1 << 40:
            key = np.unique(key, return_inverse=True)[1].astype(np.int64)
    if int(key.max(initial=0)) < max(COUNTERS, 4 * len(key)):
        return np.asarray(np.bincount(key)[key] == 1)
    _, place, times = np.unique(key, return_inverse=True, return_counts=True)
    return np.asarray(times[place] == 1)


def _fewest_people(combination: npt.NDArray[np.int32], person: npt.NDArray[np.int32]) -> int:
    """The fewest people who share a combination."""
    people = int(person.max(initial=0)) + 1
    pairs = np.unique(combination.astype(np.int64) * people + person)
    return int(np.bincount(pairs // people).min())


def _combinations(
    cells: npt.NDArray[np.int32] | None, sets: Sequence[SetColumn], records: int
) -> npt.NDArray[np.int32]:
    """Record → number of its combination of quasi-identifiers in the original."""
    columns = [] if cells is None else [cells]
    for column in sets:
        empty = column.null.astype(np.int32)[:, None]
        columns.append(distinct_rows(empty, column.offsets, column.items.astype(np.int32))[0].astype(np.int32)[:, None])
    together = np.concatenate(columns, axis=1) if columns else np.zeros((records, 1), dtype=np.int32)
    return distinct_rows(np.ascontiguousarray(together))[0]
