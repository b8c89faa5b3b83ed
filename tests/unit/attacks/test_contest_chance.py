from __future__ import annotations

import csv

import pytest
from scipy.stats import binomtest

from real_data import data_folder, needs_data
from tokumei.attacks.intervals import hits_allowed, interval

TABLE_1 = {7: 7, 11: 10, 13: 11, 16: 13, 19: 15, 500: 308, 1000: 612}


@pytest.mark.parametrize("guesses", TABLE_1)
def test_table_1_of_the_paper(guesses: int) -> None:
    assert hits_allowed(guesses) == TABLE_1[guesses]


def test_nothing_fails_below_seven() -> None:
    assert [hits_allowed(guesses) for guesses in range(7)] == [1, 2, 3, 4, 5, 6, 7]


@needs_data
@pytest.mark.real
def test_all_thresholds_of_the_contest() -> None:
    folder = data_folder()
    assert folder is not None
    with (folder / "pwscup2018" / "R.csv").open() as file:
        for guesses, hits in csv.reader(file):
            assert hits_allowed(int(guesses)) == int(hits)


@pytest.mark.parametrize(("hits", "guesses"), [(0, 10), (3, 10), (10, 10), (1, 7), (166, 998), (500, 1000)])
@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_interval_is_exact(hits: int, guesses: int, confidence: float) -> None:
    exact = binomtest(hits, guesses).proportion_ci(confidence, "exact")
    assert interval(hits, guesses, confidence) == pytest.approx((exact.low, exact.high), abs=1e-9)


def test_no_guesses_tell_nothing() -> None:
    assert interval(0, 0) == (0.0, 1.0)
