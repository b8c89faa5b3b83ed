"""One open file: its job, what is known of its columns, and its runs."""

from __future__ import annotations

import copy
import json
import secrets
import shutil
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tokumei.errors import TokumeiError
from tokumei.web import work
from tokumei.web.desk import Desk
from tokumei.web.edits import column_of, merged, role_of
from tokumei.web.tasks import Task

__all__ = ["Run", "Session", "written"]

ATTACKED = 200_000
"""A draft for no more records than this tries attacks in its runs."""


MASKED = {"role": "quasi", "type": "text"}
"""A column of lines: what was typed in to be masked."""


@dataclass
class Run:
    """A run of the job as it was: a task, a folder with what it wrote, and the job."""

    number: int
    folder: Path
    job: dict[str, Any]
    """The job as it can be downloaded."""
    task: Task
    verifications: list[tuple[str, Task]] = field(default_factory=list)
    """Other files that were held against its job: their names, and the tasks."""
    attack: Task | None = None
    _report: dict[str, Any] | None = None

    @property
    def report(self) -> dict[str, Any] | None:
        """What it found, once it is done."""
        if self._report is None and self.task.state == "done":
            self._report = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        return self._report

    @property
    def shown(self) -> dict[str, Any]:
        """Some records before and after, and one group."""
        found: dict[str, Any] = json.loads((self.folder / work.SIDE_BY_SIDE).read_text(encoding="utf-8"))
        return found

    @property
    def beside(self) -> list[Path]:
        """The files that its job names besides the source."""
        named = json.dumps(self.job, ensure_ascii=False, default=str)
        return [
            file for file in sorted(self.folder.glob("*.csv")) if f'"{file.name}"' in named and file != self.release
        ]

    @property
    def release(self) -> Path:
        """The released file."""
        return self.folder / _release_name(self.job)


@dataclass
class Session:
    """An open file. What is on its pages can be changed by several tabs: each changes what it touches and no more."""

    folder: Path
    language: str
    title: str
    """The name of the file, or of the database, as it is shown."""
    path: Path | None
    """Where the file lies; None for a query."""
    source: dict[str, Any]
    """The source as the job names it."""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    state: Literal["opening", "open", "failed"] = "opening"
    error: str = ""
    survey: dict[str, Any] = field(default_factory=dict)
    job: dict[str, Any] = field(default_factory=dict)
    drafted: dict[str, Any] = field(default_factory=dict)
    """The job as it was drafted."""
    runs: list[Run] = field(default_factory=list)
    curve: Task | None = None
    """The sweep over k."""
    curve_job: str = ""
    """The job that the curve is of."""
    advised: bool = False
    _desk: Desk | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def beside(self) -> Path:
        """The folder of what the job names besides its source: hierarchies, tables."""
        place = self.folder / "beside"
        place.mkdir(exist_ok=True)
        return place

    @property
    def desk(self) -> Desk:
        """The process that knows the file."""
        with self._lock:
            if self._desk is None:
                self._desk = Desk()
            return self._desk

    def open(self, *, advise: bool = False) -> None:
        """Reads the file and drafts a job; what can be wrong with a file becomes the session's `error`."""
        self.state, self.error = "opening", ""
        try:
            found = self.desk.ask(
                "open",
                source=self.source,
                path=None if self.path is None else str(self.path),
                language=self.language,
                advise=advise,
            )
            with self._lock:
                drafted = self._drafted(found)
                changed = advise and bool(self.drafted)
                self.job = merged(self.drafted, self.job, drafted) if changed else drafted
                self.survey, self.advised, self.drafted = found, advise, copy.deepcopy(drafted)
                for name, text in found["files"].items():
                    (self.beside / Path(name).name).write_text(text, encoding="utf-8")
                self._write()
            self.state = "open"
        except TokumeiError as error:
            self.state, self.error = "failed", str(error)

    def change(self, edit: Callable[[dict[str, Any]], None]) -> None:
        """Changes the job, and writes it."""
        with self._lock:
            edit(self.job)
            self._write()

    def read_again(self, source: Mapping[str, Any]) -> None:
        """The same file, read in another way: columns may be others then, so that the job is drafted anew."""
        self.source = dict(source)
        self.open()

    def problem(self) -> str:
        """What is wrong with the job as it stands; nothing where it can run."""
        from tokumei.job import load

        try:
            load({**copy.deepcopy(self.job)})
        except TokumeiError as error:
            return str(error)
        return ""

    def columns(self, role: str) -> list[str]:
        """The columns of a role, in the job's order."""
        return [name for name in self.job.get("columns", {}) if role_of(self.job, name) == role]

    def levels(self, name: str) -> dict[str, Any]:
        """The hierarchy of a column as it stands."""
        settings = column_of(self.job, name)
        k = self.job["privacy"].get("k")
        known = k if isinstance(k, int) and k >= 2 else 2
        found: dict[str, Any] = self.desk.ask("levels", name=name, settings=settings, k=known, folder=str(self.beside))
        return found

    def surveyed(self, place: int) -> dict[str, Any]:
        """A column by its place in the source."""
        found: dict[str, Any] = self.survey["columns"][place]
        return found

    def risk(self) -> dict[str, Any] | None:
        """How recognisable the records are by the quasi-identifiers as they are chosen now.

        The job may change while it is counted: `chosen` and `k` say what the figures are about.
        """
        with self._lock:
            job, columns = copy.deepcopy(self.job), self.columns("quasi")
        k = job["privacy"].get("k")
        known = k if isinstance(k, int) and k >= 2 else 2
        found: dict[str, Any] | None = self.desk.ask("risk", columns=columns, k=known, job=job)
        return None if found is None else found | {"chosen": len(columns), "k": known}

    def mentioned(self, sentence: str) -> list[tuple[int, str]]:
        """The columns that an error is about, with their places: those that it quotes."""
        return [
            (place, column["name"])
            for place, column in enumerate(self.survey.get("columns", ()))
            if repr(column["name"]) in sentence or f"columns.{column['name']}." in sentence
        ]

    def draw_curve(self) -> None:
        """Begins the sweep over k of the job as it stands, at little effort; an earlier one is ended."""
        with self._lock:
            self.end_curve()
            job = copy.deepcopy(self.job)
            job.pop("attack", None)
            job["method"] = {**job.get("method", {}), "effort": "fast"}
            place = self.beside / "curve.yaml"
            place.write_text(written(self.placed(job)), encoding="utf-8")
            self.curve_job = self.text_without_k()
            self.curve = Task.start(work.sweep, job=str(place))

    def end_curve(self) -> None:
        """Ends the sweep."""
        if self.curve is not None:
            self.curve.cancel()

    def text_without_k(self) -> str:
        """The job as far as a curve over k depends on it."""
        return written({**self.job, "privacy": {**self.job["privacy"], "k": 0}, "attack": None, "about": None})

    def start(self) -> Run:
        """Begins a run of the job as it stands."""
        with self._lock:
            number = len(self.runs) + 1
            folder = self.folder / f"run-{number}"
            folder.mkdir()
            for file in self.beside.iterdir():
                shutil.copy(file, folder / file.name)
            job = copy.deepcopy(self.job)
            place = folder / "job.yaml"
            place.write_text(written(self.placed(job)), encoding="utf-8")
            task = Task.start(work.run, job=str(place), title=self.title)
            run = Run(number, folder, job, task)
            self.runs.append(run)
            return run

    def placed(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """The job with its source where it lies, and its outputs in the folder of a run."""
        source = dict(self.source) if self.path is None else {**self.source, "file": str(self.path)}
        output = {**job.get("output", {}), "data": _release_name(job), "report": "report.html"}
        return {**job, "source": source, "output": output}

    def close(self) -> None:
        """Ends everything that works on the file, and removes its copies."""
        for run in self.runs:
            run.task.cancel()
        self.end_curve()
        with self._lock:
            if self._desk is not None:
                self._desk.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def text(self) -> str:
        """The job file."""
        return written(self.job)

    def _drafted(self, found: Mapping[str, Any]) -> dict[str, Any]:
        import yaml

        job: dict[str, Any] = yaml.safe_load(found["text"])
        if found["facts"]["rows"] <= ATTACKED:
            job["attack"] = True
        job["seed"] = 0
        if "lines" in self.source:
            name = self.source["lines"]
            found["columns"][0].update(
                kind="text",
                reasons=dict.fromkeys(("en", "ja"), ""),
                **{"as": {**found["columns"][0]["as"], "quasi": dict(MASKED)}},
            )
            job |= {"columns": {name: dict(MASKED)}, "privacy": {"k": job["privacy"]["k"]}}
            job["output"] = {**job["output"], "data": "out/sentences.txt"}
        return job

    def _write(self) -> None:
        (self.folder / "job.yaml").write_text(self.text(), encoding="utf-8")


def written(job: Mapping[str, Any]) -> str:
    """A job as YAML, one line a column."""
    from tokumei.draft.render import written as on_one_line

    lines: list[str] = []
    for name, value in job.items():
        if isinstance(value, Mapping) and value and name != "source":
            lines.append(f"{name}:")
            lines += [f"  {on_one_line(key)}: {on_one_line(_thawed(part))}" for key, part in value.items()]
        else:
            lines.append(f"{name}: {on_one_line(_thawed(value))}")
    return "\n".join(lines) + "\n"


def _thawed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _thawed(part) for key, part in value.items()}
    return [_thawed(part) for part in value] if isinstance(value, (list, tuple)) else value


def _release_name(job: Mapping[str, Any]) -> str:
    data = str(job.get("output", {}).get("data") or "out/release.csv")
    return "release" + Path(data).suffix
