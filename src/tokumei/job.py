"""The job file: what to read, what each column is, what to promise, how, and where to write.

Frozen models that refuse unknown keys and check themselves when made. `load` takes a path, a dict or a `Job`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, Field, ValidationError, field_validator, model_validator

from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.errors import JobError
from tokumei.job_rules import RuleJob, Settings

__all__ = [
    "CategoriesJob",
    "ColumnJob",
    "FileSource",
    "HierarchyJob",
    "Job",
    "LDiversityJob",
    "MethodJob",
    "OutputJob",
    "PrivacyJob",
    "SqlSource",
    "TClosenessJob",
    "load",
    "schema",
    "with_settings",
]


class FileSource(Settings):
    """A file, where its name does not say enough."""

    file: str
    """Path of the file, relative to the job file."""
    encoding: str | None = None
    """utf-8, cp932, …; detected when absent."""
    delimiter: str | None = None
    """The character between fields; detected when absent."""
    decimal: Literal[".", ","] | None = None
    """The decimal mark of numbers; detected when absent."""
    sheet: str | None = None
    """The sheet of an Excel file; the first when absent."""
    names: tuple[str, ...] | None = None
    """The columns of a CSV or TSV file that has no header."""


class SqlSource(Settings):
    """A query on a database."""

    sql: str
    """sqlite:///path or postgresql://user@host/database."""
    query: str
    """The statement whose rows are the records."""


WAYS = ("file", "intervals", "levels", "prefixes", "frequency", "semantic")
"""The ways to make a hierarchy."""


class HierarchyJob(Settings):
    """A hierarchy made from a line of configuration; exactly one of its ways."""

    file: str | None = None
    """A file in the ARX form: one row a leaf, one column a level."""
    delimiter: str | None = None
    """The character between the levels of the file; detected when absent."""
    intervals: tuple[float, ...] | None = None
    """Widths for numbers, finest first: [5, 10, 20]."""
    origin: float = 0
    """Where the intervals start."""
    levels: tuple[Literal["minute", "hour", "day", "week", "month", "quarter", "year", "decade"], ...] | None = None
    """Calendar levels for dates, finest first."""
    prefixes: tuple[Annotated[int, Field(ge=1)], ...] | None = None
    """Lengths of the prefixes of a code that stay, longest first: [5, 3, 1]."""
    frequency: bool = False
    """Made from the frequency of the values alone, without any meaning: the baseline."""
    semantic: tuple[str, ...] | None = None
    """Dictionaries to build the hierarchy from, by meaning."""
    vectors: str | None = None
    """Word vectors for the semantic hierarchy: a file of yours, or a package's name; those installed when absent."""
    direction: int = 1
    """Which of the semantic candidates to take, best first."""
    corrections: str | None = None
    """A YAML file with corrections by hand."""

    @model_validator(mode="after")
    def _one_way(self) -> HierarchyJob:
        ways = [name for name in WAYS if getattr(self, name) not in (None, False)]
        if len(ways) != 1:
            raise ValueError(f"a hierarchy is exactly one of {', '.join(WAYS)}")
        return self


class CategoriesJob(Settings):
    """Values replaced by their categories before anything else; by a table, or by machine from descriptions."""

    table: str | None = None
    """A file with a header and two columns: the value, its category."""
    keywords: str | None = None
    """A YAML file of categories with keywords and examples, or `gift-shop` for the nineteen that are built in."""
    described_by: str | None = None
    """With `keywords`: the column that describes each value; the value itself when absent."""

    @model_validator(mode="after")
    def _one_way(self) -> CategoriesJob:
        if (self.table is None) == (self.keywords is None):
            raise ValueError("categories are by exactly one of table, keywords")
        return self


def _categories(value: object) -> object:
    return {"table": value} if isinstance(value, str) else value


def _hierarchy(value: object) -> object:
    return {"file": value} if isinstance(value, str) else value


TEXT_SETTINGS = (
    "n", "k", "passes", "mask", "mask_char", "keep", "registry", "equal", "all_masked", "merge", "whitespace",
    "characters",
)  # fmt: skip
"""The settings of a column that only texts understand."""


class ColumnJob(Settings):
    """What a column is and how it is published. A bare role is short for {role: …}."""

    role: Role
    """identifier (never published), quasi (published recoded), sensitive or keep (published as they are)."""
    type: Kind | None = None
    """number, date, category, set or text; guessed from the source when absent."""
    hierarchy: (
        Annotated[HierarchyJob, BeforeValidator(_hierarchy, json_schema_input_type=str | HierarchyJob)] | None
    ) = None
    """How values become more general; a bare name is a file. Without one: ranges, sets of values, deleted items."""
    categories: Annotated[CategoriesJob, BeforeValidator(_categories)] | None = None
    """Publish categories of the values in place of the values; a bare name is short for {table: name}."""
    publish: Literal["nodes", "values", "ranges"] | None = None
    """With a hierarchy: nodes (the default), the set of values, or (numbers, dates) the range that a group covers."""
    format: str | None = None
    """strftime format of a date."""
    separator: str = Field(default=",", min_length=1)
    """Between the items of a set."""
    n: int = Field(default=2, ge=1)
    """Text: the length of the n-grams."""
    k: int | None = Field(default=None, ge=2)
    """Text: how many texts must share an n-gram; the job's k when absent."""
    passes: int = Field(default=0, ge=0)
    """Text: how often to mask; 0 means until nothing changes."""
    mask: Literal["all", "least"] = "all"
    """Text: mask every character of a rare n-gram, or just enough to break it."""
    mask_char: str = Field(default="*", min_length=1, max_length=1)
    """Text: what a masked character becomes."""
    keep: tuple[str, ...] = ()
    """Text: phrases that stay readable."""
    registry: str | None = None
    """Text: `collection`, or a file of texts that every released pattern must match k times."""
    equal: bool = False
    """Text: promise that every released text equals at least k − 1 others."""
    all_masked: bool = False
    """Text: accept a release without a readable character, where k asks for it."""
    merge: bool = False
    """Text: write adjacent masks as one."""
    whitespace: Literal["remove", "keep"] = "remove"
    """Text: whether white space is removed before counting."""
    characters: Literal["graphemes", "points"] = "graphemes"
    """Text: user-perceived characters, or code points."""

    @model_validator(mode="after")
    def _settings_of_its_type(self) -> ColumnJob:
        """Refuses a text setting on another type: it would promise nothing."""
        fields = type(self).model_fields
        strange = [name for name in TEXT_SETTINGS if getattr(self, name) != fields[name].default]
        if strange and self.type is not Kind.TEXT:
            raise ValueError(f"{', '.join(strange)}: only for `type: text`")
        return self

    def spec(self, name: str, decimal: str | None = None) -> ColumnSpec:
        """The part that a reader needs."""
        return ColumnSpec(
            name=name,
            role=self.role,
            kind=self.type or Kind.CATEGORY,
            format=self.format,
            separator=self.separator,
            decimal=decimal,
        )


def _column(value: object) -> object:
    return {"role": value} if isinstance(value, str) else value


class LDiversityJob(Settings):
    """How diverse a sensitive column must be in every group; exactly one form."""

    distinct: int | None = Field(default=None, ge=2, description="l: so many different values in every group.")
    entropy: float | None = Field(default=None, gt=1, description="l: as diverse as l equally frequent values.")
    recursive: tuple[Annotated[float, Field(gt=0)], Annotated[int, Field(ge=2)]] | None = None
    """(c, l): the most frequent value occurs less than c times as often as all but the l − 1 most frequent."""

    @model_validator(mode="after")
    def _one_form(self) -> LDiversityJob:
        if sum(form is not None for form in (self.distinct, self.entropy, self.recursive)) != 1:
            raise ValueError("l-diversity is exactly one of distinct, entropy, recursive")
        return self


class TClosenessJob(Settings):
    """How close the distribution of a sensitive column in every group must be to the whole table's."""

    t: float = Field(gt=0, le=1)
    """The largest distance (earth mover's, 0 to 1) from the whole release."""
    distance: Literal["equal", "ordered", "hierarchical"] | None = None
    """equal for categories and ordered for numbers and dates when absent."""


def _closeness(value: object) -> object:
    return {"t": value} if isinstance(value, (int, float)) and not isinstance(value, bool) else value


class KmJob(Settings):
    """k^m-anonymity of a set column: any m items that an attacker knows match at least k records."""

    column: str = Field(description="The set column.")
    m: int = Field(ge=1, le=6, description="How many items of a person an attacker may know.")


class PrivacyJob(Settings):
    """The promises."""

    k: int = Field(json_schema_extra={"minimum": 2})
    """Every released record equals at least k − 1 others in all quasi-identifiers; at least 2."""
    l_diversity: dict[str, LDiversityJob] = Field(default_factory=dict)
    """Sensitive column → how diverse it must be in every group."""
    t_closeness: dict[
        str, Annotated[TClosenessJob, BeforeValidator(_closeness, json_schema_input_type=float | TClosenessJob)]
    ] = Field(default_factory=dict)
    """Sensitive column → how close to the whole every group must be; a bare number is t."""
    km: KmJob | None = None
    """k^m-anonymity of a set column."""
    suppress: float = Field(default=0.0, ge=0, le=1)
    """The share of the records that may be removed."""

    @field_validator("k")
    @classmethod
    def _at_least_two(cls, k: int) -> int:
        if k < 2:
            raise ValueError("k must be at least 2: with k = 1 every record may be unique")
        return k


class MethodJob(Settings):
    """How to reach the promises."""

    algorithm: Literal["top-down"] = "top-down"
    """How tables are partitioned."""
    score: Literal["ncp", "median", "prec", "takahashi", "tfidf", "purpose", "gain"] = "ncp"
    """What chooses the splits: the loss (ncp), medians, levels kept (prec), rules (tfidf, purpose), a label (gain)."""
    effort: Literal["fast", "default", "best"] = "default"
    """How long to look for a release that loses less."""
    rules: str | tuple[RuleJob, ...] | None = None
    """What tfidf and purpose serve: rules, or a file of them."""
    label: str | None = None
    """The column that score gain helps to predict."""
    cluster: Literal["count", "similar"] = "similar"
    """Histories: how subjects are put together."""
    match: Literal["sort", "assign"] = "assign"
    """Histories: how their records are put side by side."""


class OutputJob(Settings):
    """Where and how to write."""

    data: str | None = None
    """The release; its format by its ending. For SQL: a URL with `#table`."""
    report: str | None = None
    """The report as HTML; the same as JSON is written beside it."""
    numbers: Literal["ranges", "bounds"] = "ranges"
    """A range as one column `[a;b]`, or as two columns name_low, name_high."""
    removed: Literal["drop", "mark"] = "drop"
    """A removed record is absent, or a row of `*`."""
    order: Literal["shuffle", "keep"] = "shuffle"
    """Rows leave shuffled, since their order can tell on people."""
    format: Literal["pwscup2018"] | None = None
    """The contest's form, for histories."""
    encoding: str = "utf-8"
    """Of a text file."""
    language: Literal["en", "ja"] = "en"
    """Of the report."""


def _source(value: object) -> object:
    return {"file": value} if isinstance(value, str) else value


class Job(Settings):
    """A whole job."""

    source: (
        Annotated[FileSource | SqlSource, BeforeValidator(_source, json_schema_input_type=str | FileSource | SqlSource)]
        | None
    ) = None
    """Where the records are: a file, or {sql: …, query: …}. Not needed when Python hands over a frame."""
    columns: dict[str, Annotated[ColumnJob, BeforeValidator(_column, json_schema_input_type=Role | ColumnJob)]] = Field(
        min_length=1
    )
    """Column → what it is. Every column of the source is named here, or `others` says what happens to the rest."""
    others: Literal["error", "drop"] = "error"
    """Columns that are not named: an error, or left out."""
    subject: str | None = None
    """The column that names the person; all records of one are protected together."""
    privacy: PrivacyJob
    method: MethodJob = MethodJob()
    output: OutputJob = OutputJob()
    seed: int | None = None
    """Makes a run repeatable; rows are then shuffled from the order of their published values, not the source's."""
    folder: Path = Field(default=Path(), exclude=True)
    """Where the job file lies; paths in it are relative to this."""

    @model_validator(mode="after")
    def _consistent(self) -> Job:
        if not any(column.role is Role.QUASI for column in self.columns.values()):
            raise ValueError("no column has the role quasi, so there is nothing to anonymize")
        if self.subject is not None:
            self._check_history(self.subject)
        named = {*self.privacy.l_diversity, *self.privacy.t_closeness}
        for name in sorted(named):
            column = self.columns.get(name)
            if column is None or column.role is not Role.SENSITIVE:
                raise ValueError(f"privacy names {name!r}, which is not a column with the role sensitive")
        return self

    def _check_history(self, subject: str) -> None:
        column = self.columns.get(subject)
        if column is None or column.role is not Role.IDENTIFIER:
            raise ValueError(f"the subject {subject!r} must be a column with the role identifier")
        if self.privacy.l_diversity or self.privacy.t_closeness or self.privacy.km:
            raise ValueError("a history job (`subject`) promises k alone: leave l_diversity, t_closeness and km out")

    def path(self, name: str) -> Path:
        """A path of the job, seen from the job file's folder."""
        return self.folder / name


def load(job: Job | Mapping[str, Any] | str | Path) -> Job:
    """A job from a path, a mapping, or a job."""
    if isinstance(job, Job):
        return job
    if isinstance(job, Mapping):
        return _checked(job, Path(), "The job")
    path = Path(job)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise JobError(f"There is no job file {str(path)!r}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise JobError(f"The job file {str(path)!r} cannot be read: {error}.") from None
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" (line {mark.line + 1})" if mark else ""
        raise JobError(
            f"The job file {str(path)!r} is not valid YAML{where}: {getattr(error, 'problem', error)}."
        ) from None
    if not isinstance(content, dict):
        raise JobError(f"The job file {str(path)!r} does not hold a mapping with `columns` and `privacy`.")
    return _checked(content, path.parent, f"The job file {str(path)!r}")


def with_settings(job: Job, settings: Mapping[str, Any]) -> Job:
    """The job with settings changed by their dotted names (`privacy.k`: 10)."""
    content = job.model_dump(mode="json", by_alias=True, exclude_none=True)
    for dotted, value in settings.items():
        *parents, last = dotted.split(".")
        place = content
        for key in parents:
            place = place.setdefault(key, {})
            if not isinstance(place, dict):
                raise JobError(f"The setting {dotted!r} does not exist: {key!r} holds a single value.")
        place[last] = value
    return _checked(content, job.folder, "The job")


def schema() -> dict[str, Any]:
    """The JSON schema of the job file, for editors."""
    made = Job.model_json_schema()
    made["properties"].pop("folder")  # known from where the file lies, not written in it
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def _checked(content: Mapping[str, Any], folder: Path, name: str) -> Job:
    try:
        return Job.model_validate({**content, "folder": folder})
    except ValidationError as error:
        raise JobError(f"{name}: {_sentence(error)}") from None


def _sentence(error: ValidationError) -> str:
    problems: list[str] = []
    for problem in error.errors(include_url=False):
        where = ".".join(str(part) for part in problem["loc"] if not str(part)[:1].isupper() and "[" not in str(part))
        text = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "extra_forbidden":
            text = "this key is not known"
        if problem["type"] == "missing":
            text = "this key is needed"
        line = f"`{where}`: {text}" if where else text
        if line not in problems:
            problems.append(line)
    return "; ".join(problems[:5]) + "."
