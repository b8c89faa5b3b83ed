"""Masked texts: how much is masked, what was asked and what it took, and what can be guessed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report import svg
from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.report.schema import Report
from tokumei.report.sections.groups import behind
from tokumei.report.words import Words

__all__ = ["section"]

LIST = "margin:8px 0 0;padding-left:1.2em;font-size:.93rem"
Figures = Mapping[str, Any]


def section(report: Report, words: Words) -> Html:
    """A pair of cards for each text column, and a third where the masks were attacked."""
    columns = report.get("text")
    if not columns:
        return EMPTY
    return element(
        "section",
        element("h2", words("texts")),
        element("p", words("texts_text"), class_="lead"),
        *(_column(name, figures, place, words) for place, (name, figures) in enumerate(columns.items())),
    )


def _column(name: str, figures: Figures, place: int, words: Words) -> Html:
    guess = _guess(figures, place, words) if figures.get("guess") else EMPTY
    left = element("div", _rates(name, figures, place, words), guess, style="display:grid;gap:20px;align-content:start")
    return element(
        "div",
        element("h3", words("text_column", column=words("quoted", name=name)), style="margin:14px 0 8px"),
        element("div", left, _asked(figures, words), class_="two"),
    )


def _rates(name: str, figures: Figures, place: int, words: Words) -> Html:
    shares = (
        ("text_not_masked", figures.get("not_masked", 0.0)),
        ("text_partly", figures.get("masking_rate", 0.0)),
        ("text_fully", figures.get("fully_masked", 0.0)),
        ("text_characters", figures.get("character_masking_rate", 0.0)),
    )
    none, part, full, _ = (words.percent(share) for _, share in shares)
    caption = svg.Caption(
        key=f"text-{place}", title=name, description=words("text_rates_alt", none=none, part=part, full=full)
    )
    rows = [(words(key), words.percent(share, 2)) for key, share in shares]
    rows += [
        (words("text_count"), words.number(figures.get("texts"))),
        (words("text_empty"), words.number(figures.get("empty"))),
        (words("text_unique"), words.percent(figures.get("unique"), 2)),
        (words("text_smallest"), words.number(figures.get("smallest_equal"))),
    ]
    return element(
        "div",
        element("h2", words("text_rates")),
        element("figure", _bars(shares, caption, words)),
        behind(words, table((words("text_measure"), words("chosen")), rows, numbers=(1,))),
        class_="card",
    )


def _asked(figures: Figures, words: Words) -> Html:
    said = join(element("li", sentence) for sentence in _sentences(figures, words))
    return element("div", element("h2", words("text_asked")), element("ul", said, style=LIST), class_="card")


def _sentences(figures: Figures, words: Words) -> list[str]:
    """What was asked and what it took, in the order of the work."""
    n, k, number = words.value(figures.get("n")), words.value(figures.get("k")), words.number
    said = []
    both_ways = figures.get("registry") and figures.get("direction") != "released"
    within = figures.get("within") == "group"
    if within:
        said.append(words("text_within"))
    elif figures.get("equal") or both_ways:
        said.append(words("text_equal"))
    elif figures.get("passes"):
        said.append(words("text_passes", n=n, k=k, passes=number(figures["passes"])))
    else:
        said.append(words("text_fixpoint", n=n, k=k, rounds=number(figures.get("rounds"))))
    if figures.get("people") and not within:
        said.append(words("text_by_people"))
    if figures.get("mask") == "least" and not figures.get("equal") and not both_ways:
        said.append(words("text_least"))
    if registry := figures.get("registry"):
        named = words("text_collection") if registry == "collection" else words("quoted", name=registry)
        key = "text_registry_released" if figures.get("direction") == "released" else "text_registry"
        said.append(words(key, registry=named, widened=number(figures.get("widened_texts"))))
    if figures.get("other_way") is not None:
        key = "text_beside_instead" if within else "text_within_instead"
        said.append(words(key, share=words.percent(figures["other_way"])))
    if figures.get("resized_texts") and within:
        said.append(words("text_nothing_hidden", texts=number(figures["resized_texts"])))
    elif figures.get("resized_texts"):
        said.append(words("text_resized", resized=number(figures["resized_texts"])))
    if figures.get("keep"):
        characters, texts = number(figures.get("revealed_characters")), number(figures.get("revealed_texts"))
        said.append(words("text_kept", phrases=number(figures["keep"]), characters=characters, texts=texts))
    if figures.get("kept_lost"):
        said.append(words("text_kept_lost", characters=number(figures["kept_lost"])))
    unique, smallest = words.percent(figures.get("unique")), number(figures.get("smallest_equal"))
    return [*said, words("text_told_apart", unique=unique, smallest=smallest)]


def _guess(figures: Figures, place: int, words: Words) -> Html:
    guess = figures["guess"]
    shares = (
        ("text_guess_characters", guess["character_rate"]),
        ("text_guess_masks", guess["mask_rate"]),
        ("text_guess_baseline", guess["baseline_rate"]),
    )
    characters, masks, baseline = (words.percent(share) for _, share in shares)
    caption = svg.Caption(
        key=f"text-guess-{place}",
        title=words("text_guess"),
        description=words("text_guess_alt", characters=characters, masks=masks, baseline=baseline),
    )
    alone = words("text_found_alone", share=words.percent(figures.get("found_alone")))
    about = words("text_guess_text", training=words.number(guess["training_texts"]), texts=words.number(guess["texts"]))
    return element(
        "div",
        element("h2", words("text_guess")),
        element("p", about, class_="lead"),
        element("figure", _bars(shares, caption, words)),
        element("p", alone, class_="lead", style="margin:10px 0 0") if "found_alone" in figures else EMPTY,
        class_="card",
    )


def _bars(shares: tuple[tuple[str, float], ...], caption: svg.Caption, words: Words) -> Html:
    return svg.horizontal_bars(
        [words(key) for key, _ in shares],
        [share for _, share in shares],
        caption=caption,
        write=words.percent,
        highest=1.0,
    )
