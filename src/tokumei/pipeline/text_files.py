"""A file of lines, or a column of a table: masked, verified, and written whole or not at all."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tokumei.core.notes import Note, in_report
from tokumei.core.progress import SILENT, Progress
from tokumei.errors import DataError, JobError, SourceError, listing
from tokumei.io.sources import read_file
from tokumei.io.texts import is_table, read_lines, strings_of, write_texts
from tokumei.io.writing import Staged, sha256_file, write_text
from tokumei.pipeline.text_release import LINES, TextRelease, mask_texts
from tokumei.report import render

__all__ = ["mask_file"]


def mask_file(
    path: str | Path,
    *,
    column: str | None = None,
    output: str | Path | None = None,
    report: str | Path | None = None,
    encoding: str | None = None,
    force: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> TextRelease:
    """Masks a file with one text a line, or a column of a table; options as for `mask_texts`.

    *Promise*: the release (`output`) and the report appear together, or neither does. Of a table only the column is
    published.
    """
    source = Path(path)
    targets = [Path(target) for target in (output, report) if target is not None]
    pages = [] if report is None else [_json_beside(Path(report))]
    for target in (*targets, *pages):
        Staged.check(target, force=force)
        if target.resolve() == source.resolve():
            raise JobError("An output is the source itself. Give the output another name.")
    listener = progress or SILENT
    listener.stage("read")
    started = time.perf_counter()
    texts, facts, notes = _read(source, column, encoding)
    reading = time.perf_counter() - started
    release = mask_texts(texts, name=column or LINES, progress=listener, **options)
    found = release.report
    found["title"] = source.name
    found["source"] = {"path": source.name, "sha256": sha256_file(source), **facts}
    found |= {part: [*told, *found[part]] for part, told in in_report(notes).items()}
    found["seconds"] = {"read": round(reading, 3), **found["seconds"]}
    if targets:
        listener.stage("write")
        _write(release, None if output is None else Path(output), None if report is None else Path(report), force=force)
    return release


def _read(path: Path, column: str | None, encoding: str | None) -> tuple[list[str | None], dict[str, Any], list[Note]]:
    """The texts, what was detected, and what is worth telling."""
    notes: list[Note] = []
    if column is None:
        _refuse_table(path)
        lines: list[str | None] = list(read_lines(path, encoding=encoding, notes=notes))
        if not lines:
            raise SourceError(f"The file {str(path)!r} is empty.")
        return lines, {"kind": "lines"}, notes
    reading = read_file(path, encoding=encoding)
    if column not in reading.frame.columns:
        # The first line of a file of lines is a text, which no message may quote.
        known = f" The columns are {listing(reading.frame.columns)}." if is_table(path) else ""
        raise DataError(f"The first line of {str(path)!r} names no column {column!r}.{known}")
    left = len(reading.frame.columns) - 1
    if left:
        notes.append(Note("only_column", {"column": column, "others": left}))
    facts = {"kind": reading.facts.kind, "encoding": reading.facts.encoding, "delimiter": reading.facts.delimiter}
    texts = strings_of(reading.frame[column])
    return texts, {key: value for key, value in facts.items() if value is not None}, notes


def _refuse_table(path: Path) -> None:
    """A table that is taken for lines would have its delimiters and its header masked."""
    if not is_table(path) or not path.is_file():
        return
    name = path.name.lower().removesuffix(".gz").removesuffix(".zst")
    if name.endswith((".csv", ".tsv", ".tab")) and not any(
        mark in line for line in read_lines(path)[:20] for mark in (",", ";", "\t")
    ):
        return
    raise JobError(f"{str(path)!r} is a table: name the column that holds the texts (`--column NAME`).")


def _write(release: TextRelease, output: Path | None, report: Path | None, *, force: bool) -> None:
    found = release.report
    started = time.perf_counter()
    with Staged(force=force) as staged:
        if output is not None:
            place = staged.path(output)
            write_texts(release.texts, place, name=release.name)
            found["release"] = {"path": output.name, "sha256": sha256_file(place)}
        found["seconds"]["write"] = round(time.perf_counter() - started, 3)
        if report is not None:
            write_text(render(found, language=found["job"]["output"]["language"]), staged.path(report))
            text = json.dumps(found, ensure_ascii=False, indent=2, allow_nan=False, default=str)
            write_text(text + "\n", staged.path(_json_beside(report)))


def _json_beside(report: Path) -> Path:
    if report.suffix.lower() not in (".html", ".htm"):
        raise JobError("The report must end in .html; the same as JSON is written beside it.")
    return report.with_suffix(".json")
