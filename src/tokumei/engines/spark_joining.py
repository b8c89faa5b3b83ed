"""Every record with what it publishes, joined by one number a record and not by all of its values.

A record's number is a hash of the counted columns; that no two different records have the same is looked at when they
are counted. Rows go to their place in the order as the number of what they publish, which is shorter than its words.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.engines.spark_session import quoted
from tokumei.engines.spreading import Spread
from tokumei.io.counted import PERSON, PLACE

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["KEY", "ordered", "record_key", "stretches_of"]

KEY = "\0key"
"""The column of records' numbers."""
GROUP, ORDER, NUMBER, STRETCH = "\0group", "\0order", "\0number", "\0stretch"
FIRST, HIGH = "\0first", "\0high"
BROADCAST = 1 << 20
"""Different records of which every worker gets what they publish, as a number; more are joined."""
LABELS = 1 << 19
"""Published rows that every worker gets as they are written; more are joined before rows are put in their order."""
FEW = 1 << 22
"""Records of a file of the release, about."""
STRIDE = 1 << 12
"""Records of a divided one that are looked up together, so that none is held against all of its parts."""
Numbers = npt.NDArray[np.int64]
Put = Callable[[pl.DataFrame, str], Any]
"""Writes a frame under a name where the workers see it, and reads it as Spark does."""


def record_key(frame: DataFrame, keys: Sequence[str], salt: int) -> Column:
    """The number of a record. Spark's hash passes over what is missing, so that where that is goes in too."""
    from pyspark.sql import functions as to

    types = dict(frame.dtypes)
    cells: list[Column] = [to.lit(salt)]
    for name in keys:
        value = to.col(quoted(name))
        if re.fullmatch(r"array<[^<]*>", types[name]):
            cells += [to.size(value), to.transform(value, lambda one: one.isNull()), value]
        elif "<" in types[name]:
            cells += [to.to_json(to.struct(value), {"ignoreNullFields": "false"})]
        else:
            cells += [value.isNull(), value]
    return to.xxhash64(*cells)


def ordered(
    frame: DataFrame, keys: Numbers, spread: Spread, put: Put, *, mask: Callable[[DataFrame], DataFrame]
) -> DataFrame:
    """The released records, in an order that tells nothing: by a hash of what they publish and a secret.

    `frame` has every record's number in KEY, `keys` that of every counted record. `mask` masks the texts that records
    carry, before these decide where a record goes. With people, PERSON is one more.
    """
    from pyspark.sql import functions as to

    secret = spread.seed if spread.seed is not None else secrets.randbits(62)
    people = [] if spread.person is None else [PERSON]
    if not spread.published.columns:  # nothing tells records apart, and they publish what they carry
        table, few, records = None, True, frame.drop(KEY).withColumn(GROUP, to.lit(0))
    else:
        labels, group = _labels(spread.published)
        few = labels.height <= LABELS
        table = to.broadcast(put(labels, "labels")) if few else put(labels, "labels")
        records = _joined(frame, keys, spread, group, put, secret)
    records = mask(records)
    key = to.xxhash64(*[to.col(quoted(name)) for name in (GROUP, *spread.carried)], to.lit(secret))
    records = records.withColumn(ORDER, key)
    if table is not None and not few:
        records = records.join(table, GROUP)
    files = max(1, -(-spread.released // FEW))
    records = records.repartition(files, quoted(ORDER)).sortWithinPartitions(quoted(ORDER))
    if table is not None and few:
        records = records.join(table, GROUP)
    own = {name: f"\0{name}" for name in spread.published.columns}
    return records.select(*[to.col(quoted(own.get(name, name))).alias(name) for name in (*spread.names, *people)])


def _labels(published: pl.DataFrame) -> tuple[pl.DataFrame, Numbers]:
    """The different rows that are published, numbered by their content in GROUP; and the number of each row."""
    names = published.columns
    rows = published.unique().sort(names).with_row_index(GROUP).with_columns(pl.col(GROUP).cast(pl.Int64))
    group = published.join(rows, on=names, how="left", nulls_equal=True, maintain_order="left")[GROUP].to_numpy()
    plain = [pl.col(name).cast(pl.String) for name, dtype in published.schema.items() if isinstance(dtype, pl.Enum)]
    return rows.with_columns(plain).rename({name: f"\0{name}" for name in names}), group


def _joined(frame: DataFrame, keys: Numbers, spread: Spread, group: Numbers, put: Put, secret: int) -> DataFrame:
    """Every released record: the number of what it publishes, whose it is, and what it carries."""
    from pyspark.sql import Window
    from pyspark.sql import functions as to

    def told(parts: Numbers, **more: Numbers) -> pl.DataFrame:
        """What parts publish, and whose they are."""
        people = {} if spread.person is None else {PERSON: spread.person[parts]}
        return pl.DataFrame({**more, GROUP: group[spread.row[parts]], **people})

    def matched(records: DataFrame, table: pl.DataFrame, name: str, on: list[str]) -> DataFrame:
        there = put(table, name)
        return records.join(to.broadcast(there) if table.height <= BROADCAST else there, on)

    place = np.flatnonzero(spread.first >= 0)
    whole = place[(spread.count[place] == 1) & (spread.row[spread.first[place]] >= 0)]
    shared = place[spread.count[place] > 1]
    known = told(spread.first[whole], **{KEY: keys[whole]})
    result = matched(frame, known, "whole", [KEY]).drop(KEY)
    if not len(shared):
        return result
    # Of records that are divided, each has a number in an order that tells nothing; parts have stretches of it.
    named = pl.DataFrame({KEY: keys[shared], PLACE: shared})
    # What a text was before it was masked must not be tried out with a seed that is known.
    chance = secrets.randbits(62) if spread.texts else secret + 1
    mixed = to.xxhash64(*[to.col(quoted(one)) for one in (*spread.carried, PLACE)], to.lit(chance))
    number = to.row_number().over(Window.partitionBy(quoted(PLACE)).orderBy(mixed)) - 1
    numbered = matched(frame, named, "shared", [KEY]).withColumn(NUMBER, number.cast("long"))
    numbered = numbered.withColumn(STRETCH, to.floor(to.col(quoted(NUMBER)) / STRIDE))
    parts, owner, first, stretch = stretches_of(spread, shared)
    high = first + spread.mass[parts]
    stretches = told(parts, **{PLACE: owner, STRETCH: stretch, FIRST: first, HIGH: high})
    inside = (to.col(quoted(NUMBER)) >= to.col(quoted(FIRST))) & (to.col(quoted(NUMBER)) < to.col(quoted(HIGH)))
    dealt = matched(numbered, stretches, "stretches", [PLACE, STRETCH]).where(inside)
    return result.unionByName(dealt.select(*map(quoted, result.columns)))


def stretches_of(spread: Spread, shared: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Released parts of divided records, once a stride that they reach into: part, whose, its first number, stride."""
    count = spread.count[shared]
    owner = np.repeat(shared, count)
    begin = np.cumsum(count) - count
    parts = np.arange(count.sum()) - np.repeat(begin - spread.first[shared], count)
    mass = spread.mass[parts]
    before = np.cumsum(mass) - mass
    first = before - np.repeat(before[begin], count)
    kept = spread.row[parts] >= 0
    parts, owner, first, mass = parts[kept], owner[kept], first[kept], mass[kept]
    low = first // STRIDE
    times = (first + mass - 1) // STRIDE - low + 1
    again = np.repeat(np.arange(len(parts)), times)
    within = np.arange(len(again)) - np.repeat(np.cumsum(times) - times, times)
    return parts[again], owner[again], first[again], low[again] + within
