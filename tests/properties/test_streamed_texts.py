"""Texts in batches, of which one is in memory at a time, are masked as all of them together are."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.errors import Infeasible
from tokumei.text import StreamedTexts, TextSettings, mask_texts, text_column

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


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.none(), WORDS), max_size=25), st.lists(st.integers(0, 25), max_size=4), ASKED)
def test_batches_give_what_all_texts_give(texts: list[str | None], cuts: list[int], asked: dict) -> None:  # type: ignore[type-arg]
    reading = TextSettings(**asked)
    bounds = sorted({0, len(texts), *(cut for cut in cuts if cut < len(texts))})
    parts = [text_column(texts[low:high]) for low, high in zip(bounds, bounds[1:], strict=False)]
    with tempfile.TemporaryDirectory() as folder:
        streamed = StreamedTexts("text", reading, Path(folder))
        for part in parts:
            streamed.add(part)
        try:
            whole = mask_texts(text_column(texts), reading)
        except Infeasible as error:
            try:
                streamed.mask()
            except Infeasible as other:
                assert str(other) == str(error)
                return
            raise AssertionError("too few texts were not refused") from None
        streamed.mask()
        found = [streamed.take(part) for part in parts]
        assert list(Path(folder).iterdir()) == []
    assert [text for part in found for text in part.strings()] == whole.strings()
    assert np.allclose(np.concatenate([np.empty(0), *(part.losses() for part in found)]), whole.losses())
    facts = asdict(whole.facts)
    assert streamed.rounds == facts["rounds"]
    for name in ("revealed_texts", "revealed_characters"):
        assert sum(asdict(part.facts)[name] for part in found) == facts[name]
