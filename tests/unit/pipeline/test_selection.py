"""Which records are read, one for each person, and what is derived from others."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei

VISITS = pl.DataFrame(
    {
        "patient": ["a", "a", "b", "b", "c", "d", "e", "f"],
        "visited": ["2020-01-01", "2021-05-01", "2021-03-31", None, "2021-04-01", "2020-02-29", "2019-12-31", None],
        "cost": [0, 10, 20, 30, 40, 50, 60, None],
        "ills": ["flu,cold", "cold", "flu", "", "flu", None, "cold", "flu"],
        "town": ["k1", "k1", "k2", "o1", "o1", "o2", None, "k1"],
    }
)
ROLES: dict[str, Any] = {
    "patient": "identifier",
    "visited": {"role": "keep", "type": "date"},
    "cost": {"role": "quasi", "type": "number"},
    "ills": {"role": "sensitive", "type": "set"},
    "town": {"role": "quasi", "type": "category", "hierarchy": {"prefixes": [1]}},
}


def released(columns: dict[str, Any] | None = None, data: pl.DataFrame = VISITS, **more: Any) -> tokumei.Release:
    job = {"columns": {**ROLES, **(columns or {})}, "privacy": {"k": 2}, "output": {"order": "keep"}, **more}
    return tokumei.anonymize(data, job)


def refusal(columns: dict[str, Any] | None = None, data: pl.DataFrame = VISITS, **more: Any) -> str:
    with pytest.raises(tokumei.TokumeiError) as said:
        released(columns, data, **more)
    assert said.value.exit_status == 2
    return str(said.value)


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ({"cost": {"over": 0, "to": 40}}, [1, 2, 3, 4]),
        ({"cost": {"missing": True}, "patient": "f"}, [7]),
        ({"cost": {"missing": False}}, [0, 1, 2, 3, 4, 5, 6]),
        ({"visited": {"from": "2021", "under": "2021-05-01"}}, [2, 4]),
        ({"town": "k*"}, [0, 1, 2, 7]),
        ({"town": ["k1", "o2"]}, [0, 1, 5, 7]),
        ({"ills": {"has": ["flu"]}, "town": {"missing": False}}, [0, 2, 4, 7]),
        ({"ills": {"missing": False}, "cost": {"from": 30}}, [3, 4, 6]),
    ],
)
def test_records_that_do_not_meet_the_filter_are_not_read(where: dict[str, Any], rows: list[int]) -> None:
    if len(rows) < 2:
        with pytest.raises(tokumei.Infeasible):
            released(where=where)
        return
    release = released(where=where)
    assert release.data["visited"].to_list() == VISITS["visited"][rows].to_list()
    note = next(note["values"] for note in release.report["notes"] if note["key"] == "left_out_by_filter")
    assert note == {"records": 8 - len(rows), "of": 8}
    assert release.report["records"] == len(rows)


@settings(max_examples=30, deadline=None)
@given(
    costs=st.lists(st.integers(0, 9) | st.none(), min_size=3, max_size=20),
    low=st.integers(0, 9),
    ends=st.sampled_from([("from", "to"), ("over", "under"), ("from", "under"), ("over", "to")]),
    width=st.integers(1, 9),
)
def test_a_range_reads_what_lies_in_it(costs: list[int | None], low: int, ends: tuple[str, str], width: int) -> None:
    frame = pl.DataFrame({"cost": costs, "row": range(len(costs))}, schema={"cost": pl.Int64, "row": pl.Int64})
    job = {
        "columns": {"cost": {"role": "quasi", "type": "number"}, "row": "keep"},
        "where": {"cost": {ends[0]: low, ends[1]: low + width}},
        "privacy": {"k": 2},
    }
    first, last = low + (ends[0] == "over"), low + width - (ends[1] == "under")
    rows = {row for row, cost in enumerate(costs) if cost is not None and first <= cost <= last}
    if len(rows) >= 2:
        assert set(tokumei.anonymize(frame, job).data["row"]) == rows
        return
    with pytest.raises(tokumei.TokumeiError):
        tokumei.anonymize(frame, job)


def test_a_filter_that_does_not_fit_says_so() -> None:
    assert "`where.age` names 'age', which is not a column of the job" in refusal(where={"age": 1})
    assert "'nobody' is no value of the column" in refusal(where={"patient": "nobody"})
    assert "No record meets `where`" in refusal(where={"cost": {"over": 99}})
    assert "ranges are for numbers and dates" in refusal(where={"patient": {"from": 1}})
    assert "`where.cost.misssing`: this key is not known" in refusal(where={"cost": {"misssing": True}})
    dropped = VISITS.drop("visited")
    assert "which the source does not have" in refusal(data=dropped, where={"visited": {"missing": False}})


@pytest.mark.parametrize(
    ("one_per", "rows"),
    [
        ({"person": "last", "by": "visited"}, [1, 2, 4, 5, 6, 7]),
        ({"person": "first", "by": "visited"}, [0, 2, 4, 5, 6, 7]),
        ({"person": "last", "by": "cost"}, [1, 3, 4, 5, 6, 7]),
    ],
)
def test_one_record_a_person_is_read(one_per: dict[str, Any], rows: list[int]) -> None:
    release = released(person="patient", one_per=one_per)
    assert release.data["visited"].to_list() == VISITS["visited"][rows].to_list()
    assert not any(note["key"] == "repeated_identifier" for note in release.report["warnings"])


def test_a_person_is_needed_and_asked_for_by_name() -> None:
    last = {"person": "last", "by": "visited"}
    assert "`one_per` needs to know whose each record is" in refusal(one_per=last)
    assert "`person` names 'cost', which is not a column with the role identifier" in refusal(person="cost")
    assert "set `by`" in refusal(person="patient", one_per={"person": "last"})
    assert "leave `by` out" in refusal(person="patient", one_per={"person": "random", "by": "visited"})
    assert "it takes numbers or dates" in refusal(person="patient", one_per={"person": "last", "by": "town"})
    unnamed = VISITS.with_columns(patient=pl.when(pl.int_range(pl.len()) > 5).then(None).otherwise("patient"))
    assert "`where: {patient: {missing: false}}`" in refusal(data=unnamed, person="patient", one_per=last)


@settings(max_examples=25, deadline=None)
@given(
    people=st.lists(st.sampled_from("abc"), min_size=6, max_size=20),
    keep=st.sampled_from(["first", "last", "random"]),
    data=st.data(),
)
def test_the_order_of_the_source_does_not_choose_the_record(people: list[str], keep: str, data: Any) -> None:
    day = data.draw(st.lists(st.integers(0, 3), min_size=len(people), max_size=len(people)))
    frame = pl.DataFrame({"who": people, "day": day, "pay": range(len(people))})
    one_per = {"person": keep, **({} if keep == "random" else {"by": "day"})}
    job = {
        "columns": {"who": "identifier", "day": {"role": "quasi", "type": "number"}, "pay": "keep"},
        "person": "who",
        "one_per": one_per,
        "privacy": {"k": 2},
        "seed": 7,
    }
    if len(set(people)) < 2:
        return
    shuffled = frame[data.draw(st.permutations(range(len(people))))]
    chosen = [set(tokumei.anonymize(one, job).data["pay"]) for one in (frame, shuffled)]
    assert chosen[0] == chosen[1]
    own = {pay: (who, when) for who, when, pay in frame.rows()}
    assert sorted(own[pay][0] for pay in chosen[0]) == sorted(set(people))
    if keep != "random":
        ends = max if keep == "last" else min
        assert all(own[pay][1] == ends(when for who, when in own.values() if who == own[pay][0]) for pay in chosen[0])


def test_columns_are_derived_from_others() -> None:
    roles = {name: {"role": "keep"} for name in ("year", "fiscal", "area", "age")}
    derive = {
        "year": {"year_of": "visited"},
        "fiscal": {"fiscal_year_of": "visited"},
        "area": {"prefix_of": "town", "length": 1},
        "age": {"years_from": "visited", "at": "2022-03-31"},
    }
    data = released(roles, derive=derive).data
    assert data["year"].to_list() == [2020, 2021, 2021, None, 2021, 2020, 2019, None]
    assert data["fiscal"].to_list() == [2019, 2021, 2020, None, 2021, 2019, 2019, None]
    assert data["area"].to_list() == ["k", "k", "k", "o", "o", "o", None, "k"]
    assert data["age"].to_list() == [2, 0, 1, None, 0, 2, 2, None]


@given(st.dates(date(1900, 1, 1), date(2020, 1, 1)), st.dates(date(2020, 1, 1), date(2030, 1, 1)))
@settings(max_examples=40, deadline=None)
def test_years_are_full_years(birth: date, at: date) -> None:
    frame = pl.DataFrame({"birth": [birth] * 2, "sex": ["f", "m"]})
    job = {
        "columns": {"birth": "identifier", "sex": {"role": "quasi", "type": "category"}, "age": "keep"},
        "derive": {"age": {"years_from": "birth", "at": at}},
        "privacy": {"k": 2},
    }
    age = tokumei.anonymize(frame, job).data["age"][0]
    assert age == at.year - birth.year - ((at.month, at.day) < (birth.month, birth.day))


def test_a_derived_column_that_does_not_fit_says_so() -> None:
    year = {"year": {"year_of": "visited"}}
    assert "give 'year' a role under `columns`" in refusal(derive=year)
    assert "the source has a column 'cost' already" in refusal(derive={"cost": {"year_of": "visited"}})
    assert "which is not a column of the job" in refusal({"year": "keep"}, derive={"year": {"year_of": "day"}})
    early = {"age": {"years_from": "visited", "at": "2021-01-01"}}
    assert "3 records have a date in 'visited' after 2021-01-01" in refusal({"age": "keep"}, derive=early)
    both = {"age": {"year_of": "visited", "prefix_of": "town"}}
    assert "a derived column is exactly one of" in refusal({"age": "keep"}, derive=both)
    assert "`derive.a.length`: this key is needed" in refusal({"a": "keep"}, derive={"a": {"prefix_of": "town"}})
    cost = {"a": {"year_of": "town"}}
    assert "town" in refusal({"a": "keep"}, derive=cost)


def test_filters_can_name_derived_columns_and_a_release_is_verified_without_them() -> None:
    job = {
        "columns": {**ROLES, "year": "keep"},
        "derive": {"year": {"year_of": "visited"}},
        "where": {"year": {"from": 2020}},
        "privacy": {"k": 2},
    }
    release = tokumei.anonymize(VISITS, job)
    assert sorted(release.data["year"]) == [2020, 2020, 2021, 2021, 2021]
    assert tokumei.verify(release.data, job).ok
    assert tokumei.measure(VISITS, release, job)["records"] == 5


def test_years_are_derived_from_dates_of_eras() -> None:
    births = pl.DataFrame({"birth": ["S32.10.11", "昭和32年3月31日", "令和元年5月1日", "H31.4.30"]})
    job = {
        "columns": {
            "birth": "identifier",
            "age": {"role": "keep"},
            "year": {"role": "keep"},
            "same": {"role": "quasi", "type": "number"},
        },
        "derive": {
            "age": {"years_from": "birth", "at": "2026-04-01"},
            "year": {"fiscal_year_of": "birth"},
            "same": {"year_of": "birth"},
        },
        "privacy": {"k": 2},
        "output": {"order": "keep"},
    }
    data = tokumei.anonymize(births, job).data
    assert data["age"].to_list() == [68, 69, 6, 6]
    assert data["year"].to_list() == [1957, 1956, 2019, 2019]
