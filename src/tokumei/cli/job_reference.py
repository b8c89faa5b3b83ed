"""The reference of the job file, made from its models; `tokumei.cli.reference` writes it with the other pages."""

from __future__ import annotations

import types
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from tokumei import job
from tokumei.job import columns, hierarchy
from tokumei.job.settings import Settings
from tokumei.job.words import words_of

__all__ = ["PAGE", "page"]

PAGE = "job-file.md"

_OPENING = """# Job file

This page is made from the program by `make docs`; a test keeps both in step. For a first job see the
[guide](guide.md).

A job file says what to read, what each column is, what to promise, how to reach it, and where to write. It is YAML; in
Python the same job is a dict. A key that is not listed here is an error, so that a spelling mistake cannot weaken a
promise. Paths are relative to the job file. `tokumei init DATA` writes a first one; [job.schema.json](job.schema.json),
also printed by `tokumei schema`, lets an editor complete and check it. Any setting can be changed for one run:
`tokumei run job.yaml --set method.effort=best --set privacy.k=10`.

```yaml
source: receipts.csv
columns:
  receipt_id: identifier
  birth_year: {role: quasi, type: number}
  sex: {role: quasi, type: category}
  month: {role: quasi, type: date, format: "%Y-%m", hierarchy: {levels: [month, year]}}
  town: {role: quasi, type: category, hierarchy: towns.csv}
  diseases: {role: quasi, type: set, separator: ","}
  note: {role: quasi, type: text, n: 2}
  cost: {role: sensitive, type: number}
  clinic: keep
privacy:
  k: 5
  l_diversity: {cost: {distinct: 3}}
output:
  data: out/receipts.csv
  report: out/report.html
```
"""

_CLOSING = """## Published values

| published | written |
|---|---|
| a single value | as it was; a number in one canonical form |
| a range of numbers or dates, both ends included | `[1961;1968]` |
| a node of a hierarchy | its label |
| one of several categories | `{engineer;teacher}`, sorted |
| anything at all | `*` |
| a set | the items that stay, in one order, with the column's separator |
| a masked character of a text | `*` |
| a missing value | an empty field; it is a value of its own |

A value inside `{…}` that contains `;`, `{`, `}` or `"`, or that begins or ends with a space, stands in double quotes.
With `output.numbers: bounds` a range becomes two columns, `name_low` and `name_high`. A removed record is absent; with
`output.removed: mark` it stays as a row of `*`. Rows leave in an order that tells nothing, unless `output.order: keep`.
"""

_OF_WAYS = {
    "file": "The value stands first, the most general last, as in ARX.",
    "semantic": "More on [hierarchies by meaning](hierarchies.md).",
}
"""Way to make a hierarchy → what its section says beside the model."""
_SECTIONS: tuple[tuple[str, type[Settings], str], ...] = (
    ("The job", job.Job, ""),
    (
        "where: missing values",
        job.MissingCondition,
        "As in `where: {customer: {missing: false}}`. All other conditions are those of [rules](#method-rules): "
        "`where: {cost: {over: 0}, town: [Kyoto, Osaka]}`.",
    ),
    ("one_per", job.OnePerJob, "As in `one_per: {person: last, by: visit_date}` beside `person: patient_id`."),
    ("derive: years_from", job.YearsFrom, "As in `derive: {age: {years_from: birth, at: 2026-04-01}}`."),
    ("derive: year_of", job.YearOf, ""),
    ("derive: fiscal_year_of", job.FiscalYearOf, ""),
    ("derive: prefix_of", job.PrefixOf, "As in `derive: {area: {prefix_of: zip, length: 3}}`."),
    (
        "source: a file",
        job.FileSource,
        "A bare name is short for `{file: name}`. The format follows from the ending: `.csv`, `.tsv`, `.parquet`, "
        "`.jsonl`, `.xlsx`, `.xlsm`, `.xls`, `.ods`, each but workbooks also with `.gz` or `.zst`. The report says "
        "what was detected. Where titles stand above the header, or there is none, the message says what to write.",
    ),
    (
        "source: a database",
        job.SqlSource,
        "SQLite needs nothing more; PostgreSQL needs `pip install 'tokumei[sql]'`. The database is opened for reading.",
    ),
    ("source: a folder of Parquet files", job.ParquetSource, "As in `source: {parquet: visits/}`."),
    ("source: a folder of CSV files", job.CsvSource, "As in `source: {csv: visits/}`."),
    ("source: a table", job.TableSource, "As in `source: {table: catalog.database.visits}`, with Spark."),
    (
        "columns",
        job.ColumnJob,
        "A bare role is short for `{role: …}`. What else a column can say depends on its role and its type; a setting "
        "of another role or type is an error that says where it belongs.",
    ),
    ("columns: identifier", columns.Identifier, ""),
    ("columns: identifier: pseudonym", job.KeyedPseudonym, "As in `{role: identifier, pseudonym: {key: card.key}}`."),
    ("columns: rare", job.RareJob, "As in `{role: sensitive, type: category, rare: {below: 5, do: pool}}`."),
    ("columns: keep", columns.Kept, ""),
    ("columns: sensitive", columns.SensitiveValue, ""),
    ("columns: sensitive date", columns.SensitiveDate, ""),
    ("columns: sensitive set", columns.SensitiveSet, ""),
    ("columns: sensitive text", columns.SensitiveText, ""),
    ("columns: quasi number", columns.QuasiNumber, ""),
    ("columns: quasi date", columns.QuasiDate, ""),
    ("columns: quasi category", columns.QuasiCategory, ""),
    ("columns: quasi, type left open", columns.QuasiOpen, ""),
    ("columns: quasi set", columns.QuasiSet, ""),
    ("columns: quasi text", columns.QuasiText, ""),
    (
        "columns: quasi text: registry",
        job.RegistryJob,
        "As in `registry: {collection: true, direction: released}`. A bare word is the collection or a file, a list is "
        "the texts, both in both directions.",
    ),
    *((f"hierarchy: {way}", model, _OF_WAYS.get(way, "")) for way, model in hierarchy.WAYS.items()),
    ("categories: table", hierarchy.TableCategories, ""),
    (
        "categories: keywords",
        hierarchy.KeywordCategories,
        "As in `goods: {role: quasi, type: category, categories: {keywords: gift-shop, described_by: Description}}`. "
        "What is measured then is about categories, which is another domain than the goods.",
    ),
    ("privacy", job.PrivacyJob, "What each promise means and does not mean: [promises](promises.md)."),
    ("privacy: l_diversity", job.LDiversityJob, "As in `{diagnosis: {distinct: 2}}`."),
    ("privacy: t_closeness", job.TClosenessJob, "A bare number is short for `{t: number}`."),
    ("privacy: km", job.KmJob, ""),
    ("privacy: presence", job.PresenceJob, "As in `presence: {population: register.csv, at_most: 0.2}`."),
    ("privacy: k_map", job.KMapJob, "As in `k_map: {population: register.csv, k: 20}`."),
    ("method", job.MethodJob, ""),
    (
        "method: rules",
        job.RuleJob,
        "A list in the job, or a file of them (YAML, or CSV with a column `name` and one for each column of a rule). "
        "A condition is a value or a node at any level, a list of them, a range, or items of a set; `*` is no "
        "condition.",
    ),
    (
        "method: rules: a range",
        job.RangeCondition,
        "As in `when: {birth: {from: 1977-01-01, under: 1980-01-01}}`.",
    ),
    ("method: rules: items", job.HasCondition, "As in `when: {diseases: {has: [asthma]}}`."),
    ("attack", job.AttackJob, "As in `attack: {limits: {membership: 0.1}}`. What is tried: [attacks](attacks.md)."),
    ("attack: limits", job.LimitsJob, ""),
    (
        "attack: population",
        job.PopulationJob,
        "A bare name is short for `{file: name}`, a number for `{size: …}`.",
    ),
    ("output", job.OutputJob, ""),
    (
        "engine",
        job.EngineJob,
        'A bare name is short for `{name: …}`, and `{spark: "spark://host:7077"}` names a cluster. More on '
        "[engines](engines.md).",
    ),
    (
        "ledger",
        job.LedgerJob,
        "A bare name is short for `{file: name}`. Beside it, `subject` or `person` says who people are; more on "
        "[several releases](histories.md#several-releases-of-the-same-people).",
    ),
    ("about", job.AboutJob, "As in `about: {purpose: research, recipient: University, approver: …}`."),
    (
        "Several tables",
        job.TablesJob,
        "A job with `tables` is one release of several tables about the same people; `privacy`, `method` and `about` "
        "are as above. More on [several tables](tables.md).",
    ),
    ("tables: a table", job.TableJob, "As in a job of one table."),
    ("output: several tables", job.TablesOutputJob, ""),
)

_PLAIN = {str: "text", int: "whole number", float: "number", bool: "`true`, `false`", Any: "value", date: "date"}
_LIMITS = {"ge": "≥ {}", "gt": "> {}", "le": "≤ {}", "lt": "< {}"}


def page() -> str:
    """The page in Markdown."""
    return "\n".join([_OPENING, *(_section(*one) for one in _SECTIONS), _CLOSING])


def _section(title: str, model: type[Settings], text: str) -> str:
    of_all = job.ColumnJob.model_fields if issubclass(model, job.ColumnJob) and model is not job.ColumnJob else {}
    words = words_of(model)
    rows = [
        _row(info.alias or name, info, words.get(name, ""))
        for name, info in model.model_fields.items()
        if not info.exclude and name not in of_all
    ]
    table = ["", "| setting | value | default | meaning |", "|---|---|---|---|", *rows, ""]
    opening = " ".join(part for part in (*(model.__doc__ or "").split(), text) if part)
    return f"## {title}\n\n{opening}\n" + "\n".join(table if rows else [])


def _row(name: str, info: FieldInfo, words: str) -> str:
    cells = (f"`{name}`", _values(info), _default(info), _meaning(info, words))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _values(info: FieldInfo) -> str:
    limits = _limits(info.metadata)
    return _kind(info.annotation) + (f" {limits}" if limits else "")


def _kind(given: Any) -> str:
    """A type in words."""
    origin, parts = get_origin(given), get_args(given)
    if origin is Annotated:
        return f"{_kind(parts[0])} {_limits(parts[1:])}".rstrip()
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_kind(part) for part in parts if part is not type(None)))
    if origin is tuple:
        words = [_kind(part) for part in parts if part is not ...]
        return f"list of {words[0]}" if ... in parts else f"[{', '.join(words)}]"
    if origin is dict:
        return f"{'table' if parts[1] is job.TableJob else 'column'} → {_kind(parts[1])}"
    if isinstance(given, type) and issubclass(given, BaseModel):
        return _link(given)
    if isinstance(given, type) and issubclass(given, Enum):
        return ", ".join(f"`{member.value}`" for member in given)
    return _PLAIN[given]


def _link(model: type[BaseModel]) -> str:
    title = next(title for title, one, _ in _SECTIONS if one is model)
    return f"[{title.rsplit(': ', 1)[-1]}](#{title.lower().replace(':', '').replace(',', '').replace(' ', '-')})"


def _limits(metadata: Any) -> str:
    plain = [part for one in metadata for part in (one.metadata if isinstance(one, FieldInfo) else [one])]
    return ", ".join(
        words.format(getattr(one, name)) for one in plain for name, words in _LIMITS.items() if hasattr(one, name)
    )


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "needed"
    value = info.default
    if value in (None, (), PydanticUndefined) or isinstance(value, BaseModel):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _meaning(info: FieldInfo, words: str) -> str:
    """The field's own words, or those of the model behind it."""
    if words:
        return " ".join(words.split())
    models = [one for one in (info.annotation, *get_args(info.annotation)) if isinstance(one, type)]
    return next((" ".join((one.__doc__ or "").split()) for one in models if issubclass(one, BaseModel)), "")
