"""The last step: the release with its report, verified before anyone sees it, written whole or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tokumei.errors import JobError
from tokumei.io.encodings import Answer, answer_to
from tokumei.io.frames import FrameKind, to_kind
from tokumei.io.sources import is_table, is_text
from tokumei.io.sql import is_sql, split_target, write_sql
from tokumei.io.texts import write_lines
from tokumei.io.writing import Staged, sha256_file, write_frame, write_text
from tokumei.job import Job, named_place
from tokumei.pipeline.ledger import Ledger
from tokumei.report import brief, public_of, render

__all__ = ["Release", "check_outputs", "is_elsewhere", "targets_of", "write_data", "written_json"]


@dataclass(frozen=True, eq=False)
class Release:
    """What may be handed on, and the report for those who answer for it."""

    data: Any
    """The published records, as the kind of frame that came in (polars for files)."""
    report: dict[str, Any] = field(repr=False)
    """What was promised, what was reached and what it cost, as plain data; `write` renders it as a page."""
    job: Job = field(repr=False)
    """The job that made it."""
    _frame: Any = field(repr=False)
    recoding: dict[str, Any] | None = field(default=None, repr=False)
    """The recoding as plain data, for `apply`; None unless the job stores it (`output.recoding`)."""
    _ledger: Ledger | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        frame: Any,
        kind: FrameKind | None,
        report: dict[str, Any],
        job: Job,
        *,
        ledger: Ledger | None = None,
        recoding: dict[str, Any] | None = None,
    ) -> Release:
        """The release of a published polars frame, handed out as the caller's kind; its ledger is written with it."""
        return cls(frame if kind is None else to_kind(frame, kind), report, job, frame, recoding, ledger)

    def _repr_html_(self) -> str:
        """The verdict, the promises and the figures, for a notebook; no row is shown."""
        return brief(self.report, language=self.job.output.language)

    def write(self, folder: str | Path, *, force: bool = False) -> None:
        """Writes the release and its report into a folder, under the job's names or as release.csv and report.html."""
        folder = Path(folder)
        output = self.job.output
        data = folder / (Path(output.data).name if output.data and not is_sql(output.data) else "release.csv")
        report = folder / (Path(output.report).name if output.report else "report.html")
        public = folder / Path(output.public_report).name if output.public_report else None
        recoding = folder / Path(output.recoding).name if output.recoding else None
        self._write(str(data), report, public, recoding, force=force)

    def write_outputs(self, *, force: bool = False) -> None:
        """Writes the release and its report where the job says."""
        recoding = self.job.output.recoding
        self._write(*targets_of(self.job), None if recoding is None else self.job.path(recoding), force=force)

    def _write(
        self, data: str | None, report: Path | None, public: Path | None, recoding: Path | None, *, force: bool
    ) -> None:
        separators = self.job.separators
        with Staged(force=force) as staged:
            if data is not None and is_sql(data):
                url, table = split_target(data)
                staged.before_renaming(
                    lambda: write_sql(
                        self._frame, url, table, replace=force, folder=self.job.folder, separators=separators
                    )
                )
                self.report["release"] = {"table": table}
            elif data is not None:
                write_data(self, staged, data)
            if recoding is not None and self.recoding is not None:
                write_text(written_json(self.recoding), staged.path(recoding))
            for page, content in ((report, self.report), (public, public_of(self.report))):
                if page is not None:
                    write_text(render(content, language=self.job.output.language), staged.path(page))
                    write_text(written_json(content), staged.path(page.with_suffix(".json")))
        if self._ledger is not None and data is not None:
            self._ledger.write()

    def _encoding(self, path: Path) -> str:
        """The job's, or the one that answers the source's, of which the report then says which it is and why."""
        source = self.report["source"].get("encoding") if is_text(path) else None
        given = self.job.output.encoding
        answer = answer_to(source, self._frame) if given is None else Answer(given)
        notes = [note for note in self.report["notes"] if not note["key"].startswith("written_")]
        if answer.note is not None:
            notes.append(answer.note.to_dict())
        self.report["notes"] = notes
        return answer.encoding

    def _write_data(self, path: Path, encoding: str) -> None:
        """As the ending says; a release of one text column is lines where it names no table."""
        lines = self.job.lines
        if lines is not None and not is_table(path):
            write_lines(self._frame[lines], path, encoding=encoding)
        else:
            write_frame(
                self._frame,
                path,
                encoding=encoding,
                header=self.job.output.format is None,
                separators=self.job.separators,
            )


def write_data(release: Release, staged: Staged, target: str | Path) -> None:
    """Writes the data of a release alone, beside what else is staged; its report then says where, and the hash."""
    path = staged.path(target)
    release._write_data(path, release._encoding(path))
    release.report["release"] = {"path": Path(target).name, "sha256": sha256_file(path)}


def written_json(document: dict[str, Any]) -> str:
    """A report as JSON, as it stands beside its page."""
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False, default=str) + "\n"


def check_outputs(job: Job, *, force: bool) -> None:
    """Refuses outputs that cannot be written before any work is done."""
    data, *pages = targets_of(job)
    files = [Path(data)] if data is not None and not is_elsewhere(data) else []
    files += [file for page in pages if page is not None for file in (page, page.with_suffix(".json"))]
    files += [] if job.output.recoding is None else [job.path(job.output.recoding)]
    if len({target.resolve() for target in files}) < len(files):
        raise JobError("Two outputs of the job have the same name. Give each its own.")
    for target in files:
        folder = job.engine.name != "local" and str(target) == data and not target.suffix
        Staged.check(target, force=force, folder=folder)
    named = None if job.source is None else named_place(job.source)
    source = None if named is None or is_elsewhere(named) else job.path(named).resolve()
    if any(source in (target.resolve(), *target.resolve().parents) for target in files):
        raise JobError("An output of the job is its own source. Give the output another name.")


def targets_of(job: Job) -> tuple[str | None, Path | None, Path | None]:
    """Where the data and the two reports go; a release without a name for its report has it beside it."""
    data, report = job.output.data, job.output.report
    if data is not None and report is None:
        beside = job.path("release") if is_elsewhere(data) else job.path(data)
        page: Path | None = beside.parent / f"{beside.name}.report.html"
    else:
        page = None if report is None else job.path(report)
    public = None if job.output.public_report is None else job.path(job.output.public_report)
    for name, target in (("report", page), ("public_report", public)):
        if target is not None and target.suffix.lower() not in (".html", ".htm"):
            raise JobError(f"`output.{name}` must end in .html; the same as JSON is written beside it.")
    return (data if data is None or is_elsewhere(data) else str(job.path(data))), page, public


def is_elsewhere(name: str) -> bool:
    """Whether an output or a source is no path: a database's URL, an address of a cluster, a table of its catalog."""
    return is_sql(name) or "://" in name or name.startswith("table:")
