"""Whatever the tables, and whoever is in which: linked people have equal rows over all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.core.progress import SILENT
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.job import TablesJob, load_any
from tokumei.pipeline.linking import linked
from tokumei.pipeline.reading import prepare
from tokumei.privacy.linked import LinkedAnonymity

TABLES: dict[str, Any] = {
    "people": {
        "columns": {
            "who": "identifier",
            "age": {"role": "quasi", "type": "number"},
            "town": {"role": "quasi", "type": "category", "hierarchy": {"prefixes": [1]}},
        }
    },
    "log": {
        "columns": {
            "who": "identifier",
            "day": {"role": "quasi", "type": "number"},
            "goods": {"role": "quasi", "type": "set"},
        }
    },
    "calls": {"columns": {"who": "identifier", "kind": {"role": "quasi", "type": "category"}}},
}
slow = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
Rows = dict[str, list[tuple[Any, ...]]]


@st.composite
def tables(draw: st.DrawFn) -> Rows:
    """A row for everybody, some in the log, and any number of calls but none at all."""
    people = draw(st.integers(4, 14))
    ages, towns = st.one_of(st.none(), st.integers(0, 9)), st.sampled_from(["a1", "a2", "b1", None])
    goods = st.lists(st.sampled_from("xyz"), unique=True, max_size=2)
    rows: Rows = {"people": [], "log": [], "calls": []}
    for who in range(people):
        rows["people"].append((f"p{who}", draw(ages), draw(towns)))
        rows["log"] += [(f"p{who}", draw(ages), draw(goods)) for _ in range(draw(st.integers(1, 4)))]
        rows["calls"] += [
            (f"p{who}", draw(st.sampled_from("uv"))) for _ in range(draw(st.integers(0 if who else 1, 2)))
        ]
    return rows


def frames_of(rows: Rows) -> dict[str, pl.DataFrame]:
    types = {"age": pl.Int64, "day": pl.Int64, "town": pl.String, "goods": pl.List(pl.String)}
    return {
        name: pl.DataFrame(
            rows[name], schema={column: types.get(column, pl.String) for column in table["columns"]}, orient="row"
        )
        for name, table in TABLES.items()
    }


def job(k: int) -> dict[str, Any]:
    return {"person": "who", "linked": True, "tables": TABLES, "privacy": {"k": k}, "method": {"effort": "fast"}}


def alike(rows: Rows) -> Counter[Any]:
    """What somebody has in all tables → how many have exactly that; counted by hand."""
    own: dict[str, list[str]] = defaultdict(list)
    for name, table in rows.items():
        for who, *cells in table:
            own[who].append(repr((name, cells)))
    return Counter(tuple(sorted(has)) for has in own.values())


@given(tables(), st.integers(2, 3))
@slow
def test_everybody_has_what_k_people_have(rows: Rows, k: int) -> None:
    try:
        release = tokumei.anonymize(frames_of(rows), job(k))
    except tokumei.Infeasible:  # whoever calls is put together with somebody who does not
        return
    published = {name: one.data.rows() for name, one in release.tables.items()}
    counts = alike(published)
    assert min(counts.values()) >= k
    assert (release.report["groups"], release.report["smallest_group"]) == (len(counts), min(counts.values()))
    for name, table in published.items():
        assert len(table) == release.tables[name].report["released"] <= len(rows[name])


@given(tables(), st.integers(2, 3))
@slow
def test_groups_are_the_same_in_all_tables_and_lines_have_all_of_them(rows: Rows, k: int) -> None:
    frames, asked = frames_of(rows), load_any(job(k))
    assert isinstance(asked, TablesJob)
    prepared = {name: prepare(frames[name], asked.table(name)) for name in TABLES}
    try:
        outcomes = linked(prepared, SILENT).outcomes
    except tokumei.Infeasible:
        return
    member: dict[str, frozenset[str]] = {}
    for name, outcome in outcomes.items():
        made = outcome.histories
        assert made is not None
        names = np.array(frames[name]["who"].to_list())
        people = defaultdict(set)
        for who, subject in zip(names, made.histories.subject, strict=True):
            people[int(made.cluster[subject])].add(str(who))
        people.pop(-1, None)
        for group in map(frozenset, people.values()):
            assert len(group) >= k
            for who in group:
                assert member.setdefault(who, group) == group
        for line in range(int(made.line.max()) + 1):
            inside = [str(who) for who in names[made.line == line]]
            assert set(inside) == member[inside[0]]
            assert len(inside) == len(set(inside))


@given(tables())
@slow
def test_verification_counts_like_hand(rows: Rows) -> None:
    """Any rows at all as a release: the figure is that of a plain count."""

    def published(frame: pl.DataFrame) -> PublishedTable:
        columns = {}
        for name in frame.columns:
            labels = [None if cell is None else repr(cell) for cell in frame[name].to_list()]
            known = sorted({label for label in labels if label is not None})
            codes = [-1 if label is None else known.index(label) for label in labels]
            columns[name] = PublishedColumn(np.array(codes, dtype=np.int32), tuple(known))
        return PublishedTable(columns, frame.height)

    frames = {name: published(frame) for name, frame in frames_of(rows).items()}
    quasi = {name: [column for column in table["columns"] if column != "who"] for name, table in TABLES.items()}
    found = LinkedAnonymity(2).check(frames, subject="who", columns=quasi)
    counts = alike(rows)
    assert (found.groups, found.smallest_group) == (len(counts), min(counts.values()))
    assert found.promises[0].holds == (min(counts.values()) >= 2)
