"""Texts beside the groups, from files to files, a batch in memory at a time."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei
from tokumei.engines import streaming, streaming_texts
from tokumei.io import pieces
from tokumei.text import StreamedTexts

WORDS = ["病院", "医院", "東京", "大阪", "クリニック", "a", "bc", "é", "👩🏽", " ", "*", "Zq", "歯科"]


def notes(records: int = 300, seed: int = 1) -> pl.DataFrame:
    """Made-up records with two texts each, some of them missing, some empty."""
    rng = np.random.default_rng(seed)

    def texts() -> list[str | None]:
        drawn = ["".join(rng.choice(WORDS, rng.integers(0, 5))) for _ in range(records)]
        return [None if chance < 0.1 else text for text, chance in zip(drawn, rng.random(records), strict=True)]

    return pl.DataFrame({"age": rng.integers(20, 60, records), "note": texts(), "memo": texts()})


def job(source: Path, target: Path, *, engine: str = "streaming", grouped: bool = True, **more: Any) -> dict[str, Any]:
    """A job on two texts, with an age or without; `more` is said of the first text."""
    age = {"age": {"role": "quasi", "type": "number"}} if grouped else {}
    return {
        "source": str(source),
        "columns": {
            **age,
            "note": {"role": "quasi", "type": "text", **more},
            "memo": {"role": "quasi", "type": "text", "n": 3, "mask": "least", "merge": True},
        },
        "others": "drop",
        "privacy": {"k": 4},
        "engine": engine,
        "output": {"data": str(target)},
    }


def cells(path: Path) -> dict[str, list[Any]]:
    """Every column by itself: which of equal records goes to which group is chance, and its texts go with it."""
    frame = pl.read_csv(path, infer_schema=False) if path.suffix == ".csv" else pl.read_parquet(path)
    return {name: frame[name].cast(pl.String).sort().to_list() for name in frame.columns}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches, pieces and parts so small that there are many."""
    for module, name, size in (
        (streaming, "BATCH", 41),
        (streaming, "TEXT_BUCKET", 50),
        (streaming_texts, "ROWS", 17),
        (pieces, "ROWS", 19),
        (pieces, "PART", 60),
    ):
        monkeypatch.setattr(module, name, size)


@pytest.mark.parametrize(("grouped", "ending"), [(True, "csv"), (False, "parquet")])
@pytest.mark.usefixtures("small")
def test_small_batches_give_what_memory_gives(grouped: bool, ending: str, tmp_path: Path) -> None:
    source = tmp_path / f"in.{ending}"
    getattr(notes(), f"write_{ending}")(source)
    reports = []
    for engine in ("local", "streaming"):
        asked = job(source, tmp_path / f"{engine}.{ending}", engine=engine, grouped=grouped, keep=["病院"])
        reports.append(tokumei.run(asked).report)
    local, streamed = reports
    assert cells(tmp_path / f"streaming.{ending}") == cells(tmp_path / f"local.{ending}")
    assert streamed["promises"] == local["promises"]
    assert streamed["loss"]["columns"] == pytest.approx(local["loss"]["columns"])
    for name in ("note", "memo"):
        local["text"][name].pop("other_way", None)
        assert streamed["text"][name] == local["text"][name]
    for name in ("records", "released", "groups", "smallest_group", "group_sizes", "discernibility", "warnings"):
        assert streamed[name] == local[name], name
    found = tokumei.verify(tmp_path / f"streaming.{ending}", asked)
    assert found.ok
    assert (found.groups, found.smallest_group) == (local["groups"], local["smallest_group"])
    left = {path.name for path in tmp_path.iterdir() if "report" not in path.name}
    assert left == {source.name, f"local.{ending}", f"streaming.{ending}"}


@pytest.mark.usefixtures("small")
def test_with_a_seed_neither_the_order_nor_what_is_masked_decides_the_release(tmp_path: Path) -> None:
    """The sources differ in their order and in what is masked: a release that differed would tell something of it."""
    releases = []
    for number, rare in enumerate(("qwertyuiop", "ghjklzxvnm")):
        texts = [f"{letter}病院" for letter in rare] * 9
        order = np.random.default_rng(number).permutation(len(texts))
        pl.DataFrame({"note": texts})[order].write_parquet(tmp_path / f"{number}.parquet")
        asked = job(tmp_path / f"{number}.parquet", tmp_path / f"release{number}.parquet", grouped=False, k=10)
        del asked["columns"]["memo"]
        tokumei.run({**asked, "seed": 5})
        releases.append((tmp_path / f"release{number}.parquet").read_bytes())
    assert pl.read_parquet(tmp_path / "release0.parquet")["note"].unique().to_list() == ["**院"]
    assert releases[0] == releases[1]


def test_what_is_verified_is_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes().write_parquet(tmp_path / "in.parquet")
    monkeypatch.setattr(StreamedTexts, "mask", lambda self: None)
    with pytest.raises(tokumei.PromiseError, match="2-gram k-anonymity of note: 1 where 4"):
        tokumei.run(job(tmp_path / "in.parquet", tmp_path / "out.parquet"))
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_a_full_disk_is_one_sentence_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes().write_parquet(tmp_path / "in.parquet")

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(tokumei.OutputError, match="disk is full"):
        tokumei.run(job(tmp_path / "in.parquet", tmp_path / "out.parquet"))
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_fewer_texts_than_k_are_refused_unless_all_may_be_masked(tmp_path: Path) -> None:
    pl.DataFrame({"note": ["ab", "ab", None], "memo": ["x", "x", "x"]}).write_parquet(tmp_path / "in.parquet")
    asked = job(tmp_path / "in.parquet", tmp_path / "out.parquet", grouped=False)
    del asked["columns"]["memo"]
    with pytest.raises(tokumei.Infeasible, match="'note' has 2 texts that are not empty, fewer than k = 4"):
        tokumei.run(asked)
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]
    asked["columns"]["note"]["all_masked"] = True
    report = tokumei.run(asked).report
    assert [note["key"] for note in report["warnings"]] == ["all_masked"]
    assert cells(tmp_path / "out.parquet") == {"note": [None, "**", "**"]}


def test_records_chosen_by_their_text_and_removed_ones_count_nowhere(tmp_path: Path) -> None:
    """Without the records that are left out and the one that is removed, too few have the text of both."""
    frame = pl.DataFrame(
        {"age": [30] * 12 + [500], "note": [*["ab"] * 4, *["cd"] * 6, None, None, "ab"], "memo": ["x"] * 13}
    )
    frame.write_parquet(tmp_path / "in.parquet")
    asked = job(tmp_path / "in.parquet", tmp_path / "out.parquet", k=5)
    asked |= {"where": {"note": {"missing": False}}, "privacy": {"k": 4, "suppress": 0.1}}
    report = tokumei.run(asked).report
    assert (report["records"], report["released"]) == (11, 10)
    assert report["loss"]["columns"]["note"] == pytest.approx((4 + 1) / 11)
    assert cells(tmp_path / "out.parquet")["note"] == ["**"] * 4 + ["cd"] * 6


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"equal": True}, "columns.note.equal`: texts are made equal, looked up and guessed in memory"),
        ({"registry": "collection"}, "columns.note.registry`: texts are made equal, looked up"),
        ({"guess": True}, "columns.note.guess`: texts are made equal, looked up and guessed"),
        ({"within": "group"}, "columns.note.within`: what the texts of a group have in common is found in memory"),
    ],
)
def test_what_needs_all_texts_at_once_is_refused(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(tokumei.JobError, match=said):
        tokumei.load(job(tmp_path / "in.parquet", tmp_path / "out.parquet", **change))


def test_phrases_that_are_kept_are_refused_on_a_cluster(tmp_path: Path) -> None:
    asked = {**job(tmp_path / "in.parquet", tmp_path / "out", keep=["病院"]), "engine": {"spark": "local"}}
    with pytest.raises(tokumei.JobError, match=r"columns\.note\.keep`: what kept phrases reveal is counted"):
        tokumei.load(asked)


def test_a_derived_text_is_refused(tmp_path: Path) -> None:
    asked = job(tmp_path / "in.parquet", tmp_path / "out")
    asked["derive"] = {"memo": {"prefix_of": "note", "length": 3}}
    with pytest.raises(tokumei.JobError, match=r"columns\.memo`: a text is masked where it stands in the source"):
        tokumei.load(asked)


def test_a_release_without_a_text_of_the_job_is_not_its_release(tmp_path: Path) -> None:
    notes().drop("memo").write_parquet(tmp_path / "out.parquet")
    with pytest.raises(tokumei.DataError, match="does not have 'memo'"):
        tokumei.verify(tmp_path / "out.parquet", job(tmp_path / "in.parquet", tmp_path / "out.parquet"))
