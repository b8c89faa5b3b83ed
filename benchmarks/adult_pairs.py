"""How far the pairs of `adult` (all nodes, k = 2, effort best) are from the best: `python -m benchmarks.adult_pairs`.

The best partition of the whole table is not known. In a part of it it can be: groups that are near to each other are
put together, and an integer program looks for the pairs and triples of their records that lose least. Records that have
an equal one stay where they are, and so do groups of more than three.
"""

from __future__ import annotations

import csv
import gzip
import tempfile
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csc_matrix

import tokumei
from benchmarks.adult_table import COLUMNS, folder, job
from benchmarks.measuring import machine
from benchmarks.pages import rewrite_block, table

REGIONS, GROUPS = 24, 60
"""So many parts of the table, of so many groups each."""
NEAR = 14
"""A record may be paired with so many near ones, and be in triples with any two of them."""
SECONDS = 60

Losses = list[npt.NDArray[np.float64]]


def lost_by_two() -> tuple[npt.NDArray[np.int64], Losses]:
    """Record × column → leaf, and for each column what two leaves lose together."""
    codes, losses = [], []
    with gzip.open(folder() / "adult.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    for name in COLUMNS:
        with (folder() / f"adult_hierarchy_{name}.csv").open(encoding="utf-8", newline="") as file:
            paths = [line for line in csv.reader(file, delimiter=";") if line]
        leaf = {path[0]: number for number, path in enumerate(paths)}
        codes.append([leaf[row[name]] for row in rows])
        lost = np.ones((len(paths), len(paths)))
        for level in range(len(paths[0]) - 1, -1, -1):
            nodes = np.unique([path[level] for path in paths], return_inverse=True)[1]
            same = nodes[:, None] == nodes
            lost = np.where(same, np.bincount(nodes)[nodes][:, None] / len(paths), lost)
        np.fill_diagonal(lost, 0.0)
        losses.append(lost)
    return np.array(codes).T, losses


def lost(records: npt.NDArray[np.int64], losses: Losses) -> float:
    """What some records (record × column → leaf) lose as a group, over all of them and all columns."""
    widest = [float(own[np.ix_(leaves, leaves)].max()) for own, leaves in zip(losses, records.T, strict=True)]
    return len(records) * sum(widest)


def groups_of(release: Path, codes: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int64]]:
    """The groups of two or three records that all differ from every other record and lose something."""
    with release.open(encoding="utf-8", newline="") as file:
        labels = [tuple(row[name] for name in COLUMNS) for row in csv.DictReader(file)]
    _, equal, count = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
    alone = (count == 1)[equal.ravel()]
    group = np.unique(labels, axis=0, return_inverse=True)[1].ravel()
    order = np.argsort(group, kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(group[order])) + 1)
    return [own for own in members if len(own) <= 3 and alone[own].all()]


def region(
    groups: list[npt.NDArray[np.int64]], first: int, codes: npt.NDArray[np.int64], losses: Losses
) -> list[npt.NDArray[np.int64]]:
    """The groups that are nearest to one, itself among them."""
    seed = codes[groups[first][0]]
    heads = codes[[own[0] for own in groups]]
    apart = sum(own[leaf, leaves] for own, leaf, leaves in zip(losses, seed, heads.T, strict=True))
    return [groups[number] for number in np.argsort(apart, kind="stable")[:GROUPS]]


def least(records: npt.NDArray[np.int64], losses: Losses, known: list[tuple[int, ...]]) -> tuple[float, bool]:
    """What the best pairs and triples of some records lose, and whether that is proven; `known` are groups of them."""
    pair = np.add.reduce([own[np.ix_(leaves, leaves)] for own, leaves in zip(losses, records.T, strict=True)])
    np.fill_diagonal(pair, np.inf)
    near = np.argsort(pair, axis=1, kind="stable")[:, :NEAR]
    sets = set(known)
    for one, others in enumerate(near.tolist()):
        sets |= {tuple(sorted((one, other))) for other in others}
        sets |= {tuple(sorted((one, *two))) for two in combinations(others, 2)}
    columns = sorted(sets)
    cost = np.array([lost(records[list(own)], losses) for own in columns])
    place = [(row, number) for number, own in enumerate(columns) for row in own]
    having = csc_matrix((np.ones(len(place)), np.array(place).T), shape=(len(records), len(columns)))
    asked = LinearConstraint(having, 1, 1)
    found = milp(
        cost, constraints=asked, integrality=np.ones(len(cost)), bounds=(0, 1), options={"time_limit": SECONDS}
    )
    return float(found.fun), bool(found.status == 0)


def main() -> None:
    """Runs the job, solves the parts, writes the page."""
    codes, losses = lost_by_two()
    with tempfile.TemporaryDirectory() as scratch:
        release = Path(scratch) / "release.csv"
        asked = job(2, form="all nodes", effort="best", data=str(release))
        asked["output"]["order"] = "keep"
        ncp = tokumei.run(asked).report["loss"]["ncp"]
        groups = groups_of(release, codes)
    random = np.random.RandomState(0)
    now = best = proven = 0.0
    for first in random.choice(len(groups), REGIONS, replace=False):
        own = region(groups, int(first), codes, losses)
        ends = np.cumsum([0, *map(len, own)]).tolist()
        known = [tuple(range(low, high)) for low, high in pairwise(ends)]
        records = codes[np.concatenate(own)]
        before = sum(lost(records[list(each)], losses) for each in known)
        after, exact = least(records, losses, known)
        print(f"{len(records)} records: {before:.3f} → {after:.3f}{'' if exact else ' (not proven)'}", flush=True)
        now, best, proven = now + before, best + after, proven + exact
    rows = [[f"{REGIONS}", f"{GROUPS}", f"{proven:.0f}", f"{100 * ncp:.2f}", f"{100 * (1 - best / now):.2f} %"]]
    head = ["parts", "groups each", "solved to the end", "NCP of the release, %", "the best of the parts loses less by"]
    rewrite_block(
        "adult_pairs",
        f"`python -m benchmarks adult_pairs`; {machine('tokumei', 'scipy')}. NCP is the job's own: leaves of a node / "
        f"leaves, of age too.\n\n{table(head, rows, left=0)}",
    )


if __name__ == "__main__":
    main()
