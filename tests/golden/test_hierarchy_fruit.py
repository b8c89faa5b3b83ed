"""The worked example of hierarchies by meaning: fruit, and orange as a colour."""

from __future__ import annotations

import pytest

from tokumei.hierarchies import read_arx
from tokumei.hierarchies.semantic import Source, candidates, text_tree, write_candidates

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
    files = write_candidates(found, tmp_path / "out", title="goods", k=2)
    assert [file.name for file in files] == ["01-food-fruit.csv", "02-colour-warm-colour.csv", "report.html"]
    assert read_arx(files[0]).rows() == found[0].hierarchy.rows()
    page = files[-1].read_text(encoding="utf-8")
    assert page.count("<details") == page.count("</details>") >= 4
    assert "http" not in page
