"""Registry-k and equal texts, on arbitrary Unicode, checked by plain patterns."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.text_settings import RegistrySettings
from tokumei.errors import Infeasible
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import RegistryAnonymity, ReleasedRegistryAnonymity
from tokumei.privacy.texts import verify_texts
from tokumei.text import TextSettings, mask_texts, text_column

ODD = "ab*\u0301\u200d\ufe0f🇯🇵👩🏽가\u1100\u1161\u11a8\ud83d\ude00\r\n \u3000\u0e33\uff9e"
CHARACTERS = st.one_of(st.sampled_from(ODD), st.sampled_from("abc"), st.characters(exclude_categories=[]))
ANY = st.lists(st.one_of(st.none(), st.text(CHARACTERS, max_size=8)), max_size=12)
FEW = st.lists(st.text(st.sampled_from("abc*"), max_size=8), max_size=14)
NAMES = st.lists(st.text(st.sampled_from("abc"), min_size=1, max_size=6), max_size=20)


def matches(pattern: str, names: list[str], runs: bool) -> int:
    """What the words say: a mask is any character, or any run of one or more."""
    plain = "".join((".+" if runs else ".") if sign == "*" else re.escape(sign) for sign in pattern)
    return sum(re.fullmatch(plain, name, re.DOTALL) is not None for name in names)


@settings(deadline=None, max_examples=120)
@given(FEW, st.integers(1, 3), st.integers(2, 4), st.booleans(), st.booleans(), st.none() | NAMES, st.booleans())
def test_every_pattern_matches_k_names(
    texts: list[str], n: int, k: int, least: bool, merge: bool, names: list[str] | None, both: bool
) -> None:
    asked = TextSettings(
        n=n, k=k, mask="least" if least and not both else "all", merge=merge, all_masked=True, keep=("ab",),
        registry=RegistrySettings(collection=True, direction="both" if both else "released"),
    )  # fmt: skip
    known = texts if names is None else names
    try:
        masked = mask_texts(text_column(texts), asked, registry="collection" if names is None else names)
    except Infeasible:
        lengths = Counter(len(name) for name in known if name)
        too_few = both and sum(map(bool, texts)) < k
        assert too_few or (sum(lengths.values()) < k if merge else max(lengths.values(), default=0) < k)
        return
    released = [text for text in masked.strings() if text]
    assert all(matches(text, [name for name in known if name], merge) >= k for text in released)
    if both:
        assert min(Counter(released).values(), default=k) >= k
    model = RegistryAnonymity if both else ReleasedRegistryAnonymity
    promises = [NgramAnonymity(column="text", n=n, k=k), model(column="text", k=k)]
    reading = TextSettings(merge=merge, keep=asked.keep)
    assert all(found.holds for found in verify_texts(released, promises, reading, registry=known, originals=texts))


@settings(deadline=None, max_examples=150)
@given(st.lists(st.text(st.sampled_from("ab*"), max_size=4), max_size=8), NAMES, st.integers(2, 4), st.booleans())
def test_both_directions_are_counted_as_the_words_say(
    published: list[str], names: list[str], k: int, merge: bool
) -> None:
    released = [text for text in published if text]
    entries = [matches(text, names, merge) for text in released]
    rows = [sum(matches(text, [name], merge) for text in released) for name in names]
    equal = min(Counter(released).values(), default=k) >= k
    fewest = min([k, *entries, *([] if equal else rows)])
    (found,) = verify_texts(
        published, [RegistryAnonymity(column="text", k=k)], TextSettings(merge=merge), registry=names, originals=names
    )
    assert found.holds == (fewest >= k)
    assert found.achieved == fewest


@settings(deadline=None, max_examples=120)
@given(st.one_of(FEW, ANY), st.integers(2, 4), st.booleans(), st.booleans(), st.sampled_from(["graphemes", "points"]))
def test_every_text_equals_others(texts: list[str | None], k: int, merge: bool, registry: bool, unit: str) -> None:
    asked = TextSettings(n=2, k=k, equal=True, merge=merge, all_masked=True, characters=unit)  # type: ignore[arg-type]
    try:
        masked = mask_texts(text_column(texts), asked, registry="collection" if registry else None)
    except Infeasible:
        return
    released = masked.strings()
    assert min(Counter(text for text in released if text).values(), default=k) >= k
    promises = [
        NgramAnonymity(column="text", n=2, k=k),
        *([RegistryAnonymity(column="text", k=k)] if registry else []),
        EqualTexts(column="text", k=k),
    ]
    reading = TextSettings(merge=merge, characters=unit)  # type: ignore[arg-type]
    assert all(found.holds for found in verify_texts(released, promises, reading, registry=texts))


@settings(deadline=None, max_examples=80)
@given(FEW, st.integers(2, 3), st.booleans())
def test_what_equal_texts_publish_is_true_of_each(texts: list[str], k: int, merge: bool) -> None:
    asked = TextSettings(n=2, k=k, equal=True, merge=merge)
    try:
        masked = mask_texts(text_column(texts), asked)
    except Infeasible:
        return
    for text, released, resized in zip(texts, masked.strings(), masked.resized.tolist(), strict=True):
        if text and resized < 0:
            assert matches(released or "", [text], merge) == 1
