"""Column policies: applied before groups are made, and judged from labels as promises of their own."""

from __future__ import annotations

import math
import random
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.core.promise import Promise
from tokumei.report import render

RNG = np.random.default_rng(5)
PEOPLE = pl.DataFrame(
    {
        "age": RNG.integers(0, 105, 120).tolist(),
        "birth": [date(1930, 1, 1) + timedelta(days=int(days)) for days in RNG.integers(0, 28_000, 120)],
        "zip": [f"{code:07}" for code in RNG.integers(9_200_000, 9_209_999, 120)],
        "income": (RNG.random(120) * 90_000).round(2).tolist(),
    }
)


def released(
    column: str, k: int = 3, data: pl.DataFrame = PEOPLE, *, suppress: float = 0.0, **policy: Any
) -> tokumei.Release:
    kinds = {"age": "number", "birth": "date", "zip": "category", "income": "number"}
    job = {
        "columns": {column: {"role": "quasi", "type": kinds[column], **policy}},
        "others": "drop",
        "privacy": {"k": k, "suppress": suppress},
        "output": {"order": "keep"},
    }
    release = tokumei.anonymize(data, job)
    assert tokumei.verify(release.data, job).ok
    measured = tokumei.measure(data, release, job)
    assert measured["loss"]["columns"][column] == pytest.approx(release.report["loss"]["columns"][column])
    assert not measured["uncovered"]
    assert not measured["unread"]
    return release


def refusal(column: dict[str, Any]) -> str:
    with pytest.raises(tokumei.JobError) as said:
        tokumei.anonymize(PEOPLE, {"columns": {"age": column}, "others": "drop", "privacy": {"k": 2}})
    return str(said.value)


def promise(release: tokumei.Release, kind: str) -> dict[str, Any]:
    (found,) = [one for one in release.report["promises"] if one["kind"] == kind]
    return found


def broken(column: str, labels: list[str | None], job_column: dict[str, Any]) -> list[str]:
    job = {"columns": {column: {"role": "quasi", **job_column}}, "privacy": {"k": 2}}
    found = tokumei.verify(pl.DataFrame({column: [label for label in labels for _ in range(2)]}), job)
    return [one.kind for one in found.broken]


def test_birth_dates_are_published_to_the_year_at_most() -> None:
    release = released("birth", hierarchy={"levels": ["month", "year", "decade"]}, at_least="year")
    assert set(release.data["birth"].cast(pl.String).str.len_chars()) <= {4, 5, 1}
    assert promise(release, "at_least") == {
        "kind": "at_least",
        "name": "at_least of birth",
        "column": "birth",
        "parameters": {"at_least": "year"},
        "target": 0,
        "achieved": 0,
        "holds": True,
        "vacuous": False,
    }


def test_days_that_begin_a_month_are_published_as_months() -> None:
    months = PEOPLE.with_columns(birth=pl.col("birth").dt.truncate("1mo"))
    release = released("birth", data=months, k=2, hierarchy={"levels": ["month", "year"]}, at_least="month")
    assert not any(len(label) == 10 for label in release.data["birth"])


@settings(max_examples=30, deadline=None)
@given(
    births=st.lists(st.dates(date(1900, 1, 1), date(2030, 12, 31)) | st.none(), min_size=4, max_size=30),
    levels=st.sampled_from([["month", "quarter", "year", "decade"], ["month", "quarter", "fiscal_year"]]),
    truncated=st.booleans(),
    data=st.data(),
)
def test_no_date_is_published_finer_than_its_level(
    births: list[date | None], levels: list[str], truncated: bool, data: st.DataObject
) -> None:
    least = data.draw(st.sampled_from(levels))
    if not any(births):
        return
    births = [birth.replace(month=1, day=1) if birth and truncated else birth for birth in births]
    frame = pl.DataFrame({"birth": births}, schema={"birth": pl.Date})
    labels = released("birth", k=2, data=frame, hierarchy={"levels": levels}, at_least=least).data["birth"]
    for birth, label in zip(births, labels.cast(pl.String).to_list(), strict=True):
        if birth is None or label == "*":
            assert label in ("*", None)
            continue
        quarter = f"{birth.year}-Q{(birth.month + 2) // 3}"
        written = {"month": f"{birth:%Y-%m}", "quarter": quarter, "year": f"{birth.year}"}
        written["decade"] = f"{birth.year // 10 * 10}s"
        written["fiscal_year"] = f"FY{birth.year - (birth.month < 4)}"
        assert label in [written[level] for level in levels[levels.index(least) :]]


def test_postal_codes_are_published_by_their_prefix() -> None:
    release = released("zip", k=2, hierarchy={"prefixes": [5, 3, 2]}, at_least=3)
    assert set(release.data["zip"]) == {"920****"}


def test_intervals_are_no_narrower_than_asked() -> None:
    release = released("age", k=2, hierarchy={"intervals": [5, 10, 20]}, at_least=10)
    assert not any(label.endswith(("4]", "5]")) for label in release.data["age"])


def test_nothing_is_published_coarser_than_asked() -> None:
    settings = {"hierarchy": {"levels": ["month", "year", "decade"]}, "at_most": "year"}
    release = released("birth", k=2, suppress=0.9, **settings)
    assert promise(release, "at_most")["holds"]
    assert "*" not in release.data["birth"].cast(pl.String).to_list()
    assert 0 < release.report["removed"] <= 0.9 * release.report["records"]
    with pytest.raises(tokumei.Infeasible, match=r"`at_most` of 'birth', .* Allow more, or name a coarser level"):
        released("birth", k=2, **settings)


@settings(max_examples=25, deadline=None)
@given(
    ages=st.lists(st.integers(0, 99), min_size=2, max_size=40),
    k=st.integers(2, 4),
    most=st.sampled_from([5, 10, 20]),
    score=st.sampled_from(["ncp", "median", "prec", "takahashi"]),
)
def test_who_has_too_little_company_within_the_bound_is_removed(ages: list[int], k: int, most: int, score: str) -> None:
    company = Counter(age // most for age in ages)
    lonely = [age for age in ages if company[age // most] < k]
    job = {
        "columns": {
            "age": {"role": "quasi", "type": "number", "hierarchy": {"intervals": [5, 10, 20]}, "at_most": most},
        },
        "privacy": {"k": k, "suppress": 1.0},
        "method": {"score": score},
        "output": {"removed": "mark", "order": "keep"},
    }
    if score == "takahashi":  # removes by items alone
        job["privacy"]["suppress"] = 0.0
    frame = pl.DataFrame({"age": ages})
    if len(lonely) == len(ages) or (score == "takahashi" and lonely):
        with pytest.raises(tokumei.Infeasible):
            tokumei.anonymize(frame, job)
        return
    labels = tokumei.anonymize(frame, job).data["age"].cast(pl.String).to_list()
    for age, label in zip(ages, labels, strict=True):
        if age in lonely:
            assert label == "*"
        elif label not in (str(age), "*"):  # a removed outlier is marked too
            low, high = (int(end) for end in label.strip("[]").split(";"))
            assert low <= age <= high
            assert high - low < most


def test_at_most_breaks_where_a_value_is_coarser(tmp_path: Path) -> None:
    tens = {"type": "number", "hierarchy": {"intervals": [5, 10]}, "at_most": 5}
    assert broken("a", ["[20;24]", "31"], tens) == []
    assert broken("a", ["[20;29]", "31"], tens) == ["at_most"]
    assert broken("a", ["*", "31"], tens) == ["at_most"]
    zips = {"type": "category", "hierarchy": {"prefixes": [4, 3, 2]}, "at_most": 3}
    assert broken("a", ["9201234", "920****"], zips) == []
    assert broken("a", ["92*****", "920****"], zips) == ["at_most"]
    days = {"type": "date", "hierarchy": {"levels": ["month", "year", "decade"]}, "at_most": "year"}
    assert broken("a", ["2011", "2011-03"], days) == []
    assert broken("a", ["2010s", "2011-03"], days) == ["at_most"]
    (tmp_path / "ages.csv").write_text("17;1x;0y\n18;1x;0y\n", encoding="utf-8")
    filed = {"type": "number", "hierarchy": str(tmp_path / "ages.csv"), "at_most": 1}
    assert broken("a", ["1x", "17"], filed) == []
    assert broken("a", ["0y", "17"], filed) == ["at_most"]


def test_a_level_of_a_file_is_named_by_its_number(tmp_path: Path) -> None:
    rows = "".join(f"{age};{age // 10}x;{age // 50}y\n" for age in range(105))
    (tmp_path / "ages.csv").write_text(rows, encoding="utf-8")
    job = {"hierarchy": str(tmp_path / "ages.csv"), "at_least": 1}
    release = released("age", k=2, **job)
    assert not any(label.isdigit() for label in release.data["age"])
    assert broken("age", ["1x", "17"], {"type": "number", **job}) == ["at_least"]
    with pytest.raises(tokumei.JobError, match="levels are 1 to 3"):
        released("age", hierarchy=str(tmp_path / "ages.csv"), at_least=9)


@pytest.mark.parametrize("form", ["%Y-%m", "%Y年%m月", "%Y-%m-%d", "%Y%m%d", "%Y年", "%Y/%m/%d %H:%M"])
def test_ranges_of_dates_in_a_detected_form_end_with_months(form: str) -> None:
    texts = PEOPLE.with_columns(birth=pl.col("birth").cast(pl.Datetime).dt.to_string(form))
    release = released("birth", data=texts, k=3, type="date", ends="round")
    assert tokumei.verify(release.data, release.job).ok
    short = texts.with_columns(birth=pl.col("birth").str.replace_all(r"([/年-])0", "$1"))
    assert released("birth", data=short, k=3, type="date", ends="round", format=form).report["verified"]


def test_high_and_low_values_are_published_together() -> None:
    labels = released("age", k=2, top=90, bottom=20).data["age"].to_list()
    assert {"[90;]", "[;20]"} <= set(labels)
    for age, label in zip(PEOPLE["age"], labels, strict=True):
        assert age < 90 or label.endswith(";]") or label == "*"
        assert age > 20 or label.startswith("[;") or label == "*"


@settings(max_examples=30, deadline=None)
@given(
    ages=st.lists(st.integers(-50, 150) | st.none(), min_size=6, max_size=40),
    bottom=st.integers(-60, 40) | st.just(20.5) | st.none(),
    top=st.integers(41, 160) | st.just(90.5) | st.none(),
    ends=st.sampled_from(["exact", "round", 5, 7, 20]),
)
def test_every_record_lies_in_what_is_published_and_nothing_tells_more(
    ages: list[int | None], bottom: float | None, top: float | None, ends: Any
) -> None:
    if len({age for age in ages if age is not None}) < 1:
        return
    policy = {name: value for name, value in {"top": top, "bottom": bottom, "ends": ends}.items() if value is not None}
    frame = pl.DataFrame({"age": ages}, schema={"age": pl.Int64})
    labels = released("age", k=2, data=frame, **policy).data["age"].cast(pl.String).to_list()
    for age, label in zip(ages, labels, strict=True):
        if label == "*" or age is None:
            assert label in ("*", None)
            continue
        low, high = label[1:-1].split(";") if label.startswith("[") else (label, label)
        assert not low or float(low) <= age
        assert not high or age <= float(high)
        assert top is None or not high or float(high) < top
        assert bottom is None or not low or float(low) > bottom
        if isinstance(ends, int):
            assert not low or not high or float(low) % ends == 0 or float(low) == math.floor(bottom or 0) + 1
            assert not low or not high or (float(high) + 1) % ends == 0 or float(high) == math.ceil(top or 0) - 1


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=4, max_size=30),
    st.sampled_from(["round", 0.1, 2.5, 1000]),
)
@example([0.0, 0.0, 0.0, 2.225073858507e-311], "round")
@example([0.0, 0.0, 1e-30, 3e-30], "round")
def test_ends_of_any_numbers_lie_on_a_grid(values: list[float], ends: Any) -> None:
    if len(set(values)) < 2:
        return
    released("income", k=2, data=pl.DataFrame({"income": values}), ends=ends)


def test_ends_of_dates_are_months_or_years() -> None:
    labels = released("birth", ends="round").data["birth"].to_list()
    assert all(label[1:11].endswith("-01-01") and label.endswith("-12-31]") for label in labels)
    near = PEOPLE.with_columns(birth=pl.date(2020, 1, 1) + pl.duration(days=pl.int_range(pl.len())))
    labels = released("birth", data=near, ends="round").data["birth"].to_list()
    assert {label[:11] for label in labels} <= {f"[2020-0{month}-01" for month in range(1, 6)}


def test_amounts_are_published_in_thousands() -> None:
    job = {
        "columns": {
            "age": {"role": "quasi", "type": "number"},
            "income": {"role": "sensitive", "type": "number", "round": 1000},
        },
        "others": "drop",
        "privacy": {"k": 3, "l_diversity": {"income": {"distinct": 2}}},
        "output": {"order": "keep"},
    }
    release = tokumei.anonymize(PEOPLE, job)
    for before, after in zip(PEOPLE["income"], release.data["income"], strict=True):
        assert after % 1000 == 0
        assert abs(after - before) <= 500
    assert promise(release, "round")["holds"]
    assert any(note["key"] == "rounded_numbers" for note in release.report["notes"])
    leaked = release.data.with_columns(income=pl.col("income") + 1)
    assert [one.kind for one in tokumei.verify(leaked, job).broken] == ["round"]


@pytest.mark.parametrize("width", [0.05, 3, 2.5])
def test_rounded_quasi_identifiers_end_in_multiples(width: float) -> None:
    released("income", round=width, data=PEOPLE.with_columns(income=pl.col("income") / 100))


@pytest.mark.parametrize(
    ("labels", "column"),
    [
        (["2011", "2011-03"], {"type": "date", "hierarchy": {"levels": ["month", "year"]}, "at_least": "year"}),
        (["92*****", "9201***"], {"type": "category", "hierarchy": {"prefixes": [4, 3, 2]}, "at_least": 3}),
        (["[20;29]", "[30;34]"], {"type": "number", "hierarchy": {"intervals": [5, 10]}, "at_least": 10}),
        (["[20;29]", "31"], {"type": "number", "hierarchy": {"intervals": [5, 10]}, "at_least": 10}),
    ],
)
def test_a_finer_value_breaks_at_least(labels: list[str | None], column: dict[str, Any]) -> None:
    assert broken("a", labels, column) == ["at_least"]
    assert broken("a", [labels[0], "*", None], column) == []


def test_a_value_beyond_breaks_top_and_bottom() -> None:
    column = {"type": "number", "top": 90, "bottom": 20}
    assert broken("a", ["[90;]", "[;20]", "[21;89]", "[50;]", "*", None], column) == []
    assert broken("a", ["[90;]", "[91;]"], column) == ["top"]
    assert broken("a", ["90"], column) == ["top"]
    assert broken("a", ["[30;97]"], column) == ["top"]
    assert broken("a", ["[;19]"], column) == ["bottom"]
    assert broken("a", ["[20;30]"], column) == ["bottom"]


def test_an_end_off_the_grid_breaks_ends() -> None:
    assert broken("a", ["[0;4]", "[20;29]"], {"type": "number", "ends": 5}) == []
    assert broken("a", ["[0;4]", "[21;29]"], {"type": "number", "ends": 5}) == ["ends"]
    assert broken("a", ["[0;50]", "[50;10000]"], {"type": "number", "ends": "round"}) == []
    assert broken("a", ["[0;51]", "[51;10000]"], {"type": "number", "ends": "round"}) == ["ends"]
    assert broken("a", ["[2011-02-01;2011-02-28]"], {"type": "date", "ends": "round"}) == []
    assert broken("a", ["[2011-02-01;2011-02-27]"], {"type": "date", "ends": "round"}) == ["ends"]


def test_a_policy_alone_protects_nobody() -> None:
    found = Promise(kind="top", name="", target=0, achieved=0, holds=True)
    assert not found.protects


def test_a_policy_that_does_not_fit_is_refused() -> None:
    number = {"role": "quasi", "type": "number"}
    assert "give the column a `hierarchy`" in refusal({**number, "at_least": 5})
    tens = {**number, "hierarchy": {"intervals": [5, 10]}}
    assert "names no level of the hierarchy: it has 5, 10" in refusal({**tens, "at_least": 7})
    assert "leave `publish: ranges` out" in refusal({**tens, "at_least": 5, "publish": "ranges"})
    assert "names no level of the hierarchy: it has 5, 10" in refusal({**tens, "at_most": 7})
    assert "`at_least` is coarser than `at_most`" in refusal({**tens, "at_least": 10, "at_most": 5})
    assert "`top` is about ranges" in refusal({**tens, "top": 90})
    assert "`top` must lie above `bottom`" in refusal({**number, "top": 20, "bottom": 90})
    assert "`columns.age.ends`" in refusal({**number, "ends": "coarse"})
    assert "it belongs to `type: number`" in refusal({"role": "quasi", "type": "category", "top": 3})
    assert "it belongs to `role: quasi" in refusal({"role": "keep", "top": 3})
    assert "`columns.age.round`" in refusal({**number, "round": 0})
    assert "it belongs to" in refusal({"role": "quasi", "type": "text", "at_least": 3})


@pytest.mark.parametrize("policy", [{"top": 3}, {"ends": "round"}, {"round": 2}])
def test_columns_without_a_value_and_with_infinite_ones(policy: dict[str, Any]) -> None:
    empty = pl.DataFrame({"income": [None] * 4}, schema={"income": pl.Float64})
    assert released("income", k=2, data=empty, **policy).data["income"].null_count() == 4
    infinite = pl.DataFrame({"income": [1.0, 2.0, float("inf"), 3.0]})
    with pytest.raises(tokumei.DataError, match="are infinite"):
        released("income", k=2, data=infinite, **policy)


def test_a_japanese_report_words_every_policy() -> None:
    job = {
        "columns": {
            "age": {"role": "quasi", "type": "number", "top": 90, "bottom": 20, "ends": 5},
            "birth": {
                "role": "quasi",
                "type": "date",
                "hierarchy": {"levels": ["month", "year"]},
                "at_least": "year",
            },
            "income": {"role": "keep", "round": 1000},
        },
        "others": "drop",
        "privacy": {"k": 3},
        "output": {"language": "ja"},
    }
    page = render(tokumei.anonymize(PEOPLE, job).report, language="ja")
    for words in ("「birth」の細かさ", "「age」の上限", "「age」の下限", "「age」の範囲の端", "「income」の丸め"):
        assert words in page


def test_rounding_is_for_numbers() -> None:
    job = {
        "columns": {
            "age": {"role": "quasi", "type": "number"},
            "zip": {"role": "keep", "type": "category", "round": 5},
        },
        "others": "drop",
        "privacy": {"k": 2},
    }
    with pytest.raises(tokumei.JobError, match=r"`columns\.zip\.round` is for numbers"):
        tokumei.anonymize(PEOPLE, job)


@pytest.mark.parametrize(("ends", "width"), [("round", 5), (10, 10)])
def test_ranges_end_with_the_intervals_of_the_columns_hierarchy(ends: object, width: int) -> None:
    frame = pl.DataFrame({"age": [18 + number % 70 for number in range(280)]})
    column = {"role": "quasi", "type": "number", "hierarchy": {"intervals": [5, 10], "origin": 3}}
    job = {"columns": {"age": {**column, "publish": "ranges", "ends": ends}}, "privacy": {"k": 3}}
    release = tokumei.anonymize(frame, job)
    pairs = [label[1:-1].split(";") for label in release.data["age"].unique()]
    assert all((int(low) - 3) % width == 0 and (int(high) - 2) % width == 0 for low, high in pairs)
    assert tokumei.verify(release.data, job).ok
    job["columns"]["age"]["hierarchy"] = {"intervals": [5, 10]}
    assert not tokumei.verify(release.data, job).ok


@pytest.mark.parametrize("width", [0.1, 0.25, 1e-06, 3])
@pytest.mark.parametrize("origin", [0, 0.5])
def test_every_number_lies_in_its_step(width: float, origin: float) -> None:
    numbers = [round(number * 0.000001 * 7919, 6) for number in range(-300, 300)] + [0.3, 0.1 * 3, 1e12, 5.0]
    frame = pl.DataFrame({"x": numbers})
    tree = {"hierarchy": {"intervals": [width], "origin": origin}, "publish": "ranges"}
    column = {"role": "quasi", "type": "number", **tree, "ends": width}
    release = tokumei.anonymize(
        frame,
        {"columns": {"x": column}, "privacy": {"k": 2}, "output": {"order": "keep"}, "method": {"effort": "fast"}},
    )
    for number, label in zip(numbers, release.data["x"], strict=True):
        low, high = (Fraction(end) for end in label.strip("[]").split(";"))
        assert low <= Fraction(repr(number)) <= high
        assert (low - Fraction(repr(origin))) % Fraction(repr(width)) == 0


@pytest.mark.parametrize("score", ["ncp", "takahashi", "median"])
def test_items_of_sets_are_published_at_a_level_or_above(score: str) -> None:
    rng = random.Random(5)
    cells = [",".join(sorted(set(rng.choices(["a11", "a12", "a21", "b11", "b12"], k=3)))) for _ in range(80)]
    column = {"role": "quasi", "type": "set", "hierarchy": {"prefixes": [2, 1]}, "at_least": 2}
    job = {"columns": {"ills": column}, "privacy": {"k": 3}, "method": {"score": score}, "output": {"order": "keep"}}
    frame = pl.DataFrame({"ills": cells})
    release = tokumei.anonymize(frame, job)
    shown = [set(cell.split(",")) if cell else set() for cell in release.data["ills"]]
    assert set.union(*shown) <= {"a1*", "a2*", "b1*", "a**", "b**"}
    for own, nodes in zip(cells, shown, strict=True):
        assert all(any(item.startswith(node.rstrip("*")) for item in own.split(",")) for node in nodes)
    assert [promise.kind for promise in tokumei.verify(release.data, job).promises] == ["k", "at_least"]
    measured = tokumei.measure(frame, release.data, job)
    assert measured["loss"]["ncp"] == pytest.approx(release.report["loss"]["ncp"])
    finer = frame.with_columns(ills=pl.lit("a11"))
    assert not tokumei.verify(finer, job).ok
    with pytest.raises(tokumei.JobError, match="no level of the hierarchy"):
        tokumei.anonymize(frame, {**job, "columns": {"ills": {**column, "at_least": 3}}})
    with pytest.raises(tokumei.JobError, match="give the column a `hierarchy`"):
        tokumei.anonymize(frame, {**job, "columns": {"ills": {"role": "quasi", "type": "set", "at_least": 1}}})
