"""A job of several tables about the same people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field, ValidationError, field_validator, model_validator

from tokumei.core.columns import Role
from tokumei.job.about import AboutJob
from tokumei.job.attack import AttackSetting
from tokumei.job.columns import AnyColumn
from tokumei.job.features import OF_VALUES, features_of, mechanisms_of
from tokumei.job.job import Job
from tokumei.job.ledger import AnyLedger
from tokumei.job.method import MethodJob
from tokumei.job.privacy import PrivacyJob
from tokumei.job.selection import Derivation, Filter
from tokumei.job.sentences import sentence
from tokumei.job.settings import Settings
from tokumei.job.source import Source

__all__ = ["APART", "LINKED", "LinkedTable", "TableJob", "TablesJob", "TablesOutputJob"]

_OF_ONE_TABLE = "it is about one table: run that one by a job of its own"
LINKED: Mapping[str, str] = {
    "pseudonym": "people get fresh pseudonyms that agree between the tables: leave `pseudonym` out",
    **dict.fromkeys(
        ("text", "within"),
        "linked tables have no lines of texts: leave the text out (role identifier), put it into `categories`, or set "
        "`linked: false`",
    ),
    **dict.fromkeys(("rules", "label"), _OF_ONE_TABLE),
    "surplus": "a person has one pseudonym in all linked tables: leave `surplus` out",
}
"""Feature → why linked tables do not have it, though a history has, and what to do instead."""
APART: Mapping[str, str] = {
    "pseudonym": "a pseudonym could link tables that are released apart: leave it out, or set `linked: true`",
    "ledger": "a ledger keeps one group for a person, who stands in several groups of tables apart: set "
    "`linked: true`, or release each table by a job of its own, with `one_per`",
    **dict.fromkeys(("km", "presence", "k_map", "rules", "label"), _OF_ONE_TABLE),
}
"""Feature → why tables apart do not have it, though a table by itself may, and what to do instead."""


class TableJob(Settings):
    """One of several tables."""

    source: Source | None = None
    """Where its records are: a file, or {sql: …, query: …}. Not needed when Python hands over frames."""
    columns: dict[str, AnyColumn] = Field(min_length=1)
    """Column → what it is; the person is an identifier in every table."""
    others: Literal["error", "drop"] = "error"
    """Columns that are not named: an error, or left out."""
    where: dict[str, Filter] = Field(default_factory=dict)
    """Column → condition; records that do not meet all of them are not read."""
    derive: dict[str, Derivation] = Field(default_factory=dict)
    """New column → what it is made of, before anything else."""


class TablesOutputJob(Settings):
    """Where and how several tables are written. Rows leave shuffled, and what is removed is absent."""

    folder: str | None = None
    """The folder of the release; each table is a file there, by its name."""
    files: Literal["csv", "tsv", "parquet", "jsonl", "xlsx"] = "csv"
    """The format of the tables."""
    report: str | None = None
    """The report as HTML, one for all tables; report.html in the folder when absent. The same as JSON beside it."""
    public_report: str | None = None
    """A report on all tables that may be shown: counts rounded, no hash, path or seed. As HTML; the same as JSON beside
    it."""
    numbers: Literal["ranges", "bounds"] = "ranges"
    """A range as one column `[a;b]`, or as two columns name_low, name_high."""
    encoding: str | None = None
    """Of CSV and TSV files, as in a job of one table."""
    language: Literal["en", "ja"] = "en"
    """Of the report."""

    @model_validator(mode="after")
    def _of_its_format(self) -> TablesOutputJob:
        if self.encoding not in (None, "utf-8") and self.files not in ("csv", "tsv"):
            raise ValueError("`encoding` is for text files such as .csv: leave it out")
        for name in ("report", "public_report"):
            page = getattr(self, name)
            if page is not None and not page.lower().endswith((".html", ".htm")):
                raise ValueError(f"`{name}` must end in .html; the same as JSON is written beside it")
        return self


class LinkedTable(Job):
    """A table as a history whose people are put together over all tables."""

    linked: ClassVar[bool] = True


class TablesJob(Settings):
    """Several tables about the same people, in one release."""

    person: str
    """The identifier that says in every table whose each record is."""
    linked: bool
    """What is promised. True: a person has one pseudonym in all tables, and her records over all of them equal those of
    at least k − 1 others. False: nothing links the tables; in each, every group has at least k different people."""
    tables: dict[str, TableJob] = Field(json_schema_extra={"minProperties": 2})
    """Table → where it is and what its columns are. The first lists the people."""
    strangers: Literal["error", "drop", "keep"] = "error"
    """People of another table whom the first does not have: an error, left out with their records, or released."""
    privacy: PrivacyJob
    method: MethodJob = Field(default_factory=MethodJob)
    attack: AttackSetting = None
    """Attacks that are tried on every table, and on all of them together, before they are written: `true`, or
    {limits: …, full: …}."""
    output: TablesOutputJob = Field(default_factory=TablesOutputJob)
    ledger: AnyLedger | None = None
    """Of linked tables: a keyed record of earlier releases of the same people; later ones keep their groups."""
    about: AboutJob | None = None
    seed: int | None = Field(default=None, ge=0)
    """Makes a run repeatable, but for pseudonyms, which never follow from it."""
    folder: Path = Field(default=Path(), exclude=True)
    """Where the job file lies; paths in it are relative to this."""

    @field_validator("tables")
    @classmethod
    def _named_as_files(cls, tables: dict[str, TableJob]) -> dict[str, TableJob]:
        if len(tables) < 2:
            raise ValueError("several tables stand here; a job of one has `source` and `columns` in their place")
        for name in tables:
            if not name.replace("_", "").replace("-", "").isalnum():
                raise ValueError("the name of a table is that of its file: letters, digits, `_` and `-`")
        if len({name.casefold() for name in tables}) < len(tables):
            raise ValueError("two names of tables differ in case alone: give each a file of its own")
        return tables

    @model_validator(mode="after")
    def _consistent(self) -> TablesJob:
        lacking = [
            name
            for name, table in self.tables.items()
            if self.person not in table.columns or table.columns[self.person].role is not Role.IDENTIFIER
        ]
        if lacking:
            raise ValueError(
                f"`tables.{lacking[0]}.columns` must have {self.person!r}, the job's `person`, with the role identifier"
            )
        self._check_promises()
        if self.attack is not None and self.attack.population.model_fields_set:
            raise ValueError("`attack.population` is about one table: run that one by a job of its own")
        for name in self.tables:
            self.table(name)
        return self

    def _check_promises(self) -> None:
        """Every sensitive column that a promise names is in a table."""
        for setting in OF_VALUES:
            for column in getattr(self.privacy, setting):
                if not any(column in table.columns for table in self.tables.values()):
                    raise ValueError(f"`privacy.{setting}` names {column!r}, which no table has")

    def table(self, name: str) -> Job:
        """The job of one table: a history where tables are linked, a table with its `person` where they are not.

        What is promised of a column is promised in every table that has it. Raises ValueError where the table cannot
        have what the job asks for.
        """
        written = self.model_dump(mode="json", by_alias=True, exclude_unset=True)
        own = written["tables"][name]
        privacy = written["privacy"] | {
            setting: {
                column: asked for column, asked in written["privacy"][setting].items() if column in own["columns"]
            }
            for setting in OF_VALUES
            if setting in written["privacy"]
        }
        output = {key: value for key, value in written.get("output", {}).items() if key in ("numbers", "language")}
        content: dict[str, Any] = {
            **own,
            ("subject" if self.linked else "person"): self.person,
            "privacy": {key: value for key, value in privacy.items() if value != {}},
            **{key: written[key] for key in ("method", "attack", "ledger", "seed", "about") if key in written},
            "output": output | ({} if self.output.encoding is None else {"encoding": self.output.encoding}),
            "folder": self.folder,
        }
        wrong = self._refusals(name, content)
        if wrong:
            raise ValueError(". ".join(dict.fromkeys(wrong)).rstrip("."))
        try:
            return (LinkedTable if self.linked else Job).model_validate(content)
        except ValidationError as error:
            problems = sentence(error, Job).rstrip(".")
            raise ValueError(f"table {name!r}: {problems}") from None

    def _refusals(self, name: str, content: dict[str, Any]) -> list[str]:
        """Sentences about what a table could have by itself, but not beside others."""
        bare = Job.model_construct(
            **{key: value for key, value in content.items() if key in ("subject", "person", "where", "derive")},
            columns=self.tables[name].columns,
            privacy=self.privacy,
            method=self.method,
            ledger=self.ledger,
            folder=self.folder,
        )
        reasons = LINKED if self.linked else APART
        said: list[str] = []
        for feature, where in features_of(bare, mechanisms_of(bare)[0]).items() if mechanisms_of(bare) else ():
            if feature in reasons:
                place = f"tables.{name}.{where}" if where.startswith("columns") else where
                said.append(f"`{place}`: {reasons[feature]}")
        return said

    def path(self, name: str) -> Path:
        """A path of the job, seen from the job file's folder."""
        return self.folder / name
