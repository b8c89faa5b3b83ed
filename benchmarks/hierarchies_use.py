"""What a hierarchy by meaning is worth: loss and meaning at the same k, against frequency alone and none.

    TOKUMEI_DATA=… python -m benchmarks.hierarchies_use

Every column is made k-anonymous by itself. *Loss* is NCP weighted by records. *Meaning* is how often two records that
are published as the same, but were not, agree in something that the builders were not shown: a node of the table's own
hierarchy (adult), the prefecture (Fukui), the last word of the name (goods).
"""

from __future__ import annotations

import gzip
import io
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl

from tokumei.core.hierarchy import Hierarchy
from tokumei.hierarchies import read_arx
from tokumei.hierarchies.frequency import frequency
from tokumei.hierarchies.semantic import candidates
from tokumei.hierarchies.semantic.morphemes import PlainAnalyser, stems
from tokumei.hierarchies.semantic.ranking import climbed, loss_at
from tokumei.io.words import read_words

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
KS = (50, 500, 2000)
Truth = Callable[[str], str]


Classes = list[dict[str, int]]
"""Value → records, for each class of records that are published as the same."""


def classes_of(tree: Hierarchy, counts: Mapping[str, int], k: int) -> Classes:
    climb = climbed(tree, [counts[leaf] for leaf in tree.leaves], k)
    groups: dict[int, Counter[str]] = defaultdict(Counter)
    for leaf, node in zip(tree.leaves, climb.node.tolist(), strict=True):
        groups[node][leaf] += counts[leaf]
    for place, node, records in climb.lent:
        leaf = tree.leaves[place]
        groups[node][leaf] += records
        groups[int(climb.node[place])][leaf] -= records
    return [dict(group) for group in groups.values()]


def sets_of(counts: Mapping[str, int], k: int) -> Classes:
    """No hierarchy: values by frequency, cut into the smallest sets of k records."""
    groups: Classes = [{}]
    for value in sorted(counts, key=lambda one: (-counts[one], one)):
        if sum(groups[-1].values()) >= k:
            groups.append({})
        groups[-1][value] = counts[value]
    if len(groups) > 1 and sum(groups[-1].values()) < k:
        groups[-2] |= groups.pop()
    return groups


def meaning(groups: Classes, truth: Truth) -> float:
    """How often two records of a class that differ in their value agree in their truth; classes weigh by records."""
    agreed, records = 0.0, 0
    for group in groups:
        share: Counter[str] = Counter()
        for value, count in group.items():
            share[truth(value)] += count
        weight, same = share.total(), sum(count**2 for count in group.values())
        if weight**2 > same:
            agreed += weight * (sum(part**2 for part in share.values()) - same) / (weight**2 - same)
            records += weight
    return agreed / records if records else 1.0


def compare(name: str, counts: Mapping[str, int], dictionaries: list[str | Path], truth: Truth) -> None:
    values = list(counts)
    start = time.perf_counter()
    first = candidates(values, [counts[value] for value in values], dictionaries, k=KS[0], read_words=read_words)[0]
    seconds = time.perf_counter() - start
    trees = {"meaning": first.hierarchy, "frequency": frequency(values, [counts[value] for value in values])}
    for k in KS:
        if k * 2 > sum(counts.values()):
            continue
        cells = []
        for tree in trees.values():
            loss = loss_at(tree, [counts[leaf] for leaf in tree.leaves], k)
            cells.append(f"{loss:.2%} / {meaning(classes_of(tree, counts, k), truth):.0%}")
        groups = sets_of(counts, k)
        total = sum(counts.values())
        loss = sum(
            counts[value] * (len(group) / len(counts) if len(group) > 1 else 0) for group in groups for value in group
        )
        cells.append(f"{loss / total:.2%} / {meaning(groups, truth):.0%}")
        about = f"{name}, {len(values):,} values, {first.coverage:.0%} by fact"
        print(f"| {about} | {k} | {' | '.join(cells)} | {seconds:.1f} |", flush=True)


def adult() -> None:
    with gzip.open(DATA / "adult" / "adult.csv.gz") as file:
        frame = pl.read_csv(io.BytesIO(file.read()), separator=";")
    wordnet = DATA / "taxonomies" / "wordnet_ja" / "wn30_noun_synsets.tsv.gz"
    for column, dictionary in (("occupation", wordnet), ("education", wordnet), ("native-country", "countries")):
        own = read_arx(DATA / "adult" / f"adult_hierarchy_{column}.csv")
        counts = Counter(frame[column].to_list())
        compare(f"adult {column}", counts, [dictionary], lambda value, own=own: own.rows()[own.leaf_of[value]][1])


def goods() -> None:
    frame = pl.read_parquet(DATA / "online_retail" / "online_retail.parquet")
    counts = Counter(value.strip() for value in frame["Description"].drop_nulls().to_list() if value.strip())
    split = PlainAnalyser().morphemes

    def head(value: str) -> str:
        words = split(value)
        return next(iter(stems(words[-1:])), value)

    taxonomy = DATA / "taxonomies" / "shopify_product" / "categories.en.txt.gz"
    compare("Online Retail goods", counts, [taxonomy], head)


def fukui() -> None:
    with gzip.open(DATA / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz") as file:
        frame = pl.read_csv(io.BytesIO(file.read()), infer_schema=False)
    pairs = frame.select("prefecture", "municipality").drop_nulls().rows()
    prefecture = {a + b: a for a, b in pairs}
    compare("Fukui municipality", Counter(a + b for a, b in pairs), ["addresses"], prefecture.__getitem__)


def main() -> None:
    print("| column | k | by meaning: loss / meaning | by frequency | sets of values | seconds to build |")
    print("|---|---|---|---|---|---|")
    adult()
    fukui()
    goods()


if __name__ == "__main__":
    main()
