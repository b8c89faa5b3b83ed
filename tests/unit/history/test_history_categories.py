from __future__ import annotations

from pathlib import Path

import pytest

from tokumei.errors import JobError
from tokumei.history.categories import Categories, Category, gift_shop, load_categories

NAMES = {
    "CERAMIC STRAWBERRY DESIGN MUG": "kitchen",
    "PINK HEART SHAPE EGG FRYING PAN": "kitchen",
    "LARGE YELLOW BABUSHKA NOTEBOOK": "stationery",
    "36 PENCILS TUBE SKULLS": "stationery",
    "SET OF 2 DOG BOWLS": "pets",
    "RED HARMONICA IN BOX": "instruments",
    "GOLD STANDING GNOME": "household goods",
    "": "unknown",
    "22467": "unknown",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_papers_examples_and_others(name: str) -> None:
    assert gift_shop().sort({"goods": name}) == {"goods": NAMES[name]}


def test_the_last_keyword_decides_and_the_longer_of_two() -> None:
    some = Categories(
        (Category("a", ("cake",)), Category("b", ("cake tin",)), Category("c", ("box",))), "otherwise", "unknown"
    )
    sorted_goods = some.sort({"1": "box of cake", "2": "cake box", "3": "a cake tin", "4": "thing"})
    assert list(sorted_goods.values()) == ["a", "c", "b", "otherwise"]


def test_an_example_decides_where_no_keyword_does() -> None:
    some = Categories((Category("toys", (), ("wooden spinning top",)),), "otherwise", "unknown")
    assert some.sort({"1": "WOODEN SPINNING TOP RED"}) == {"1": "toys"}


def test_a_file_of_categories(tmp_path: Path) -> None:
    place = tmp_path / "categories.yaml"
    place.write_text("otherwise: rest\ncategories:\n  - {name: drinks, keywords: [tea]}\n")
    assert load_categories(place).sort({"1": "green tea", "2": "bread"}) == {"1": "drinks", "2": "rest"}
    place.write_text("categories: [{name: drinks, keyword: [tea]}]\n")
    with pytest.raises(JobError, match="nothing else"):
        load_categories(place)
