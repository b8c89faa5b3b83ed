"""Checks that read nothing but published texts must also see what is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.text_settings import TextSettings
from tokumei.privacy import text_support
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import RegistryAnonymity, ReleasedRegistryAnonymity
from tokumei.privacy.texts import TextPieces, look_up, verify_texts


def test_a_rare_gram_is_seen() -> None:
    (found,) = verify_texts(["abc", "abc", "xabc"], [NgramAnonymity(column="text", n=2, k=2)])
    assert (found.holds, found.achieved, found.target) == (False, 1, 2)
    assert verify_texts(["abc", "abc", "*abc"], [NgramAnonymity(column="text", n=2, k=2)])[0].achieved == 3


def test_a_gram_does_not_reach_into_the_next_text() -> None:
    assert verify_texts(["ab", "ba", "ab", "ba"], [NgramAnonymity(column="text", n=2, k=2)])[0].achieved == 2


def test_short_texts_are_checked() -> None:
    assert not verify_texts(["ab", "abc", "abc"], [NgramAnonymity(column="text", n=3, k=2)])[0].holds
    assert verify_texts(["ab", "abc", "abc"], [NgramAnonymity(column="text", n=3, k=2, short="pass")])[0].holds


def test_nothing_readable_keeps_the_promise() -> None:
    (found,) = verify_texts(["***", None, ""], [NgramAnonymity(column="text", n=2, k=2)])
    assert (found.holds, found.achieved) == (True, None)


def test_registry_counts_texts_not_distinct_ones() -> None:
    promises = [NgramAnonymity(column="text", n=2, k=3), ReleasedRegistryAnonymity(column="text", k=3)]
    assert verify_texts(["ab"] * 3, promises, registry=["ab", "ab", "ab"])[1].holds
    assert not verify_texts(["ab"] * 3, promises, registry=["ab", "ab", "abc"])[1].holds
    assert verify_texts(["a*"] * 3, promises, registry=["ab", "ab", "ac", "b"])[1].holds
    assert not verify_texts(["**"], promises, registry=["ab", "cd", "e", "fgh"])[1].holds


def test_merged_masks_match_runs_of_at_least_one() -> None:
    promises = [NgramAnonymity(column="text", n=2, k=2), ReleasedRegistryAnonymity(column="text", k=2)]
    reading = TextSettings(merge=True)
    names = ["abcabd"]
    matches = {
        "a*d": 1,
        "ab*d": 1,
        "*d": 1,
        "abcabd*": 0,
        "*abcabd": 0,
        "a*c*d": 1,
        "a*": 1,
        "a*x": 0,
        "*": 1,
        "abc": 0,
    }
    for pattern, count in matches.items():
        assert verify_texts([pattern], promises, reading, registry=names)[1].achieved == count, pattern


def test_without_a_registry_the_release_can_prove_but_not_refute() -> None:
    models = [RegistryAnonymity(column="text", k=2)]
    assert verify_texts(["ab", "ab"], models)[0].holds
    assert verify_texts(["a*", "*b"], models) == ()


def test_a_fixed_number_of_passes_promises_nothing_and_says_what_it_reached() -> None:
    (found,) = verify_texts(["abc", "abc", "xabc"], [NgramAnonymity(column="text", n=2, k=2, passes=1)])
    assert (found.vacuous, found.achieved, found.broken, found.kept) == ("passes", 1, False, False)


def test_equal_texts_are_counted() -> None:
    promises = [NgramAnonymity(column="text", n=1, k=2), EqualTexts(column="text", k=2)]
    assert verify_texts(["a", "a", None, ""], promises)[1].holds
    assert verify_texts(["a", "a", "ab", "a*"], promises)[1].achieved == 1


@pytest.mark.parametrize("n", [2, 4, 7])
def test_runs_and_small_numbers_do_not_change_the_support(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    random = np.random.default_rng(1)
    texts = ["".join(random.choice(list("abcd"), size)) * 2 for size in random.integers(3, 9, 300)]
    promise = NgramAnonymity(column="text", n=n, k=2)
    whole = verify_texts(texts, [promise])[0].achieved
    pieces = TextPieces(lambda: [texts[:120], [], texts[120:121], texts[121:]], TextSettings())
    assert promise.check_pieces(pieces).achieved == whole
    monkeypatch.setattr(text_support, "_RUN", 100)
    monkeypatch.setattr(text_support, "_PENDING", 30)
    monkeypatch.setattr(text_support, "_LARGEST", 1 << 10)
    assert promise.check_pieces(pieces).achieved == whole
    counts: dict[str, set[int]] = {}
    for number, text in enumerate(texts):
        for place in range(len(text) - n + 1):
            counts.setdefault(text[place : place + n], set()).add(number)
    assert whole == min(len(owners) for owners in counts.values())


def test_looking_up_tells_which_texts_are_alone() -> None:
    found = look_up(["a*", "ab", None, "xy", "a*"], ["ab", "ac", "ad", "ab"], TextSettings(), limit=3)
    assert found.tolist() == [3, 2, -1, 0, 3]
