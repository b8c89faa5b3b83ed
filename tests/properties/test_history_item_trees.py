"""Baskets of a history under an item hierarchy: a line publishes the nodes that lose least, against a plain oracle."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize
from tokumei.history.aligned import align, cost_of
from tokumei.history.prepared import prepare as as_arrays
from tokumei.job import load
from tokumei.pipeline import make
from tokumei.pipeline.aligning import histories_of
from tokumei.pipeline.reading import prepare

ITEMS = ["aax", "aay", "aaz", "abx", "aby", "bax", "bay", "cax"]
BASKETS = st.one_of(st.none(), st.sets(st.sampled_from(ITEMS), max_size=4).map(lambda items: ",".join(sorted(items))))
RECORD = st.tuples(st.integers(0, 6), BASKETS, st.integers(0, 5))
LOGS = st.lists(RECORD, min_size=8, max_size=30).filter(
    lambda rows: len({row[0] for row in rows}) >= 4 and any((basket or "").strip(",") for _, basket, _ in rows)
)
TREE = {"prefixes": [2, 1]}


def job_of(k: int) -> dict[str, Any]:
    return {
        "subject": "customer",
        "columns": {
            "customer": "identifier",
            "basket": {"role": "quasi", "type": "set", "hierarchy": TREE},
            "price": {"role": "quasi", "type": "number"},
        },
        "privacy": {"k": k},
        "output": {"order": "keep", "removed": "mark"},
    }


def frame_of(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    people = [(f"c{row[0]}", *row[1:]) for row in rows]
    return pl.DataFrame(
        people, schema={"customer": pl.String, "basket": pl.String, "price": pl.Int64}, orient="row"
    ).with_columns(pl.col("basket").cast(pl.String))


def _under(node: str) -> list[str]:
    stem = node.rstrip("*")
    return [item for item in ITEMS if item.startswith(stem)]


def _loss(cells: list[set[str]], nodes: tuple[str, ...], used: set[str]) -> float:
    """The mean loss of the items of each cell, summed; the domain is what the column has."""
    total = 0.0
    for cell in cells:
        own = 0.0
        for item in cell:
            stands = [node for node in nodes if item in _under(node)]
            covered = len(set(_under(stands[0])) & used) if stands else 0
            own += 1.0 if not stands else 0.0 if covered <= 1 else covered / len(used)
        total += own / len(cell) if cell else 0.0
    return total


def _least(cells: list[set[str]], used: set[str]) -> float:
    """The least that any nodes lose which none of the cells lacks, none above another."""
    nodes = {item[:length] + "*" * (3 - length) for item in used for length in (1, 2, 3)}
    possible = [node for node in sorted(nodes) if all(set(_under(node)) & cell for cell in cells)]
    best = _loss(cells, (), used)
    for size in range(1, len(possible) + 1):
        for some in combinations(possible, size):
            if not any(set(_under(one)) & set(_under(other)) for one, other in combinations(some, 2)):
                best = min(best, _loss(cells, some, used))
    return best


@settings(max_examples=40, deadline=None)
@given(LOGS, st.integers(2, 3))
def test_a_line_publishes_the_nodes_that_lose_least(rows: list[tuple[Any, ...]], k: int) -> None:
    job, frame = job_of(k), frame_of(rows)
    used = {item for _, basket, _ in rows for item in (basket or "").split(",") if item}
    made = make(prepare(frame, load(job)))
    aligned = made.outcome.histories
    assert aligned is not None
    losses = aligned.columns["basket"].losses()
    published = made.frame.rows(named=True)
    for line in set(aligned.line.tolist()) - {-1}:
        records = np.flatnonzero(aligned.line == line).tolist()
        baskets = [rows[record][1] for record in records]
        shown = {published[record]["basket"] for record in records}
        assert len(shown) == 1
        if all(basket is None for basket in baskets):
            assert shown == {None}
            continue
        cells = [{item for item in (basket or "").split(",") if item} for basket in baskets]
        for node in (shown.pop() or "").split(","):
            assert not node or all(set(_under(node)) & cell for cell in cells)
        if all(basket is not None for basket in baskets):
            assert sum(losses[records]) == pytest.approx(_least(cells, used))
        else:  # who lacks a set keeps nothing, and the others keep what a set of nothing shares with them
            assert sum(losses[records]) == pytest.approx(sum(basket != "" for basket in baskets))


@settings(max_examples=25, deadline=None)
@given(LOGS)
def test_an_alignment_costs_what_its_release_is_measured_at(rows: list[tuple[Any, ...]]) -> None:
    histories = histories_of(prepare(frame_of(rows), load(job_of(2))))
    prepared = as_arrays(histories)
    aligned = align(prepared, np.arange(histories.subjects), rounds=1)
    release = anonymize(histories, k=histories.subjects)
    measured = utility(release).total * len(rows) * 2
    assert cost_of(prepared, aligned) == pytest.approx(measured, rel=1e-4, abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(LOGS, st.integers(2, 3))
def test_labels_tell_what_codes_do(rows: list[tuple[Any, ...]], k: int) -> None:
    job, frame = job_of(k), frame_of(rows)
    release = tokumei.anonymize(frame, job)
    assert tokumei.verify(release.data, job).ok
    measured = tokumei.measure(frame, release.data, job)
    assert measured["history"]["utility"]["columns"] == pytest.approx(release.report["history"]["utility"]["columns"])
    assert measured["history"]["outside"] == 0
    assert measured["loss"]["columns"]["basket"] == pytest.approx(release.report["loss"]["columns"]["basket"])
