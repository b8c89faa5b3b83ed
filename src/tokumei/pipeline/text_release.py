"""Strings in, masked strings out: verified, with a report, and without a job file."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tokumei.algorithms.text import COLLECTION, MaskedTexts, TextSettings, text_column
from tokumei.algorithms.text import mask_texts as masked_column
from tokumei.core.notes import Note, in_report
from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Verification
from tokumei.errors import DataError, Infeasible, JobError
from tokumei.evaluation.text_guessing import guess_masks
from tokumei.io.texts import read_lines
from tokumei.pipeline.releasing import refuse_broken
from tokumei.pipeline.texts import all_masked, figures_of, reading_of, text_models
from tokumei.privacy.texts import look_up, verify_texts

__all__ = ["LINES", "TextRelease", "mask_texts"]

LINES = "text"
"""What the texts of a file of lines are called in promises and reports."""

Texts = Sequence[str | None]
Registry = str | Path | Sequence[str | None]


@dataclass(frozen=True, eq=False)
class TextRelease:
    """Masked texts that keep their promises, and the report for those who answer for them."""

    texts: list[str | None] = field(repr=False)
    """What may be handed on, in the order of the source unless it was shuffled."""
    report: dict[str, Any] = field(repr=False)
    name: str = LINES
    """The column's name."""


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """One call: how to mask, what to promise, and what goes with it."""

    settings: TextSettings
    name: str = LINES
    registry: str | tuple[str | None, ...] | None = None
    registry_name: str | None = None
    shuffle: bool = False
    seed: int | None = None
    guess: bool = False
    language: Literal["en", "ja"] = "en"

    def __post_init__(self) -> None:
        if self.guess and self.settings.merge:
            raise JobError("`guess` compares texts character by character, and `merge` hides how many there were.")
        if self.seed is not None and not self.shuffle:
            raise JobError("`seed` is for `shuffle`: nothing else here is left to chance.")

    def as_job(self) -> dict[str, Any]:
        """The job file that says the same."""
        asked = self.settings
        column = {
            "role": "quasi",
            "type": "text",
            "n": asked.n,
            "passes": asked.passes,
            "mask": asked.mask,
            "mask_char": asked.mask_char,
            "keep": list(asked.keep),
            "registry": self.registry_name,
            "equal": asked.equal,
            "merge": asked.merge,
            "whitespace": asked.whitespace,
            "characters": asked.characters,
        }
        return {
            "columns": {self.name: {key: value for key, value in column.items() if value is not None}},
            "privacy": {"k": asked.k},
            "output": {"order": "shuffle" if self.shuffle else "keep", "language": self.language},
            **({} if self.seed is None else {"seed": self.seed}),
        }


def mask_texts(
    texts: Iterable[str | None],
    *,
    n: int = 2,
    k: int = 5,
    passes: int = 0,
    mask: Literal["all", "least"] = "all",
    mask_char: str = "*",
    keep: Sequence[str] = (),
    registry: Registry | None = None,
    equal: bool = False,
    merge: bool = False,
    whitespace: Literal["remove", "keep"] = "remove",
    characters: Literal["graphemes", "points"] = "graphemes",
    all_masked: bool = False,
    guess: bool = False,
    shuffle: bool = False,
    seed: int | None = None,
    name: str = LINES,
    language: Literal["en", "ja"] = "en",
    progress: Progress | None = None,
) -> TextRelease:
    """Masks what is rare in a collection of texts; None is a missing text.

    *Promise*: every n-gram that stays readable stands in at least k of the released texts. With `registry`
    (`"collection"`, a file of lines, or texts) every released text matches at least k texts of it; with `equal` it
    equals at least k − 1 others. The promises are verified on the released texts; PromiseError is raised where one
    fails, Infeasible where there are fewer than k texts. `passes=1` masks as the paper does, and promises no n-grams.
    *Reference*: Maeda et al.

    >>> mask_texts(["山田病院", "川田病院", "田中医院"], k=2).texts
    ['**病院', '**病院', '****']
    """
    asked = _Asked(
        settings=TextSettings(
            n=n,
            k=k,
            passes=passes,
            mask=mask,
            mask_char=mask_char,
            keep=_phrases(keep),
            equal=equal,
            merge=merge,
            whitespace=whitespace,
            characters=characters,
            all_masked=all_masked,
        ),
        name=name,
        **_registry(registry),
        shuffle=shuffle,
        seed=seed,
        guess=guess,
        language=language,
    )
    return _released(_checked(texts), asked, progress or SILENT)


def _released(texts: list[str | None], asked: _Asked, progress: Progress) -> TextRelease:
    _refuse_few(texts, asked.settings)
    started = time.perf_counter()
    masked = masked_column(
        text_column(texts, name=asked.name), asked.settings, registry=asked.registry, progress=progress
    )
    strings = masked.strings()
    masking = time.perf_counter()
    progress.stage("verify")
    verification = _verified(strings, masked, asked)
    verifying = time.perf_counter()
    figures = {**_settings(asked), **figures_of(masked, strings)}
    seconds = {"mask": masking - started, "verify": verifying - masking}
    if asked.guess:
        progress.stage("guess")
        figures["guess"] = _guessed(texts, strings, asked)
        figures["found_alone"] = _found_alone(strings, masked, asked)
        seconds["guess"] = time.perf_counter() - verifying
    report = _report(strings, masked, asked, verification, figures, seconds)
    return TextRelease(_ordered(strings, asked), report, asked.name)


def _verified(strings: Texts, masked: MaskedTexts, asked: _Asked) -> Verification:
    """The promises, judged on the published texts."""
    registry = masked.originals() if asked.registry == COLLECTION else asked.registry
    assert not isinstance(registry, str)
    models = text_models(asked.name, asked.settings, registry=asked.registry is not None)
    sizes = Counter(strings).values()
    verification = Verification(
        promises=verify_texts(strings, models, reading_of(asked.settings), registry=registry),
        records=len(strings),
        groups=len(sizes),
        smallest_group=min(sizes),
    )
    refuse_broken(verification)
    return verification


def _guessed(texts: Texts, strings: Texts, asked: _Asked) -> dict[str, Any]:
    return guess_masks(
        texts,
        strings,
        mask_char=asked.settings.mask_char,
        characters=asked.settings.characters,
        whitespace=asked.settings.whitespace,
    ).as_dict()


def _found_alone(strings: Texts, masked: MaskedTexts, asked: _Asked) -> float:
    """The share of released texts that fit a single one of the originals: whoever has the list knows which it is."""
    counts = look_up(strings, masked.originals(), reading_of(asked.settings), limit=2)
    return float((counts == 1).sum() / max((counts >= 0).sum(), 1))


def _settings(asked: _Asked) -> dict[str, Any]:
    settings = asked.settings
    return {
        "n": settings.n,
        "k": settings.k,
        "mask": settings.mask,
        "passes": settings.passes,
        **({} if asked.registry_name is None else {"registry": asked.registry_name}),
        **({"keep": len(settings.keep)} if settings.keep else {}),
        "equal": settings.equal,
        "merge": settings.merge,
    }


def _report(
    strings: Texts,
    masked: MaskedTexts,
    asked: _Asked,
    verification: Verification,
    figures: Mapping[str, Any],
    seconds: Mapping[str, float],
) -> dict[str, Any]:
    """The report's plain data; a group is a set of records that publish the same text."""
    sizes = list(Counter(strings).values())
    loss = float(masked.losses().mean())
    return {
        "title": asked.name,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "verified": verification.ok,
        "promises": verification.to_dict()["promises"],
        "records": len(strings),
        "released": len(strings),
        "removed": 0,
        "groups": len(sizes),
        "smallest_group": min(sizes),
        "average_group": len(strings) / len(sizes),
        "discernibility": sum(size * size for size in sizes),
        "loss": {"ncp": loss, "columns": {asked.name: loss}},
        "columns": [{"name": asked.name, "role": "quasi", "type": "text", "published": "text", "ncp": loss}],
        **in_report(_notes(asked.name, figures, verification)),
        "seconds": {stage: round(spent, 3) for stage, spent in seconds.items()},
        "version": version("tokumei"),
        "job": asked.as_job(),
        "source": {},
        "release": {},
        "text": {asked.name: dict(figures)},
    }


def _notes(name: str, figures: Mapping[str, Any], verification: Verification) -> list[Note]:
    notes = []
    if not any(promise.protects for promise in verification.promises):
        notes.append(Note("nothing_promised", {"column": name}, warning=True))
        if verification.promises[0].achieved is not None:
            notes.append(Note("rarest_readable", {"column": name, "texts": verification.promises[0].achieved}))
    if all_masked(figures):
        notes.append(Note("all_masked", {"column": name}, warning=True))
    return notes


def _ordered(strings: list[str | None], asked: _Asked) -> list[str | None]:
    """The order of the source; or one that tells nothing of it, even to those who know the seed."""
    if not asked.shuffle:
        return strings
    start = strings
    if asked.seed is not None:
        start = sorted(strings, key=lambda text: (text is not None, text or ""))
    return [start[place] for place in np.random.default_rng(asked.seed).permutation(len(start)).tolist()]


def _checked(texts: Iterable[str | None]) -> list[str | None]:
    if isinstance(texts, (str, bytes)):
        raise JobError("`mask_texts` takes many texts, not one: give a list.")
    found = list(texts)
    for row, text in enumerate(found, start=1):
        if text is not None and not isinstance(text, str):
            raise DataError(f"Row {row:,} is of the type {type(text).__name__!r}, not a text. Give strings or None.")
    if not found:
        raise DataError("There are no texts.")
    return found


def _phrases(keep: Sequence[str]) -> tuple[str, ...]:
    if isinstance(keep, str):
        raise JobError("`keep` is a list of phrases, not one text.")
    return tuple(keep)


def _registry(registry: Registry | None) -> dict[str, Any]:
    if registry is None or registry == COLLECTION:
        return {"registry": registry, "registry_name": registry}
    if isinstance(registry, (str, Path)):
        return {"registry": tuple(read_lines(registry)), "registry_name": Path(registry).name}
    return {"registry": tuple(registry), "registry_name": "given"}


def _refuse_few(texts: Texts, settings: TextSettings) -> None:
    filled = sum(1 for text in texts if text and not text.isspace())
    if 0 < filled < settings.k and not settings.all_masked:
        raise Infeasible(
            f"There are {filled:,} texts that are not empty, fewer than k = {settings.k}: everything would be masked. "
            "Lower k, or accept that with `all_masked` (`--all-masked`)."
        )
