"""Numbers replaced by multiples of a width, as a job asks: amounts in thousands."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from tokumei.core.columns import Kind, NumberColumn
from tokumei.core.notes import Note
from tokumei.errors import DataError, JobError
from tokumei.io.encode import encode_column
from tokumei.io.guess import guess_kind
from tokumei.io.values import with_numbers
from tokumei.job import Job

__all__ = ["rounded"]

_HALF = Fraction(1, 2)


def rounded(frame: Any, job: Job, decimal: str | None, notes: list[Note]) -> Any:
    """The frame with the numbers of columns that have `round` replaced by the nearest multiple, halves upwards.

    It is a coding: losses are about the rounded numbers. Missing values stay missing.
    """
    for name, settings in job.columns.items():
        width = settings.setting("round")
        if width is None:
            continue
        if name not in frame.columns:
            raise DataError.missing_columns([name], frame.columns)
        kind = settings.type or guess_kind(frame[name], decimal=decimal)[0]
        if kind is not Kind.NUMBER:
            raise JobError(f"`columns.{name}.round` is for numbers, and the column holds values of the type {kind}.")
        column = encode_column(frame[name], settings.spec(name, kind, decimal), notes=[])
        assert isinstance(column, NumberColumn)
        step = Fraction(repr(width))
        multiples = [floor(Fraction(repr(value)) / step + _HALF) * step for value in column.values.tolist()]
        whole = all(one.denominator == 1 and abs(one) < 2**62 for one in multiples)
        numbers = np.array([int(one) if whole else float(one) for one in multiples], dtype=np.int64 if whole else float)
        missing = column.codes >= len(numbers)
        frame = with_numbers(frame, name, np.append(numbers, 0)[column.codes].astype(numbers.dtype), missing)
        notes.append(
            Note(
                "rounded_numbers",
                {"column": name, "round": width, "values": len(numbers), "rounded": len(np.unique(numbers))},
            )
        )
    return frame
