"""Rows of a release that may be shown: those that most records publish alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from tokumei.core.entries import label_of
from tokumei.core.recoding import Recoding
from tokumei.job import Job

__all__ = ["SHOWN", "by_size", "sample_of"]

SHOWN = 3
"""Rows that are shown."""


def sample_of(recoding: Recoding, job: Job) -> list[dict[str, Any]]:
    """The largest groups, each with what all of its records publish and how many they are.

    *Promise*: every row that is shown is published by at least k records. What is not the same for a whole group (what
    is published as it is, texts beside groups, pseudonyms) is not shown.
    """
    names = job.grouped
    if not names:
        return _of_texts(recoding, job)
    sizes, released = recoding.sizes, np.flatnonzero(recoding.group >= 0)
    first = np.zeros(len(sizes), dtype=np.int64)
    first[recoding.group[released[::-1]]] = released[::-1]
    least = max([job.privacy.k, *np.sort(sizes)[-SHOWN:][:1]])
    rows = [
        {"records": int(sizes[group]), "cells": _cells(recoding, names, int(first[group]))}
        for group in np.flatnonzero(sizes >= least)
    ]
    return sorted(rows, key=by_size)[:SHOWN]


def by_size(row: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The largest first; equal ones by what they publish, since the numbers of groups say nothing."""
    return -int(row["records"]), list(row["cells"].values())


def _cells(recoding: Recoding, names: list[str], record: int) -> dict[str, str]:
    columns = {name: recoding.columns[name] for name in names}
    return {name: label_of(column, int(column.entry[record])) or "" for name, column in columns.items()}


def _of_texts(recoding: Recoding, job: Job) -> list[dict[str, Any]]:
    """Of texts alone, those that most records share."""
    from tokumei.text import MaskedTexts

    (name, *others) = job.texts or [""]
    texts = recoding.columns.get(name)
    if others or not isinstance(texts, MaskedTexts):
        return []
    released = texts.entry >= 0
    counts = Counter(text for text, shown in zip(texts.strings(), released, strict=True) if shown and text)
    return [
        {"records": count, "cells": {name: text}}
        for text, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:SHOWN]
        if count >= job.privacy.k
    ]
