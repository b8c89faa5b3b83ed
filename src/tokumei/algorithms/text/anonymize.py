"""A text column in, a masked one out, with the promises that were asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.text.masked import MaskedTexts, MaskingFacts
from tokumei.algorithms.text.masking import Masks, mask_rare_grams, mask_rare_short_texts
from tokumei.algorithms.text.phrases import covered_by_phrases
from tokumei.algorithms.text.settings import TextSettings
from tokumei.core.characters import Characters, Texts, code_characters, from_strings
from tokumei.core.columns import Role, TextColumn
from tokumei.errors import Infeasible

__all__ = ["mask_texts", "text_column"]


def text_column(texts: Iterable[str | None], *, name: str = "text", role: Role = Role.QUASI) -> TextColumn:
    """A column of texts from strings; None is a missing text."""
    strings = list(texts)
    coded = from_strings(strings)
    null = np.fromiter((string is None for string in strings), dtype=np.bool_, count=len(strings))
    return TextColumn(name=name, role=role, offsets=coded.offsets, points=coded.points, null=null)


def mask_texts(column: TextColumn, settings: TextSettings) -> MaskedTexts:
    """Mask what is rare in a column of texts.

    Promise: with `passes: 0`, every n-gram of the release without a mask stands in at least k of its texts, and so does
    every text shorter than n; what consists of kept phrases is exempt.
    Raises Infeasible when there are fewer than k texts, unless the settings accept a release that is all masked.
    Reference: Maeda et al.; their output is `passes=1, short="pass"`.
    """
    texts, phrases, mask = code_characters(
        [Texts(column.offsets, column.points), from_strings(settings.keep), from_strings([settings.mask_char])],
        unit=settings.characters,
        whitespace=settings.whitespace,
    )
    _check_size(texts, column.name, settings)
    literal = texts.symbols == mask.symbols[0]
    masks = _by_grams(texts, literal, covered_by_phrases(texts, phrases, literal), settings)
    return MaskedTexts(
        column,
        texts,
        masks.masked & ~literal,
        literal,
        np.full(len(texts), -1, dtype=np.int64),
        mask_char=settings.mask_char,
        merge=settings.merge,
        facts=_facts(texts, masks),
    )


def _check_size(texts: Characters, name: str, settings: TextSettings) -> None:
    filled = int((texts.lengths > 0).sum())
    if 0 < filled < settings.k and not settings.all_masked:
        raise Infeasible(
            f"Column {name!r} has {filled:,} texts that are not empty, fewer than k = {settings.k}: everything would "
            "be masked. Lower k, or accept a release that is all masked."
        )


def _by_grams(
    texts: Characters, masked: npt.NDArray[np.bool_], kept: npt.NDArray[np.bool_], settings: TextSettings
) -> Masks:
    short = Masks(masked, np.zeros(len(masked), dtype=np.bool_), 0)
    if settings.short == "mask":
        short = mask_rare_short_texts(texts, masked, kept, n=settings.n, k=settings.k)
    masks = mask_rare_grams(
        texts,
        short.masked,
        kept,
        n=settings.n,
        k=settings.k,
        passes=settings.passes,
        least=settings.mask == "least",
    )
    return replace(masks, revealed=masks.revealed | short.revealed, rounds=max(masks.rounds, short.rounds))


def _facts(texts: Characters, masks: Masks) -> MaskingFacts:
    revealed = np.flatnonzero(masks.revealed)
    owners = np.searchsorted(texts.offsets, revealed, side="right")
    return MaskingFacts(
        rounds=masks.rounds,
        revealed_texts=len(np.unique(owners)),
        revealed_characters=len(revealed),
    )
