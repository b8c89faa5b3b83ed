"""Histories with more promises, whatever they look like, against plain oracles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.history.by_length import by_length, fewest_removed
from tokumei.job import load
from tokumei.pipeline import make
from tokumei.pipeline.reading import prepare

RECORD = st.tuples(
    st.integers(0, 7),
    st.sampled_from(["x", "y", "z"]),
    st.sampled_from(["", "tea", "tea,jam", "jam,milk", "tea,jam,milk", None]),
    st.integers(0, 9),
    st.sampled_from(["flu", "flu", "flu", "cold", "cough", None]),
)
LOGS = st.lists(RECORD, min_size=12, max_size=50).filter(lambda rows: len({row[0] for row in rows}) >= 5)
PROMISES = st.sampled_from(
    [
        {"l_diversity": {"sick": {"distinct": 2}}},
        {"l_diversity": {"sick": {"distinct": 3}}},
        {"l_diversity": {"sick": {"entropy": 1.8}}},
        {"alpha_k": {"sick": 0.7}},
        {"t_closeness": {"sick": 0.4}},
    ]
)


def frame_of(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    """The rows with an attribute of the person, as people give them."""
    people = [(f"c{row[0]}", 1960 + row[0], *row[1:]) for row in rows]
    return pl.DataFrame(
        people,
        schema={
            "customer": pl.String,
            "born": pl.Int64,
            "goods": pl.String,
            "basket": pl.String,
            "price": pl.Int64,
            "sick": pl.String,
        },
        orient="row",
    )


def job_of(*, sensitive: bool = False, **privacy: Any) -> dict[str, Any]:
    columns = {
        "customer": "identifier",
        "born": {"role": "quasi", "type": "number", "constant": True},
        "goods": {"role": "quasi", "type": "category", "weight": 2},
        "basket": {"role": "quasi", "type": "set"},
        "price": {"role": "quasi", "type": "number"},
        "sick": {"role": "sensitive", "type": "category", "shown": True} if sensitive else "identifier",
    }
    output = {"order": "keep", "removed": "mark"}
    return {"subject": "customer", "columns": columns, "privacy": privacy, "output": output}


def lines_of(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows that pseudonyms with one history share, line by line."""
    quasi = ("born", "goods", "basket", "price")
    own: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        own[row["customer"]].append(str([row[name] for name in quasi]))
    lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        lines[str((sorted(own[row["customer"]]), [row[name] for name in quasi]))].append(row)
    return iter(lines.values())


@settings(max_examples=40, deadline=None)
@given(LOGS, st.integers(2, 3), PROMISES)
def test_every_line_is_diverse_or_hidden(rows: list[tuple[Any, ...]], k: int, promise: dict[str, Any]) -> None:
    job = job_of(sensitive=True, k=k, **promise)
    try:
        release = tokumei.anonymize(frame_of(rows), job)
    except tokumei.Infeasible:
        return
    assert tokumei.verify(release.data, job).ok
    shown = [row for row in release.data.rows(named=True) if row["customer"] != "*"]
    least = promise.get("l_diversity", {}).get("sick", {}).get("distinct")
    for line in lines_of(shown):
        values = [row["sick"] for row in line if row["sick"] != "*"]
        assert len(line) >= k
        assert len(line) % len({row["customer"] for row in line}) == 0
        if values and least is not None:
            assert len(set(values)) >= least
        if values and "alpha_k" in promise:
            assert max(values.count(value) for value in values) <= 0.7 * len(values)


@settings(max_examples=40, deadline=None)
@given(LOGS, st.integers(2, 3))
def test_what_a_cluster_hides_would_be_diverse_together(rows: list[tuple[Any, ...]], k: int) -> None:
    prepared = prepare(frame_of(rows), load(job_of(sensitive=True, k=k, l_diversity={"sick": {"distinct": 2}})))
    try:
        aligned = make(prepared).outcome.histories
    except tokumei.Infeasible:
        return
    assert aligned is not None
    hidden, removed = aligned.hidden["sick"], aligned.removed
    cluster = aligned.cluster[aligned.histories.subject]
    whole: set[Any] = set()
    whole_clusters = 0
    for one in set(cluster[hidden].tolist()):
        inside = [record for record in range(len(rows)) if cluster[record] == one and not removed[record]]
        values = {rows[record][4] for record in inside if hidden[record]}
        if all(hidden[record] for record in inside):
            whole, whole_clusters = whole | values, whole_clusters + 1
        else:
            assert len(values) >= 2
    assert whole_clusters == 0 or len(whole) >= 2


@settings(max_examples=40, deadline=None)
@given(LOGS, st.integers(2, 3), st.sampled_from([0.0, 0.05, 0.1, 0.2, 0.4]))
def test_removals_keep_their_bound_or_are_refused(rows: list[tuple[Any, ...]], k: int, share: float) -> None:
    job = job_of(k=k, suppress=share)
    counts = prepare_counts(rows)
    try:
        release = tokumei.anonymize(frame_of(rows), job)
    except tokumei.Infeasible:
        assert fewest_removed(counts, k) > share * len(rows)
        return
    assert release.report["removed"] <= share * len(rows) + 1e-9
    assert tokumei.verify(release.data, job).ok


def prepare_counts(rows: list[tuple[Any, ...]]) -> Any:
    return pl.Series([row[0] for row in rows]).value_counts()["count"].to_numpy().astype("int64")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=2, max_size=8), st.integers(2, 3))
def test_no_clusters_remove_fewer_records(counts: list[int], k: int) -> None:
    if len(counts) < k:
        return
    lengths = np.sort(np.array(counts, dtype=np.int64))[::-1].copy()
    clusters = by_length(lengths, k)
    assert sorted(place for cluster in clusters for place in cluster.tolist()) == list(range(len(counts)))
    removed = sum(int((lengths[cluster] - lengths[cluster].min()).sum()) for cluster in clusters)
    least = min(
        sum(sum(part) - len(part) * min(part) for part in parts)
        for parts in partitions(counts)
        if min(map(len, parts)) >= k
    )
    assert removed == least == fewest_removed(lengths, k)


def partitions(values: list[int]) -> Iterator[list[list[int]]]:
    """All ways to put values into parts."""
    if not values:
        yield []
        return
    first, rest = values[0], values[1:]
    for parts in partitions(rest):
        yield [[first], *parts]
        for place, part in enumerate(parts):
            yield [*parts[:place], [first, *part], *parts[place + 1 :]]


@settings(max_examples=30, deadline=None)
@given(LOGS, st.integers(2, 3))
def test_sets_and_attributes_are_what_their_lines_have(rows: list[tuple[Any, ...]], k: int) -> None:
    job, frame = job_of(k=k), frame_of(rows)
    prepared = prepare(frame, load(job))
    made = make(prepared)
    aligned = made.outcome.histories
    assert aligned is not None
    published = made.frame.rows(named=True)
    born: dict[str, set[str]] = defaultdict(set)
    for row in published:
        born[row["customer"]].add(str(row["born"]))
    assert all(len(values) == 1 for name, values in born.items() if name != "*")
    for line in set(aligned.line.tolist()) - {-1}:
        records = [record for record in range(len(rows)) if aligned.line[record] == line]
        cells = [rows[record][2] for record in records]
        common = set.intersection(*({item for item in (cell or "").split(",") if item} for cell in cells))
        shown = None if all(cell is None for cell in cells) else ",".join(sorted(common))
        assert all(published[record]["basket"] == shown for record in records)
    report = tokumei.anonymize(frame, job)
    measured = tokumei.measure(frame, report.data, job)
    assert measured["history"]["utility"]["total"] == pytest.approx(report.report["history"]["utility"]["total"])
    assert measured["history"]["outside"] == 0
