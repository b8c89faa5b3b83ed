"""Sets that come as lists leave as lists, in frames and in files that have them, and are read back from both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.pipeline import run

DRUGS = [["a", "b"], ["a", "b", "c"], ["b", "a"], [], [], [], None, None, None, ["a"], ["a"], ["a", "c"]]
ROOMS = ["x", "y", "z"]


def visits() -> pl.DataFrame:
    ward = ["p"] * 6 + ["q"] * 6
    return pl.DataFrame({"ward": ward, "drugs": DRUGS, "tags": [[1, 2]] * 12, "room": ROOMS * 4})


def job(**more: Any) -> dict[str, Any]:
    columns = {
        "ward": {"role": "quasi", "type": "category"},
        "drugs": {"role": "quasi", "type": "set", **more.pop("drugs", {})},
        "tags": "keep",
        "room": {"role": "keep", "type": "category"},
    }
    return {"columns": columns, "privacy": {"k": 3}, "output": {"order": "keep"}, "seed": 1, **more}


def check(shown: list[Any]) -> None:
    assert [None if cell is None else list(cell) for cell in shown] == [
        *[["a", "b"]] * 3,
        *[[]] * 3,
        *[None] * 3,
        *[["a"]] * 3,
    ]


def test_polars_lists() -> None:
    release = tokumei.anonymize(visits(), job())
    assert release.data.schema["drugs"] == pl.List(pl.String)
    assert release.data["tags"].to_list() == [[1, 2]] * 12
    check(release.data["drugs"].to_list())
    assert tokumei.verify(release.data, job()).ok
    measured = tokumei.measure(visits(), release.data, job())
    assert measured["loss"]["columns"] == pytest.approx(release.report["loss"]["columns"])
    assert measured["foreign"] == {}


def test_shuffled_lists_tell_nothing_of_the_order_of_the_source() -> None:
    shuffled = job(output={"order": "shuffle"})
    one = tokumei.anonymize(visits(), shuffled).data
    other = tokumei.anonymize(visits().reverse(), shuffled).data
    assert one.equals(other)


def test_pandas_lists() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"ward": visits()["ward"].to_list(), "drugs": DRUGS})
    asked = job()
    del asked["columns"]["tags"], asked["columns"]["room"]
    release = tokumei.anonymize(frame, asked)
    shown = release.data["drugs"].tolist()
    assert {type(cell) for cell in shown} == {list, type(None)}
    check(shown)
    assert tokumei.verify(release.data, asked).ok


def test_arrow_lists() -> None:
    arrow = pytest.importorskip("pyarrow")
    release = tokumei.anonymize(visits().to_arrow(), job())
    assert isinstance(release.data, arrow.Table)
    check(release.data["drugs"].to_pylist())
    assert tokumei.verify(release.data, job()).ok


@pytest.mark.parametrize(("source", "target"), [("parquet", "parquet"), ("jsonl", "jsonl"), ("parquet", "jsonl.gz")])
def test_files_that_have_lists(tmp_path: Path, source: str, target: str) -> None:
    file = tmp_path / f"visits.{source}"
    visits().write_parquet(file) if source == "parquet" else visits().write_ndjson(file)
    out = tmp_path / f"release.{target}"
    asked = job(source=str(file), output={"data": str(out), "report": str(tmp_path / "r.html"), "order": "keep"})
    report = run(asked).report
    back = pl.read_parquet(out) if target == "parquet" else pl.read_ndjson(out)
    check(back["drugs"].to_list())
    assert tokumei.verify(out, asked).ok
    measured = tokumei.measure(file, out, asked)
    assert measured["loss"]["columns"] == pytest.approx(report["loss"]["columns"])


def test_in_other_files_a_set_is_its_items_with_the_separator_between(tmp_path: Path) -> None:
    visits().write_parquet(tmp_path / "visits.parquet")
    out = tmp_path / "release.csv"
    outputs = {"data": str(out), "report": str(tmp_path / "r.html"), "order": "keep"}
    asked = job(source=str(tmp_path / "visits.parquet"), output=outputs, drugs={"separator": "|"})
    run(asked)
    assert out.read_text().splitlines()[1:8:3] == ['p,a|b,"[1,2]",x', 'p,"","[1,2]",x', 'q,,"[1,2]",x']
    assert tokumei.verify(out, asked).ok


def test_removed_records_are_marked_in_lists_too() -> None:
    asked = job(output={"order": "keep", "removed": "mark"}, privacy={"k": 3, "suppress": 0.2})
    frame = pl.concat([visits(), pl.DataFrame({"ward": ["z"], "drugs": [["z"]], "tags": [[3]], "room": ["w"]})])
    release = tokumei.anonymize(frame, asked)
    assert release.report["removed"] == 1
    assert release.data["drugs"].to_list()[-1] == ["*"]
    verified = tokumei.verify(release.data, asked)
    assert (verified.ok, verified.removed) == (True, 1)
    assert tokumei.measure(frame, release.data, asked)["removed"] == 1


def test_names_of_nodes_may_contain_the_separator(tmp_path: Path) -> None:
    (tmp_path / "tree.csv").write_text("a;fruit, fresh;*\nb;fruit, fresh;*\nc;other;*\n")
    frame = pl.DataFrame({"drugs": [["a"], ["b"]]})
    asked = {
        "columns": {"drugs": {"role": "quasi", "type": "set", "hierarchy": str(tmp_path / "tree.csv")}},
        "privacy": {"k": 2},
    }
    assert tokumei.anonymize(frame, asked).data["drugs"].to_list() == [["fruit, fresh"]] * 2


def test_a_sensitive_list_is_judged_by_its_items() -> None:
    ills = [["flu"], ["flu", "cold"], ["flu"], ["cold"]] * 2
    frame = pl.DataFrame({"ward": ["p"] * 4 + ["q"] * 4, "ills": ills})
    asked = {
        "columns": {
            "ward": {"role": "quasi", "type": "category"},
            "ills": {"role": "sensitive", "type": "set"},
        },
        "privacy": {"k": 2, "l_diversity": {"ills": {"distinct": 2}}},
    }
    release = tokumei.anonymize(frame, asked)
    assert sorted(map(len, release.data["ills"].to_list())) == [1] * 6 + [2] * 2
    reached = [promise["achieved"] for promise in release.report["promises"] if "diversity" in promise["name"]]
    assert reached == [2]


@pytest.mark.parametrize("marked", ["drop", "mark"])
def test_dictionaries_hold_what_is_released_and_nothing_else(tmp_path: Path, marked: str) -> None:
    rooms = pl.Enum(["w", "x", "y", "z", "nobody"])
    frame = pl.DataFrame(
        {"ward": ["p"] * 3 + ["q"] * 3 + ["z"], "room": ["x", "y", "x", "y", "x", "y", "w"]},
        schema={"ward": pl.Enum(["p", "q", "z"]), "room": rooms},
    )
    asked = {
        "columns": {"ward": {"role": "quasi", "type": "category"}, "room": "keep"},
        "privacy": {"k": 3, "suppress": 0.2},
        "output": {"order": "keep", "removed": marked},
    }
    for source in (frame, frame.cast({pl.Enum: pl.Categorical})):
        release = tokumei.anonymize(source, asked)
        data = release.data
        for table in (data, data.to_arrow(), data.to_pandas()):
            assert "nobody" not in str(table.schema if hasattr(table, "schema") else table.dtypes.to_dict())
        kept = data["room"]
        if isinstance(kept.dtype, pl.Enum):
            assert kept.dtype.categories.to_list() == ["x", "y"]
        if isinstance(data["ward"].dtype, pl.Enum):
            assert data["ward"].dtype.categories.to_list() == (["*", "p", "q"] if marked == "mark" else ["p", "q"])
        release.write(tmp_path, force=True)
    pandas = pytest.importorskip("pandas")
    shown = tokumei.anonymize(pandas.DataFrame(frame.to_pandas()), asked).data
    for name in ("ward", "room"):
        if isinstance(shown[name].dtype, pandas.CategoricalDtype):
            assert set(shown[name].cat.categories) <= {"*", "p", "q", "x", "y"}
