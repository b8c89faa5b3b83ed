"""The examples: made-up data with a job, written into a folder and run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.errors import OutputError
from tokumei.examples_data import Language, hospital_csv, register_rows, town_hierarchy_csv

if TYPE_CHECKING:
    from tokumei.core.progress import Progress

__all__ = ["EXAMPLES", "example_files", "run_example", "write_examples", "write_register"]

EXAMPLES: dict[str, Language] = {"hospital": "en", "hospital-ja": "ja"}

_JOBS: dict[Language, str] = {
    "en": """\
# Visits to a hospital, made up. `tokumei run job.yaml` makes them anonymous; the report says what that cost.
source: hospital.csv
columns:
  patient_id: identifier
  birth_year: {role: quasi, type: number}
  sex: {role: quasi, type: category}
  town: {role: quasi, type: category, hierarchy: towns.csv}
  visit_month: {role: quasi, type: date, format: "%Y-%m", hierarchy: {levels: [month, quarter, year]}}
  occupation: {role: quasi, type: category}
  drugs: {role: quasi, type: set, separator: "|"}
  diagnosis: {role: sensitive, type: category}
  cost: {role: sensitive, type: number}
privacy:
  k: 5
  l_diversity: {diagnosis: {distinct: 2}}
output:
  data: out/hospital.csv
  report: out/report.html
""",
    "ja": """\
# 架空の受診記録。`tokumei run job.yaml` で匿名化し、失われた情報はレポートに示される。
source: hospital.csv
columns:
  患者ID: identifier
  生年: {role: quasi, type: number}
  性別: {role: quasi, type: category}
  市町村: {role: quasi, type: category, hierarchy: towns.csv}
  受診月: {role: quasi, type: date, format: "%Y-%m", hierarchy: {levels: [month, quarter, year]}}
  職業: {role: quasi, type: category}
  処方薬: {role: quasi, type: set, separator: "|"}
  傷病名: {role: sensitive, type: category}
  医療費: {role: sensitive, type: number}
privacy:
  k: 5
  l_diversity: {傷病名: {distinct: 2}}
output:
  data: out/hospital.csv
  report: out/report.html
  language: ja
""",
}


_ENCODINGS: dict[Language, str] = {"en": "utf-8", "ja": "cp932"}
"""Of the data, as they leave the programs of an office; a job file is UTF-8."""


def example_files(language: Language) -> dict[str, bytes]:
    """The files of an example, by name."""
    return {
        "hospital.csv": hospital_csv(language).encode(_ENCODINGS[language]),
        "towns.csv": town_hierarchy_csv(language).encode(_ENCODINGS[language]),
        "job.yaml": _JOBS[language].encode(),
    }


def write_examples(folder: str | Path, *, force: bool = False) -> dict[str, Path]:
    """The examples as files; returns each one's job file.

    Raises OutputError when the folder has something in it, unless `force` is given; then only the examples' own files
    are replaced.
    """
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{str(folder)!r} is a file; name a folder for the examples.")
    if folder.is_dir() and any(folder.iterdir()) and not force:
        raise OutputError(f"The folder {str(folder)!r} is not empty. Use `--force` to write the examples into it.")
    jobs: dict[str, Path] = {}
    try:
        for name, language in EXAMPLES.items():
            place = folder / name
            place.mkdir(parents=True, exist_ok=True)
            for file, content in example_files(language).items():
                (place / file).write_bytes(content)
            jobs[name] = place / "job.yaml"
    except OSError as error:
        raise OutputError(f"The examples cannot be written into {str(folder)!r}: {error.strerror}.") from None
    return jobs


def write_register(path: str | Path, *, force: bool = False) -> None:
    """A made-up register of inpatients, in Japanese, as .xlsx, .csv or any other table, to begin with `init` on it."""
    from tokumei.io.writing import Staged, write_rows

    header, *rows = register_rows()
    with Staged(force=force) as staged:
        write_rows(header, rows, staged.path(path))


def run_example(job: str | Path, *, force: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """Runs the job of an example and returns its report."""
    from tokumei import pipeline
    from tokumei.job import load

    return pipeline.run(load(job), force=force, progress=progress).report
