"""A release of several tables, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tokumei.errors import JobError
from tokumei.io.writing import Staged, write_text
from tokumei.job import FileSource, TablesJob
from tokumei.pipeline.ledger import Ledger
from tokumei.pipeline.writing import Release, write_data, written_json
from tokumei.report import brief, public_of, render

__all__ = ["TablesRelease", "check_tables_outputs", "folder_of", "public_page", "report_page", "target_of"]


@dataclass(frozen=True, eq=False)
class TablesRelease:
    """Several tables that may be handed on together, and one report for those who answer for them."""

    tables: Mapping[str, Release]
    """Table → its release: `data` has its records, `report` what it lost."""
    report: dict[str, Any] = field(repr=False)
    """What was promised of all tables, and what was reached, as plain data; those of each are under `tables`."""
    job: TablesJob = field(repr=False)
    """The job that made it."""
    _ledger: Ledger | None = field(default=None, repr=False)

    def _repr_html_(self) -> str:
        """The verdict, the promises and the figures, for a notebook; no row is shown."""
        return brief(self.report, language=self.job.output.language)

    def write(self, folder: str | Path, *, force: bool = False) -> None:
        """Writes the tables and the report into a folder."""
        report, public = self.job.output.report, self.job.output.public_report
        page = Path(folder) / (Path(report).name if report else "report.html")
        self._write(Path(folder), page, None if public is None else Path(folder) / Path(public).name, force=force)

    def write_outputs(self, *, force: bool = False) -> None:
        """Writes the tables and the report where the job says."""
        self._write(folder_of(self.job), report_page(self.job), public_page(self.job), force=force)

    def _write(self, folder: Path, page: Path, public: Path | None, *, force: bool) -> None:
        with Staged(force=force) as staged:
            for name, release in self.tables.items():
                write_data(release, staged, target_of(self.job, name, folder))
            self.report["notes"] = [*self._notes()]
            for target, content in ((page, self.report), (public, public_of(self.report))):
                if target is not None:
                    write_text(render(content, language=self.job.output.language), staged.path(target))
                    write_text(written_json(content), staged.path(target.with_suffix(".json")))
        if self._ledger is not None:
            self._ledger.write()

    def _notes(self) -> Iterator[dict[str, Any]]:
        """The notes, with those on how each table was written."""
        yield from (note for note in self.report["notes"] if not note["key"].startswith("written_"))
        for name, release in self.tables.items():
            for note in release.report["notes"]:
                if note["key"].startswith("written_"):
                    yield {**note, "table": name}


def target_of(job: TablesJob, name: str, folder: Path) -> Path:
    """The file of a table in the folder of a release."""
    return folder / f"{name}.{job.output.files}"


def report_page(job: TablesJob) -> Path:
    """Where the report goes: as the job says, or beside the tables."""
    return folder_of(job) / "report.html" if job.output.report is None else job.path(job.output.report)


def public_page(job: TablesJob) -> Path | None:
    """Where the report that may be shown goes; None where the job asks for none."""
    return None if job.output.public_report is None else job.path(job.output.public_report)


def check_tables_outputs(job: TablesJob, *, force: bool) -> None:
    """Refuses outputs that cannot be written before any work is done."""
    folder = folder_of(job)
    files = [target_of(job, name, folder) for name in job.tables]
    for page in (report_page(job), public_page(job)):
        files += [] if page is None else [page, page.with_suffix(".json")]
    if len({target.resolve() for target in files}) < len(files):
        raise JobError("Two outputs of the job have the same name. Give each its own.")
    for target in files:
        Staged.check(target, force=force)
    sources = [table.source for table in job.tables.values()]
    read = {job.path(source.file).resolve() for source in sources if isinstance(source, FileSource)}
    if read & {target.resolve() for target in files}:
        raise JobError("An output of the job is its own source. Give the output another name.")


def folder_of(job: TablesJob) -> Path:
    """Where the job writes its tables. Raises JobError where it does not say."""
    if job.output.folder is None:
        raise JobError("The job does not say where to write its tables: set `output.folder`.")
    return job.path(job.output.folder)
