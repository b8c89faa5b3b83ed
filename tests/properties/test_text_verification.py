"""Verification of texts equals its plain definition, on releases of any origin."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.text_settings import TextSettings
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import ReleasedRegistryAnonymity
from tokumei.privacy.texts import TextPieces, verify_texts

RELEASES = st.lists(st.text(st.sampled_from("ab*"), max_size=7), max_size=8)
KEEP = st.lists(st.text(st.sampled_from("ab"), min_size=1, max_size=3), max_size=2)


def kept_places(text: str, keep: list[str]) -> set[int]:
    return {
        place + within
        for phrase in keep
        for place in range(len(text))
        if text.startswith(phrase, place)
        for within in range(len(phrase))
    }


def smallest(texts: list[str], n: int, keep: list[str]) -> int | None:
    """In how many texts the rarest n-gram, or shorter text, stands that is bound by the promise."""
    bound: set[str] = set()
    owners: Counter[str] = Counter()
    for text in texts:
        if len(text) < n:
            owners["short " + text] += 1
            if text and "*" not in text and len(kept_places(text, keep)) < len(text):
                bound.add("short " + text)
            continue
        windows = [(place, text[place : place + n]) for place in range(len(text) - n + 1)]
        owners.update({window for _, window in windows})
        kept = kept_places(text, keep)
        bound.update(
            window for place, window in windows if "*" not in window and not kept.issuperset(range(place, place + n))
        )
    return min((owners[one] for one in bound), default=None)


@settings(deadline=None, max_examples=200)
@given(RELEASES, st.integers(1, 4), st.integers(2, 3), KEEP, st.integers(0, 8))
def test_grams_are_counted_as_defined(texts: list[str], n: int, k: int, keep: list[str], cut: int) -> None:
    promise, reading = NgramAnonymity(column="text", n=n, k=k), TextSettings(keep=tuple(keep))
    (found,) = verify_texts(texts, [promise], reading)
    assert promise.check_pieces(TextPieces(lambda: [texts[:cut], texts[cut:]], reading)) == found
    expected = smallest(texts, n, keep)
    assert found.achieved == expected
    assert found.holds is (expected is None or expected >= k)


@settings(deadline=None, max_examples=200)
@given(RELEASES, st.lists(st.text(st.sampled_from("ab"), min_size=1, max_size=7), max_size=10), st.booleans())
def test_patterns_match_as_defined(texts: list[str], names: list[str], merge: bool) -> None:
    found = verify_texts(
        texts, [ReleasedRegistryAnonymity(column="text", k=3)], TextSettings(merge=merge), registry=names
    )[0]
    sign = ".+" if merge else "."
    patterns = [re.compile("".join(sign if one == "*" else one for one in text)) for text in texts if text]
    counts = [sum(pattern.fullmatch(name) is not None for name in names) for pattern in patterns]
    assert found.achieved == min((min(count, 3) for count in counts), default=None)
    assert found.holds is all(count >= 3 for count in counts)


@settings(deadline=None)
@given(RELEASES, st.integers(2, 3))
def test_equal_texts_are_counted_as_defined(texts: list[str], k: int) -> None:
    found = verify_texts(texts, [EqualTexts(column="text", k=k)])[0]
    assert found.achieved == min(Counter(text for text in texts if text).values(), default=None)
