"""Texts of a history, whatever they look like: equal in their lines, or masked by what k people share."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.core.text_settings import TextSettings
from tokumei.privacy.models import text_models
from tokumei.privacy.texts import verify_texts
from tokumei.text import mask_texts, text_column

WORDS = ["", "*", "あ", "いう", "う*え", "pain", "no pain", "night"]
TEXTS = st.one_of(st.none(), st.lists(st.sampled_from(WORDS), max_size=3).map("".join), st.text("あいう*", max_size=5))
RECORD = st.tuples(st.integers(0, 6), TEXTS, st.integers(0, 5))
LOGS = st.lists(RECORD, min_size=8, max_size=40).filter(lambda rows: len({row[0] for row in rows}) >= 4)


def frame_of(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    people = [(f"c{row[0]}", *row[1:]) for row in rows]
    return pl.DataFrame(people, schema={"customer": pl.String, "memo": pl.String, "price": pl.Int64}, orient="row")


def job_of(k: int, **memo: Any) -> dict[str, Any]:
    return {
        "subject": "customer",
        "columns": {
            "customer": "identifier",
            "memo": {"role": "quasi", "type": "text", **memo},
            "price": {"role": "quasi", "type": "number"},
        },
        "privacy": {"k": k},
        "output": {"order": "keep", "removed": "mark"},
    }


def _fits(text: str | None, published: str | None) -> bool:
    """Whether a text is what a published one stands for, white space left out; a mask alone is anything."""
    if published is None or published == "*" or not text:
        return published == "*" or (published or None) == (text or None)
    plain = re.sub(r"\s", "", text)
    return re.fullmatch(".+".join(map(re.escape, published.split("*"))), plain, re.DOTALL) is not None


@settings(max_examples=40, deadline=None)
@given(LOGS, st.integers(2, 3))
def test_texts_within_lines_are_equal_and_true(rows: list[tuple[Any, ...]], k: int) -> None:
    job, frame = job_of(k), frame_of(rows)
    release = tokumei.anonymize(frame, job)
    published = release.data.rows(named=True)
    own: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for before, row in zip(rows, published, strict=True):
        assert _fits(before[1], row["memo"])
        if row["customer"] != "*":
            own[row["customer"]].append((str(row["memo"]), str(row["price"])))
    assert min(Counter(tuple(sorted(history)) for history in own.values()).values(), default=k) >= k
    assert tokumei.verify(release.data, job).ok
    measured = tokumei.measure(frame, release.data, job)["history"]
    assert measured["utility"]["columns"] == pytest.approx(release.report["history"]["utility"]["columns"])
    assert measured["outside"] == 0


@settings(max_examples=40, deadline=None)
@given(LOGS, st.integers(2, 3), st.integers(1, 3), st.sampled_from(["all", "least"]))
def test_what_can_be_read_beside_a_history_is_shared_by_k_people(
    rows: list[tuple[Any, ...]], k: int, n: int, mask: str
) -> None:
    job = job_of(k, shown=True, n=n, mask=mask, all_masked=True)
    release = tokumei.anonymize(frame_of(rows), job)
    having: dict[str, set[str]] = defaultdict(set)
    for row in release.data.rows(named=True):
        text = row["memo"] or ""
        grams = [text[at : at + n] for at in range(len(text) - n + 1)] if len(text) >= n else [text]
        for gram in grams:
            if row["customer"] != "*" and gram and "*" not in gram:
                having[gram].add(row["customer"])
    assert all(len(people) >= k for people in having.values())
    verification = tokumei.verify(release.data, job)
    assert verification.ok
    ngrams = next(promise for promise in verification.promises if promise.kind == "ngrams")
    assert ngrams.unit == "people"
    assert ngrams.achieved == min((len(people) for people in having.values()), default=None)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), TEXTS), min_size=1, max_size=24), st.integers(1, 3))
def test_one_text_a_person_is_masked_as_texts_are(records: list[tuple[int, str | None]], n: int) -> None:
    texts = [text for _, text in records]
    asked = TextSettings(n=n, k=2, all_masked=True)
    alone = mask_texts(text_column(texts), asked, person=np.arange(len(texts)))
    assert alone.strings() == mask_texts(text_column(texts), asked).strings()


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), TEXTS), min_size=1, max_size=24), st.integers(1, 3), st.integers(2, 3))
def test_a_release_by_texts_is_judged_by_people(records: list[tuple[int, str | None]], n: int, k: int) -> None:
    person, texts = np.array([one for one, _ in records]), [text for _, text in records]
    asked = TextSettings(n=n, k=k, all_masked=True)
    published = mask_texts(text_column(texts), asked).strings()
    (promise,) = verify_texts(published, text_models("memo", asked), asked, person=person)
    having: dict[str, set[int]] = defaultdict(set)
    for whose, one in zip(person.tolist(), published, strict=True):
        text = one or ""
        grams = [text[at : at + n] for at in range(len(text) - n + 1)] if len(text) >= n else [text]
        for gram in grams:
            if gram and "*" not in gram:
                having[gram].add(whose)
    least = min((len(people) for people in having.values()), default=None)
    assert promise.achieved == least
    assert promise.holds == (least is None or least >= k)
