"""Held-out parents: a fifth of a taxonomy's leaves is hidden; how often is their parent found again?

    TOKUMEI_DATA=… python -m benchmarks.hierarchies_heldout [--sample 1000] [--seed 7]

Prints a table in Markdown. Baselines, placed beside their neighbour as the paper says: a concept at random, the one
with most children, and the name with most letter runs in common.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from tokumei.hierarchies.semantic.dictionaries import open_dictionary
from tokumei.hierarchies.semantic.extraction import Library
from tokumei.hierarchies.semantic.graph import Dictionary, GraphBuilder
from tokumei.hierarchies.semantic.normal import is_japanese, normalized
from tokumei.hierarchies.semantic.vectors import open_vectors
from tokumei.io.words import read_words

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "taxonomies"
TAXONOMIES = {
    "products, English (Shopify)": "shopify_product/categories.en.txt.gz",
    "products, Japanese (Shopify)": "shopify_product/categories.ja.txt.gz",
    "WordNet nouns, English": "wordnet_ja/wn30_noun_synsets.tsv.gz",
    "WordNet nouns, Japanese": "wordnet_ja/wnja_synset_lemmas.tsv.gz",
    "分類語彙表 (part)": "wlsp/wlsp_words_subset.tsv.gz",
}
Way = tuple[str, ...]


def without(dictionary: Dictionary, hidden: set[int]) -> Dictionary:
    """The dictionary without some of its leaves."""
    shown = [node for node in range(len(dictionary)) if node not in hidden]
    number = {node: place for place, node in enumerate(shown)}
    return Dictionary(
        dictionary.name,
        tuple(dictionary.labels[node] for node in shown),
        tuple(tuple(number[parent] for parent in dictionary.parents[node]) for node in shown),
        tuple((number[node], label) for node, label in dictionary.others if node in number),
        dictionary.leading,
        dictionary.searchable,
    )


def ways(dictionary: Dictionary, node: int) -> list[Way]:
    return [
        tuple(dict.fromkeys(normalized(dictionary.labels[one]) for one in chain[:-1]))
        for chain in dictionary.chains(node)
    ]


def hidden_leaves(dictionary: Dictionary, rng: random.Random) -> tuple[set[int], bool]:
    japanese = sum(is_japanese(label) for label in dictionary.labels) * 3 > len(dictionary)
    leaves = [
        node
        for node in range(len(dictionary))
        if not dictionary.children[node]
        and dictionary.parents[node]
        and is_japanese(dictionary.labels[node]) == japanese
    ]
    return set(rng.sample(leaves, len(leaves) // 5)), japanese


def by_letters(dictionary: Dictionary, japanese: bool) -> Callable[[str], list[Way]]:
    size = 2 if japanese else 3

    def runs(label: str) -> frozenset[str]:
        text = f"^{normalized(label)}$"
        return frozenset(text[place : place + size] for place in range(max(len(text) - size + 1, 1)))

    own = [runs(label) for label in dictionary.labels]
    having: dict[str, list[int]] = defaultdict(list)
    for node, parts in enumerate(own):
        for part in parts:
            having[part].append(node)

    def predict(value: str) -> list[Way]:
        parts = runs(value)
        common = Counter(node for part in parts for node in having.get(part, ()))
        if not common:
            return [()]
        best = max(common, key=lambda node: common[node] / (len(parts) + len(own[node]) - common[node]))
        return ways(dictionary, best)

    return predict


def score(truth: Sequence[list[Way]], found: Sequence[Sequence[Way]]) -> tuple[float, list[float]]:
    """Share of right parents, and of right ancestors at depths 1 to 4 where there is one."""
    parents = [
        bool(guess) and bool(guess[0]) and guess[0][-1] in {way[-1] for way in true}
        for true, guess in zip(truth, found, strict=True)
    ]
    depths = []
    for depth in range(4):
        asked = [(true, guess) for true, guess in zip(truth, found, strict=True) if len(true[0]) > depth]
        right = [bool(guess) and guess[0][: depth + 1] in {way[: depth + 1] for way in true} for true, guess in asked]
        depths.append(sum(right) / len(right) if right else float("nan"))
    return sum(parents) / len(parents), depths


def row(name: str, method: str, result: tuple[float, list[float]], seconds: float) -> None:
    ancestors = " | ".join(f"{share:.1%}" for share in result[1])
    print(f"| {name} | {method} | {result[0]:.1%} | {ancestors} | {seconds:.1f} |", flush=True)


def taxonomy(name: str, path: Path, sample: int, seed: int) -> None:
    rng = random.Random(seed)
    whole = open_dictionary(path)
    hidden, japanese = hidden_leaves(whole, rng)
    asked = sorted(rng.sample(sorted(hidden), min(sample, len(hidden))))
    shown = without(whole, hidden)
    truth = [ways(whole, node) for node in asked]
    values = [whole.labels[node] for node in asked]
    inner = [node for node in range(len(shown)) if shown.children[node]]
    most = max(inner, key=lambda node: len(shown.children[node]))

    def below(node: int) -> list[Way]:
        return [(*way, normalized(shown.labels[node])) for way in ways(shown, node)]

    vectors = open_vectors(None, values, read_words=read_words)
    methods: dict[str, Callable[[], list[Sequence[Way]]]] = {
        "random": lambda: [below(rng.choice(inner)) for _ in values],
        "most children": lambda: [below(most) for _ in values],
        "letters": lambda: [by(value) for by in [by_letters(shown, japanese)] for value in values],
        "paper": lambda: [one.ways for one in Library([shown], vectors, values=values, paper=True).inferred(values)],
        "tokumei": lambda: [one.ways for one in Library([shown], vectors, values=values).inferred(values)],
    }
    for method, predict in methods.items():
        start = time.perf_counter()
        found = predict()
        row(
            f"{name}, {len(asked):,} of {len(hidden):,} hidden",
            method,
            score(truth, found),
            time.perf_counter() - start,
        )


def municipalities(seed: int) -> None:
    """Hidden municipalities, asked for by full name and by code."""
    with open(DATA / "municipalities" / "LG_CODE.csv", encoding="utf-8-sig") as file:
        units = {int(unit["lgcode"]): unit for unit in csv.DictReader(file)}
    chain_of: dict[int, list[str]] = {}
    for code in units:
        chain, at = [], code
        while at in units:
            chain.insert(0, units[at]["name_ja"])
            at = int(units[at]["parent"])
        chain_of[code] = chain
    rng = random.Random(seed)
    above = {int(unit["parent"]) for unit in units.values()}
    leaves = [code for code in units if code not in above and len(chain_of[code]) > 2]
    hidden = set(rng.sample(leaves, len(leaves) // 5))
    builder = GraphBuilder("municipalities")
    for code, chain in chain_of.items():
        if code not in hidden:
            builder.chain(chain, leading=[leading(code) if code in above else f"{code:05}", full(chain)])
    library = Library([builder.done(searchable=False)])
    asked = sorted(hidden)
    truth = [[tuple(normalized(step) for step in chain_of[code][:-1])] for code in asked]
    for method, values in (
        ("tokumei, full names", [full(chain_of[code]) for code in asked]),
        ("tokumei, codes", [f"{code:05}" for code in asked]),
    ):
        start = time.perf_counter()
        found = [one.ways for one in library.inferred(values)]
        row(f"municipalities, {len(asked)} hidden", method, score(truth, found), time.perf_counter() - start)


def full(chain: Sequence[str]) -> str:
    """A municipality as an address begins, prefecture first."""
    return "".join(chain[1:])


def leading(code: int) -> str:
    """The digits that the codes of the units below share: 20 for a prefecture, 2032 for a county."""
    digits = f"{code:05}"
    return digits[:2] + digits[2:].rstrip("0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("| taxonomy | method | parent | depth 1 | depth 2 | depth 3 | depth 4 | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for name, file in TAXONOMIES.items():
        if options.only in name:
            taxonomy(name, DATA / file, options.sample, options.seed)
    if options.only in "municipalities":
        municipalities(options.seed)


if __name__ == "__main__":
    main()
