"""How many people stand behind groups of records, where an identifier says whose each record is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, Role
from tokumei.core.notes import Note
from tokumei.core.recoding import Recoding
from tokumei.io.encode import encode_column
from tokumei.job import Job

__all__ = ["groups_of_few_people"]


def groups_of_few_people(frame: Any, recoding: Recoding, job: Job, names: Sequence[str]) -> list[Note]:
    """A warning for each identifier that returns (`names`): groups of fewer than k people, and of a single one.

    k counts records. The identifier need not be published: who knows that a person has several records is helped by it
    all the same.
    """
    notes: list[Note] = []
    for name in names if job.grouped else ():
        spec = ColumnSpec(name=name, role=Role.IDENTIFIER, kind=Kind.CATEGORY)
        column = encode_column(frame[name], spec, notes=[])
        assert isinstance(column, CategoryColumn)
        released = recoding.group >= 0
        pairs = np.unique(np.stack((recoding.group[released], column.codes[released]), axis=1), axis=0)
        people = np.bincount(pairs[:, 0]) if len(pairs) else np.zeros(0, dtype=np.int64)
        people = people[people > 0]
        few, one = int((people < job.privacy.k).sum()), int((people == 1).sum())
        if few:
            notes.append(
                Note(
                    "few_people",
                    {"column": name, "groups": few, "of": len(people), "k": job.privacy.k, "one": one},
                    warning=True,
                )
            )
    return notes
