"""Texts on a cluster: n-grams are counted where the texts lie, and what is rare in all of them is masked there.

Every pass is a group-by of n-grams and a map over the texts; both leave what they found in the working folder, so that
a task that is repeated reads the same again. The driver holds the n-grams that are rare in this pass, and no text.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines.spark_session import explained, one_thread
from tokumei.engines.spreading import CarriedTexts, Spread

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["masked_texts", "rows_of"]

STATE, GRAM, TEXTS = "state", "gram", "texts"
"""A text as far as it is masked; an n-gram, and how many texts have it."""
TOGETHER = 1 << 17
"""Texts that are counted together, at most."""

Store = Callable[["DataFrame", str], "DataFrame"]
"""Writes a frame to the working folder under a name, and reads it back."""
Fetch = Callable[["DataFrame", str], pl.DataFrame]
"""The same for the driver."""


def masked_texts(frame: DataFrame, spread: Spread, store: Store, fetch: Fetch, progress: Progress) -> DataFrame:
    """The released records with their texts as they are published."""
    names = frame.columns
    plain = {name: f"column{number}" for number, name in enumerate(names)}  # Spark maps no columns of other names
    frame = frame.toDF(*plain.values())
    for number, (name, texts) in enumerate(spread.texts.items()):
        progress.stage(f"{name}: n-grams")
        frame = _masked(frame, plain[name], texts, partial(_named, store, number), partial(_named, fetch, number))
    return frame.toDF(*names)


def _named(keep: Callable[[DataFrame, str], Any], number: int, frame: DataFrame, name: str) -> Any:
    return keep(frame, f"texts-{number}-{name}")


def _masked(frame: DataFrame, name: str, texts: CarriedTexts, store: Store, fetch: Fetch) -> DataFrame:
    from pyspark.sql import functions as to
    from pyspark.sql.types import StringType, StructField, StructType

    own = to.col(name).cast("string")
    with explained("write"):
        state = store(frame.withColumn(name, own).withColumn(STATE, own), "0")
    rounds = 0
    while True:
        counted = state.select(STATE).mapInArrow(partial(_counted, texts.work), f"{GRAM} binary, {TEXTS} long")
        # Under an empty n-gram is how many texts there are.
        few = (to.col(TEXTS) < texts.k) | (to.length(GRAM) == 0)
        with explained("write"):
            rare = fetch(counted.groupBy(GRAM).agg(to.sum(TEXTS).alias(TEXTS)).filter(few), f"rare-{rounds}")
        total = rare.filter(pl.col(GRAM).bin.size() == 0)[TEXTS].sum()
        rare = rare.filter(pl.col(GRAM).bin.size() > 0)
        if rounds == 0:
            texts.check(int(total))
        if rare.is_empty() or rounds == texts.passes > 0:
            break
        rounds += 1
        mask = partial(_with_state, texts.work, pickle.dumps(frozenset(rare[GRAM])))
        with explained("write"):
            state = store(state.mapInArrow(mask, state.schema), str(rounds))
    figures = state.select(name, STATE).mapInArrow(partial(_figures, texts.work, name), "told binary")
    with explained("write"):
        told = fetch(figures, "figures")
    texts.settle(rounds, [pickle.loads(one) for one in told["told"]])
    fields = [one for one in state.schema.fields if one.name != STATE]
    shown = StructType([StructField(name, StringType()) if one.name == name else one for one in fields])
    return state.mapInArrow(partial(_published, texts.work, name), shown)


def rows_of(frame: DataFrame, size: int) -> Iterator[pl.DataFrame]:
    """The rows of a frame on the driver, so many at a time."""
    rows: list[tuple[Any, ...]] = []
    schema = dict.fromkeys(frame.columns, pl.String)
    for row in frame.toLocalIterator():
        rows.append(tuple(None if cell is None else str(cell) for cell in row))
        if len(rows) == size:
            yield pl.DataFrame(rows, schema=schema, orient="row")
            rows = []
    if rows:
        yield pl.DataFrame(rows, schema=schema, orient="row")


def _counted(work: Any, batches: Iterator[Any]) -> Iterator[Any]:
    """What a worker does: the n-grams of its texts, many texts at a time."""
    import pyarrow as pa

    one_thread()
    waiting: list[str | None] = []
    for batch in chain(batches, [None]):
        waiting += [] if batch is None else batch.column(0).to_pylist()
        if waiting and (batch is None or len(waiting) >= TOGETHER):
            counts = work.count(waiting)
            columns = {GRAM: pa.array(list(counts), pa.binary()), TEXTS: pa.array(list(counts.values()), pa.int64())}
            yield pa.RecordBatch.from_pydict(columns)
            waiting = []


def _with_state(work: Any, rare: bytes, batches: Iterator[Any]) -> Iterator[Any]:
    """Records whose texts are masked further."""
    import pyarrow as pa

    one_thread()
    grams = pickle.loads(rare)
    for batch in batches:
        place = batch.schema.get_field_index(STATE)
        masked = work.mask(batch.column(place).to_pylist(), grams)
        yield batch.set_column(place, STATE, pa.array(masked, pa.string()))


def _figures(work: Any, name: str, batches: Iterator[Any]) -> Iterator[Any]:
    """What the report says of texts, batch by batch."""
    import pyarrow as pa

    one_thread()
    for batch in batches:
        _, figures = work.end(*_both(batch, name))
        yield pa.RecordBatch.from_pydict({"told": pa.array([pickle.dumps(figures)], pa.binary())})


def _published(work: Any, name: str, batches: Iterator[Any]) -> Iterator[Any]:
    """Records with their texts as they are published."""
    import pyarrow as pa

    one_thread()
    for batch in batches:
        strings, _ = work.end(*_both(batch, name))
        batch = batch.set_column(batch.schema.get_field_index(name), name, pa.array(strings, pa.string()))
        yield batch.select([one for one in batch.schema.names if one != STATE])


def _both(batch: Any, name: str) -> tuple[list[str | None], list[str | None]]:
    """Texts of the source, and what the passes left of them."""
    own, state = (batch.column(batch.schema.get_field_index(one)).to_pylist() for one in (name, STATE))
    return own, state
