"""Texts in batches, of which one is in memory at a time, are masked as all of them together are."""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.errors import Infeasible
from tokumei.text import StreamedTexts, TextPass, TextSettings, mask_texts, text_column

ODD = "ab*\u0301\u200d🇯🇵👩🏽가\u1100\u1161\r\n \u3000"
WORDS = st.text(st.one_of(st.sampled_from("abc病院"), st.sampled_from(ODD)), max_size=9)
ASKED = st.fixed_dictionaries(
    {
        "n": st.integers(1, 5),
        "k": st.integers(2, 4),
        "passes": st.integers(0, 2),
        "mask": st.sampled_from(["all", "least"]),
        "short": st.sampled_from(["mask", "pass"]),
        "keep": st.sampled_from([(), ("病院",), ("ab", "bc")]),
        "merge": st.booleans(),
        "whitespace": st.sampled_from(["remove", "keep"]),
        "characters": st.sampled_from(["graphemes", "points"]),
    }
)


def _read(text: str | None, reading: TextSettings) -> str:
    """A text as far as it counts."""
    return "".join((text or "").split()) if reading.whitespace == "remove" else text or ""


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.none(), WORDS), max_size=25), st.lists(st.integers(0, 25), max_size=4), ASKED)
def test_batches_give_what_all_texts_give(texts: list[str | None], cuts: list[int], asked: dict[str, Any]) -> None:
    reading = TextSettings(**asked)
    bounds = sorted({0, len(texts), *(cut for cut in cuts if cut < len(texts))})
    parts = [text_column(texts[low:high]) for low, high in pairwise(bounds)]
    with tempfile.TemporaryDirectory() as folder:
        streamed = StreamedTexts("text", reading, Path(folder))
        for part in parts:
            streamed.add(part)
        filled = sum(bool(_read(text, reading)) for text in texts)
        if 0 < filled < reading.k:
            for refused in (lambda: mask_texts(text_column(texts), reading), streamed.mask):
                with pytest.raises(Infeasible, match=f"has {filled} texts that are not empty"):
                    refused()
            return
        whole = mask_texts(text_column(texts), reading)
        streamed.mask()
        found = [streamed.take(part) for part in parts]
        assert list(Path(folder).iterdir()) == []
    assert [text for part in found for text in part.strings()] == whole.strings()
    assert np.allclose(np.concatenate([np.empty(0), *(part.losses() for part in found)]), whole.losses())
    facts = asdict(whole.facts)
    assert streamed.rounds == facts["rounds"]
    for name in ("revealed_texts", "revealed_characters"):
        assert sum(asdict(part.facts)[name] for part in found) == facts[name]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.none(), WORDS), max_size=25), st.integers(0, 25), ASKED)
def test_passes_that_hand_on_counts_alone_give_what_all_texts_give(
    texts: list[str | None], cut: int, asked: dict[str, Any]
) -> None:
    reading = TextSettings(**{**asked, "keep": (), "all_masked": True})
    one = TextPass(reading)
    parts = [texts[:cut], texts[cut:]]
    states, rounds = parts, 0
    while reading.passes == 0 or rounds < reading.passes:
        counts: Counter[bytes] = Counter()
        for part in states:
            counts.update(one.count(text_column(part)))
        assert counts.pop(b"") == sum(bool(_read(text, reading)) for text in texts)
        rare = {gram for gram, count in counts.items() if count < reading.k}
        if not rare:
            break
        states = [one.mask(text_column(part), rare) for part in states]
        rounds += 1
    found = [one.end(text_column(part), text_column(state)) for part, state in zip(parts, states, strict=True)]
    whole = mask_texts(text_column(texts), reading)
    assert [text for part in found for text in part.strings()] == whole.strings()
    assert rounds == whole.facts.rounds
    assert np.allclose(np.concatenate([part.losses() for part in found]), whole.losses())
