"""Evidence from a report: two documents, written together or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tokumei.core.files import read_text
from tokumei.errors import JobError
from tokumei.io.writing import Staged, write_text
from tokumei.pipeline.tables_writing import TablesRelease
from tokumei.pipeline.writing import Release
from tokumei.report.evidence import AUDIENCES, evidence_page

__all__ = ["Evidence", "evidence"]

NEEDED = ("promises", "columns", "verified", "job")


@dataclass(frozen=True, slots=True)
class Evidence:
    """The two documents, as pages."""

    internal: str = field(repr=False)
    """Everything, with the checklists: for those who answer for the release."""
    public: str = field(repr=False)
    """What may be shown."""

    def write(self, folder: str | Path, *, force: bool = False) -> list[Path]:
        """Writes `internal.html` and `public.html` into a folder; gives the files written."""
        targets = [Path(folder) / f"{audience}.html" for audience in AUDIENCES]
        with Staged(force=force) as staged:
            for target, page in zip(targets, (self.internal, self.public), strict=True):
                write_text(page, staged.path(target))
        return targets


def evidence(
    report: Release | TablesRelease | Mapping[str, Any] | str | Path, *, language: str | None = None
) -> Evidence:
    """The evidence of a release, of one table or several: from the release, its report's data, or the file of JSON.

    The language is the report's where none is given. Raises JobError for what is not the report of a run.
    """
    data = _opened(report)
    missing = [name for name in NEEDED if name not in data and not (name == "columns" and "tables" in data)]
    if data.get("public"):
        raise JobError("This is the public report, which leaves out what the evidence needs. Give the internal one.")
    if missing:
        raise JobError(f"This is not the report of a run: it has no {', '.join(map(repr, missing))}.")
    spoken = language or ((data["job"] or {}).get("output") or {}).get("language") or "en"
    pages = {audience: evidence_page(data, audience=audience, language=spoken) for audience in AUDIENCES}
    return Evidence(**pages)


def _opened(report: Release | TablesRelease | Mapping[str, Any] | str | Path) -> Mapping[str, Any]:
    if isinstance(report, (Release, TablesRelease)):
        return report.report
    if isinstance(report, Mapping):
        return report
    text = read_text(report, "report")
    try:
        data = json.loads(text)
    except ValueError:
        raise JobError(f"The report {str(report)!r} is not JSON. Give the .json that stands beside the page.") from None
    if not isinstance(data, dict):
        raise JobError(f"The report {str(report)!r} is not the report of a run.")
    return data
