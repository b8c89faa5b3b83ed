"""The report as data: what `run` and `measure` write as JSON, and what the page is made from.

Everything but `verified` and `promises` may be absent: a part of the page whose data are not there is left out.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

__all__ = [
    "Bars",
    "ColumnReport",
    "FileReport",
    "GroupSizes",
    "Language",
    "LossReport",
    "NoteReport",
    "PromiseReport",
    "Published",
    "Report",
]

Language = Literal["en", "ja"]
Published = Literal["ranges", "nodes", "values", "items", "text", "pseudonyms", "as is", "not published"]


class PromiseReport(TypedDict):
    """One promise, as verification found it on the release."""

    kind: str
    """`k`, `distinct`, `closeness`, `ngrams`, …: the key of its words."""
    name: str
    """`k-anonymity`, `distinct l-diversity of COLUMN`, `t-closeness of COLUMN`, …"""
    column: str | None
    parameters: dict[str, Any]
    target: float
    achieved: float | None
    holds: bool
    vacuous: bool
    why_vacuous: NotRequired[str]
    """The key of the words that say why it promises nothing here."""
    unit: NotRequired[str]
    """`people`, where these are counted and not records."""
    table: NotRequired[str]
    """Which of several tables it is about."""


class LossReport(TypedDict):
    """NCP, in 0–1."""

    ncp: float
    columns: dict[str, float]


class FileReport(TypedDict):
    """A file that was read or written."""

    path: NotRequired[str]
    sha256: NotRequired[str]
    hmac: NotRequired[str]
    """In a public report: of the SHA-256, under the key that the internal report has."""


class GroupSizes(TypedDict):
    """Groups with `low` to `high` records."""

    low: int
    high: int
    groups: int
    records: int


class Bars(TypedDict):
    """Records by value; values that stand for fewer than k records are in `other`."""

    labels: list[str]
    counts: list[float]
    other: NotRequired[float]
    missing: NotRequired[float]


class ColumnReport(TypedDict):
    """What became of a column."""

    name: str
    role: str
    type: NotRequired[str | None]
    published: NotRequired[Published]
    ncp: NotRequired[float | None]
    distinct_before: NotRequired[int]
    distinct_after: NotRequired[int]
    before: NotRequired[Bars]
    after: NotRequired[Bars]


class NoteReport(TypedDict):
    """Something that the run noticed, worded by `words.notes`."""

    key: str
    values: dict[str, Any]
    table: NotRequired[str]
    """Which of several tables it is about."""


class Report(TypedDict, total=False):
    """A whole report. Keys below the line are of special kinds of jobs, each with a section of its own."""

    title: str
    created: str
    verified: bool
    promises: list[PromiseReport]
    records: int
    released: int
    removed: int
    groups: int
    smallest_group: int
    loss: LossReport
    prec: float | None
    discernibility: int
    average_group: float
    group_sizes: list[GroupSizes]
    columns: list[ColumnReport]
    notes: list[NoteReport]
    warnings: list[NoteReport]
    seconds: dict[str, float]
    version: str
    job: dict[str, Any]
    source: FileReport
    release: FileReport
    digest_key: str
    """What the files of the public report are named under."""
    public: bool
    """Whether this is the report that may be shown."""
    sample: list[dict[str, Any]]
    """What the largest groups publish."""
    risk: dict[str, Any]
    attacks: list[dict[str, Any]]
    # ── special kinds of jobs ──
    sets: dict[str, Any]
    text: dict[str, Any]
    meaning: dict[str, Any]
    purpose: dict[str, Any]
    history: dict[str, Any]
    ledger: dict[str, Any]
    people: dict[str, Any]
    """Of a table whose job names a `person`."""
    linked: bool
    """Of several tables: whether people have one pseudonym in all of them."""
    tables: dict[str, Any]
    """Table → its own report, where there are several."""
    sweep: dict[str, Any]
