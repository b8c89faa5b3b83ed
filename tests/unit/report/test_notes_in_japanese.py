"""Notes that a run really writes are shown in Japanese on the Japanese page."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

import tokumei
from tokumei.report.words.notes import NOTES, in_japanese

KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def _notes(folder: Path) -> list[str]:
    rows = ["番号;日付;年齢;薬;費用"]
    rows += [f"{number % 9};2020/1/{number % 27 + 1};{20 + number % 30};a;1.234,5" for number in range(60)]
    (folder / "data.csv").write_bytes("\n".join(rows).encode("cp932"))
    job = {
        "source": str(folder / "data.csv"),
        "columns": {
            "番号": "identifier",
            "日付": {"role": "quasi", "type": "date"},
            "年齢": "quasi",
            "薬": {"role": "quasi", "type": "set", "separator": "|"},
        },
        "others": "drop",
        "privacy": {"k": 3},
    }
    release = tokumei.anonymize(str(folder / "data.csv"), job)
    frame = pl.DataFrame({"x": [1.0, float("nan"), 2.0, 2.0], "s": ["a,a", "b", "b", "a"]})
    columns = {"x": {"role": "quasi", "type": "number"}, "s": {"role": "quasi", "type": "set"}}
    other = tokumei.anonymize(frame, {"columns": columns, "privacy": {"k": 2}})
    return [*release.report["notes"], *other.report["notes"]]


def test_every_note_of_a_run_has_a_translation(tmp_path: Path) -> None:
    notes = _notes(tmp_path)
    assert len(notes) >= 8
    for note in notes:
        assert KANA.search(in_japanese(note)), note
        assert in_japanese(note) != note


@pytest.mark.parametrize("sentence", [sentence for _, sentence in NOTES])
def test_translations_are_japanese_and_fill_their_places(sentence: str) -> None:
    shape = next(shape for shape, own in NOTES if own == sentence)
    assert KANA.search(sentence)
    assert set(re.findall(r"\{(\w+)\}", sentence)) <= set(re.compile(shape).groupindex)


def test_an_unknown_note_is_not_lost() -> None:
    assert in_japanese("Something new.") == "Something new."
