"""Rows of a release that may be shown: those that most records publish alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from tokumei.core.columns import Role
from tokumei.job import Job
from tokumei.pipeline.publishing import labels_of

__all__ = ["sample_of"]

SHOWN = 3


def sample_of(frame: Any, job: Job) -> list[dict[str, Any]]:
    """The largest groups, each with what all of its records publish and how many they are.

    *Promise*: every row that is shown is published by at least k records. What is not the same for a whole group (what
    is published as it is, texts beside groups, pseudonyms) is not shown.
    """
    labels = labels_of(frame, job)
    names = labels.names_of(job.named(Role.QUASI) if job.subject is not None else job.grouped or job.texts)
    names = [name for name in names if name in labels.columns]
    released = ~labels.removed(job.named(Role.QUASI), markers=job.marks)
    if not names or not released.any():
        return []
    group = labels.groups(names, released)
    rows = np.flatnonzero(released)
    sizes = np.bincount(group)
    largest = [
        number for number in np.argsort(-sizes, kind="stable")[:SHOWN].tolist() if sizes[number] >= job.privacy.k
    ]
    first = np.full(len(sizes), -1, dtype=np.int64)
    first[group[::-1]] = rows[::-1]
    return [
        {"records": int(sizes[number]), "cells": {name: _cell(labels.columns[name], first[number]) for name in names}}
        for number in largest
    ]


def _cell(column: Any, row: int) -> str:
    code = int(column.codes[row])
    return "" if code < 0 else str(column.labels[code])
