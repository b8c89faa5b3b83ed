"""Texts without a job file: a job of one column, through the same road as every other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from tokumei.core.progress import Progress
from tokumei.core.text_settings import COLLECTION, TextSettings
from tokumei.errors import DataError, JobError
from tokumei.io.frames import texts_frame
from tokumei.pipeline import anonymize
from tokumei.pipeline.writing import Release

__all__ = ["LINES", "mask_texts", "text_job"]

LINES = "text"
"""What the texts of a list or of a file of lines are called in promises and reports."""

Registry = str | Path | Sequence[str | None] | Mapping[str, Any]


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
    short: Literal["mask", "pass"] = "mask",
    all_masked: bool = False,
    guess: bool = False,
    shuffle: bool = False,
    seed: int | None = None,
    name: str = LINES,
    language: Literal["en", "ja"] = "en",
    progress: Progress | None = None,
) -> Release:
    """Masks what is rare in a collection of texts; None is a missing text. `data` of the release is a list.

    *Promise*: every n-gram that stays readable stands in at least k of the released texts. With `registry`
    (`"collection"`, a file of lines, texts, or a mapping as in a job) every released text matches at least k texts of
    it, and every text fits at least k released ones; with `equal` it equals at least k − 1 others. The promises are
    verified on the released texts; PromiseError is raised where one fails, Infeasible where there are fewer than k
    texts. `passes=1, short="pass"` masks as the paper does, and promises no n-grams.
    *Reference*: Maeda et al.

    >>> mask_texts(["山田病院", "川田病院", "田中医院"], k=2).data
    ['**病院', '**病院', '****']
    """
    settings = {
        "n": n,
        "passes": passes,
        "mask": mask,
        "mask_char": mask_char,
        "keep": _listed(keep, "keep", "phrases"),
        "registry": _registry(registry),
        "equal": equal,
        "merge": merge,
        "whitespace": whitespace,
        "characters": characters,
        "short": short,
        "all_masked": all_masked,
        "guess": guess,
    }
    if seed is not None and not shuffle:
        raise JobError("`seed` is for `shuffle`: nothing else here is left to chance.")
    job = text_job(
        name, settings, k=k, output={"order": "shuffle" if shuffle else "keep", "language": language}, seed=seed
    )
    return anonymize(texts_frame(_listed(texts, "texts", "many texts"), name), job, progress=progress)


def text_job(
    name: str,
    settings: Mapping[str, Any],
    *,
    k: int,
    output: Mapping[str, Any],
    source: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """The job of one text column; settings that are None or as by default are left out."""
    defaults = {one.name: one.default for one in fields(TextSettings)}
    said = {key: one for key, one in settings.items() if one is not None and _tuple(one) != defaults.get(key)}
    return {
        **({} if source is None else {"source": dict(source), "others": "drop"}),
        "columns": {name: {"role": "quasi", "type": "text", **said}},
        "privacy": {"k": k},
        "output": {key: one for key, one in output.items() if one is not None},
        **({} if seed is None else {"seed": seed}),
    }


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _listed(values: Iterable[Any], name: str, what: str) -> list[Any]:
    if isinstance(values, (str, bytes)):
        raise JobError(f"`{name}` is a list of {what}, not one text.")
    listed = list(values)
    for row, text in enumerate(listed, start=1):
        if text is not None and not isinstance(text, str):
            raise DataError(f"Row {row:,} is of the type {type(text).__name__!r}, not a text. Give strings or None.")
    return listed


def _registry(registry: Registry | None) -> str | list[str | None] | dict[str, Any] | None:
    if isinstance(registry, Mapping):
        return dict(registry)
    if registry is None or registry == COLLECTION:
        return registry
    return str(Path(registry).absolute()) if isinstance(registry, (str, Path)) else list(registry)
