"""Directions: which readings are trees of their own, what the settings change, and how trees are ranked."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from columns_for_tests import labels_over

from tokumei.core.hierarchy import Hierarchy
from tokumei.hierarchies.semantic import Source, candidates
from tokumei.hierarchies.semantic.candidate import placed
from tokumei.hierarchies.semantic.extraction import Library
from tokumei.hierarchies.semantic.graph import GraphBuilder
from tokumei.hierarchies.semantic.ranking import levels_left
from tokumei.hierarchies.semantic.vectors.words import WordVectors

TEN = [f"v{number}" for number in range(10)]


def dictionary(*chains, searchable=True):
    builder = GraphBuilder("test")
    for chain in chains:
        builder.chain(chain.split("/"))
    return builder.done(searchable=searchable)


def readings(both):
    """Ten values, half of them food and half colours, and some of the first half both."""
    rows = [f"{'food' if place < 5 else 'colour'}/x/{value}" for place, value in enumerate(TEN)]
    return dictionary(*rows, *(f"colour/x/{value}" for value in TEN[:both]))


@pytest.mark.parametrize(
    ("both", "nearly", "joined"),
    [(1, 0.9, False), (1, 0.95, True), (2, 0.9, True), (2, 0.8, False), (0, 1.0, False), (1, 1.0, True)],
)
def test_readings_are_directions_unless_nearly_all_values_have_one(both, nearly, joined):
    found = candidates(TEN, [1] * 10, [readings(both)], k=2, vectors="none", nearly=nearly)
    assert any(candidate.join for candidate in found) is joined
    assert (len(found[0].of(Source.FACT)) < 10) is joined
    assert found[-1].join is joined


def test_the_join_is_not_in_the_way_where_one_direction_has_all_values():
    both = dictionary("food/a", "food/b", "colour/a")
    assert [one.join for one in candidates(["a", "b"], [1, 1], [both], vectors="none")] == [False, False]


def test_a_known_value_is_not_inferred_in_another_direction_but_an_unknown_one_is():
    both = dictionary("food/fruit/blood orange", "food/fruit/plum", "colour/warm/blood orange", "colour/warm/red plum")
    values = ["blood orange", "plum", "red plum", "dark plum"]
    for candidate in candidates(values, [1] * 4, [both], k=2, vectors="none")[:2]:
        source = {one.value: one.source for one in candidate.placements}
        assert source["dark plum"] is Source.INFERRED
        assert {source["plum"], source["red plum"]} == {Source.FACT, Source.UNPLACED}


def test_a_guess_in_another_direction_does_not_mix_the_tree_of_the_facts():
    both = dictionary("food/fruit/red plum", "food/fruit/fig", "food/fruit/pear", "colour/warm/blood red")
    values = ["red plum", "fig", "pear", "dark blood red"]
    food, join = candidates(values, [1] * 4, [both], k=2, vectors="none")
    assert [food.direction, join.direction] == ["food > fruit", "join of food, colour"]
    assert labels_over(food.hierarchy, "dark blood red")[1] == "fruit"
    assert (food.placements[3].source, food.placements[3].neighbour) == (Source.INFERRED, "red plum")
    assert labels_over(join.hierarchy, "dark blood red")[1] == "warm"


def test_a_direction_is_searched_by_its_path_not_by_its_name():
    same = dictionary("tools/other/saw blade", "food/other/tea leaf")
    evidence = Library([same]).inferred(["tea blade"], ("tools", "other"))[0]
    assert (evidence.neighbour, evidence.ways) == ("saw blade", (("tools", "other"),))


def test_of_several_places_of_one_name_none_is_chosen():
    places = dictionary("east/A/Ford", "east/B/Ford", "east/B/Bridge", "west/C/Bridge", searchable=False)
    first, *others = candidates(["Ford", "Bridge", "Fjord", "A"], [1] * 4, [places], k=2, vectors="none")
    assert not others
    by_value = {one.value: one for one in first.placements}
    assert by_value["Ford"].source is Source.FACT
    assert labels_over(first.hierarchy, "Ford")[-2] == "east"
    assert (by_value["Bridge"].source, by_value["Bridge"].known) == (Source.UNPLACED, "east > B | west > C")
    assert (by_value["Fjord"].source, by_value["Fjord"].known) == (Source.UNPLACED, None)


@pytest.mark.parametrize(
    ("value", "neighbour"),
    [
        ("吉田市1-2", "吉田市"),
        ("吉田市北町", "吉田市"),
        ("吉田市", None),
        ("森本1", "森本"),
        ("森本三丁目", "森本"),
        ("森本郡", None),
        ("9201", "92"),
        ("92a", None),
    ],
)
def test_a_name_begins_another_only_where_it_ends(value, neighbour):
    builder = GraphBuilder("places")
    for step in ("吉田市", "森本", "92"):
        builder.chain(["県", step], leading=[step])
    (evidence,) = Library([builder.done(searchable=False)]).inferred([value])
    assert evidence.neighbour == neighbour


@pytest.mark.parametrize("code", ["A12.5", "a12", "9201", "920-0001"])
def test_codes_have_no_likeness(code):
    goods = dictionary("goods/A12 lamp", "goods/920 0001 5 a12")
    assert candidates([code], [1], [goods], vectors="none")[0].placements[0].source is Source.UNPLACED


def test_ordinals_are_words():
    schools = dictionary("school/grade/12th grade", "school/college")
    assert candidates(["11th grade"], [1], [schools], vectors="none")[0].placements[0].source is Source.INFERRED
    assert candidates(["12th"], [1], [schools], vectors="none")[0].placements[0].source is Source.INFERRED


@pytest.mark.skipif(find_spec("sudachidict_core") is None, reason="Sudachi is not installed (tokumei[ja])")
def test_spellings_of_one_word_are_one_fact():
    fruit = dictionary("食べ物/果物/苺", "食べ物/果物/蜜柑", "食べ物/魚/鮭")
    values = ["苺", "いちご", "イチゴ", "ミカン", "鮭"]
    first, *_ = candidates(values, [1] * 5, [fruit], k=2, vectors="none")
    assert len(first.of(Source.FACT)) == 5
    assert [labels_over(first.hierarchy, value)[-3] for value in values[:4]] == ["果物"] * 4


def test_levels_left_are_those_between_what_is_published_and_the_root():
    deep = Hierarchy.from_rows([["a", "X", "T", "*"], ["b", "X", "T", "*"]])
    flat = Hierarchy.from_rows([["a", "*"], ["b", "*"]])
    assert levels_left(deep, [1, 1], 2) == 2
    assert levels_left(flat, [1, 1], 2) == 0
    assert levels_left(deep, [0, 0], 2) == 0


def test_of_trees_that_are_otherwise_equal_the_one_that_says_more_comes_first():
    both = dictionary("p/a", "p/b", "q/r/a", "q/r/b", "q/s/c", "p/c")
    values = ["a", "b"]
    found = candidates(values, [1, 1], [both], k=2, vectors="none")
    assert {candidate.loss for candidate in found} == {1.0}
    left = [levels_left(candidate.hierarchy, [1, 1], 2) for candidate in found]
    assert left == sorted(left, reverse=True)


def test_rank_goes_by_facts_then_inferred_then_loss():
    both = dictionary("p/x/a", "p/x/b", "p/x/c", "p/x/d", "q/y/a", "q/y/b", "q/z/c", "q/z/d", "r/a")
    found = candidates(["a", "b", "c", "d"], [1] * 4, [both], k=2, vectors="none")
    assert [candidate.direction for candidate in found] == ["q", "p > x", "r"]


def _vectors():
    words = {"sofa": [1, 0], "couch": [0.9, 0.1], "hammer": [0, 1]}
    rows = {word: row for row, word in enumerate(words)}
    return WordVectors("test", np.array(list(words.values()), dtype=np.float32), lambda word: rows.get(word, -1))


def test_as_in_the_paper_a_value_goes_beside_its_neighbour_and_else_under_it():
    goods = dictionary("home/sofa/corner sofa", "home/sofa/day bed", "tools/hammer")
    values = ["couch", "corner sofa", "day bed", "hammer"]
    for paper, above in ((True, ("home",)), (False, ("home", "sofa"))):
        library = Library([goods], _vectors(), values=values, paper=paper)
        assert library.inferred(["couch"])[0].ways == (above,)


def test_a_report_names_frequent_values_only():
    both = dictionary("food/fruit/orange", "food/fruit/plum")
    first, *_ = candidates(["orange", "plum", "red plum", "xyzzy", "sour plum"], [5] * 5, [both], k=2, vectors="none")
    told = placed(first, [5, 5, 5, 5, 1], 2)
    assert (told["fact"], told["inferred"], told["unplaced"], told["rare"]) == (2, 2, 1, 1)
    assert told["values"] == {"inferred": [{"value": "red plum", "like": "plum"}], "unplaced": [{"value": "xyzzy"}]}
