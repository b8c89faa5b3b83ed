"""The release: the published frame with its report, verified before anyone sees it, written whole or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tokumei.core.promise import Verification
from tokumei.errors import JobError, PromiseError
from tokumei.io.frames import FrameKind, to_kind
from tokumei.io.sql import is_sql, split_target, write_sql
from tokumei.io.writing import Staged, sha256_file, write_frame, write_text
from tokumei.job import FileSource, Job
from tokumei.report import render

__all__ = ["Release", "check_outputs", "refuse_broken"]


@dataclass(frozen=True, eq=False)
class Release:
    """What may be handed on, and the report for those who answer for it."""

    data: Any
    """The published records, as the kind of frame that came in (polars for files)."""
    report: dict[str, Any]
    job: Job = field(repr=False)
    _frame: Any = field(repr=False)

    @classmethod
    def of(cls, frame: Any, kind: FrameKind | None, report: dict[str, Any], job: Job) -> Release:
        """The release of a published polars frame, handed out as the caller's kind."""
        return cls(frame if kind is None else to_kind(frame, kind), report, job, frame)

    def write(self, folder: str | Path, *, force: bool = False) -> None:
        """Writes the release and its report into a folder, under the job's names or as release.csv and report.html."""
        folder = Path(folder)
        output = self.job.output
        data = folder / (Path(output.data).name if output.data and not is_sql(output.data) else "release.csv")
        report = folder / (Path(output.report).name if output.report else "report.html")
        self._write(str(data), report, force=force)

    def write_outputs(self, *, force: bool = False) -> None:
        """Writes the release and its report where the job says."""
        data, report = _targets(self.job)
        self._write(data, report, force=force)

    def _write(self, data: str, report: Path, *, force: bool) -> None:
        language = self.job.output.language
        given = ((name, column.setting("separator")) for name, column in self.job.columns.items())
        separators = {name: separator for name, separator in given if separator is not None}
        with Staged(force=force) as staged:
            if is_sql(data):
                url, table = split_target(data)
                staged.before_renaming(
                    lambda: write_sql(
                        self._frame, url, table, replace=force, folder=self.job.folder, separators=separators
                    )
                )
                self.report["release"] = {"table": table}
            else:
                path = staged.path(data)
                write_frame(
                    self._frame,
                    path,
                    encoding=self.job.output.encoding,
                    header=self.job.output.format is None,
                    separators=separators,
                )
                self.report["release"] = {"path": Path(data).name, "sha256": sha256_file(path)}
            write_text(render(self.report, language=language), staged.path(report))
            text = json.dumps(self.report, ensure_ascii=False, indent=2, allow_nan=False, default=str)
            write_text(text + "\n", staged.path(report.with_suffix(".json")))


def check_outputs(job: Job, *, force: bool) -> None:
    """Refuses outputs that cannot be written before any work is done."""
    data, report = _targets(job)
    if not is_sql(data):
        Staged.check(data, force=force)
    for target in (report, report.with_suffix(".json")):
        Staged.check(target, force=force)
    source = job.path(job.source.file).resolve() if isinstance(job.source, FileSource) else None
    if source in (Path(data).resolve(), report.resolve(), report.with_suffix(".json").resolve()):
        raise JobError("An output of the job is its own source. Give the output another name.")


def refuse_broken(verification: Verification) -> None:
    """Raises PromiseError when a promise does not hold on what would be published."""
    if verification.broken:
        said = "; ".join(
            f"{promise.name}: {promise.achieved} where {promise.target} is promised" for promise in verification.broken
        )
        raise PromiseError(f"The release does not keep its promises, and nothing was written. {said}.")


def _targets(job: Job) -> tuple[str, Path]:
    """Where the data and the HTML report go."""
    if job.output.data is None:
        raise JobError("The job does not say where to write: set `output.data`.")
    if is_sql(job.output.data):
        data, beside = job.output.data, job.path("release")
    else:
        beside = job.path(job.output.data)
        data = str(beside)
    report = job.path(job.output.report) if job.output.report else beside.parent / f"{beside.name}.report.html"
    if report.suffix.lower() not in (".html", ".htm"):
        raise JobError("`output.report` must end in .html; the same as JSON is written beside it.")
    return data, report
