"""Promises through the whole road: what is removed is judged, and what promises nothing is not called kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei
from tokumei.cli import main
from tokumei.core.recoding import Recoding

NOTES = ["cough and fever", "cough and cold", "fever and cold", "cough and fever"] * 3
ILLS = ["flu", "cold", "flu", "asthma"] * 3
AGES = [20, 20, 21, 21, 22, 22, 23, 23, 24, 24, 24, 90]
NOTE = {"role": "quasi", "type": "text", "k": 2}
ILL = {"role": "sensitive", "type": "category"}
AGE = {"role": "quasi", "type": "number"}


def job(columns: dict[str, Any], **privacy: Any) -> dict[str, Any]:
    return {"columns": columns, "privacy": {"k": 2, **privacy}, "seed": 0}


def by_kind(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {promise["kind"]: promise for promise in report["promises"]}


def test_diversity_beside_texts_alone_promises_nothing() -> None:
    frame = pl.DataFrame({"note": NOTES, "ill": ILLS})
    asked = job({"note": NOTE, "ill": ILL}, l_diversity={"ill": {"distinct": 2}}, t_closeness={"ill": 0.1})
    release = tokumei.anonymize(frame, asked)
    found = by_kind(release.report)
    assert {kind: promise.get("why_vacuous") for kind, promise in found.items()} == {
        "distinct": "ungrouped",
        "closeness": "ungrouped",
        "ngrams": None,
    }
    assert release.report["verified"]  # by the n-grams alone
    assert tokumei.verify(release, asked).ok


def test_diversity_beside_a_set_under_km_alone_promises_nothing() -> None:
    frame = pl.DataFrame({"bag": ["a,b", "a", "b", "a,b"] * 3, "ill": ILLS})
    columns = {"bag": {"role": "quasi", "type": "set"}, "ill": ILL}
    asked = job(columns, l_diversity={"ill": {"distinct": 2}}, km={"column": "bag", "m": 2})
    found = by_kind(tokumei.anonymize(frame, asked).report)
    assert (found["distinct"]["vacuous"], found["km"]["vacuous"]) == (True, False)
    assert found["km"]["parameters"] == {"k": 2, "m": 2}


def test_where_nothing_is_promised_the_release_is_written_and_not_called_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pl.DataFrame({"note": NOTES}).write_csv(tmp_path / "notes.csv")
    text = "source: notes.csv\ncolumns: {note: {role: quasi, type: text, passes: 1}}\nprivacy: {k: 2}\n"
    (tmp_path / "job.yaml").write_text(text + "output: {data: out.csv, report: out.html, language: ja}\n")
    assert main(["run", str(tmp_path / "job.yaml"), "--quiet"]) == 0
    report = json.loads((tmp_path / "out.json").read_text())
    assert report["verified"] is False
    assert [promise["why_vacuous"] for promise in report["promises"]] == ["passes"]
    assert "この条件では何も約束しません" in (tmp_path / "out.html").read_text()
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "out.csv"), "--job", str(tmp_path / "job.yaml")]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{tmp_path / 'out.csv'} については、何も約束されていません。")
    assert "約束なし  「note」の 2-グラム k-匿名性" in out


@pytest.mark.parametrize("removed", ["drop", "mark"])
def test_what_was_removed_is_a_promise(removed: str) -> None:
    frame = pl.DataFrame({"age": AGES})
    asked = {**job({"age": AGE}, suppress=0.1), "output": {"removed": removed}}
    release = tokumei.anonymize(frame, asked)
    promise = by_kind(release.report)["suppress"]
    assert promise["name"] == "removed records"
    assert (promise["target"], promise["holds"]) == (0.1, True)
    assert promise["achieved"] == pytest.approx(release.report["removed"] / len(AGES))
    found = tokumei.verify(release, asked)
    seen = [one.kind for one in found.promises]
    assert found.ok
    assert seen == (["k", "suppress"] if removed == "mark" else ["k"])
    assert [note.key for note in found.notes] == ([] if removed == "mark" else ["suppress_not_judged"])


def test_a_removal_that_was_not_allowed_is_a_broken_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    from tokumei.pipeline import making
    from tokumei.pipeline.recoding import Outcome

    def careless(prepared: Any, progress: Any, **options: Any) -> Outcome:
        recoding = recode(prepared, progress, **options).recoding
        group = recoding.group.copy()
        group[np.flatnonzero(group == group[0])] = -1
        return Outcome(Recoding(group, recoding.columns))

    recode = making.recode
    monkeypatch.setattr(making, "recode", careless)
    with pytest.raises(tokumei.PromiseError, match=r"removed records: 0\.\d+ where 0\.0 is promised"):
        tokumei.anonymize(pl.DataFrame({"age": AGES}), job({"age": AGE}))


@pytest.mark.parametrize("separator", [",", ";", " "])
def test_sensitive_sets_that_come_as_lists_are_counted_by_their_items(separator: str) -> None:
    sets = [["a", "b"], ["b", "a"], ["a"], ["c"], [], None, ["b", "c"], ["a", "b"], ["c"], ["a"], ["b"], ["c", "a"]]
    frame = pl.DataFrame({"age": AGES, "ills": sets})
    columns = {"age": AGE, "ills": {"role": "sensitive", "type": "set", "separator": separator}}
    asked = job(columns, l_diversity={"ills": {"distinct": 3}})
    release = tokumei.anonymize(frame, asked)
    found = by_kind(release.report)["distinct"]
    data = release.data.explode("ills", keep_nulls=True, empty_as_null=True)
    fewest = data.group_by("age").agg(pl.col("ills").drop_nulls().n_unique())["ills"].min()
    assert found["achieved"] == fewest == 3
