"""How values become more general, and how they become categories: one model a way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag

from tokumei.job.settings import Settings

__all__ = [
    "CATEGORIES",
    "WAYS",
    "AnyHierarchy",
    "CalendarHierarchy",
    "Categories",
    "CategoryHierarchy",
    "DateHierarchy",
    "FileHierarchy",
    "FrequencyHierarchy",
    "HierarchyJob",
    "IntervalHierarchy",
    "KeywordCategories",
    "NumberHierarchy",
    "PrefixHierarchy",
    "RowsHierarchy",
    "SemanticHierarchy",
    "TableCategories",
]


class HierarchyJob(Settings):
    """One way to make a hierarchy: the setting that names the way, and its options."""


class FileHierarchy(HierarchyJob):
    """A hierarchy from a file in the ARX form: one row a leaf, one column a level. A bare name is short for it."""

    file: str
    """The file, relative to the job file."""
    delimiter: str | None = None
    """The character between the levels; detected when absent."""


class RowsHierarchy(HierarchyJob):
    """The hierarchy itself, as a file in the ARX form would have it."""

    rows: tuple[tuple[str, ...], ...] = Field(min_length=1)
    """One list a value: the value, then its nodes from the finest to the coarsest."""
    others: bool = False
    """Values without a row stand under `*`; else they are an error."""


class IntervalHierarchy(HierarchyJob):
    """Intervals of numbers."""

    intervals: tuple[Annotated[float, Field(allow_inf_nan=False)], ...] = Field(min_length=1)
    """Widths, finest first: [5, 10, 20]."""
    origin: float = Field(default=0, allow_inf_nan=False)
    """Where the intervals start."""


class CalendarHierarchy(HierarchyJob):
    """Levels of the calendar."""

    levels: tuple[
        Literal["minute", "hour", "day", "week", "month", "quarter", "year", "fiscal_year", "decade"], ...
    ] = Field(min_length=1)
    """Finest first. A fiscal year (年度, `FY2024`) begins in April, and stands above months and quarters."""


class PrefixHierarchy(HierarchyJob):
    """Prefixes of a code."""

    prefixes: tuple[Annotated[int, Field(ge=1)], ...] = Field(min_length=1)
    """Lengths of the prefixes that stay, longest first: [5, 3, 1]."""


class FrequencyHierarchy(HierarchyJob):
    """Made from the frequency of the values alone, without any meaning: the baseline."""

    frequency: Literal[True]
    """true."""


class SemanticHierarchy(HierarchyJob):
    """Made from dictionaries, by meaning."""

    semantic: tuple[str, ...] = Field(min_length=1)
    """The dictionaries."""
    vectors: str | None = None
    """Word vectors: a file of yours, or a package's name; those installed when absent."""
    direction: int = Field(default=1, ge=1)
    """Which of the candidates to take, best first."""
    corrections: str | None = None
    """A YAML file with corrections by hand."""
    paper: bool = False
    """Compare and place values as the paper does."""
    nearly: float = Field(default=0.9, gt=0, le=1)
    """The share of the values that must have one reading only for one tree to hold all readings; else each is a
    direction."""


WAYS: dict[str, type[HierarchyJob]] = {
    "file": FileHierarchy,
    "rows": RowsHierarchy,
    "intervals": IntervalHierarchy,
    "levels": CalendarHierarchy,
    "prefixes": PrefixHierarchy,
    "frequency": FrequencyHierarchy,
    "semantic": SemanticHierarchy,
}
"""The setting that makes a hierarchy → its model."""
NUMBERS = ("file", "rows", "intervals", "prefixes", "frequency")
DATES = ("file", "rows", "levels", "prefixes", "frequency")
CATEGORIES_AND_ITEMS = ("file", "rows", "prefixes", "frequency", "semantic")


def _of_one_way(value: object) -> object:
    if isinstance(value, str):
        return {"file": value}
    if isinstance(value, dict) and sum(way in value for way in WAYS) != 1:
        raise ValueError(f"a hierarchy is exactly one of {', '.join(WAYS)}")
    return value


def _way(value: Any) -> str | None:
    given = value if isinstance(value, dict) else type(value).model_fields if isinstance(value, Settings) else {}
    return next((f"<{way}>" for way in WAYS if way in given), None)


def _one_of(ways: Iterable[str]) -> Any:
    """A hierarchy by one of these ways, which its setting tells; a bare name is a file."""
    tagged = [Annotated[WAYS[way], Tag(f"<{way}>")] for way in ways]
    written = BeforeValidator(_of_one_way, json_schema_input_type=reduce(or_, [WAYS[way] for way in ways], str))
    return Annotated[reduce(or_, tagged), Discriminator(_way), written]


if TYPE_CHECKING:
    NumberHierarchy: TypeAlias = HierarchyJob
    DateHierarchy: TypeAlias = HierarchyJob
    CategoryHierarchy: TypeAlias = HierarchyJob
    AnyHierarchy: TypeAlias = HierarchyJob
else:
    NumberHierarchy = _one_of(NUMBERS)
    DateHierarchy = _one_of(DATES)
    CategoryHierarchy = _one_of(CATEGORIES_AND_ITEMS)
    AnyHierarchy = _one_of(WAYS)


class TableCategories(Settings):
    """Values replaced by their categories before anything else, by a table. A bare name is short for it."""

    table: str
    """A file with a header and two columns: the value, its category."""


class KeywordCategories(Settings):
    """Values replaced by their categories before anything else, by machine from descriptions."""

    keywords: str
    """A YAML file of categories with keywords and examples, or `gift-shop` for the nineteen that are built in."""
    described_by: str | None = None
    """The column that describes each value; the value itself when absent."""


CATEGORIES: dict[str, type[Settings]] = {"table": TableCategories, "keywords": KeywordCategories}
"""The setting that makes categories → its model."""


def _of_one_kind(value: object) -> object:
    if isinstance(value, str):
        return {"table": value}
    if isinstance(value, dict) and sum(way in value for way in CATEGORIES) != 1:
        raise ValueError(f"categories are by exactly one of {', '.join(CATEGORIES)}")
    return value


def _kind(value: Any) -> str | None:
    given = value if isinstance(value, dict) else type(value).model_fields if isinstance(value, Settings) else {}
    return next((f"<{way}>" for way in CATEGORIES if way in given), None)


Categories = Annotated[
    Annotated[TableCategories, Tag("<table>")] | Annotated[KeywordCategories, Tag("<keywords>")],
    Discriminator(_kind),
    BeforeValidator(_of_one_kind, json_schema_input_type=str | TableCategories | KeywordCategories),
]
