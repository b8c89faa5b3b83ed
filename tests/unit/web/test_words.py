"""Every phrase that a page asks for exists in both languages, once; and every phrase is asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tokumei.web.words as words
from tokumei.report.words import PHRASES as OF_THE_REPORT

WEB = Path(words.__file__).parents[1]
MODULES = [path for path in sorted(WEB.rglob("*.py")) if path.parent.name != "words"]
PLACES = re.compile(r"\{(\w+)")


def texts() -> Iterator[str]:
    """Every text of the studio's modules; those with holes as patterns."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(one.value) if isinstance(one, ast.Constant) else ".+" for one in node.values]
                yield "".join(str(part) for part in parts)


def asked() -> Iterator[tuple[str, str]]:
    """The keys that are written out where a phrase is asked for."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "words":
                for one in node.args[:1]:
                    if isinstance(one, ast.Constant):
                        yield path.name, str(one.value)


def test_every_phrase_that_is_asked_for_exists() -> None:
    assert [one for one in asked() if one[1] not in words.PHRASES and one[1] not in OF_THE_REPORT] == []


def test_every_phrase_is_asked_for() -> None:
    patterns = {one for one in texts() if len(one.replace(".+", "")) > 1 and one not in ("", ".+_of")}
    compiled = re.compile("|".join(f"(?:{one})" for one in sorted(patterns)))
    options = {f"{name}_of" for one in _settings() for name in one} | {"hierarchy_of", "type_of", "file_of"}
    options |= {"decimal_.", "decimal_,"}
    assert [key for key in words.PHRASES if key not in options and not compiled.fullmatch(key)] == []


def _settings() -> list[tuple[str, ...]]:
    from tokumei.web.settings import FIELDS, WAYS

    return [*FIELDS.values(), *WAYS.values()]


def test_no_phrase_is_there_twice() -> None:
    parts = [key for part in words.PARTS for key in part]
    assert sorted(key for key in {*parts} if parts.count(key) > 1) == []
    assert {*parts} & {*OF_THE_REPORT} == set()


def test_both_languages_fill_in_the_same() -> None:
    different = [key for key, (en, ja) in words.PHRASES.items() if set(PLACES.findall(en)) != set(PLACES.findall(ja))]
    assert different == []
