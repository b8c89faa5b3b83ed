"""Okada and Hasegawa: figures 3, 4 and 6 in small."""

from __future__ import annotations

import pytest

from tokumei.core.hierarchy import Hierarchy
from tokumei.hierarchies.semantic import Source, candidates
from tokumei.hierarchies.semantic.graph import GraphBuilder
from tokumei.hierarchies.semantic.ranking import loss_at

SHOPS = {
    "青葉書店 緑町店": ("書店", "緑町"),
    "青葉書店 本町店": ("書店", "本町"),
    "白樺書店 緑町店": ("書店", "緑町"),
    "白樺喫茶 本町店": ("喫茶店", "本町"),
    "黒猫喫茶 緑町店": ("喫茶店", "緑町"),
    "黒猫喫茶 本町店": ("喫茶店", "本町"),
}
HIDDEN = "青葉喫茶 緑町店"


def dictionary():
    builder = GraphBuilder("shops")
    for shop, (kind, town) in SHOPS.items():
        builder.chain(["お店の種類", kind, shop])
        builder.chain(["地理情報", "武蔵野市", town, shop])
    return builder.done()


@pytest.mark.parametrize("paper", [True, False])
def test_figure_6_two_hierarchies_over_the_same_shops(paper):
    found = candidates(list(SHOPS), [1] * 6, [dictionary()], k=2, vectors="none", paper=paper)
    assert {candidate.direction for candidate in found} == {"お店の種類", "地理情報 > 武蔵野市"}
    for candidate in found:
        assert candidate.coverage == 1
        inner = {"書店", "喫茶店"} if candidate.direction == "お店の種類" else {"緑町", "本町"}
        assert inner <= set(candidate.hierarchy.labels)
        assert not ({"書店", "喫茶店", "緑町", "本町"} - inner) & set(candidate.hierarchy.labels)


def test_a_shop_that_no_chain_has_is_generated_in_both_directions():
    values = [*SHOPS, HIDDEN]
    found = candidates(values, [1] * 7, [dictionary()], k=2, vectors="none")
    assert len(found) == 2
    for candidate in found:
        assert candidate.placements[-1].source is Source.INFERRED
        assert candidate.placements[-1].neighbour in SHOPS


def test_figures_3_and_4_one_direction_generalizes_less_than_a_mixture():
    one = Hierarchy.from_rows([[fruit, "果物", "食べ物", "*"] for fruit in ("苺", "オレンジ", "柿", "林檎")])
    mixed = Hierarchy.from_rows(
        [
            ["苺", "果物", "食べ物", "*"],
            ["オレンジ", "暖色", "色", "*"],
            ["柿", "果物", "食べ物", "*"],
            ["林檎", "果物", "食べ物", "*"],
        ]
    )
    assert one.level[one.lowest_over(*_both(one))] == 1
    assert mixed.level[mixed.lowest_over(*_both(mixed))] == 3
    assert loss_at(mixed, [1] * 4, 2) >= loss_at(one, [1] * 4, 2)


def _both(tree):
    import numpy as np

    ends = sorted((tree.leaf_of["苺"], tree.leaf_of["オレンジ"]))
    return np.array(ends[:1], dtype=np.int32), np.array(ends[1:], dtype=np.int32)
