"""Whatever the tables: what they tell together is counted as by hand, and who knows them all finds one of k."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.evaluation.people_alike import people_alike
from tokumei.job import TablesJob, load_any
from tokumei.pipeline.linking_groups import Bounds
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.tables_attacking import across_tables
from tokumei.pipeline.tables_reading import prepare_tables

slow = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TABLES: dict[str, Any] = {
    "people": {"columns": {"who": "identifier", "age": {"role": "quasi", "type": "number"}}},
    "log": {
        "columns": {
            "who": "identifier",
            "day": {"role": "quasi", "type": "number"},
            "kind": {"role": "quasi", "type": "category"},
        }
    },
}


@st.composite
def frames(draw: st.DrawFn) -> dict[str, pl.DataFrame]:
    people = draw(st.integers(6, 16))
    ages = [(f"p{who}", draw(st.integers(0, 9))) for who in range(people)]
    log = [
        (f"p{who}", draw(st.integers(0, 9)), draw(st.sampled_from("uvw")))
        for who in range(people)
        for _ in range(draw(st.integers(1, 4)))
    ]
    return {
        "people": pl.DataFrame(ages, schema=["who", "age"], orient="row"),
        "log": pl.DataFrame(log, schema=["who", "day", "kind"], orient="row"),
    }


def job(k: int, **more: Any) -> dict[str, Any]:
    privacy = {"k": k, **more.pop("privacy", {})}
    return {"person": "who", "tables": TABLES, "privacy": privacy, "method": {"effort": "fast"}, **more}


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 3)), max_size=30))
@settings(deadline=None)
def test_people_with_equal_rows_are_counted_as_by_hand(pairs: list[tuple[int, int]]) -> None:
    own: dict[int, list[int]] = defaultdict(list)
    for person, row in pairs:
        own[person].append(row)
    by_hand = Counter(tuple(sorted(rows)) for rows in own.values())
    person, row = (np.array([pair[place] for pair in pairs], dtype=np.int64) for place in (0, 1))
    assert sorted(people_alike(person, row).tolist()) == sorted(by_hand.values())


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12))
def test_what_groups_remove_is_known_before_they_are_aligned(people: list[tuple[int, int, int]]) -> None:
    numbers = {group: place for place, group in enumerate(sorted({group for group, _, _ in people if group >= 0}))}
    group = np.array([numbers.get(one[0], -1) for one in people], dtype=np.int64)
    counts = np.array([[one[table] for one in people] for table in (1, 2)], dtype=np.int64)
    kept = [0, 0]
    for number in numbers.values():
        for table in (0, 1):
            own = counts[table, group == number]
            kept[table] += len(own) * int(own.min())
    removed = Bounds(("a", "b"), counts, (0, 0)).removed(group)
    assert removed.tolist() == [int(counts[table].sum()) - kept[table] for table in (0, 1)]


@given(frames(), st.integers(2, 4), st.sampled_from([0.0, 0.1, 0.3]))
@slow
def test_a_bound_holds_in_every_table_or_is_refused(tables: dict[str, pl.DataFrame], k: int, share: float) -> None:
    try:
        release = tokumei.anonymize(tables, job(k, linked=True, privacy={"suppress": share}))
    except tokumei.Infeasible:
        return
    assert release.report["smallest_group"] >= k
    for name, one in release.tables.items():
        assert tables[name].height - one.data.height <= math.floor(share * tables[name].height + 1e-9)


@given(frames(), st.integers(2, 4))
@slow
def test_who_knows_all_tables_expects_no_more_than_one_of_k(tables: dict[str, pl.DataFrame], k: int) -> None:
    asked = load_any(job(k, linked=True))
    assert isinstance(asked, TablesJob)
    release = tokumei.anonymize(tables, asked)
    prepared, _ = prepare_tables(tables, asked)
    labels = {name: labels_of(one.data, prepared[name].job) for name, one in release.tables.items()}
    found = across_tables(prepared, labels, None, asked)
    assert {one["name"] for one in found} == {"across-1", "across-3", "across-all"}
    for one in found:
        assert one["expected"] <= one["claims"] / k + 1e-9
        assert one["verdict"] != "breaks"


@given(frames(), st.booleans())
@slow
def test_measures_of_several_tables_are_those_of_each(tables: dict[str, pl.DataFrame], linked: bool) -> None:
    release = tokumei.anonymize(tables, job(2, linked=linked))
    measures = tokumei.measure(tables, release, job(2, linked=linked))
    role = "subject" if linked else "person"
    for name, own in TABLES.items():
        alone = {**own, role: "who", "privacy": {"k": 2}}
        assert (
            measures["tables"][name]["loss"] == tokumei.measure(tables[name], release.tables[name].data, alone)["loss"]
        )
