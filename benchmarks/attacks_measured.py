"""What attackers reach on public data, and what helps: `python -m benchmarks.attacks_measured`.

Runs jobs on the census table, the contest's purchases, the survey's texts and the click sets of BMS, each with
`attack: true`, and writes the block of docs/attacks.md. Only figures leave this script.
"""

from __future__ import annotations

import gzip
import os
import runpy
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import yaml

import tokumei
from benchmarks import adult_table, purchases
from benchmarks.measuring import machine
from benchmarks.pages import rewrite_block, table
from tokumei.core.progress import Silent

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "attacks.md"
SEED = 0
TIMES = 3
"""So often each case is run; the least seconds count."""


@dataclass(frozen=True)
class Case:
    """A release of public data, and what its job asks."""

    title: str
    source: Any
    job: dict[str, Any]


def folder() -> Path:
    """Where the real data sets are."""
    return Path(os.environ.get("TOKUMEI_DATA", ROOT.parent / "shared" / "data"))


def cases() -> Iterator[Case]:
    """The spec's own: tables as sets, as nodes and on a grid; histories; texts; sets."""
    for k in (5, 10):
        yield Case(f"adult, sets of values, k = {k}", None, _adult(k, "sets"))
    yield Case("adult, sets, ends of ages on a grid of 5, k = 5", None, _adult(5, "sets", ends=5))
    yield Case("adult, nodes, ends of ages on a grid of 5, k = 5", None, _adult(5, "nodes", ends=5))
    yield Case("adult, all nodes, k = 5", None, _adult(5, "all nodes"))
    yield Case("adult as `init` drafts it, k = 5", None, _drafted())
    yield Case("the same without the draft’s grid and hierarchies", None, _drafted(plain=True))
    yield Case("contest’s purchases, k = 3", _contest(), _shuffled(purchases.job(3)))
    answers = _answers()
    for title, more in (
        ("survey’s answers, n = 2, k = 5", {}),
        (
            "survey’s answers, `least`, `merge`, registry of released texts",
            {"mask": "least", "merge": True, "registry": {"collection": True, "direction": "released"}},
        ),
        ("survey’s answers, `merge`, registry", {"merge": True, "registry": "collection"}),
        ("survey’s answers, `equal`", {"equal": True}),
    ):
        yield Case(title, answers, _texts(more))
    clicks = _clicks()
    yield Case("BMS-WebView-1, k = 5", clicks, _sets({"k": 5}))
    yield Case("BMS-WebView-1, k^m, k = 5, m = 2", clicks, _sets({"k": 5, "km": {"column": "pages", "m": 2}}))


def _adult(k: int, form: str, *, ends: int | None = None) -> dict[str, Any]:
    job = adult_table.job(k, form=form)
    job["columns"] |= {name: {"role": "sensitive", "type": "category"} for name in ("occupation", "salary-class")}
    if ends is not None:
        job["columns"]["age"] = {"role": "quasi", "type": "number", "ends": ends}
    return {**job, "attack": True}


def _drafted(*, plain: bool = False) -> dict[str, Any]:
    source = adult_table.folder() / "adult.csv.gz"
    job: dict[str, Any] = yaml.safe_load(tokumei.draft_job(source, folder=source.parent).text)
    for column in job["columns"].values():
        if plain and isinstance(column, dict):
            column.pop("ends", None)
            column.pop("hierarchy", None)
    return {**job, "source": str(source), "output": {}, "attack": True}


def _contest() -> pl.DataFrame:
    path = folder() / "pwscup2018" / "T.csv.gz"
    return pl.read_csv(path, has_header=False, new_columns=list(purchases.NAMES), infer_schema=False)


def _shuffled(job: dict[str, Any]) -> dict[str, Any]:
    return {**{name: part for name, part in job.items() if name not in ("output", "seed")}, "attack": True}


def _answers() -> pl.DataFrame:
    survey: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "tourism_survey.py"))
    name = next(iter(survey["TEXTS"]))
    texts = [row[name] for row in survey["answers"](folder())]
    return pl.DataFrame({"answer": [text for text in texts if text]})


def _texts(more: dict[str, Any]) -> dict[str, Any]:
    column = {"role": "quasi", "type": "text", "n": 2, **more}
    return {"columns": {"answer": column}, "privacy": {"k": 5}, "attack": True}


def _clicks() -> pl.DataFrame:
    visits: dict[str, list[str]] = {}
    with gzip.open(folder() / "bms" / "BMS1.txt.gz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            visits[str(number)] = [item for item in line.split() if item not in ("-1", "-2")]
    return pl.DataFrame({"pages": list(visits.values())})


def _sets(privacy: dict[str, Any]) -> dict[str, Any]:
    return {"columns": {"pages": {"role": "quasi", "type": "set"}}, "privacy": privacy, "attack": True}


def _rows(case: Case, report: dict[str, Any]) -> list[list[str]]:
    return [
        [
            case.title,
            one["name"] + ("" if one["column"] is None else f": {one['column']}"),
            f"{one['tried']:,}",
            f"{one['claims'] / max(one['tried'], 1):.1%}",
            "" if not one["claims"] else f"{(one['hits'] or 0) / one['claims']:.1%}",
            "" if one["rate"] is None else f"{one['rate'][0]:.1%} – {one['rate'][1]:.1%}",
            f"{one['baseline']:.1%}",
            f"{one['leak']:.1%}",
            one["verdict"],
        ]
        for one in report["attacks"]
        if one["tried"] and (one["rate"] is not None or one["verdict"] == "chance")
    ]


def _costs(runs: Sequence[tuple[Case, dict[str, Any]]]) -> str:
    rows = []
    for case, report in runs:
        loss = report["loss"]["ncp"]
        run, attacks = report["processor"]
        rows.append([case.title, f"{loss:.2%}", f"{run:.2f}", f"{attacks:.2f}", f"{attacks / run:.2f}"])
    return table(["release", "NCP", "run, CPU s", "attacks, CPU s", "attacks / run"], rows)


def _risks(runs: Sequence[tuple[Case, dict[str, Any]]]) -> str:
    head = ["release", "unique before", "after", "highest risk before", "after", "marketer before", "after"]
    rows = []
    for case, report in runs:
        if "risk" not in report:
            continue
        before, after = report["risk"]["before"], report["risk"]["after"]
        rows.append([case.title])
        for name in ("unique", "prosecutor_highest", "marketer"):
            form = "{:,}" if name == "unique" else "{:.2%}"
            rows[-1] += [form.format(before[name]), form.format(after[name])]
    return table(head, rows)


class _Clock(Silent):
    """When the attacks begin, in processor time."""

    began: float = 0.0

    def stage(self, name: str, total: int | None = None) -> None:
        """Attacks are the last stage."""
        if name == "attack":
            self.began = time.process_time()


def _timed(case: Case) -> tuple[dict[str, Any], float, float]:
    """The report, and the processor seconds of the run without its attacks, and of these."""
    clock, started = _Clock(), time.process_time()
    report = tokumei.anonymize(case.source, case.job, progress=clock).report
    return report, clock.began - started, time.process_time() - clock.began


def main(chosen: str = "") -> None:
    """Every case; rewrites the page's block where all were run."""
    said = machine("tokumei", "numpy", "numba", "polars")
    runs: list[tuple[Case, dict[str, Any]]] = []
    for case in cases():
        if chosen not in case.title:
            continue
        if not runs or runs[-1][0].title.split()[0] != case.title.split()[0]:
            tokumei.anonymize(case.source, case.job)  # what is compiled or loaded at first is not timed
        timed = [_timed(case) for _ in range(TIMES)]
        report = timed[0][0]
        report["processor"] = min(run for _, run, _ in timed), min(attacks for _, _, attacks in timed)
        runs.append((case, report))
        print(case.title, report["processor"], report["loss"]["ncp"], flush=True)
        for row in _rows(case, report):
            print("   ", *row[1:], sep=" | ", flush=True)
    head = ["release", "attack", "tried", "claims", "right", "99 %", "by chance", "beyond chance", "verdict"]
    text = "\n\n".join(
        [
            f"`python -m benchmarks attacks_measured`; {said}.",
            table(head, [row for case, report in runs for row in _rows(case, report)], left=2),
            f"What the attacks cost beside the rest of the run (the least of {TIMES}), and what the release loses:",
            _costs(runs),
            "Risk before and after:",
            _risks(runs),
        ]
    )
    if not chosen:
        rewrite_block("attacks_measured", text, PAGE)


if __name__ == "__main__":
    main(*sys.argv[1:2])
