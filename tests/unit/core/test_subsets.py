"""A part of a table, and its recoding spread over the whole."""

from __future__ import annotations

import numpy as np

from tokumei.core.columns import NumberColumn, Role, SetColumn, TextColumn
from tokumei.core.recoding import Ranges, Recoding
from tokumei.core.subsets import spread, take
from tokumei.core.table import Table

AGE = NumberColumn(name="age", role=Role.QUASI, codes=np.array([2, 0, 1, 2], np.int32), values=np.array([10, 20, 30]))
ILLS = SetColumn(
    name="ills",
    role=Role.SENSITIVE,
    offsets=np.array([0, 2, 3, 3, 4], np.int64),
    items=np.array([0, 1, 1, 0], np.int32),
    values=("flu", "asthma"),
    null=np.array([False, False, True, False]),
)
NOTE = TextColumn(
    name="note",
    role=Role.QUASI,
    offsets=np.array([0, 1, 2, 3, 5], np.int64),
    points=np.array([1, 2, 3, 4, 5], np.uint32),
    null=np.zeros(4, dtype=bool),
)
ROWS = np.array([True, False, True, True])


def test_a_part_keeps_dictionaries_and_records_together() -> None:
    part = take(Table((AGE, ILLS, NOTE), 4), ROWS)
    age, ills, note = part.columns
    assert isinstance(age, NumberColumn)
    assert isinstance(ills, SetColumn)
    assert isinstance(note, TextColumn)
    assert part.records == 3
    assert age.codes.tolist() == [2, 1, 2]
    assert age.values is AGE.values
    assert (ills.offsets.tolist(), ills.items.tolist(), ills.null.tolist()) == ([0, 2, 2, 3], [0, 1, 0], [0, 1, 0])
    assert (note.offsets.tolist(), note.points.tolist()) == ([0, 1, 2, 4], [1, 3, 4, 5])


def test_the_rest_is_removed() -> None:
    table = Table((AGE,), 4)
    part = take(table, ROWS)
    entry = np.array([0, 1, 0], dtype=np.int32)
    age = part["age"]
    assert isinstance(age, NumberColumn)
    found = Recoding(entry, {"age": Ranges(age, entry, np.array([2, 1], np.int32), np.array([2, 1], np.int32))})
    whole = spread(found, table, ROWS)
    assert whole.group.tolist() == [0, -1, 1, 0]
    assert whole.columns["age"].entry is whole.group
    assert whole.columns["age"].losses().tolist() == [0, 1, 0, 0]
