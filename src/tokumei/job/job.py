"""The whole job."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from tokumei.core.columns import Kind, Role
from tokumei.job.about import AboutJob
from tokumei.job.attack import AttackSetting
from tokumei.job.capabilities import refusals
from tokumei.job.columns import AnyColumn, ColumnJob
from tokumei.job.engine import AnyEngine, EngineJob, engine_refusals
from tokumei.job.ledger import AnyLedger
from tokumei.job.method import MethodJob
from tokumei.job.output import DATABASES, OutputJob
from tokumei.job.privacy import PrivacyJob
from tokumei.job.selection import Derivation, Filter, OnePerJob
from tokumei.job.settings import Settings
from tokumei.job.source import Source, SqlSource, TableSource

__all__ = ["Job"]


class Job(Settings):
    """A whole job."""

    linked: ClassVar[bool] = False
    """Whether it is one of several tables whose people are put together over all of them."""
    source: Source | None = None
    """Where the records are: a file, or {sql: …, query: …}. Not needed when Python hands over a frame."""
    columns: dict[str, AnyColumn] = Field(min_length=1)
    """Column → what it is. Every column of the source is named here, or `others` says what happens to the rest."""
    others: Literal["error", "drop"] = "error"
    """Columns that are not named: an error, or left out."""
    subject: str | None = None
    """The column that names the person; all records of one are protected together."""
    person: str | None = None
    """The identifier that says whose each record is: every group has at least k different people, and what is promised
    of sensitive values counts people. Records stay records; `one_per` reads one of each person instead."""
    where: dict[str, Filter] = Field(default_factory=dict)
    """Column → condition, as in rules, or {missing: …}; records that do not meet all of them are not read."""
    one_per: OnePerJob | None = None
    """Which one record of each person is read; the others are not."""
    derive: dict[str, Derivation] = Field(default_factory=dict)
    """New column → what it is made of, before anything else; it has its role in `columns`."""
    privacy: PrivacyJob
    method: MethodJob = Field(default_factory=MethodJob)
    attack: AttackSetting = None
    """Attacks that are tried on the release before it is written: `true`, or {limits: …, population: …, full: …}."""
    output: OutputJob = Field(default_factory=OutputJob)
    ledger: AnyLedger | None = None
    """A keyed record of earlier releases of the same people: later ones keep their groups and clusters."""
    about: AboutJob | None = None
    engine: AnyEngine = EngineJob(name="auto")
    """What reads, counts and writes the records: `auto`, `local`, `streaming`, or {spark: …}."""
    seed: int | None = Field(default=None, ge=0)
    """Makes a run repeatable; rows are then shuffled from the order of their published values, not the source's.
    Pseudonyms never follow from it: where they must repeat, give the identifier a `pseudonym` with a key."""
    folder: Path = Field(default=Path(), exclude=True)
    """Where the job file lies; paths in it are relative to this."""

    @model_validator(mode="before")
    @classmethod
    def _texts_of_a_history(cls, content: Any) -> Any:
        """Texts of a history stand within its lines, where nothing else is said."""
        if not isinstance(content, dict) or content.get("subject") is None:
            return content
        columns = content.get("columns")
        if not isinstance(columns, dict):
            return content
        return {**content, "columns": {name: _within_lines(column) for name, column in columns.items()}}

    @model_validator(mode="after")
    def _consistent(self) -> Job:
        if not self.named(Role.QUASI):
            raise ValueError("no column has the role quasi, so there is nothing to anonymize")
        self._check_names()
        self._check_marks()
        wrong = refusals(self)
        if self.engine.name in ("streaming", "spark"):
            wrong += engine_refusals(self)
        wrong += self._wrong_source()
        if wrong:
            raise ValueError(". ".join(dict.fromkeys(wrong)).rstrip("."))
        return self

    def _wrong_source(self) -> list[str]:
        """Sources that only some engines read."""
        engine = self.engine.name
        if isinstance(self.source, TableSource) and engine != "spark":
            return ["`source.table` is a table of Spark's catalog: name the cluster, as in `engine: {spark: local}`"]
        data = self.output.data or ""
        if "://" in data and engine != "spark" and not data.startswith(DATABASES):
            return ["`output.data` is a URL of no known database: give `sqlite:///path#table`, `postgresql://…#table`"]
        if data.startswith(DATABASES) and engine in ("streaming", "spark"):
            return ["`output.data`: an engine writes files and no tables of a database: name a file or a folder"]
        if isinstance(self.source, SqlSource) and engine == "streaming":
            return ["`source.sql`: a query is read at once: set `engine: local`, or export it to Parquet"]
        return []

    def named(self, role: Role, *kinds: Kind) -> list[str]:
        """The columns of a role (and of some types), in the order of the job."""
        return [
            name for name, column in self.columns.items() if column.role is role and (not kinds or column.type in kinds)
        ]

    @property
    def hidden(self) -> list[str]:
        """The identifiers that are not published, not even as a pseudonym."""
        return [name for name in self.named(Role.IDENTIFIER) if self.columns[name].setting("pseudonym") is None]

    @property
    def by_people(self) -> bool:
        """Whether promises about groups count people: the job says whose each record is, and reads all of them."""
        return self.person is not None and self.one_per is None and self.subject is None

    @property
    def in_parts(self) -> bool:
        """Whether a person's history may be published in parts, under several pseudonyms."""
        return self.subject is not None and self.method.surplus == "again"

    @property
    def texts(self) -> list[str]:
        """The columns that are masked."""
        return self.named(Role.QUASI, Kind.TEXT)

    @property
    def grouped(self) -> list[str]:
        """The quasi-identifiers that make up groups: neither texts beside them nor the set that is promised k^m."""
        beside = {name for name in self.texts if self.columns[name].setting("within") != "group"}
        beside |= set() if self.privacy.km is None else {self.privacy.km.column}
        return [name for name in self.named(Role.QUASI) if name not in beside]

    @property
    def valued(self) -> list[str]:
        """Those of them that have values, which other people have too: all but texts within groups."""
        return [name for name in self.grouped if self.columns[name].type is not Kind.TEXT]

    @property
    def weights(self) -> dict[str, float]:
        """How often the loss of a column counts, for the columns that do not count once."""
        named = {name: self.columns[name].setting("weight") for name in self.named(Role.QUASI)}
        return {name: weight for name, weight in named.items() if weight not in (None, 1.0)}

    @property
    def may_be_sets(self) -> dict[str, str]:
        """Columns in which an empty set and a missing one are two things, and their separators; an open type may be."""
        return {
            name: column.setting("separator") or ","
            for name, column in self.columns.items()
            if column.type in (Kind.SET, None)
        }

    @property
    def separators(self) -> dict[str, str]:
        """Set column → what stands between its items."""
        return {name: self.may_be_sets[name] for name, column in self.columns.items() if column.type is Kind.SET}

    @property
    def marks(self) -> bool:
        """Whether rows of `*` in a release mark removed records: where the job says so, and can remove any."""
        return self.output.marks and (self.subject is not None or self.privacy.suppress > 0)

    @property
    def removals(self) -> float | None:
        """The share of the records that may be removed; None where a history says nothing: there is no bound."""
        if self.subject is not None and not self.privacy.written("suppress"):
            return None
        return self.privacy.suppress

    @property
    def lines(self) -> str | None:
        """The text column that is all the job publishes: a file that is no table holds it as one text a line."""
        shown = [name for name in self.columns if name not in self.hidden or name == self.subject]
        return shown[0] if shown == self.texts and len(shown) == 1 else None

    def path(self, name: str) -> Path:
        """A path of the job, seen from the job file's folder."""
        return self.folder / name

    def _check_names(self) -> None:
        """Every column that a setting names has the role and the type that the setting needs."""
        if self.subject is not None:
            self._check(self.subject, "subject", Role.IDENTIFIER)
        self._check_selection()
        for name, diversity in self.privacy.l_diversity.items():
            column = self._check(name, "privacy.l_diversity", Role.SENSITIVE)
            if column.type is Kind.TEXT or (column.type is Kind.SET and diversity.distinct is None):
                raise ValueError(
                    f"`privacy.l_diversity.{name}`: of texts there is no diversity, and of sets only `distinct`"
                )
        for name in self.privacy.t_closeness:
            if self._check(name, "privacy.t_closeness", Role.SENSITIVE).type in (Kind.TEXT, Kind.SET):
                raise ValueError(f"`privacy.t_closeness.{name}`: closeness is for numbers, dates and categories")
        for setting in ("alpha_k", "beta_likeness"):
            for name in getattr(self.privacy, setting):
                if self._check(name, f"privacy.{setting}", Role.SENSITIVE).type in (Kind.TEXT, Kind.SET):
                    raise ValueError(f"`privacy.{setting}.{name}`: it is for numbers, dates and categories")
        if self.privacy.km is not None:
            self._check(self.privacy.km.column, "privacy.km", Role.QUASI, Kind.SET)
        if self.method.label is not None and self.method.label not in self.columns:
            raise ValueError(f"`method.label` names {self.method.label!r}, which is not a column of the job")
        for name, column in self.columns.items():
            if column.setting("shown") and self.subject is None:
                raise ValueError(f"`columns.{name}.shown` is for histories: name a `subject`, or leave it out")
            if column.setting("constant") and self.subject is None:
                raise ValueError(f"`columns.{name}.constant` is for histories: name a `subject`, or leave it out")
            if column.role is Role.SENSITIVE and column.setting("hierarchy") is not None:
                self._check_distance(name)
            described_by = getattr(column.setting("categories"), "described_by", None)
            if described_by is not None and described_by not in self.columns and self.others == "error":
                raise ValueError(f"`columns.{name}.categories.described_by` names {described_by!r}, not a column")

    def _check_marks(self) -> None:
        """A removed record is marked by the `*` of some column; the two bounds of a range hold no such thing."""
        if not self.marks or self.subject is not None or self.output.numbers != "bounds":
            return
        shown = [column for column in self.columns.values() if column.role is not Role.IDENTIFIER]
        if all(_is_bounded(column) for column in shown):
            raise ValueError(
                "`output.removed: mark` needs a column that can say `*`, and with `output.numbers: bounds` this job "
                "has none: set `removed: drop` or `numbers: ranges`"
            )

    def _check_selection(self) -> None:
        """Filters, derived columns and the person name columns that are there."""
        if self.person is not None:
            self._check(self.person, "person", Role.IDENTIFIER)
        by_person = self.privacy.suppress_by == "person" and self.subject is None
        if by_person and not (self.by_people and self.privacy.suppress > 0):
            raise ValueError(
                "`privacy.suppress_by: person` says how records are removed where people have several: name a `person` "
                "and set `suppress`, or leave it out"
            )
        if self.one_per is not None and self.person is None:
            raise ValueError(
                "`one_per` needs to know whose each record is: name the identifier, as in `person: COLUMN`"
            )
        for name in self.derive:
            if name not in self.columns:
                raise ValueError(f"`derive.{name}`: give {name!r} a role under `columns` (identifier: never published)")
        sources = {f"derive.{name}": way.source for name, way in self.derive.items()}
        by = {} if self.one_per is None or self.one_per.by is None else {"one_per.by": self.one_per.by}
        for where, name in {**{f"where.{name}": name for name in self.where}, **by, **sources}.items():
            if name not in self.columns and self.others == "error":
                raise ValueError(f"`{where}` names {name!r}, which is not a column of the job")

    def _check_distance(self, name: str) -> None:
        """A hierarchy of a sensitive column is the ground of a distance, or nothing."""
        closeness = self.privacy.t_closeness.get(name)
        if closeness is None or closeness.distance not in ("hierarchical", "ordered"):
            raise ValueError(
                f"`columns.{name}.hierarchy`: a sensitive column is published as it is; its hierarchy serves "
                f"`privacy.t_closeness` with `distance: hierarchical` or `ordered` only. Set that, or leave it out"
            )

    def _check(self, name: str, where: str, role: Role, kind: Kind | None = None) -> ColumnJob:
        column: ColumnJob | None = self.columns.get(name)
        if column is None or column.role is not role or (kind is not None and column.type is not kind):
            form = f"the role {role}" + (f" and the type {kind}" if kind is not None else "")
            raise ValueError(f"`{where}` names {name!r}, which is not a column with {form}")
        return column


def _within_lines(column: Any) -> Any:
    """A column as it is written, a text within lines unless it says where, or that it is shown."""
    if not isinstance(column, dict) or (column.get("role"), column.get("type")) != (Role.QUASI, Kind.TEXT):
        return column
    return {"within": "table" if column.get("shown") else "group", **column}


def _is_bounded(column: ColumnJob) -> bool:
    """Whether a column is surely published as two bounds, where the job asks for those."""
    by_default = "ranges" if column.setting("hierarchy") is None else "nodes"
    publish = column.setting("publish") or by_default
    return column.role is Role.QUASI and column.type in (Kind.NUMBER, Kind.DATE) and publish == "ranges"
