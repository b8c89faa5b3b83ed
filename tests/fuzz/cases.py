"""A case run as a user would: in a folder of its own, with everything checked that must hold whatever happens."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tokumei
from fuzz.checks import check_error, check_release, check_report
from fuzz.inputs import InputCase
from fuzz.jobs import Case, placed

__all__ = ["Outcome", "run_input", "run_job"]


@dataclass(frozen=True)
class Outcome:
    """How a case ended, and what is wrong with that."""

    kind: str
    wrong: list[str] = field(default_factory=list)
    error: BaseException | None = None


def run_job(case: Case, folder: Path) -> Outcome:
    """A random job: a verified release and its report, or one sentence; its release verifies again."""
    out = folder / "out"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            job = placed(case.job, case.files, folder)
            release = tokumei.anonymize(case.source(folder), job)
            wrong = [*check_report(release.report), *check_release(case, release)]
            out.mkdir()
            release.write(out)
            if tokumei.verify(out / "release.csv", job).broken:  # not ok is also what promises nothing
                wrong.append("the release, once written, is judged to break its promises")
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        return Outcome(type(error).__name__, [*check_error(error), *_files(out)], error)
    if len(list(out.iterdir())) != 3:
        wrong.append("the release was not written with its report")
    return Outcome("release", wrong)


def run_input(case: InputCase, folder: Path) -> Outcome:
    """A malformed file: the command ends in one sentence and writes nothing, or in a release."""
    for name, content in case.files.items():
        (folder / name).write_bytes(content)
    out = folder / "out"
    try:
        tokumei_run(folder / "job.yaml")
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        return Outcome(type(error).__name__, [*check_error(error), *_files(out)], error)
    return Outcome("release")


def tokumei_run(job: Path) -> Any:
    """A job file from its source to its outputs."""
    from tokumei.pipeline import run

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return run(job)


def _files(out: Path) -> list[str]:
    written = sorted(path.name for path in out.rglob("*")) if out.exists() else []
    return [f"files are there after a failure: {written}"] if written else []
