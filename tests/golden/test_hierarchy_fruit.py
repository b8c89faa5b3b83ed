"""The worked examples of hierarchies by meaning: fruit, orange as a colour, animals and a car, accessories."""

from __future__ import annotations

import pytest

from tokumei.hierarchies import read_arx
from tokumei.hierarchies.semantic import Source, candidates, text_tree, write_candidates
from tokumei.hierarchies.semantic.graph import GraphBuilder

CHAINS = "food,fruit,orange\nfood,fruit,strawberry\nfood,fruit,persimmon\ncolour,warm colour,orange\n"
VALUES = ["strawberry", "orange", "persimmon"]


@pytest.fixture
def dictionary(tmp_path):
    file = tmp_path / "chains.csv"
    file.write_text(CHAINS)
    return file


def over(candidate, value):
    tree = candidate.hierarchy
    return [tree.labels[node] for node in tree.path[tree.leaf_of[value]]][1:]


def test_all_values_go_to_fruit_in_the_first_direction(dictionary):
    first, *_ = candidates(VALUES, [1, 1, 1], [dictionary], k=2, vectors="none")
    assert first.direction == "food > fruit"
    assert first.coverage == 1.0
    for value in VALUES:
        assert over(first, value) == ["fruit", "*"]
    assert {placement.source for placement in first.placements} == {Source.FACT}


def test_two_anonymity_needs_one_level(dictionary):
    first, *_ = candidates(VALUES, [1, 1, 1], [dictionary], k=2, vectors="none")
    parents = {first.hierarchy.parent[leaf] for leaf in range(3)}
    assert len(parents) == 1
    assert first.hierarchy.labels[parents.pop()] == "fruit"


def test_the_direction_colour_ranks_last_and_no_tree_mixes_the_two(dictionary):
    found = candidates(VALUES, [1, 1, 1], [dictionary], k=2, vectors="none")
    assert [candidate.direction for candidate in found] == ["food > fruit", "colour > warm colour"]
    assert found[-1].coverage == pytest.approx(1 / 3)
    for candidate in found:
        assert not {"fruit", "warm colour"} <= set(candidate.hierarchy.labels)


@pytest.mark.parametrize("paper", [False, True])
def test_blood_orange_is_generated_beside_orange_as_fruit(dictionary, paper):
    values = [*VALUES, "blood orange"]
    first, *_ = candidates(values, [1] * 4, [dictionary], k=2, vectors="none", paper=paper)
    assert over(first, "blood orange") == ["fruit", "*"]
    placement = first.placements[3]
    assert (placement.source, placement.neighbour, placement.by) == (Source.INFERRED, "orange", "morphemes")


def test_a_value_that_nothing_places_stands_under_the_root(dictionary):
    first, *_ = candidates([*VALUES, "xyzzy"], [1] * 4, [dictionary], k=2, vectors="none")
    assert first.placements[3].source is Source.UNPLACED
    assert set(over(first, "xyzzy")) <= {"*", "xyzzy"}


def test_a_value_that_is_also_a_concept_stands_under_it(dictionary):
    first, *_ = candidates(["food", "orange", "strawberry"], [1] * 3, [dictionary], k=2, vectors="none")
    assert over(first, "food")[1] == over(first, "orange")[1] == "food (all)"


def test_the_trees_are_shown_and_written_best_first(dictionary, tmp_path):
    found = candidates([*VALUES, "blood orange"], [1] * 4, [dictionary], k=2, vectors="none")
    assert text_tree(found[0]).splitlines() == [
        "food > fruit: 3 of 4 values by fact, loss 100.0%",
        "*",
        "└─ fruit (4)",
        "   ├─ blood orange ≈ orange (morphemes 0.50)",
        "   ├─ orange",
        "   ├─ persimmon",
        "   └─ strawberry",
    ]
    files = write_candidates(found, tmp_path / "out")
    assert [file.name for file in files] == ["01-food-fruit.csv", "02-colour-warm-colour.csv"]
    assert read_arx(files[0]).rows() == found[0].hierarchy.rows()


def chains(*rows):
    """A dictionary from `top,…,{values}` rows."""
    builder = GraphBuilder("worked")
    for *above, values in rows:
        for value in values.split():
            builder.chain([*above, value])
    return builder.done()


READINGS = chains(("食べ物", "果物", "苺 オレンジ 葡萄"), ("色", "暖色", "オレンジ 柿 桃"))
FRUIT = ["苺", "オレンジ", "葡萄", "柿", "桃"]


def test_two_readings_are_two_trees_and_their_join_comes_third():
    found = candidates(FRUIT, [1] * 5, [READINGS], k=2, vectors="none")
    assert [candidate.direction for candidate in found] == ["食べ物 > 果物", "色 > 暖色", "join of 食べ物, 色"]
    assert [candidate.join for candidate in found] == [False, False, True]
    food, colour, join = found
    for value in FRUIT:
        assert over(food, value)[-2:] == (["果物", "*"] if value in ("苺", "オレンジ", "葡萄") else [value, "*"])
        assert over(colour, value)[-2:] == (["暖色", "*"] if value in ("オレンジ", "柿", "桃") else [value, "*"])
    assert [len(candidate.of(Source.FACT)) for candidate in found] == [3, 3, 5]
    assert [candidate.loss for candidate in found] == pytest.approx([0.76, 0.76, 0.52])
    assert {"果物", "暖色"} <= set(join.hierarchy.labels)


def test_a_value_known_elsewhere_stands_under_the_root_and_says_where_it_is_known():
    food, *_ = candidates(FRUIT, [1] * 5, [READINGS], k=2, vectors="none")
    by_value = {placement.value: placement for placement in food.placements}
    assert (by_value["柿"].source, by_value["柿"].known) == (Source.UNPLACED, "色 > 暖色")
    assert "柿 ? known as 色 > 暖色" in text_tree(food)


def test_ten_animals_and_a_car_are_eleven_facts():
    animals = "dog cat horse cow pig sheep goat lion bear wolf"
    values = [*animals.split(), "car"]
    only, *others = candidates(
        values, [1] * 11, [chains(("thing", "animal", animals), ("thing", "car"))], k=2, vectors="none"
    )
    assert not others
    assert (only.direction, len(only.of(Source.FACT))) == ("thing", 11)
    assert over(only, "car")[-2:] == ["thing", "*"]
    assert "animal" not in over(only, "car")
    assert all(over(only, animal) == ["animal", "thing", "*"] for animal in animals.split())


def test_accessories_of_two_kinds_are_two_nodes():
    rows = ("electronics", "accessories", "cable charger"), ("clothing", "accessories", "belt scarf")
    first, *_ = candidates(["cable", "charger", "belt", "scarf"], [1] * 4, [chains(*rows)], k=2, vectors="none")
    assert over(first, "cable") == over(first, "charger") == ["accessories (electronics)", "*"]
    assert over(first, "belt") == over(first, "scarf") == ["accessories (clothing)", "*"]
    assert first.loss == pytest.approx(0.5)
    assert first.coverage == 1


def test_the_only_step_between_a_value_and_the_root_is_kept(dictionary):
    *_, colour = candidates(VALUES, [1, 1, 1], [dictionary], k=2, vectors="none")
    assert over(colour, "orange") == ["warm colour", "*"]
