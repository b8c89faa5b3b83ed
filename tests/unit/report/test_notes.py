"""Every note that the program makes has its words, in both languages, with a place for each of its values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.core.notes import Note, in_report
from tokumei.report.words import LANGUAGES
from tokumei.report.words.notes import NOTES, VALUES, worded

SOURCE = Path(__file__).resolve().parents[3] / "src" / "tokumei"
KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def made() -> Iterator[tuple[str, ast.Call]]:
    """Every place of the program that makes a note."""
    for module in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Note":
                yield f"{module.relative_to(SOURCE)}:{node.lineno}", node


def key_and_names(call: ast.Call) -> tuple[str, frozenset[str]]:
    """The key and the names of the values, both written out where the note is made."""
    key = ast.literal_eval(call.args[0])
    if len(call.args) == 1:
        return key, frozenset()
    values = call.args[1]
    assert isinstance(values, ast.Dict)
    return key, frozenset(ast.literal_eval(name) for name in values.keys if name is not None)


def places(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


MADE = [(where, *key_and_names(call)) for where, call in made()]


def test_notes_and_wordings_have_the_same_keys() -> None:
    assert {key for _, key, _ in MADE} == set(NOTES)


@pytest.mark.parametrize(("where", "key", "names"), MADE, ids=[f"{where} {key}" for where, key, _ in MADE])
def test_a_wording_has_a_place_for_each_value(where: str, key: str, names: frozenset[str]) -> None:
    for template in NOTES[key]:
        assert places(template) == names


def test_japanese_is_japanese_and_english_is_not() -> None:
    for english, japanese in [*NOTES.values(), *(pair for pairs in VALUES.values() for pair in pairs.values())]:
        assert KANA.search(japanese)
        assert not KANA.search(english)


def test_values_are_written_in_the_language() -> None:
    assert worded(Note("delimiter", {"delimiter": "\t"}), "en") == "Fields are separated by a tab."
    assert worded(Note("delimiter", {"delimiter": "\t"}), "ja") == "項目の区切りはタブです。"
    dropped = Note("dropped_columns", {"columns": ["a", "b"]})
    assert worded(dropped, "en") == "Columns without a role are not published (`others: drop`): “a”, “b”."
    assert "「a」、「b」" in worded(dropped, "ja")
    unique = Note("unique_by_few", {"columns": ["a"], "share": 0.955})
    assert worded(unique, "en") == "By “a” alone, 96% of the records are unique."
    assert "12,345" in worded(Note("foreign_items", {"column": "a", "records": 12345}), "ja")


def test_a_name_with_braces_is_only_a_name() -> None:
    assert "“{k}{0}”" in worded(Note("shown_text", {"column": "{k}{0}"}), "en")


@pytest.mark.parametrize("sign", ["\x1b", "\x00", "\n", "\u202e", "\u2028"])
def test_a_name_cannot_steer_a_terminal(sign: str) -> None:
    said = worded(Note("dropped_columns", {"columns": [f"a{sign}[31m"]}), "en")
    assert sign not in said
    assert sign.encode("unicode_escape").decode() in said
    assert sign not in worded(Note("shown_text", {"column": f"a{sign}"}), "ja")


def test_a_wide_space_in_a_name_stays() -> None:
    assert "氏　名" in worded(Note("shown_text", {"column": "氏　名"}), "ja")


def test_a_note_and_its_plain_form_read_the_same() -> None:
    note = Note("date_format", {"column": "day", "format": "%Y"})
    assert worded(note, "ja") == worded(note.to_dict(), "ja")


def test_warnings_and_notes_are_two_lists() -> None:
    lists = in_report([Note("byte_order_mark"), Note("shown_text", {"column": "memo"}, warning=True)])
    assert lists == {
        "notes": [{"key": "byte_order_mark", "values": {}}],
        "warnings": [{"key": "shown_text", "values": {"column": "memo"}}],
    }


def reports(folder: Path) -> list[dict[str, Any]]:
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
    return [release.report, tokumei.anonymize(frame, {"columns": columns, "privacy": {"k": 2}}).report]


def test_a_run_tells_how_it_read_and_what_to_mind(tmp_path: Path) -> None:
    first, second = reports(tmp_path)
    told = ["cp932_found", "delimiter", "decimal_mark", "dropped_columns", "guessed_type", "date_format"]
    assert [note["key"] for note in first["notes"]] == told
    assert [note["key"] for note in first["warnings"]] == ["separator_absent", "repeated_identifier", "few_people"]
    assert [note["key"] for note in second["notes"]] == ["nan_missing", "repeated_items"]
    for note in [*first["notes"], *first["warnings"], *second["notes"]]:
        for language in LANGUAGES:
            assert bool(KANA.search(worded({**note, "values": _plain(note["values"])}, language))) == (language == "ja")


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """The values with Latin names, so that only the words are in a language."""
    latin = dict.fromkeys(("column", "separator"), "x")
    return {
        name: ["x"] if isinstance(value, list) else latin.get(name, value) if isinstance(value, str) else value
        for name, value in values.items()
    }
