"""Texts that are masked while their records are on their way from the source to the release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines.spreading import Spread
from tokumei.engines.staging import Staging
from tokumei.io.pieces import ROWS

__all__ = ["masked_on_the_way"]


def masked_on_the_way(
    batches: Iterator[pl.DataFrame], spread: Spread, staging: Staging, progress: Progress
) -> Iterator[pl.DataFrame]:
    """The same batches with the texts as they are published; as they are, where the job masks none.

    What is rare is known only when all were seen: until then the records wait in files, a file for each batch.
    Where a record goes is decided afterwards, so that nothing of a text that is masked decides it.
    """
    if not spread.texts:
        yield from batches
        return
    with staging.writing():
        for number, texts in enumerate(spread.texts.values()):
            texts.begin(staging.room(f"texts-{number}"))
        files = _kept(batches, spread, staging.room("waiting"))
        for name, texts in spread.texts.items():
            progress.stage(f"{name}: n-grams")
            texts.mask()
    progress.stage("publish", spread.released)
    for file in files:
        batch = pl.read_ipc(file)
        file.unlink()
        masked = [pl.Series(name, texts.take(batch[name]), dtype=pl.String) for name, texts in spread.texts.items()]
        yield batch.with_columns(masked)


def _kept(batches: Iterator[pl.DataFrame], spread: Spread, folder: Path) -> list[Path]:
    """Files of the records, whose texts were shown to those who mask them."""
    files: list[Path] = []
    for batch in batches:
        for piece in batch.iter_slices(ROWS):
            files.append(folder / f"{len(files):06}.arrow")
            piece.write_ipc(files[-1], compression="lz4")
            for name, texts in spread.texts.items():
                texts.add(piece[name])
    return files
