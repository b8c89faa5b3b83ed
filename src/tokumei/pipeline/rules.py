"""Rules of a job: read from the job or from a file, and resolved against the columns and their hierarchies."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tokumei.core.files import read_text, read_yaml
from tokumei.core.notation import ANY, read_set
from tokumei.core.rules import Rules
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.job import Job, RuleJob
from tokumei.pipeline.conditions import resolve

__all__ = ["read_rules", "rules_from", "rules_of"]


def rules_of(job: Job, table: Table) -> Rules | None:
    """The rules of a job, checked against its columns; None when it has none.

    Raises JobError that names the rule and the condition where one does not fit.
    """
    asked = job.method.rules
    if asked is None:
        return None
    return resolve(read_rules(job.path(asked)) if isinstance(asked, str) else asked, table, job.columns)


def read_rules(path: Path) -> tuple[RuleJob, ...]:
    """Rules from a YAML file (a list, or a mapping with the key `rules`) or a CSV file (one rule a row).

    A CSV file has the columns `name`, optionally `weight`, and one for each column that rules name. Its cells are
    written as values are published: `*` or nothing for any, a value or a node, `{a;b}` for a list, `[a;b]` for a range;
    `(a;b)` leaves the ends out, and an end that is not written is open; `has {a;b}` for items of a set column.
    """
    if path.suffix.lower() in (".csv", ".tsv"):
        text = read_text(path, "file of rules", error=JobError)
        return rules_from(_csv_rows(text, path), f"The file of rules {str(path)!r}")
    content = read_yaml(path, "file of rules")
    rows = content.get("rules") if isinstance(content, dict) else content
    if not isinstance(rows, list):
        raise JobError(f"The file of rules {str(path)!r} does not hold a list of rules (`- {{name: …, when: …}}`).")
    return rules_from(rows, f"The file of rules {str(path)!r}")


def rules_from(rows: Sequence[Any], where: str) -> tuple[RuleJob, ...]:
    """Rules from mappings; an error names the rule and its condition."""
    rules: list[RuleJob] = []
    for number, row in enumerate(rows, start=1):
        name = row.get("name") if isinstance(row, Mapping) else None
        said = f"rule {name!r}" if name else f"rule number {number}"
        if not isinstance(row, Mapping):
            raise JobError(f"{where}: {said} is not a mapping with `name` and `when`.")
        when = row.get("when")
        if isinstance(when, Mapping):  # `*` means any, which is the same as no condition
            row = {**row, "when": {column: asked for column, asked in when.items() if asked != ANY}}
        try:
            rules.append(RuleJob.model_validate(dict(row)))
        except ValidationError as error:
            raise JobError(f"{where}: {said}: {_problem(error)}.") from None
    if not rules:
        raise JobError(f"{where}: it holds no rules.")
    return tuple(rules)


def _problem(error: ValidationError) -> str:
    found = error.errors(include_url=False)
    with_items = any(one["loc"][-1] == "has" and one["type"] == "extra_forbidden" for one in found)
    other_form = "RangeCondition" if with_items else "HasCondition"  # a condition is tried as both; one is not meant
    first = next((one for one in found if other_form not in one["loc"]), found[0])
    place = [str(part) for part in first["loc"]]
    text = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        text = f"the key {place[-1]!r} is not known"
    if first["type"] == "missing":
        text = f"the key {place[-1]!r} is needed"
    if place[0] == "when" and len(place) > 1:
        return f"condition on {place[1]!r}: {text}"
    if place[0] == "when":
        return "it has no condition; a rule for everyone needs no rule"
    return text


def _csv_rows(text: str, path: Path) -> list[dict[str, Any]]:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    reader = csv.DictReader(io.StringIO(text), delimiter=delimiter)
    if "name" not in (reader.fieldnames or ()):
        raise JobError(f"The file of rules {str(path)!r} has no column `name`.")
    rows = []
    for cells in reader:
        if None in cells:
            raise JobError(f"The file of rules {str(path)!r}: line {reader.line_num} has more cells than the header.")
        row: dict[str, Any] = {"name": cells.pop("name")}
        weight = cells.pop("weight", None)
        if weight:
            row["weight"] = weight
        row["when"] = {column: _cell(cell) for column, cell in cells.items() if cell and cell.strip() not in ("", ANY)}
        rows.append(row)
    return rows


def _cell(cell: str) -> Any:
    """A condition as it is written in a cell."""
    text = cell.strip()
    if text.startswith("has "):
        items = text.removeprefix("has ").strip()
        return {"has": read_set(items) or [items]}
    values = read_set(text)
    if values is not None:
        return values
    if text[0] in "[(" and text[-1] in ")]" and text.count(";") == 1:
        low, high = (part.strip() for part in text[1:-1].split(";"))
        ends = {("from" if text[0] == "[" else "over"): low, ("to" if text[-1] == "]" else "under"): high}
        return {end: value for end, value in ends.items() if value}
    return text
