"""A survey with numbers, places, sets and free text as one job: `python -m benchmarks.mixed_survey`.

The Fukui tourism survey (23,258 answers): single values, three set-valued questions and three free-text questions, at
several k, with and without one answer a person. Only figures leave this script: no row and no cell is printed or kept.
"""

from __future__ import annotations

import csv
import json
import os
import runpy
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import Measured, machine, of_command
from benchmarks.pages import rewrite_block, table

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "mixed.md"
SURVEY: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "tourism_survey.py"))
"""What the survey is, and its job."""
SINGLE, SETS, TEXTS = SURVEY["SINGLE"], SURVEY["SETS"], SURVEY["TEXTS"]
SIZES = (2, 5, 10)


@dataclass(frozen=True)
class Run:
    """One job, run by the program as a user runs it."""

    data: str
    k: int
    effort: str
    suppress: float
    took: Measured
    verifying: Measured
    report: dict[str, Any]
    deleted: dict[str, float]
    """Set column → share of the items of the source that the release lacks."""
    few_people: tuple[float, float, int]
    """Shares of groups, and of records, in groups of fewer than k people; the fewest people in a group."""


def folder() -> Path:
    """Where the real data sets are."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    return Path(os.environ.get("TOKUMEI_DATA", default))


def run(data: str, k: int, effort: str, suppress: float, scratch: Path) -> Run:
    """The program on one file: run, then verify what it wrote."""
    program = [sys.executable, "-m", "tokumei"]
    written = json.loads((scratch / f"{data}.json").read_text(encoding="utf-8"))
    written["privacy"] |= {"k": k, "suppress": suppress}
    written["method"] = {"effort": effort}
    written["output"]["removed"] = "mark"
    asked = scratch / f"{data}.{k}.json"  # JSON is YAML
    asked.write_text(json.dumps(written), encoding="utf-8")
    took = of_command([*program, "run", str(asked), "--force", "--json"])
    release = scratch / f"{data}.release.csv"
    verifying = of_command([*program, "verify", str(release), "--job", str(asked), "--json"])
    assert json.loads(verifying.result)["ok"]
    report = json.loads(took.result)
    deleted, people = _compared(scratch / f"{data}.csv", release, k)
    return Run(data, k, effort, suppress, took, verifying, report, deleted, people)


def _compared(source: Path, release: Path, k: int) -> tuple[dict[str, float], tuple[float, float, int]]:
    """Deleted items and people a group; source and release side by side."""
    items = {name: [0, 0] for name in SETS}
    people: dict[tuple[str, ...], list[str]] = {}
    with source.open(encoding="utf-8", newline="") as one, release.open(encoding="utf-8", newline="") as other:
        for before, after in zip(csv.DictReader(one), csv.DictReader(other), strict=True):
            removed = all(after[name] == "*" for name in (*SINGLE, *SETS))
            for name in SETS:
                items[name][0] += len(set(filter(None, before[name].split("|"))))
                items[name][1] += 0 if removed else len(list(filter(None, after[name].split("|"))))
            if not removed:
                people.setdefault(tuple(after[name] for name in (*SINGLE, *SETS)), []).append(before["respondent"])
    few = [len(group) for group in people.values() if len(set(group)) < k]
    return (
        {name: 1 - kept / all_of_them for name, (all_of_them, kept) in items.items()},
        (
            len(few) / len(people),
            sum(few) / sum(map(len, people.values())),
            min(len(set(group)) for group in people.values()),
        ),
    )


def _alone(rows: Sequence[dict[str, str]]) -> int:
    """How many rows no other equals in what is grouped."""
    seen = Counter(tuple(row[name] for name in (*SINGLE, *SETS)) for row in rows)
    return sum(times == 1 for times in seen.values())


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _overview(runs: Sequence[Run]) -> str:
    head = ["answers", "k", "effort", "may be removed", "wall s", "CPU s", "GB", "verify, CPU s", "groups",
            "average group", "removed", "NCP", "promises kept"]  # fmt: skip
    rows = []
    for one in runs:
        report = one.report
        kept = sum(promise["holds"] for promise in report["promises"])
        rows.append(
            [one.data, str(one.k), one.effort, _percent(one.suppress), f"{one.took.whole:.1f}",
             f"{one.took.whole_cpu:.1f}", f"{one.took.peak / 1e9:.2f}", f"{one.verifying.whole_cpu:.1f}",
             f"{report['groups']:,}", f"{report['average_group']:.1f}", f"{report['removed']:,}",
             _percent(report["loss"]["ncp"]), f"{kept} of {len(report['promises'])}"]
        )  # fmt: skip
    return table(head, rows, left=1)


def _titles(runs: Sequence[Run]) -> list[str]:
    return [f"{one.data}, k = {one.k}" for one in runs]


def _by_column(runs: Sequence[Run]) -> str:
    names = list(runs[0].report["loss"]["columns"])
    rows = [
        [title, *(_percent(one.report["loss"]["columns"][name]) for name in names)]
        for title, one in zip(_titles(runs), runs, strict=True)
    ]
    return _turned(["NCP", *names], rows)


def _items(runs: Sequence[Run]) -> str:
    rows = [
        [title, *(_percent(one.deleted[name]) for name in SETS)] for title, one in zip(_titles(runs), runs, strict=True)
    ]
    return _turned(["items deleted", *SETS], rows)


def _turned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with its rows as columns."""
    first, *rest = zip(head, *rows, strict=True)
    return table(first, rest)


def _masks(runs: Sequence[Run]) -> str:
    head = ["column", "answers", "k", "texts", "not masked", "all masked", "characters masked", "unique"]
    rows = []
    for name in TEXTS:
        for one in runs:
            found = one.report["text"][name]
            rows.append(
                [name, one.data, str(one.k), f"{found['texts']:,}", _percent(found["not_masked"]),
                 _percent(found["fully_masked"]), _percent(found["character_masking_rate"]), _percent(found["unique"])]
            )  # fmt: skip
    return table(head, rows, left=2)


def _people(runs: Sequence[Run]) -> str:
    head = ["answers", "k", "groups of fewer than k people", "records in them", "fewest people in a group"]
    rows = [
        [one.data, str(one.k), _percent(one.few_people[0]), _percent(one.few_people[1]), str(one.few_people[2])]
        for one in runs
    ]
    return table(head, rows)


def main() -> None:
    """All runs; rewrites the page's block."""
    said = machine("tokumei", "numpy", "numba", "polars")
    data = folder()
    every = list(SURVEY["answers"](data))
    first = list({row["respondent"]: row for row in reversed(every)}.values())[::-1]
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        SURVEY["write_places"](data, every, scratch / "places.csv")
        for title, rows in (("all", every), ("first", first), ("no texts", every)):
            SURVEY["write_answers"](rows, scratch / f"{title}.csv")
            asked = SURVEY["job"](f"{title}.csv", "places.csv", f"{title}.release.csv")
            if title == "no texts":
                asked["columns"] |= dict.fromkeys(TEXTS, "identifier")
            (scratch / f"{title}.json").write_text(json.dumps(asked), encoding="utf-8")
        run("first", 2, "default", 0.0, scratch)  # compiles, where need be
        plan = [("all", k, effort, 0.0) for k in SIZES for effort in ("fast", "default")]
        plan += [("no texts", 5, "default", 0.0)]
        plan += [("first", k, "default", 0.0) for k in SIZES]
        plan += [("first", 5, "default", 0.02)]
        runs = []
        for one in plan:
            runs.append(run(*one, scratch))
            print(*one, f"{runs[-1].took.whole:.1f} s", flush=True)
    plain = [one for one in runs if one.effort == "default" and not one.suppress and "text" in one.report]
    text = "\n\n".join(
        [
            f"`python -m benchmarks mixed_survey`; {said}. *all*: {len(every):,} answers; *first*: the first answer of "
            f"each of {len(first):,} people. Seconds are of the whole program from its start to the written report.",
            f"Before, {_alone(every):,} of all answers, and {_alone(first):,} of the first ones, were alone with their "
            f"{len(SINGLE) + len(SETS)} columns other than texts. *no texts*: all answers, their texts left out.",
            _overview(runs),
            "Loss by column, effort *default*. That of a text is the mean over all records, of which most have none:",
            _by_column(plain),
            "Items of the source that the release lacks:",
            _items(plain),
            "Texts; *unique*: equal to no other published text of the column.",
            _masks(plain),
            "People behind the groups:",
            _people(plain),
        ]
    )
    print(text)
    rewrite_block("mixed_survey", text, PAGE)


if __name__ == "__main__":
    main()
