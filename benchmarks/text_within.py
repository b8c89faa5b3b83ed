"""Texts beside the groups and within them: `python -m benchmarks.text_within`, on the survey's free answers.

A table of those who wrote an answer: three columns that others could know, and the answer. The first attacker knows one
answer in full and names a row that it fits best (as in `text_known_answer`); the second knows the whole record and
the program, and draws from the rows that are published like it. Rewrites the block of `docs/text.md`; only figures
leave this script.
"""

from __future__ import annotations

import csv
import gzip
import time
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl

import tokumei
from benchmarks.measuring import machine
from benchmarks.pages import rewrite_block, table
from benchmarks.text_collections import folder
from benchmarks.text_known_answer import TRIED, found_rows, interval

PAGE = Path(__file__).resolve().parents[1] / "docs" / "text.md"
TEXT = "recommend_text"
OTHERS = {"sex": "category", "birth_year": "number", "prefecture": "category"}
WAYS: dict[str, dict[str, Any]] = {
    "beside": {"n": 2},
    "within": {"within": "group"},
    "within, weight 10": {"within": "group", "weight": 10},
}


def answers() -> pl.DataFrame:
    """Those who wrote an answer."""
    with gzip.open(folder() / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz", "rt", encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if row[TEXT]]
    return pl.DataFrame({name: [row[name] or None for row in rows] for name in (*OTHERS, TEXT)})


def job(way: str, k: int) -> dict[str, Any]:
    """The table with its texts masked in one of the ways."""
    columns = {name: {"role": "quasi", "type": kind} for name, kind in OTHERS.items()}
    return {
        "columns": {**columns, TEXT: {"role": "quasi", "type": "text", **WAYS[way]}},
        "privacy": {"k": k},
        "output": {"order": "keep"},
    }


def measured(frame: pl.DataFrame, way: str, k: int) -> list[str]:
    """A row of the table."""
    start = time.perf_counter()
    release = tokumei.anonymize(frame, job(way, k))
    seconds = time.perf_counter() - start
    report, texts = release.report, release.report["text"][TEXT]
    assert report["verified"]
    originals = ["".join(text.split()) for text in frame[TEXT]]
    published = release.data[TEXT].to_list()
    found = found_rows(originals, published, runs=way != "beside")
    low, high = interval(found, TRIED)
    alike = len(Counter(release.data.rows())) / frame.height
    others = sum(report["loss"]["columns"][name] for name in OTHERS) / len(OTHERS)
    blind = [texts["other_way"]] if way == "beside" else []
    return [
        str(k), way, f"{texts['character_masking_rate']:.1%}", *(f"{one:.1%}" for one in blind), *([""] * (not blind)),
        f"{others:.1%}", f"{found / TRIED:.1%}", f"{low:.1%} – {high:.1%}", f"{alike:.1%}", f"{1 / k:.0%}",
        f"{report['groups']:,}", f"{seconds:.1f}",
    ]  # fmt: skip


def main() -> None:
    """Every way at several k."""
    frame = answers()
    tokumei.anonymize(frame.head(500), job("within", 2))  # compiles, where need be
    head = ["k", "texts", "masked", "masked in these groups, without a look", "loss of the others", "its row is found",
            "99 % interval", "the whole record known", "1/k", "groups", "s"]  # fmt: skip
    rows = []
    for k in (2, 5, 10):
        for way in WAYS:
            rows.append(measured(frame, way, k))
            print(*rows[-1], flush=True)
    said = (
        f"`python -m benchmarks.text_within`; {machine('tokumei', 'numpy', 'numba', 'polars')}. {frame.height:,} "
        f"answers to one free question, with {', '.join(OTHERS)}; {TRIED:,} of them attacked."
    )
    rewrite_block("text_within", f"{said}\n\n{table(head, rows, left=2)}", PAGE)


if __name__ == "__main__":
    main()
