"""Phrases: both languages say the same things with the same places to fill."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from tokumei.privacy.models import MODELS
from tokumei.report.words import PARTS, PHRASES, _together, words_in

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff、]")
ALIKE = {"made_by", "ncp", "sha256"}
"""Names and abbreviations that are the same in both languages."""


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_both_languages_are_complete(key: str) -> None:
    english, japanese = PHRASES[key]
    assert english.strip()
    assert japanese.strip()
    assert places(english) == places(japanese)
    assert key in ALIKE or key in {"quoted"} or JAPANESE.search(japanese)


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_every_promise_of_the_table_has_a_name_and_a_meaning(kind: str) -> None:
    assert {f"name_{kind}", f"means_{kind}"} <= PHRASES.keys()


def test_a_key_is_defined_once() -> None:
    assert len(PHRASES) == sum(len(part) for part in PARTS)
    with pytest.raises(ValueError, match="twice"):
        _together(({"a": ("x", "y")}, {"a": ("x", "y")}))


def test_numbers_are_written_for_people() -> None:
    words = words_in("en")
    assert words.number(1234567) == "1,234,567"
    assert words.number(None) == "–"
    assert words.percent(0.0684) == "6.8%"
    assert words.percent(0.0) == "0.0%"
    assert words.percent(0.00001) == "< 0.1%"
    assert words.value((2.5, 3)) == "(2.50, 3)"
    assert words.value(0.18349) == "0.183"
    assert words.value(5.0) == "5"
    assert words.value(True) == "yes"


def test_names_with_braces_are_left_alone() -> None:
    assert words_in("en")("homogeneity_text", columns="{k}").count("{k}") == 1


def test_many_names_are_cut() -> None:
    assert words_in("en").names([f"c{place}" for place in range(10)], most=2) == "“c0”, “c1” and 8 more"
