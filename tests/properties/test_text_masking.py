"""N-gram k-anonymity on arbitrary Unicode, against a slow and plain version of itself."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.characters import code_characters, from_strings
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.texts import verify_texts
from tokumei.text import MaskedTexts, TextSettings, mask_texts, text_column

# Lone surrogates, combining marks, joiners, flags, jamo, skin tones, the mask character and white space, often.
ODD = "ab*\u0301\u200d\ufe0f🇯🇵👩🏽가\u1100\u1161\u11a8\ud83d\ude00\r\n \u3000\u0e33\uff9e"
CHARACTERS = st.one_of(st.sampled_from(ODD), st.sampled_from("abc"), st.characters(exclude_categories=[]))
TEXTS = st.lists(st.one_of(st.none(), st.text(CHARACTERS, max_size=12)), max_size=12)
FEW = st.lists(st.text(st.sampled_from("abc*"), max_size=9), max_size=12)
UNITS = st.sampled_from(["graphemes", "points"])
SPACES = st.sampled_from(["remove", "keep"])


def characters_of(texts: list[str | None], unit: str, whitespace: str) -> list[list[str]]:
    """Texts as lists of characters."""
    (coded,) = code_characters([from_strings(texts)], unit=unit, whitespace=whitespace)  # type: ignore[arg-type]
    starts = coded.starts if coded.starts is not None else range(len(coded.points) + 1)
    pieces = [
        coded.points[starts[place] : starts[place + 1]].tobytes().decode("utf-32-le", "surrogatepass")
        for place in range(len(coded.symbols))
    ]
    return [pieces[coded.offsets[number] : coded.offsets[number + 1]] for number in range(len(coded))]


def plain_masking(
    texts: list[list[str]], *, n: int, k: int, passes: int, least: bool, keep: list[list[str]], short: bool
) -> list[list[str]]:
    """What the spec says, word for word."""
    texts = [list(text) for text in texts]
    kept = [[False] * len(text) for text in texts]
    for text, flags in zip(texts, kept, strict=True):
        for phrase in keep:
            for place in range(len(text) - len(phrase) + 1):
                if text[place : place + len(phrase)] == phrase:
                    flags[place : place + len(phrase)] = [True] * len(phrase)
    if short:
        whole = Counter(tuple(text) for text in texts if 0 < len(text) < n and "*" not in text)
        for text, flags in zip(texts, kept, strict=True):
            if tuple(text) in whole and whole[tuple(text)] < k:
                text[:] = [own if flag else "*" for own, flag in zip(text, flags, strict=True)]
    done = 0
    while passes == 0 or done < passes:
        counts: Counter[tuple[str, ...]] = Counter()
        for text in texts:
            windows = {tuple(text[place : place + n]) for place in range(len(text) - n + 1)}
            counts.update(window for window in windows if "*" not in window)
        changed = False
        for text, flags in zip(texts, kept, strict=True):
            chosen: set[int] = set()
            for place in range(len(text) - n + 1):
                window = tuple(text[place : place + n])
                if "*" in window or counts[window] >= k:
                    continue
                free = [within for within in range(place, place + n) if not flags[within]]
                if not least:
                    chosen.update(free)
                elif free and not chosen.intersection(range(place, place + n)):
                    chosen.add(free[-1])
            for place in chosen:
                text[place] = "*"
                changed = True
        if not changed:
            break
        done += 1
    return texts


@settings(deadline=None, max_examples=150)
@given(
    st.one_of(TEXTS, FEW),
    st.integers(1, 5),
    st.integers(2, 4),
    st.integers(0, 3),
    st.booleans(),
    UNITS,
    SPACES,
    st.lists(st.text(st.sampled_from("abc"), min_size=1, max_size=3), max_size=2),
    st.booleans(),
)
def test_masking_is_what_the_spec_says(
    texts: list[str | None],
    n: int,
    k: int,
    passes: int,
    least: bool,
    unit: str,
    whitespace: str,
    keep: list[str],
    short: bool,
) -> None:
    asked = TextSettings(
        n=n, k=k, passes=passes, mask="least" if least else "all", keep=tuple(keep), short="mask" if short else "pass",
        characters=unit, whitespace=whitespace, all_masked=True,
    )  # type: ignore[arg-type]  # fmt: skip
    released = mask_texts(text_column(texts), asked).strings()
    expected = plain_masking(
        characters_of(texts, unit, whitespace),
        n=n, k=k, passes=passes, least=least, keep=[list(phrase) for phrase in keep], short=short,
    )  # fmt: skip
    assert released == [None if text is None else "".join(masked) for text, masked in zip(texts, expected, strict=True)]


def masked_by(texts: list[str | None], asked: TextSettings) -> MaskedTexts:
    return mask_texts(text_column(texts), asked)


@settings(deadline=None, max_examples=150)
@given(st.one_of(TEXTS, FEW), st.integers(1, 4), st.integers(2, 4), st.booleans(), UNITS, SPACES, st.booleans())
def test_the_fixpoint_keeps_its_promise_on_what_is_published(
    texts: list[str | None], n: int, k: int, least: bool, unit: str, whitespace: str, merge: bool
) -> None:
    asked = TextSettings(
        n=n, k=k, mask="least" if least else "all", characters=unit, whitespace=whitespace, merge=merge,
        keep=("ab", "bc"), all_masked=True,
    )  # type: ignore[arg-type]  # fmt: skip
    released = masked_by(texts, asked).strings()
    promises = [NgramAnonymity(column="text", n=n, k=k)]
    reading = TextSettings(characters=unit, whitespace=whitespace, merge=merge, keep=asked.keep)  # type: ignore[arg-type]
    assert verify_texts(released, promises, reading)[0].holds


@settings(deadline=None)
@given(st.one_of(TEXTS, FEW), st.integers(1, 4), st.integers(2, 4), UNITS, SPACES)
def test_masks_never_move_or_split_a_character(
    texts: list[str | None], n: int, k: int, unit: str, whitespace: str
) -> None:
    asked = TextSettings(n=n, k=k, characters=unit, whitespace=whitespace, all_masked=True)  # type: ignore[arg-type]
    masked = masked_by(texts, asked)
    before = characters_of(texts, unit, whitespace)
    after = characters_of(masked.strings(), unit, whitespace)
    assert [len(text) for text in before] == [len(text) for text in after]
    for old, new in zip(before, after, strict=True):
        assert all(new_one in (old_one, "*") for old_one, new_one in zip(old, new, strict=True))
    hidden = sum(new != old for a, b in zip(before, after, strict=True) for old, new in zip(a, b, strict=True))
    assert int(masked.masked_characters().sum()) == hidden


@settings(deadline=None)
@given(FEW, st.integers(1, 3), st.integers(2, 3))
def test_more_k_never_shows_what_less_k_hid_after_one_pass(texts: list[str], n: int, k: int) -> None:
    low = masked_by(list(texts), TextSettings(n=n, k=k, passes=1, all_masked=True))
    high = masked_by(list(texts), TextSettings(n=n, k=k + 1, passes=1, all_masked=True))
    assert not (low.masked & ~high.masked).any()


@settings(deadline=None)
@given(FEW, st.randoms())
def test_the_order_of_the_texts_does_not_matter(texts: list[str], random: object) -> None:
    order = list(range(len(texts)))
    random.shuffle(order)  # type: ignore[attr-defined]
    asked = TextSettings(n=2, k=2, all_masked=True)
    plain = masked_by(list(texts), asked).strings()
    mixed = masked_by([texts[place] for place in order], asked).strings()
    assert mixed == [plain[place] for place in order]
