"""The report as data: what was promised, what was reached, what it cost."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tokumei.algorithms.text import MaskedTexts
from tokumei.core.columns import Role
from tokumei.core.notes import Note, in_report
from tokumei.core.promise import Verification
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Nodes, Ranges, Recoded, Recoding, ValueSets
from tokumei.evaluation.distributions import distributions, group_sizes
from tokumei.evaluation.loss import loss_of
from tokumei.evaluation.set_measures import sets_report
from tokumei.job import FileSource, Job
from tokumei.pipeline.preparing import Prepared
from tokumei.pipeline.purpose import served
from tokumei.pipeline.texts import all_masked, text_report
from tokumei.report.sections.settings import without_password

__all__ = ["report_of", "settings_of"]

PUBLISHED: dict[type, str] = {
    Ranges: "ranges",
    Nodes: "nodes",
    ValueSets: "values",
    ItemSets: "items",
    ItemNodes: "nodes",
    ItemLevels: "nodes",
}


def report_of(prepared: Prepared, recoding: Recoding, verification: Verification) -> dict[str, Any]:
    """The report of a release; its seconds are added when they are known, `release` and its hash when it is written."""
    table, job = prepared.table, prepared.job
    loss = loss_of(recoding, k=job.privacy.k)
    texts = _texts(recoding, job)
    return {
        "title": _title(prepared),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "verified": verification.ok,
        "promises": verification.to_dict()["promises"],
        "records": table.records,
        **loss.to_dict(),
        "groups": verification.groups,
        "smallest_group": verification.smallest_group,
        "group_sizes": group_sizes(recoding.group),
        "columns": _columns(prepared, recoding, loss.columns),
        **in_report([*prepared.notes, *_masked(texts)]),
        "seconds": {},
        "version": version("tokumei"),
        "job": settings_of(job),
        "source": _source(prepared),
        "release": {},
        **_sets(recoding, job),
        **texts,
        **served(prepared, recoding),
    }


def _sets(recoding: Recoding, job: Job) -> dict[str, Any]:
    found = sets_report(recoding, k=job.privacy.k)
    return {"sets": found} if found else {}


def _texts(recoding: Recoding, job: Job) -> dict[str, Any]:
    masked = {name: column for name, column in recoding.columns.items() if isinstance(column, MaskedTexts)}
    return {"text": text_report(masked, job)} if masked else {}


def _masked(texts: dict[str, Any]) -> list[Note]:
    """Text columns of which nothing stays readable."""
    return [
        Note("all_masked", {"column": name}, warning=True)
        for name, figures in texts.get("text", {}).items()
        if all_masked(figures)
    ]


def settings_of(job: Job) -> dict[str, Any]:
    """The job as resolved; a database address without its password."""
    settings = job.model_dump(mode="json", by_alias=True, exclude_none=True)
    for part, name in (("source", "sql"), ("output", "data")):
        if name in settings.get(part, {}):
            settings[part][name] = without_password(settings[part][name])
    return settings


def _title(prepared: Prepared) -> str:
    """The source's name, without the folders where it lies."""
    source = prepared.job.source
    if isinstance(source, FileSource):
        return Path(source.file).name
    return "data frame" if source is None else "database"


def _source(prepared: Prepared) -> dict[str, Any]:
    facts = prepared.facts
    given: dict[str, Any] = {
        "path": getattr(prepared.job.source, "file", None),
        "sha256": facts.sha256,
        "kind": facts.kind,
        "encoding": facts.encoding,
        "delimiter": facts.delimiter,
        "decimal": facts.decimal,
    }
    return {name: value for name, value in given.items() if value is not None}


def _columns(prepared: Prepared, recoding: Recoding, ncp: dict[str, float]) -> list[dict[str, Any]]:
    """Every column of the source that the job names, with what became of it."""
    shown = distributions(prepared.table, recoding, k=prepared.job.privacy.k)
    kinds = {column.name: str(column.kind) for column in prepared.table}
    columns: list[dict[str, Any]] = []
    for name, asked in prepared.job.columns.items():
        recoded = recoding.columns.get(name)
        columns.append(
            {
                "name": name,
                "role": str(asked.role),
                "type": kinds.get(name, None if asked.type is None else str(asked.type)),
                "published": "pseudonyms" if name == prepared.job.subject else _published(recoded, asked.role),
                "ncp": ncp.get(name),
                **shown.get(name, {}),
            }
        )
    return columns


def _published(recoded: Recoded | None, role: Role) -> str:
    if recoded is None:
        return "not published" if role is Role.IDENTIFIER else "as is"
    return PUBLISHED.get(type(recoded), "text")
