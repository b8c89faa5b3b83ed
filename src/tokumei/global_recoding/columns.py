"""One partition a column: grown from the top, then searched by closing parts and growing again."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tokumei.global_recoding.axes import Parts
from tokumei.global_recoding.rows import Rows
from tokumei.global_recoding.state import Opening, State

__all__ = ["EFFORTS", "best_columns"]

SMALLEST_GAIN = 1e-9
"""What a step must save, in units of one record's loss in one column."""
PRICES = (0.0, 0.5, 1.0)
"""How much a step is held back by its cost: not at all, by its root, by all of it."""
WORK = 20_000_000
"""Rows times trials: large tables are searched less."""
DRAWS = 0
"""Seed of the search, which is no secret: what it draws is the same in every run."""
TOGETHER = 4
"""At most so many parts are closed at once."""


@dataclass(frozen=True)
class Effort:
    """How long to search."""

    starts: int = 1
    """From how many of the partitions that were grown."""
    trials: int = 0
    """How often parts are closed, and grown again."""
    patience: int = 0
    """How often in a row drawn closings may fail."""


EFFORTS = {"fast": Effort(), "default": Effort(2, 500, 30), "best": Effort(6, 5_000, 300)}


def best_columns(
    rows: Rows,
    starts: Sequence[Sequence[Parts]],
    *,
    effort: Effort,
    advance: Callable[[int], None] = lambda done: None,
) -> list[Parts]:
    """The partitions with the least loss that were found, removed records at 1 in every column.

    Growth begins with nothing told, and with each of `starts`; the best that are grown are searched.
    *Cost*: a growth judges each part about twice, by the rows in it; a trial of the search is a growth.
    *Reference*: B. Fung, K. Wang, P. Yu, 'Top-down specialization for information and privacy preservation', ICDE 2005.
    *Departures*: what is saved is loss, not information about a label; records may be removed; ranges are cut where
    that is worth most; of a node the most frequent child may be told apart alone; what was opened can be closed again.
    """
    whole = [axis.at_level(axis.levels - 1) for axis in rows.axes]
    grown: dict[float, State] = {}
    for start in (whole, *starts):
        for price in PRICES:
            state = State(rows, start)
            _grow(state, price)
            grown.setdefault(round(state.total, 6), state)
    best = sorted(grown.values(), key=lambda state: state.total)[: effort.starts]
    return min((_searched(state, effort, advance) for state in best), key=lambda state: state.total).partitions


def _grow(state: State, price: float, shut: Sequence[tuple[int, list[int]]] = ()) -> None:
    """Opens parts, best first, as long as the promises and the budget allow it.

    A step is judged again when it comes to the top of the queue, since others were made meanwhile; seldom is it then
    worth more than before. `shut` are axes and first ranks of pieces that are not the first step.
    """
    queue: list[tuple[float, int, int, Opening]] = []
    offers = steps = 0
    late: list[tuple[int, int]] = []

    def offer(axis: int, part: int) -> None:
        nonlocal offers
        best: Opening | None = None
        for opening in state.openings(axis, part, price):
            if steps == 0 and (axis, opening.pieces.starts.tolist()) in shut:
                late.append((axis, int(opening.pieces.starts[0])))
            elif opening.gain > SMALLEST_GAIN and state.removed + opening.removed <= state.rows.budget:
                best = opening if best is None or opening.worth(price) > best.worth(price) else best
        if best is not None:
            offers += 1
            heapq.heappush(queue, (-best.worth(price), offers, steps, best))

    for axis, parts in enumerate(state.partitions):
        for part in range(len(parts.starts)):
            offer(axis, part)
    while queue:
        _, _, judged, opening = heapq.heappop(queue)
        part = int(state.partitions[opening.axis].of[opening.pieces.starts[0]])
        if judged < steps:
            offer(opening.axis, part)
            continue
        state.open(opening)
        steps += 1
        for new in range(len(opening.pieces.starts)):
            offer(opening.axis, part + new)
        for axis, low in late:
            offer(axis, int(state.partitions[axis].of[low]))
        late.clear()


def _searched(state: State, effort: Effort, advance: Callable[[int], None]) -> State:
    """The best state that is found by closing parts and growing again.

    Every single closing is tried first. Where none helps, several are drawn and made together, until that has failed
    often enough.
    """
    rng = np.random.default_rng(DRAWS)
    trials = min(effort.trials, WORK // max(len(state.rows.weight), 1))
    failures = 0
    waiting = list(_closings(state.rows, state.partitions))
    while trials > 0 and failures < effort.patience:
        trials -= 1
        advance(1)
        single = bool(waiting)
        partitions, shut = state.partitions, []
        for _ in range(1 if single else rng.integers(2, TOGETHER + 1)):
            choices = waiting if single else list(_closings(state.rows, partitions))
            if choices:
                axis, first, last, part = choices.pop() if single else choices[rng.integers(len(choices))]
                shut.append((axis, partitions[axis].starts[first : last + 1].tolist()))
                closed = partitions[axis].replaced(first, last, part)
                partitions = [*partitions[:axis], closed, *partitions[axis + 1 :]]
        tried = State(state.rows, partitions)
        if tried.allowed:
            _grow(tried, PRICES[trials % len(PRICES)], shut)
        if tried.allowed and tried.total < state.total - SMALLEST_GAIN:
            state, failures = tried, 0
            waiting = list(_closings(state.rows, state.partitions))
        elif not single:
            failures += 1
    return state


def _closings(rows: Rows, partitions: Sequence[Parts]) -> Iterator[tuple[int, int, int, Parts]]:
    """Axis, first and last part, and the part that they become."""
    for axis, (column, parts) in enumerate(zip(rows.axes, partitions, strict=True)):
        for first, last, part in column.unions(parts):
            yield axis, first, last, part
