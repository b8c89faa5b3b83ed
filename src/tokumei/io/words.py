"""Lists of words that packages keep in Parquet."""

from __future__ import annotations

from pathlib import Path

__all__ = ["read_words"]


def read_words(path: Path) -> list[str]:
    """The words in the first column of a Parquet file, in their order."""
    import polars

    return polars.read_parquet(path, columns=[0]).to_series().to_list()
