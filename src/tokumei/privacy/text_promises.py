"""What a release of texts promises, checked on the published texts alone.

| promise | of every published text |
|---|---|
| n-grams | each n-gram without a mask, and each text shorter than n, stands in at least k published texts |
| registry | the text as a pattern, a mask standing for any character, matches at least k texts of a registry |
| equal | the text equals at least k − 1 other published texts |

*Caveats*: missing and empty texts have nothing that could be masked and are outside all three. What stands between two
masks and is shorter than n is not counted. Two texts can be told apart although all their n-grams are common: that is
what the second and the third promise are for. Characters of kept phrases are exempt from the first promise, and only
from it. The mask character itself, wherever it came from, is read as a mask: a reader cannot tell.

Nothing here is shared with the algorithms but the reading of characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters, code_characters, from_strings
from tokumei.privacy.text_support import smallest_support

__all__ = ["TextPromise", "TextPromises", "look_up", "verify_texts"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TextPromise:
    """One promise as it was found."""

    name: str
    target: int
    achieved: int | None
    """The smallest number found; a registry is searched no further than the target. None: nothing to count."""
    holds: bool
    words: str
    """What is promised, in plain words."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPromises:
    """Which promises a release of texts makes, and how its texts are to be read."""

    n: int = 2
    k: int = 2
    registry: bool = False
    equal: bool = False
    mask_char: str = "*"
    keep: tuple[str, ...] = ()
    merge: bool = False
    whitespace: Literal["remove", "keep"] = "remove"
    characters: Literal["graphemes", "points"] = "graphemes"
    short: Literal["mask", "pass"] = "mask"


def verify_texts(
    published: Sequence[str | None], promises: TextPromises, *, registry: Sequence[str | None] | None = None
) -> tuple[TextPromise, ...]:
    """Check the promises on published texts.

    `registry` is the list of texts that patterns are looked up in: the one that the job names, or the collection before
    masking. Without it, registry-k is looked up among the published texts, which can prove it but not refute it.
    Cost: a sort of the n-grams; for the registry, each distinct text against those that share its rarest character.
    """
    filled = [text for text in published if text]
    looked_up = _looked_up(filled, registry) if promises.registry else []
    texts, names, phrases, mask = code_characters(
        [from_strings(part) for part in (filled, looked_up, promises.keep, [promises.mask_char])],
        unit=promises.characters,
        whitespace=promises.whitespace,
    )
    wild = texts.symbols == mask.symbols[0]
    found = [_gram_promise(texts, wild, _kept(texts, phrases), promises)]
    if promises.registry:
        found.append(_registry_promise(texts, names, wild, promises, proves=registry is not None))
    if promises.equal:
        found.append(_equal_promise(filled, promises.k))
    return tuple(found)


def look_up(
    published: Sequence[str | None], registry: Sequence[str | None], promises: TextPromises, *, limit: int = 2
) -> npt.NDArray[np.int64]:
    """How many texts of a registry each published text matches, counted up to `limit`; −1 for an empty one."""
    from tokumei.privacy.text_matching import match_counts

    texts, names, mask = code_characters(
        [from_strings(published), from_strings(registry), from_strings([promises.mask_char])],
        unit=promises.characters,
        whitespace=promises.whitespace,
    )
    return match_counts(texts, texts.symbols == mask.symbols[0], names, limit=limit, runs=promises.merge)


def _looked_up(filled: list[str], registry: Sequence[str | None] | None) -> list[str]:
    return filled if registry is None else [text for text in registry if text]


def _gram_promise(texts: Characters, wild: Flags, kept: Flags, promises: TextPromises) -> TextPromise:
    smallest = [smallest_support(texts, wild, kept, promises.n)]
    if promises.short == "mask":
        smallest.append(_smallest_short_support(texts, wild, kept, promises.n))
    achieved = min((count for count in smallest if count is not None), default=None)
    return TextPromise(
        f"{promises.n}-gram k-anonymity",
        promises.k,
        achieved,
        achieved is None or achieved >= promises.k,
        f"Every run of {promises.n} characters without a mask stands in at least {promises.k} published texts"
        + (f", and every shorter text equals at least {promises.k - 1} more." if promises.short == "mask" else "."),
        "no n-gram is readable" if achieved is None else "",
    )


def _smallest_short_support(texts: Characters, wild: Flags, kept: Flags, n: int) -> int | None:
    lengths = texts.lengths
    seen: Counter[bytes] = Counter()
    bound: set[bytes] = set()
    for text in np.flatnonzero((lengths > 0) & (lengths < n)).tolist():
        part = slice(texts.offsets[text], texts.offsets[text + 1])
        if not wild[part].any():
            phrase = texts.symbols[part].tobytes()
            seen[phrase] += 1
            if not kept[part].all():
                bound.add(phrase)
    return min((seen[phrase] for phrase in bound), default=None)


def _kept(texts: Characters, phrases: Characters) -> Flags:
    """Characters inside an occurrence of a kept phrase; a phrase has no mask, so neither has an occurrence."""
    kept = np.zeros(len(texts.symbols), dtype=np.bool_)
    owner = np.repeat(np.arange(len(texts)), texts.lengths)
    for first, last in zip(phrases.offsets[:-1], phrases.offsets[1:], strict=True):
        size = int(last - first)
        if not 0 < size <= len(kept):
            continue
        hit = owner[: len(kept) - size + 1] == owner[size - 1 :]
        for ahead, symbol in enumerate(phrases.symbols[first:last]):
            hit &= texts.symbols[ahead : len(kept) - size + 1 + ahead] == symbol
        for place in np.flatnonzero(hit).tolist():
            kept[place : place + size] = True
    return kept


def _equal_promise(published: Sequence[str], k: int) -> TextPromise:
    smallest = min(Counter(published).values(), default=None)
    return TextPromise(
        "equal texts",
        k,
        smallest,
        smallest is None or smallest >= k,
        f"Every published text equals at least {k - 1} more.",
    )


def _registry_promise(
    texts: Characters, names: Characters, wild: Flags, promises: TextPromises, *, proves: bool
) -> TextPromise:
    from tokumei.privacy.text_matching import match_counts

    counts = match_counts(texts, wild, names, limit=promises.k, runs=promises.merge)
    fewest = int(counts[counts >= 0].min()) if (counts >= 0).any() else None
    holds = fewest is None or fewest >= promises.k
    note = ""
    if not holds and not proves:
        note = "looked up among the published texts only: name the registry, or the collection before masking"
    stands_for = "any run of characters" if promises.merge else "any one character"
    return TextPromise(
        "registry k-anonymity",
        promises.k,
        fewest,
        holds,
        f"Every published text, a mask standing for {stands_for}, matches at least {promises.k} texts of the registry.",
        note,
    )
