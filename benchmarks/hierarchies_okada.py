"""The experiment of Okada and Hasegawa: shops have two directions, kind of shop and place.

    TOKUMEI_DATA=… python -m benchmarks.hierarchies_okada [-o DIR] [--picture FILE.svg]

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


def picture(found: list[Candidate], path: Path, *, most: int = 4) -> None:
    """The upper nodes of the trees side by side, with the number of shops under each."""
    parts: list[str] = []
    tallest = 0
    for number, candidate in enumerate(found):
        tree, row = candidate.hierarchy, 0
        children: dict[int, list[int]] = {}
        for node in range(len(tree.leaves), len(tree.labels) - 1):
            children.setdefault(int(tree.parent[node]), []).append(node)
        waiting = [(tree.root, 0, -1)]
        while waiting:
            node, depth, above = waiting.pop()
            x, y = 20 + 500 * number + 110 * depth, 30 + 24 * row
            if above >= 0:
                parts.append(f"<path d='M{x - 100},{above + 6} V{y} H{x - 6}' fill='none' stroke='#999'/>")
            parts.append(f"<text x='{x}' y='{y + 5}'>{tree.labels[node]} ({int(tree.covered[node])})</text>")
            row += 1
            below = sorted(children.get(node, []), key=lambda one: -int(tree.covered[one]))[:most]
            waiting += [(child, depth + 1, y) for child in reversed(below)]
        tallest = max(tallest, 40 + 24 * row)
    size = f"viewBox='0 0 {500 * len(found) + 40} {tallest}'"
    style = "<style>text{font:13px sans-serif;fill:#333}svg{background:#fff}</style>"
    path.write_text(f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{style}{''.join(parts)}</svg>\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output")
    parser.add_argument("--picture")
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
    if options.picture:
        picture(found[:2], Path(options.picture))


if __name__ == "__main__":
    main()
