"""The experiment of Okada and Hasegawa: shops have two directions, kind of shop and place.

    TOKUMEI_DATA=… python benchmarks/hierarchies_okada.py [-o DIR]

Shops of eleven chains are taken from Kumamoto city's list of food licences. A fifth of them is hidden; each of the
others stands in two chains of the dictionary: kind > brand > shop, by the table below, and ward > town > shop, by its
address. Asked: are both directions found, over all shops, and are the hidden ones put where they belong?
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import random
import re
import time
from pathlib import Path

from tokumei.hierarchies.semantic import Candidate, Source, candidates, text_tree, write_candidates
from tokumei.hierarchies.semantic.graph import GraphBuilder
from tokumei.hierarchies.semantic.normal import normalized

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
KINDS = {
    "コンビニエンスストア": ("セブンイレブン", "ローソン", "ファミリーマート"),
    "ファストフード": ("マクドナルド", "モスバーガー", "吉野家", "すき家"),
    "ファミリーレストラン": ("ガスト", "ジョイフル"),
    "カフェ": ("スターバックス",),
    "ラーメン・ちゃんぽん店": ("リンガーハット",),
}
_ADDRESS = re.compile("^熊本市(.+?区)([^0-9０-９一二三四五六七八九十]+)")


def shops() -> dict[str, tuple[str, str, str, str]]:
    """Shop → kind, brand, ward, town."""
    found: dict[str, tuple[str, str, str, str]] = {}
    with gzip.open(DATA / "names" / "kumamoto_food_licences.csv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            name, address = row["屋号"], _ADDRESS.match(row["営業所所在地"])
            plain = re.sub("[-ー・ ]", "", normalized(name))
            for kind, brands in KINDS.items():
                for brand in brands:
                    if re.sub("[-ー・ ]", "", normalized(brand)) in plain and address:
                        found[name] = (kind, brand, address[1], address[2].strip())
    return found


def right(candidate: Candidate, hidden: set[str], truth: dict[str, str]) -> float:
    """The share of hidden shops that stand under a node of the right name."""
    tree = candidate.hierarchy
    good = sum(
        any(tree.labels[node].split(" (")[0] == truth[shop] for node in tree.path[tree.leaf_of[shop]])
        for shop in hidden
    )
    return good / len(hidden)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    known = shops()
    values = sorted(known)
    hidden = set(random.Random(options.seed).sample(values, len(values) // 5))
    builder = GraphBuilder("shops")
    for shop in values:
        if shop not in hidden:
            kind, brand, ward, town = known[shop]
            builder.chain(["お店の種類", kind, brand, shop])
            builder.chain(["地理情報", ward, town, shop])
    for paper in (True, False):
        start = time.perf_counter()
        found = candidates(values, [1] * len(values), [builder.done()], k=5, paper=paper)
        print(
            f"{'paper' if paper else 'tokumei'}: {len(values)} shops, {len(hidden)} hidden, {len(found)} directions, "
            f"{time.perf_counter() - start:.1f} s"
        )
        for candidate in found:
            print(
                f"  {candidate.direction}: {candidate.coverage:.0%} by fact, "
                f"{len(candidate.of(Source.INFERRED))} inferred,"
                f" {len(candidate.of(Source.UNPLACED))} not placed, loss {candidate.loss:.1%}"
            )
            parts = ("kind", 0), ("brand", 1), ("ward", 2), ("town", 3)
            for name, place in parts[:2] if "種類" in candidate.direction else parts[2:]:
                share = right(candidate, hidden, {shop: known[shop][place] for shop in hidden})
                print(f"    hidden shops under the right {name}: {share:.0%}")
    for candidate in found[:2]:
        print(text_tree(candidate, most=30, most_children=5))
    if options.output:
        write_candidates(found, options.output, title="Shops of Kumamoto", k=5)


if __name__ == "__main__":
    main()
