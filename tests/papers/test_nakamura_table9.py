"""Nakamura and Kikuchi, Table 9: U of the paper's algorithm on the contest's data, for every printed k."""

from __future__ import annotations

import pytest

from contest import contest_histories, read_contest
from real_data import data_folder, needs_data
from tokumei.core.history import Histories
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize

TABLE_9 = {
    2: 0.348,
    3: 0.472,
    4: 0.542,
    5: 0.583,
    6: 0.615,
    7: 0.641,
    8: 0.680,
    10: 0.718,
    12: 0.748,
    15: 0.780,
    17: 0.807,
    20: 0.833,
}


@pytest.fixture(scope="module")
def contest() -> Histories:
    folder = data_folder()
    assert folder is not None
    return contest_histories(read_contest(folder / "pwscup2018" / "T.csv.gz"))


@needs_data
@pytest.mark.real
def test_data_are_those_of_the_paper(contest: Histories) -> None:
    assert contest.table.records == 81_776
    assert contest.subjects == 1_000
    assert sorted(contest.counts.tolist(), reverse=True)[:6] == [4289, 1601, 1119, 1066, 915, 799]  # Table 4


@needs_data
@pytest.mark.real
@pytest.mark.parametrize("k", TABLE_9)
def test_utility_equals_table_9(contest: Histories, k: int) -> None:
    found = utility(anonymize(contest, k=k, cluster="count", match="sort"))
    assert found.total == pytest.approx(TABLE_9[k], abs=0.001)


@needs_data
@pytest.mark.real
def test_best_k_is_6(contest: Histories) -> None:
    totals = {k: utility(anonymize(contest, k=k, cluster="count", match="sort")).total + 1 / k for k in range(2, 21)}
    assert min(totals, key=totals.__getitem__) == 6
    assert totals[6] == pytest.approx(0.781, abs=0.001)
