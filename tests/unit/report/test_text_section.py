"""The page of masked texts: promises in plain words, rates, kept phrases, guesses, and what masks leave open."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tokumei.core.promise import Promise
from tokumei.report import render, summary

KINDS = ("ngrams", "registry", "equal")


def figures(**changed: Any) -> dict[str, Any]:
    return {
        "n": 2,
        "k": 5,
        "mask": "all",
        "passes": 0,
        "equal": False,
        "merge": False,
        "texts": 387,
        "empty": 3,
        "characters": 4000,
        "masked_characters": 1000,
        "not_masked": 0.125,
        "fully_masked": 0.25,
        "masking_rate": 0.625,
        "character_masking_rate": 0.257,
        "unique": 0.493,
        "smallest_equal": 1,
        "rounds": 4,
        "revealed_texts": 0,
        "revealed_characters": 0,
        "kept_lost": 0,
        "widened_texts": 0,
        "resized_texts": 0,
        **changed,
    }


def promise(kind: str, column: str = "名称", vacuous: str | None = None) -> dict[str, Any]:
    return Promise(
        kind=kind,
        name=f"{kind} of {column}",
        column=column,
        parameters={"n": 2, "k": 5, "passes": 1},
        target=5,
        achieved=6,
        holds=True,
        vacuous=vacuous,
    ).to_dict()


def report(kinds: tuple[str, ...] = KINDS[:1], **changed: Any) -> dict[str, Any]:
    return {
        "verified": True,
        "promises": [promise(kind) for kind in kinds],
        "records": 390,
        "released": 390,
        "removed": 0,
        "groups": 200,
        "smallest_group": 1,
        "loss": {"ncp": 0.25, "columns": {"名称": 0.25}},
        "text": {"名称": figures(**changed)},
    }


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]+>", " ", page))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_promise_of_texts_has_its_plain_words(language: str) -> None:
    shown = text_of(render(report(KINDS), language=language))
    expected = {
        "en": ("2-gram k-anonymity of “名称”", "Whoever looks a released text up", "the same as at least 4 others"),
        "ja": ("「名称」の 2-グラム k-匿名性", "名簿で引くと", "一字一句同じものがほかに 4 件以上"),
    }
    for phrase in expected[language]:
        assert phrase in shown
    assert "of 名称" not in shown


def test_the_strongest_promise_leads() -> None:
    assert "No 2-gram that can be read stands in fewer than 6" in text_of(render(report(KINDS[:1])))
    assert "No released text fits fewer than 6 entries" in text_of(render(report(KINDS[:2])))
    assert "shared by at least 6 records" in text_of(render(report(KINDS)))


def test_rates_and_sets_of_equal_texts() -> None:
    shown = text_of(render(report()))
    for figure in ("12.5%", "62.5%", "25.0%", "25.7%"):
        assert figure in shown
    assert "49.3% of the released texts equal no other; the smallest set of equal texts has 1" in shown


def test_kept_phrases_are_never_silent() -> None:
    assert "Phrases that stay readable" not in text_of(render(report()))
    shown = text_of(render(report(keep=2, revealed_texts=7, revealed_characters=14, kept_lost=3)))
    assert "Phrases that stay readable by request: 2. They left 14 characters readable, in 7 of the texts" in shown
    assert "3 characters of these phrases had to be masked" in shown


def test_guesses_where_there_are_any() -> None:
    assert "Can it be guessed?" not in text_of(render(report()))
    guess = {"character_rate": 0.161, "mask_rate": 0.028, "baseline_rate": 0.033, "texts": 100, "training_texts": 193}
    shown = text_of(render(report(guess=guess, found_alone=0.477)))
    assert "Can it be guessed?" in shown
    assert "47.7% of the released texts fit just one" in shown
    for figure in ("16.1%", "2.8%", "3.3%", "193"):
        assert figure in shown


def test_what_masks_leave_open_depends_on_the_promises() -> None:
    weak = text_of(render(report()))
    assert "Texts of common parts" in weak
    assert "Looking texts up" in weak
    looked_up = text_of(render(report(KINDS[:2], registry="collection", direction="released")))
    assert "Looking texts up" not in looked_up
    assert "Texts of common parts" in looked_up
    for settings in ({"registry": "collection"}, {"registry": "collection", "equal": True}):
        assert "Texts of common parts" not in text_of(render(report(KINDS, **settings)))


def test_a_fixed_number_of_passes_promises_nothing_and_says_so() -> None:
    found = report(passes=1)
    found["promises"] = [promise("ngrams", vacuous="passes")]
    for language, verdict, badge in (
        ("en", "Nothing is promised", "promises nothing here"),
        ("ja", "約束はありません", "この条件では何も約束しません"),
    ):
        shown = text_of(render(found, language=language))
        assert verdict in shown
        assert badge in shown
        assert "Every promise is kept" not in shown
    assert "Masking stops after a fixed number of passes (1)" in text_of(render(found))


def test_groups_of_records_are_not_spoken_of_where_there_are_only_texts() -> None:
    assert "Smallest group" not in text_of(render(report()))
    assert "Masked characters" in text_of(render(report()))


def test_beside_other_columns_k_is_said_to_leave_texts_out(sample: Callable[..., dict[str, Any]]) -> None:
    mixed = sample()
    assert "other than texts" not in text_of(render(mixed))
    mixed["text"] = {"note": figures()}
    shown = text_of(render(mixed))
    assert "By the quasi-identifiers other than texts" in shown
    assert "This counts the quasi-identifiers other than “note”" in shown
    assert "The groups are made without “note”" in shown
    assert "Smallest group" in shown


def test_names_are_escaped() -> None:
    found = report()
    found["promises"] = [promise("ngrams", "<b>x</b>")]
    found["text"] = {"<b>x</b>": figures(registry="<i>r</i>")}
    page = render(found)
    assert "<b>x</b>" not in page
    assert "<i>r</i>" not in page


def test_a_terminals_summary_names_the_promises() -> None:
    assert "「名称」の 2-グラム k-匿名性" in summary(report(), "ja")
