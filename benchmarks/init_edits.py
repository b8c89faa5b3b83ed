"""How many lines of a drafted job have to be changed before its release is useful: `python -m benchmarks init_edits`.

Three data sets: the made-up hospital of `tokumei demo`, the Fukui tourism survey and Online Retail. Each is drafted by
`tokumei init --advise`; then the edits below are made, one line each, until the release is useful. Only figures leave
this script: no row and no cell is printed or kept.
"""

from __future__ import annotations

import os
import re
import runpy
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import yaml

import tokumei
from benchmarks.measuring import machine
from benchmarks.pages import rewrite_block, table
from tokumei.core.columns import Role
from tokumei.examples_data import hospital_csv, town_hierarchy_csv

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "guide.md"
LOSS, COLUMN = 0.25, 0.6
"""Useful: no more is lost over all quasi-identifiers, and none of them loses more."""
ASKED = {"role": "sensitive", "type": "set", "separator": "|"}


@dataclass(frozen=True)
class Edit:
    """One line of the job, as somebody who knows the data writes it."""

    setting: str
    value: Any
    why: str


@dataclass(frozen=True)
class DataSet:
    """A source, and what the officer knows that the program cannot."""

    name: str
    prepare: Callable[[Path], Path]
    """Writes what the job needs into a folder, and says where the data are."""
    edits: Sequence[Edit]


def data_folder() -> Path:
    """Where the real data sets are."""
    return Path(os.environ["TOKUMEI_DATA"])


def hospital(folder: Path) -> Path:
    """The example, and the hierarchy of towns that comes with it."""
    (folder / "towns.csv").write_text(town_hierarchy_csv(), encoding="utf-8")
    (folder / "hospital.csv").write_text(hospital_csv(), encoding="utf-8")
    return folder / "hospital.csv"


def survey(folder: Path) -> Path:
    """The survey, and a hierarchy of municipalities with regions above prefectures."""
    example = runpy.run_path(str(ROOT / "examples" / "tourism_survey.py"))
    example["write_places"](data_folder(), list(example["answers"](data_folder())), folder / "places.csv")
    return data_folder() / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz"


def retail(folder: Path) -> Path:
    """The log as it is."""
    return data_folder() / "online_retail" / "online_retail.parquet"


DATA = (
    DataSet(
        "hospital (2,000 visits, 9 columns)",
        hospital,
        (
            Edit("columns.drugs", ASKED, "nobody outside knows a prescription"),
            Edit("columns.town.hierarchy", "towns.csv", "labels that people know"),
        ),
    ),
    DataSet(
        "Fukui survey (23,258 answers, 35 columns)",
        survey,
        (
            Edit("columns.purposes", ASKED, "nobody outside knows an answer about purposes"),
            Edit("columns.info_sources", ASKED, "nor one about sources of information"),
            Edit("columns.municipality.hierarchy", "places.csv", "regions above prefectures"),
        ),
    ),
    DataSet(
        "Online Retail (541,909 rows, 8 columns)",
        retail,
        (Edit("where.Quantity", {"over": 0}, "cancellations are no purchases"),),
    ),
)


@dataclass(frozen=True)
class Outcome:
    """A release of a job with some edits, in figures."""

    edits: int
    kept: bool
    hidden: bool
    loss: float
    worst: float
    shown: int
    """Values of quasi-identifiers that one person alone has in the source, and the release shows."""
    history: bool
    seconds: float

    @property
    def useful(self) -> bool:
        """A history cannot keep its ranges on a grid yet, so that what it shows is counted and not judged."""
        return (
            self.kept
            and self.hidden
            and self.loss <= LOSS
            and self.worst <= COLUMN
            and (self.shown == 0 or self.history)
        )


def outcome(content: Mapping[str, Any], place: Path, source: Path, edits: int) -> Outcome:
    """Runs a job, as `tokumei run` does, and looks at what leaves."""
    place.write_text(yaml.safe_dump(dict(content), allow_unicode=True), encoding="utf-8")
    job = tokumei.load(place)
    began = time.perf_counter()
    release = tokumei.anonymize(None, job)
    seconds = time.perf_counter() - began
    losses = release.report["loss"]
    person = job.subject or job.person
    columns = {name: content["columns"][name] for name in job.named(Role.QUASI)}
    return Outcome(
        edits=edits,
        kept=release.report["verified"] and not any(one["vacuous"] for one in release.report["promises"]),
        hidden=not set(job.hidden) - {job.subject} & set(release.data.columns),
        loss=losses["ncp"],
        worst=max(losses["columns"].values()),
        shown=sum(_shown(source, release.data, name, column, person) for name, column in columns.items()),
        history=job.subject is not None,
        seconds=seconds,
    )


def _shown(source: Path, release: pl.DataFrame, name: str, column: Mapping[str, Any], person: str | None) -> int:
    """How many values of a column are one person's alone, and are shown; what a grid ends with is nobody's."""
    if "ends" in column:
        return 0
    frame = pl.read_parquet(source) if source.suffix == ".parquet" else pl.read_csv(source, infer_schema_length=0)
    values = frame.select(
        (
            pl.col(name).dt.to_string(column["format"])
            if frame.schema[name].is_temporal()
            else pl.col(name).cast(pl.String)
        )
        .str.split(column.get("separator", "\0"))
        .alias("value"),
        (pl.int_range(pl.len()) if person is None else pl.col(person)).alias("person"),
    ).explode("value")
    sole = values.drop_nulls().unique().group_by("value").len().filter(pl.col("len") == 1)["value"]
    labels = release[name].cast(pl.String).drop_nulls().unique().to_list()
    parts = {part.strip() for label in labels for part in re.split(r"[\[\]{};|]", label)}
    return len(parts & {value.removesuffix(".0") for value in sole.to_list()})


def lines(content: Mapping[str, Any]) -> dict[str, Any]:
    """The job as lines: a column, a promise of a column, any other setting."""
    found: dict[str, Any] = {}
    for name, value in content.items():
        deep = name in ("columns", "privacy", "where", "one_per")
        for inner, part in value.items() if deep else [("", value)]:
            found |= {f"{name}.{inner}": part} if not isinstance(part, dict) or name == "columns" else {
                f"{name}.{inner}.{last}": one for last, one in part.items()
            }  # fmt: skip
    return found


def changed(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """In how many lines two jobs differ."""
    left, right = lines(one), lines(other)
    return sum(left.get(name) != right.get(name) for name in left.keys() | right.keys())


def with_edits(content: Mapping[str, Any], edits: Sequence[Edit]) -> dict[str, Any]:
    """A job with lines changed."""
    result: dict[str, Any] = yaml.safe_load(yaml.safe_dump(dict(content)))
    for edit in edits:
        *parents, last = edit.setting.split(".")
        inside = result
        for key in parents:
            inside = inside.setdefault(key, {})
        inside[last] = edit.value
    return result


def main() -> None:
    """Drafts, edits and runs; prints the table and writes it into the guide."""
    rows, made = [], []
    for data in DATA:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            source = data.prepare(folder)
            began = time.perf_counter()
            draft = tokumei.draft_job(source, folder=folder, advise=True)
            drafting = time.perf_counter() - began
            draft.write(folder / "job.yaml")
            plain = yaml.safe_load(tokumei.draft_job(source, folder=folder).text)
            content = yaml.safe_load(draft.text)
            for number in range(len(data.edits) + 1):
                asked = with_edits(content, data.edits[:number])
                found = outcome(asked, folder / "edited.yaml", source, number)
                print(data.name, found, flush=True)
                if found.useful:
                    break
            told = [f"`{edit.setting}`: {edit.why}" for edit in data.edits[: found.edits]]
            made.append(f"{data.name.partition(' (')[0]}: {'; '.join(told) or 'none'}")
            rows.append(
                [
                    data.name,
                    str(len(draft.proposals)),
                    str(changed(plain, asked)),
                    str(found.edits) if found.useful else "not useful",
                    f"{found.loss:.1%}",
                    f"{found.worst:.1%}",
                    str(found.shown) + (" (a history)" if found.history else ""),
                    f"{drafting:.1f}",
                    f"{found.seconds:.0f}",
                ]
            )
    header = ["data", "proposals", "lines changed without advice", "with `--advise`", "loss", "worst column"]
    header += ["one person's values shown", "draft s", "run s"]
    text = "\n\n".join(
        [
            f"`python -m benchmarks init_edits`; {machine('tokumei', 'polars')}.",
            table(header, rows),
            "The lines that were changed: " + ". ".join(made) + ".",
        ]
    )
    print(text)
    rewrite_block("init_edits", text, PAGE)


if __name__ == "__main__":
    main()
