"""Whatever the histories look like, the release keeps its promise, and codes and labels tell the same story."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contest import CONTEST_COLUMNS, SUBJECT, contest_histories, published_histories
from contest_attacks import attack_histories
from tokumei.evaluation.history.utility import utility, utility_of_labels
from tokumei.history import anonymize
from tokumei.history.aligned import align, cost_of
from tokumei.history.prepared import prepare
from tokumei.history.pseudonyms import pseudonyms
from tokumei.privacy.histories import HistoryAnonymity

DAYS = st.sampled_from(["2011/1/1", "2011/1/2", "2011/2/11", "2011/12/31", ""])
RECORD = st.tuples(
    st.integers(0, 6).map(lambda number: f"c{number}"),
    DAYS,
    st.sampled_from(["x", "y", "z", "a;b", ""]),
    st.sampled_from(["0", "0.04", "1.25", "2500", ""]),
    st.sampled_from(["-9", "1", "2", "2880"]),
).map(list)
LOGS = st.lists(RECORD, min_size=8, max_size=40).filter(lambda rows: len({row[0] for row in rows}) >= 4)
WAYS = st.sampled_from([("count", "sort"), ("count", "assign"), ("similar", "sort"), ("similar", "assign")])


@settings(max_examples=30, deadline=None)
@given(LOGS, WAYS, st.integers(2, 4), st.sampled_from(["fast", "default", "best"]))
def test_every_release_keeps_its_promise(rows: list[list[str]], ways: tuple[str, str], k: int, effort: str) -> None:
    histories = contest_histories(rows)
    release = anonymize(histories, k=k, cluster=ways[0], match=ways[1], effort=effort)  # type: ignore[arg-type]
    names = pseudonyms(release, name=SUBJECT)
    order = np.random.default_rng(0).permutation(len(rows))
    shuffled = published_histories(release, names, permutation=order)
    found = HistoryAnonymity(k).check(shuffled, subject=SUBJECT, columns=CONTEST_COLUMNS)
    assert found.ok
    assert found.records == int((~release.removed).sum())


@settings(max_examples=30, deadline=None)
@given(LOGS, WAYS, st.integers(2, 4))
def test_labels_and_codes_are_worth_the_same(rows: list[list[str]], ways: tuple[str, str], k: int) -> None:
    histories = contest_histories(rows)
    release = anonymize(histories, k=k, cluster=ways[0], match=ways[1])  # type: ignore[arg-type]
    published = published_histories(release, pseudonyms(release, name=SUBJECT), removed="mark")
    read = utility_of_labels(histories, published)
    assert read.outside == 0
    assert dict(read.columns) == pytest.approx(dict(utility(release).columns))


@settings(max_examples=20, deadline=None)
@given(LOGS)
def test_an_alignment_costs_what_its_release_is_measured_at(rows: list[list[str]]) -> None:
    histories = contest_histories(rows)
    prepared = prepare(histories)
    aligned = align(prepared, np.arange(histories.subjects), rounds=1)
    release = anonymize(histories, k=histories.subjects, effort="default")
    measured = utility(release).total * len(rows) * 4
    assert cost_of(prepared, aligned) == pytest.approx(measured, rel=1e-4, abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(LOGS, st.integers(2, 3))
def test_no_attack_can_expect_more_than_one_in_k(rows: list[list[str]], k: int) -> None:
    histories = contest_histories(rows)
    release = anonymize(histories, k=k)
    published = published_histories(release, pseudonyms(release, name=SUBJECT), removed="mark")
    for finding in attack_histories(histories, published, subject=SUBJECT, k=k):
        assert finding.expected <= finding.claims / k + 1e-9
