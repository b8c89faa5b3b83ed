"""What rules cost: the partitioning time of each score in ratio to plain NCP, measured in one run.

    python -m benchmarks.purpose_speed adult            # adult (TOKUMEI_DATA), 100 rules, k = 10
    python -m benchmarks.purpose_speed large            # a made-up million of records, 1,000 rules, k = 10

Kernels are compiled before the clock starts. Every score is run `--times` times and the fastest counts.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SingleColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import Recoding
from tokumei.core.rules import Rules
from tokumei.core.table import Table
from tokumei.evaluation.loss import loss_of
from tokumei.evaluation.recommendation import recommendation
from tokumei.job import RuleJob
from tokumei.partition.dimensions import Dimension
from tokumei.partition.top_down import TopDown
from tokumei.pipeline.conditions import resolve

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", choices=("adult", "large"))
    parser.add_argument("--rules", type=int)
    parser.add_argument("--k", type=int, default=10)
    parser.add_argument("--times", type=int, default=2)
    parser.add_argument("--scores", nargs="+", default=["ncp", "tfidf", "purpose"])
    asked = parser.parse_args()
    table = adult() if asked.data == "adult" else large(1_000_000)
    rules = resolve(made_up_rules(table, asked.rules or (100 if asked.data == "adult" else 1000)), table, {})
    dimensions = [dimension(column) for column in table.columns if not hasattr(column, "offsets")]
    small = large(2_000)
    for score in asked.scores:
        run(score, small, [dimension(one) for one in small.columns], resolve(made_up_rules(small, 5), small, {}), asked)
    print(f"{table.records:,} records, {rules.count:,} rules, k = {asked.k}")
    print("| score | seconds | processor | × NCP | F1 | undecided | NCP | Prec | groups | to measure |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    first = None
    for score in asked.scores:
        seconds, busy, recoding = run(score, table, dimensions, rules, asked)
        first = first or busy
        started = time.process_time()
        quality = recommendation(table, recoding, rules).overall
        measured = time.process_time() - started
        loss = loss_of(recoding)
        print(
            f"| {score} | {seconds:.2f} | {busy:.2f} | {busy / first:.2f} | {quality.f1:.3f} | "
            f"{quality.undecided:.3f} | {loss.ncp:.3f} | {loss.prec:.3f} | {loss.groups:,} | {measured:.2f} |",
            flush=True,
        )


def run(
    score: str, table: Table, dimensions: Sequence[Dimension], rules: Rules, asked: argparse.Namespace
) -> tuple[float, float, Recoding]:
    """The fastest of some runs: seconds on the clock, seconds of the processors (which a busy machine changes less)."""
    runs = []
    for _ in range(asked.times):
        started, busy = time.perf_counter(), time.process_time()
        if score == "ncp":
            recoding = TopDown(k=asked.k).recode(table, dimensions)
        else:
            recoding = TopDown(k=asked.k, score=score).recode(table, dimensions, rules=rules)
        runs.append((time.perf_counter() - started, time.process_time() - busy, recoding))
    return min(runs, key=lambda one: one[1])


def dimension(column: SingleColumn) -> Dimension:
    if column.hierarchy is not None:
        return Dimension.tree(column, column.hierarchy, bind(column, column.hierarchy))
    return Dimension.values(column) if isinstance(column, CategoryColumn) else Dimension.ordered(column)


def adult() -> Table:
    """Adult with its hierarchies; age as a number."""
    with gzip.open(DATA / "adult" / "adult.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    columns: list[SingleColumn] = []
    for name in ("sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"):
        cells = [row[name] for row in rows]
        if name == "age":
            values, codes = np.unique(np.array(cells, dtype=np.int64), return_inverse=True)
            columns.append(NumberColumn(name=name, role=Role.QUASI, codes=codes.astype(np.int32), values=values))
            continue
        with (DATA / "adult" / f"adult_hierarchy_{name}.csv").open(encoding="utf-8") as file:
            tree = Hierarchy.from_rows([line.rstrip("\n").split(";") for line in file if line.strip()])
        known = sorted(set(cells))
        place = {value: code for code, value in enumerate(known)}
        codes = np.array([place[cell] for cell in cells], dtype=np.int32)
        columns.append(CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=tuple(known), hierarchy=tree))
    return Table(tuple(columns), len(rows))


def large(records: int, seed: int = 0) -> Table:
    """Made-up people: two numbers, three trees, three categories, all skewed."""
    rng = np.random.default_rng(seed)
    columns: list[SingleColumn] = []
    for name, size in (("age", 80), ("income", 5_000)):
        drawn = np.minimum((rng.gamma(3.0, size / 10, records)).astype(np.int64), size - 1)
        values, codes = np.unique(drawn, return_inverse=True)
        columns.append(NumberColumn(name=name, role=Role.QUASI, codes=codes.astype(np.int32), values=values))
    for name, size, under in (("town", 400, 20), ("job", 120, 10), ("school", 16, 4)):
        labels = [f"{name}{value}" for value in range(size)]
        tree = Hierarchy.from_rows([[label, f"{name}-part{value // under}"] for value, label in enumerate(labels)])
        codes = np.minimum(rng.exponential(size / 4, records).astype(np.int32), size - 1)
        columns.append(CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=tuple(labels), hierarchy=tree))
    for name, size in (("sex", 2), ("status", 7), ("race", 5)):
        codes = np.minimum(rng.exponential(size / 3, records).astype(np.int32), size - 1)
        values = tuple(f"{name}{value}" for value in range(size))
        columns.append(CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=values))
    return Table(tuple(columns), records)


def made_up_rules(table: Table, count: int, seed: int = 0) -> list[RuleJob]:
    """Rules with one to three conditions on random columns: ranges, lists and nodes."""
    rng = np.random.default_rng(seed)
    rules = []
    for number in range(count):
        when: dict[str, Any] = {}
        for place in rng.choice(len(table.columns), rng.integers(1, 4), replace=False).tolist():
            column = table.columns[place]
            if isinstance(column, NumberColumn):
                low, high = np.sort(column.values[column.codes[rng.integers(0, table.records, 2)]]).tolist()
                when[column.name] = {"from": low, "to": high}
            elif isinstance(column, CategoryColumn):
                tree = column.hierarchy
                used = column.values[column.codes[rng.integers(table.records)]]
                if tree is not None and rng.random() < 0.5:
                    used = tree.labels[int(tree.path[tree.leaf_of[used], 1])]
                when[column.name] = [used]
        rules.append(RuleJob.model_validate({"name": f"rule {number}", "when": when}))
    return rules


if __name__ == "__main__":
    main()
