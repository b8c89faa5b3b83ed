"""How low U can be at k = 2 on the contest's log, whatever is searched: `python -m benchmarks.history_bound`.

Where every person has one pseudonym, a cluster costs at least half of what its members cost in pairs, one after the
other in a circle: two records lose no more by themselves than in a line with others. So the cheapest way to give each
customer another one, by exact costs of pairs, is a lower bound. Pairs of very different lengths count with what their
lengths alone remove, which is less than they cost. Needs TOKUMEI_DATA; some minutes.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from scipy.optimize import linear_sum_assignment

from benchmarks.history_speed import DATA, contest
from benchmarks.purchases import histories_in
from tokumei.core.threads import parallel, workers
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize
from tokumei.history.aligned import align, cost_of
from tokumei.history.prepared import prepare

FAR = 2.0
"""Histories whose lengths differ by more than this share of the shorter one, and more than a few, are not aligned."""
FEW = 5


def main() -> None:
    """Prints the bound beside what is reached."""
    if not DATA.is_dir():
        sys.exit("The real data sets are not here: set TOKUMEI_DATA.")
    histories = histories_in(contest())
    reached = utility(anonymize(histories, k=2)).total
    prepared = prepare(histories)
    counts, removal = prepared.counts, prepared.removal
    people = len(counts)
    cost = removal * np.abs(counts[:, None] - counts[None, :]).astype(np.float64)
    np.fill_diagonal(cost, 2 * removal * counts)  # who stands with nobody is removed

    def row(one: int) -> list[tuple[int, float]]:
        near = [other for other in range(one + 1, people) if _near(int(counts[one]), int(counts[other]))]
        return [(other, cost_of(prepared, align(prepared, np.array([one, other]), rounds=0))) for other in near]

    started = time.process_time()
    aligned = 0
    for one, found in enumerate(parallel(row, range(people), threads=workers())):
        aligned += len(found)
        for other, own in found:
            cost[one, other] = cost[other, one] = own
    chosen = linear_sum_assignment(cost)
    bound = cost[chosen].sum() / 2 / (counts.sum() * prepared.columns)
    print(
        f"k = 2: no release with one pseudonym a person has a lower U than {bound:.4f}; the default has {reached:.4f}."
    )
    print(
        f"{aligned:,} of {people * (people - 1) // 2:,} pairs were aligned, {time.process_time() - started:.0f} CPU s."
    )


def _near(one: int, other: int) -> bool:
    return abs(one - other) <= max(FEW, FAR * min(one, other))


if __name__ == "__main__":
    main()
