"""Values replaced by their categories, as a job asks: goods by kind of goods."""

from __future__ import annotations

from typing import Any

from tokumei.core.notes import Note
from tokumei.errors import DataError
from tokumei.io.sources import read_file
from tokumei.io.values import described, pairs_of, replaced
from tokumei.job import Job, KeywordCategories, TableCategories

__all__ = ["categorized"]


def categorized(frame: Any, job: Job, notes: list[Note]) -> Any:
    """The frame with the values of columns that have `categories` replaced by them; missing values stay missing."""
    for name, column in job.columns.items():
        categories = column.setting("categories")
        if categories is None:
            continue
        table = _table(frame, name, categories, job)
        missing = [value for value in described(frame, name) if value not in table]
        if missing:
            raise DataError(
                f"Column {name!r}: {len(missing):,} of its values have no category. Every value needs a line in the "
                "table."
            )
        frame = replaced(frame, name, table)
        notes.append(
            Note(
                "sorted_into_categories",
                {"column": name, "values": len(table), "categories": len(set(table.values()))},
            )
        )
    return frame


def _table(frame: Any, name: str, asked: TableCategories | KeywordCategories, job: Job) -> dict[str, str]:
    """Value → category."""
    if isinstance(asked, TableCategories):
        return pairs_of(read_file(job.path(asked.table)).frame, asked.table)
    if asked.described_by is not None and asked.described_by not in frame.columns:
        raise DataError.missing_columns([asked.described_by], frame.columns)
    from tokumei.history.categories import BUILT_IN, load_categories

    built_in = BUILT_IN.get(asked.keywords)
    lists = built_in() if built_in is not None else load_categories(job.path(asked.keywords))
    return lists.sort(described(frame, name, asked.described_by))
