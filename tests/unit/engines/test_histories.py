"""Histories that are read block by block, from files to files."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.engines import streaming, streaming_histories
from tokumei.engines.staging import Staging
from tokumei.engines.streaming_histories import StreamingHistories, alike_in_parts
from tokumei.history.blocks import RECORDS, blocks_needed, blocks_of


def purchases(people: int = 48, seed: int = 1) -> pl.DataFrame:
    """Made-up purchases; `number` says which record a row was, so that a release can be held against it."""
    rng = np.random.default_rng(seed)
    owner = np.repeat(np.arange(people), 1 + rng.poisson(3, people))
    size = len(owner)
    return pl.DataFrame(
        {
            "customer": [f"c{one}" for one in owner],
            "sex": ["fm"[one % 2] for one in owner],
            "day": [f"2011-{month:02}-{day:02}" for month, day in rng.integers(1, 13, (size, 2)).tolist()],
            "goods": [f"g{goods}" for goods in rng.integers(0, 9, size)],
            "price": rng.integers(1, 40, size) / 4,
            "number": np.arange(size),
        }
    )


def job(source: Any, output: Path, *, engine: Any = "streaming", **more: Any) -> dict[str, Any]:
    return {
        "source": source,
        "subject": "customer",
        "columns": {
            "customer": "identifier",
            "sex": {"role": "quasi", "type": "category"},
            "day": {"role": "quasi", "type": "date"},
            "goods": {"role": "quasi", "type": "category"},
            "price": {"role": "quasi", "type": "number"},
            "number": {"role": "keep", "shown": True},
        },
        "privacy": {"k": 3},
        "engine": engine,
        "output": {"data": str(output)},
        **more,
    }


def blocks(number: int) -> dict[str, Any]:
    return {"name": "streaming", "pieces": number}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches and buckets so small that there are many."""
    monkeypatch.setattr(streaming, "BATCH", 37)
    monkeypatch.setattr(streaming, "BUCKET", 50)
    monkeypatch.setattr(streaming_histories, "PART", 50)


@pytest.mark.parametrize("ending", ["csv", ""])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.usefixtures("small")
def test_from_folders_to_files_and_folders(kind: str, ending: str, tmp_path: Path) -> None:
    frame = purchases()
    (tmp_path / "in").mkdir()
    for number, part in enumerate(frame.iter_slices(80)):
        getattr(part, f"write_{kind}")(tmp_path / "in" / f"{number}.{kind}")
    target = tmp_path / (f"release.{ending}" if ending else "release")
    asked = job({kind: str(tmp_path / "in")}, target, engine=blocks(4))
    found = tokumei.run(asked)
    assert found.report["engine"] == {"name": "streaming", "blocks": 4}
    released = found.data.collect()
    assert released.columns == frame.columns
    assert released.height == found.report["released"] == frame.height - found.report["removed"]
    assert tokumei.verify(target, asked).ok
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"in", target.name, f"{target.name}.report.html", f"{target.name}.report.json"}


@pytest.mark.usefixtures("small")
def test_neither_order_nor_batches_decide_the_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame, reports = purchases(), []
    for number, order in enumerate((np.arange(frame.height), np.random.default_rng(2).permutation(frame.height))):
        frame[order].write_parquet(tmp_path / f"{number}.parquet")
        asked = job(str(tmp_path / f"{number}.parquet"), tmp_path / f"out{number}.parquet", engine=blocks(3))
        reports.append(tokumei.run(asked).report)
        monkeypatch.setattr(streaming, "BATCH", 1_000)
    first, second = reports
    assert first["history"]["clusters"] == second["history"]["clusters"]
    assert first["group_sizes"] == second["group_sizes"]
    assert first["loss"]["ncp"] == pytest.approx(second["loss"]["ncp"], abs=1e-12)


@pytest.mark.usefixtures("small")
def test_rows_leave_in_no_order_of_blocks(tmp_path: Path) -> None:
    frame = purchases()
    frame.write_parquet(tmp_path / "in.parquet")
    asked = job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet", engine=blocks(4), seed=1)
    tokumei.run(asked)
    owner = pl.read_parquet(tmp_path / "out.parquet")["customer"].to_list()
    assert sum(one != other for one, other in pairwise(owner)) > frame.height / 2
    lengths = [Counter(owner)[one] for one in owner]
    assert lengths != sorted(lengths, reverse=True)


def test_a_release_is_judged_by_whole_histories_in_whatever_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {f"p{number}": [("a", number % 3), ("b", 1)] for number in range(60)}
    cells = [(name, *row) for name, own in rows.items() for row in own]
    frame = pl.DataFrame(cells, schema=["customer", "x", "y"], orient="row").sample(fraction=1, shuffle=True, seed=1)
    monkeypatch.setattr(streaming_histories, "PART", 25)
    parts = list(alike_in_parts(frame.lazy(), "customer", ["x", "y"]))
    assert len(parts) > 1
    assert sorted(pl.concat(parts).rows()) == sorted(cells)
    homes = [{tuple(sorted(rows[name])) for name in part["customer"].unique().to_list()} for part in parts]
    assert sum(map(len, homes)) == len(set.union(*homes)) == 3


def test_a_release_that_breaks_its_promise_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    purchases().write_parquet(tmp_path / "in.parquet")
    asked = job(str(tmp_path / "in.parquet"), tmp_path / "out.csv", engine=blocks(2))
    tokumei.run(asked)
    before = (tmp_path / "out.csv").read_bytes()
    write = Staging.write

    def spoiled(self: Any, frame: pl.DataFrame, people: Any) -> None:
        first = pl.int_range(pl.len()) == 0
        write(self, frame.with_columns(pl.when(first).then(pl.lit("g99")).otherwise("goods").alias("goods")), people)

    monkeypatch.setattr(Staging, "write", spoiled)
    with pytest.raises(tokumei.PromiseError, match="k-anonymity of histories: 1 where 3 is promised"):
        tokumei.run(asked, force=True)
    assert (tmp_path / "out.csv").read_bytes() == before
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".tmp")]


def test_a_source_that_changes_between_the_passes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "in.csv"
    purchases().write_csv(source)
    release = StreamingHistories.release

    def changed(self: Any, *arguments: Any, **named: Any) -> Any:
        purchases(seed=9).write_csv(source)
        return release(self, *arguments, **named)

    monkeypatch.setattr(StreamingHistories, "release", changed)
    with pytest.raises(tokumei.SourceError, match="changed while it was read"):
        tokumei.run(job(str(source), tmp_path / "out.parquet"))
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def _wrong(what: str) -> tuple[pl.DataFrame, dict[str, Any]]:
    frame = purchases()
    if what == "few":
        return frame.filter(pl.col("customer").is_in(["c1", "c2"])), {}
    if what == "nobody":
        return frame.with_columns(pl.when(pl.col("number") < 7).then(None).otherwise("customer").alias("customer")), {}
    if what == "lengths":
        return frame, {"privacy": {"k": 3, "suppress": 0.0}}
    if what == "where":
        return frame, {"where": {"sex": "f", "price": {"from": 9_000}}}
    if what == "values":
        alike = pl.col("customer").str.slice(1).cast(pl.Int64) < 24
        columns = {**job("", Path())["columns"], "number": {"role": "sensitive", "type": "category", "shown": True}}
        sick = frame.with_columns(pl.when(alike).then(pl.lit("x")).otherwise(pl.col("goods")).alias("number"))
        longer = pl.concat([sick.filter(alike)] * 9 + [sick.filter(~alike)])
        return longer, {"columns": columns, "privacy": {"k": 3, "l_diversity": {"number": {"distinct": 3}}}}
    return frame, {"columns": {**job("", Path())["columns"], "sex": {"role": "quasi", "constant": True}}}


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("few", "The data have 2 subjects, fewer than k = 3"),
        ("nobody", "The subject column 'customer' is empty in 7 of 209 rows"),
        ("lengths", "the histories' lengths alone remove"),
        ("where", "No record meets `where`"),
        ("values", "One of 2 blocks of histories cannot keep the promises by itself"),
        ("constant", "Column 'sex' is declared `constant`, but changes in 1 records of 1 subjects"),
    ],
)
def test_what_no_release_can_keep_is_one_sentence(what: str, said: str, tmp_path: Path) -> None:
    frame, more = _wrong(what)
    if what == "constant":
        frame = frame.with_columns(pl.when(pl.col("number") == 3).then(pl.lit("?")).otherwise("sex").alias("sex"))
    frame.write_parquet(tmp_path / "in.parquet")
    with pytest.raises(tokumei.TokumeiError, match=said):
        tokumei.run(job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet", engine=blocks(2), **more))
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_one_customer_with_most_records_stands_with_others(tmp_path: Path) -> None:
    frame = pl.concat([purchases(), purchases().with_columns(pl.lit("c0").alias("customer"))])
    frame.write_parquet(tmp_path / "in.parquet")
    asked = job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet", engine=blocks(8))
    report = tokumei.run(asked).report
    assert report["engine"]["blocks"] == 8
    assert report["smallest_group"] >= 3


def test_sets_that_are_lists_and_derived_columns_are_coded_as_in_memory(tmp_path: Path) -> None:
    frame = purchases().with_columns(pl.concat_list("goods", pl.lit("bag")).alias("goods"))
    frame.write_parquet(tmp_path / "in.parquet")
    columns = {**job("", Path())["columns"], "goods": {"role": "quasi", "type": "set"}, "day": "identifier"}
    columns["month"] = {"role": "quasi", "type": "category"}
    columns["price"] = {"role": "quasi", "type": "number", "round": 5}
    columns["digit"] = {"role": "quasi", "type": "category"}
    derived = {"month": {"prefix_of": "day", "length": 7}, "digit": {"prefix_of": "price", "length": 1}}
    more = {"columns": columns, "derive": derived, "where": {"sex": "f"}}
    reports = []
    for engine in ("local", "streaming"):
        target = tmp_path / f"{engine}.parquet"
        reports.append(tokumei.run(job(str(tmp_path / "in.parquet"), target, engine=engine, **more)).report)
        assert pl.read_parquet_schema(target)["goods"] == pl.List(pl.String)
    local, one = reports
    assert one["loss"]["columns"] == pytest.approx(local["loss"]["columns"])
    assert one["sets"] == local["sets"]
    assert one["notes"] == local["notes"]


COUNTS = st.lists(st.integers(1, 12), min_size=1, max_size=60)


@given(counts=COUNTS, blocks=st.integers(1, 9), size=st.integers(2, 5), seed=st.integers(0, 5))
def test_blocks_have_whole_clusters_and_lengths_that_do_not_cross(
    counts: list[int], blocks: int, size: int, seed: int
) -> None:
    own = np.array(counts, dtype=np.int64)
    traits = np.random.default_rng(seed).integers(0, 3, (len(own), 2)).astype(np.float64)
    block = blocks_of(own, traits, blocks, size=size)
    sizes = np.bincount(block)
    assert len(sizes) == max(1, min(blocks, len(own) // size))
    assert (sizes[:-1] % size == 0).all()
    assert len(sizes) == 1 or sizes.min() >= size
    for number in range(len(sizes) - 1):
        assert own[block == number].min() >= own[block == number + 1].max()


def test_blocks_are_as_many_as_records_and_people_ask_for() -> None:
    assert blocks_needed(np.full(100, 5), size=5) == 1
    assert blocks_needed(np.full(20_000, 5 * RECORDS // 20_000), size=5) == 5
    assert blocks_needed(np.full(30, RECORDS), size=5) == 1  # fewer blocks than records ask for: people are too few
    assert blocks_needed(np.full(1_000_000, 1), size=5) == 43


CELLS = st.tuples(
    st.integers(0, 7), st.one_of(st.none(), st.integers(0, 6)), st.sampled_from("abc"), st.sampled_from("xyz")
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    cells=st.lists(CELLS, min_size=4, max_size=50),
    k=st.integers(2, 3),
    pieces=st.integers(1, 4),
    suppress=st.sampled_from([None, 0.3, 0.6]),
    diverse=st.booleans(),
)
def test_every_promise_is_kept_in_the_whole_of_many_blocks(
    cells: list[Any],
    k: int,
    pieces: int,
    suppress: float | None,
    diverse: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    place = tmp_path_factory.mktemp("blocks")
    types = {"who": pl.Int64, "a": pl.Int64, "b": pl.String, "sick": pl.String}
    frame = pl.DataFrame(cells, schema=types, orient="row")
    frame.with_row_index("number").write_parquet(place / "in.parquet")
    asked = {
        "source": str(place / "in.parquet"),
        "subject": "who",
        "columns": {
            "who": "identifier",
            "a": {"role": "quasi", "type": "number"},
            "b": {"role": "quasi", "type": "category"},
            "sick": {"role": "sensitive", "type": "category", "shown": True},
            "number": {"role": "keep", "shown": True},
        },
        "privacy": {
            "k": k,
            **({} if suppress is None else {"suppress": suppress}),
            **({"l_diversity": {"sick": {"distinct": 2}}} if diverse else {}),
        },
        "engine": blocks(pieces),
        "output": {"data": str(place / "out.parquet")},
    }
    try:
        report = tokumei.run(asked).report
    except tokumei.Infeasible as refused:
        if "blocks of histories" not in str(refused):
            with pytest.raises(tokumei.Infeasible):
                tokumei.run({**asked, "engine": "local"}, force=True)
        else:
            assert diverse  # of lengths, every block has enough
        return
    released = pl.read_parquet(place / "out.parquet").rows(named=True)
    histories: dict[str, list[Any]] = {}
    person: dict[str, set[int]] = {}
    for row in released:
        who, a, b, sick = cells[row["number"]]
        assert row["sick"] in ((sick, "*") if diverse else (sick,))
        assert b in row["b"].strip("{}").split(";") or row["b"] == "*"
        low, _, high = (row["a"] or "").strip("[]").partition(";")
        assert row["a"] == "*" or (row["a"] is None) == (a is None)
        assert a is None or row["a"] == "*" or int(low) <= a <= int(high or low)
        histories.setdefault(row["who"], []).append((row["a"] or "", row["b"]))
        person.setdefault(row["who"], set()).add(who)
    assert all(len(people) == 1 for people in person.values())
    assert len(set.union(set(), *person.values())) == len(person)
    shared = Counter(tuple(sorted(rows)) for rows in histories.values())
    assert not shared or min(shared.values()) >= k
    lines: dict[Any, set[str]] = {}
    for row in released:
        line = tuple(sorted(histories[row["who"]])), row["a"], row["b"]
        lines.setdefault(line, set()).update({row["sick"]} - {"*"})
    assert not diverse or all(len(values) != 1 for values in lines.values())
    assert len({row["number"] for row in released}) == len(released) == report["released"]
    assert report["removed"] == len(cells) - len(released)
    assert suppress is None or report["removed"] <= suppress * len(cells)
