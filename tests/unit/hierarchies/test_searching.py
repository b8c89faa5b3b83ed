"""Candidates: directions, placements, corrections, odd values, no dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from columns_for_tests import categories, labels_over

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError
from tokumei.hierarchies import build
from tokumei.hierarchies.semantic import Source, candidates, steps, text_tree
from tokumei.hierarchies.semantic.graph import GraphBuilder
from tokumei.hierarchies.semantic.morphemes import PlainAnalyser, stems
from tokumei.hierarchies.semantic.normal import normalized
from tokumei.hierarchies.semantic.ranking import loss_at
from tokumei.hierarchies.semantic.vectors.words import WordVectors


def dictionary(*chains, places=False):
    builder = GraphBuilder("test")
    for chain in chains:
        steps = chain.split("/")
        for depth in range(1, len(steps) + 1):
            builder.chain(steps[:depth], leading=steps[depth - 1 : depth] if places else ())
    return builder.done(searchable=not places)


FOOD = dictionary("food/fruit/orange", "food/fruit/plum", "food/drink/tea", "food/drink/milk", "colour/orange")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("霞ヶ関", "霞が関"),
        ("３ヶ月", "3か月"),
        ("髙橋", "高橋"),
        ("㈱ｱｲｽ", "株式会社アイス"),
        ("コンピューター", "コンピュータ"),
        ("セブン−イレブン", "セブン‐イレブン"),
        ("スーパ－", "スーパー"),
        ("United-States", "united states"),
        ("Trinidad&Tobago", "Trinidad and Tobago"),
        ("ice_cream", " Ice  Cream "),
        ("熊本　太郎", "熊本太郎"),
        ("ﾌﾘｰ･ﾗﾝｽ", "フリー・ランス"),
    ],
)
def test_spellings_are_one(one, other):
    assert normalized(one) == normalized(other)


@pytest.mark.parametrize(("one", "other"), [("ビル", "ビール"), ("東京", "京都"), ("1-2", "12"), ("ケーキ", "がーき")])
def test_words_that_differ_stay_apart(one, other):
    assert normalized(one) != normalized(other)


def test_plain_morphemes():
    split = PlainAnalyser().morphemes
    assert split("The Birds and the Bees") == ("birds", "bees")
    assert split("東京都庁ビル") == ("東京", "京都", "都庁", "ビル")
    assert split("!!!") == ()
    assert stems(["berries", "glass", "buses"]) == {"berry", "glass", "buse"}


def test_two_directions_over_the_same_values():
    shops = dictionary(
        "kind/store/A east",
        "kind/store/A west",
        "kind/cafe/B east",
        "kind/cafe/B west",
        "place/east/A east",
        "place/east/B east",
        "place/west/A west",
        "place/west/B west",
    )
    values = ["A east", "A west", "B east", "B west"]
    found = candidates(values, [1] * 4, [shops], k=2, vectors="none")
    assert sorted(candidate.direction for candidate in found) == ["kind", "place"]
    for candidate in found:
        assert candidate.coverage == 1
        inner = {"kind": ("store", "cafe"), "place": ("east", "west")}[candidate.direction]
        assert set(inner) <= set(candidate.hierarchy.labels)


def test_values_of_many_fields_keep_the_reading_they_share():
    found = candidates(["orange", "plum", "tea", "milk", "hammer"], [1] * 5, [FOOD], k=2, vectors="none")
    assert labels_over(found[0].hierarchy, "orange")[1] == "fruit"
    assert found[0].placements[4].source is Source.UNPLACED


def test_a_place_is_found_by_how_its_name_begins():
    towns = dictionary("北海道/札幌市/中央区", "青森県/青森市", places=True)
    (first, *_) = candidates(["札幌市豊平区1-2", "青森市", "津市"], [1] * 3, [towns], k=2, vectors="none")
    assert [one.source for one in first.placements] == [Source.INFERRED, Source.FACT, Source.UNPLACED]
    assert (first.placements[0].neighbour, first.placements[0].by) == ("札幌市", "name")


def test_odd_values_are_placed_or_reported():
    odd = ["", "12", "x" * 200, "苺orange🍓", "\ud800", "orange", "  ", "{a;b}"]
    for candidate in candidates(odd, [1] * len(odd), [FOOD], k=2, vectors="none"):
        assert set(candidate.hierarchy.leaves) == set(odd)
        assert len(candidate.placements) == len(odd)
        text_tree(candidate)
        walk = steps(candidate)
        values = [step["text"] for step in walk if step is not None and "source" in step]
        opened = [step for step in walk if step is not None and "covered" in step]
        assert len(values) == len(odd)
        assert walk.count(None) == len(opened)


def test_labels_of_nodes_are_distinct_from_values_and_each_other():
    same = dictionary("tools/other/saw", "tools/other/axe", "food/other/tea", "food/other/milk")
    (first, *_) = candidates(["saw", "axe", "tea", "milk", "tools"], [1] * 5, [same], k=2, vectors="none")
    assert len(set(first.hierarchy.labels)) == len(first.hierarchy.labels)
    assert "other (tools)" in first.hierarchy.labels


def test_nodes_are_told_apart_by_as_much_of_their_path_as_it_takes():
    same = dictionary("p/kit/other/a", "p/kit/other/b", "q/kit/other/c", "q/kit/other/d")
    (first, *_) = candidates(["a", "b", "c", "d"], [1] * 4, [same], k=2, vectors="none")
    assert labels_over(first.hierarchy, "a")[1] == "other (p > kit)"
    assert labels_over(first.hierarchy, "d")[1] == "other (q > kit)"


def test_wrong_calls_are_refused():
    with pytest.raises(JobError, match="at least one value"):
        candidates([], [], [FOOD])
    with pytest.raises(JobError, match="distinct"):
        candidates(["a", "a"], [1, 1], [FOOD])
    with pytest.raises(JobError, match="one count"):
        candidates(["a"], [1, 1], [FOOD])


def test_loss_counts_what_must_climb():
    tree = Hierarchy.from_rows([["a", "X", "*"], ["b", "X", "*"], ["c", "Y", "*"], ["d", "Y", "*"]])
    by = {"a": 3, "b": 1, "c": 1, "d": 1}
    counts = [by[leaf] for leaf in tree.leaves]
    assert loss_at(tree, counts, 1) == 0
    # c and d meet at Y; a lends one record to b at X: four records at half the leaves.
    assert loss_at(tree, counts, 2) == pytest.approx(4 * 0.5 / 6)
    # a alone is enough; b, c and d meet at the root.
    assert loss_at(tree, counts, 3) == pytest.approx(0.5)
    assert loss_at(tree, counts, 100) == 1.0
    assert loss_at(tree, [0] * 4, 2) == 0


def test_corrections_rename_add_move_and_pin():
    values = ["orange", "plum", "tea", "milk"]
    wanted = {
        "rename": {"fruit": "Obst"},
        "add": {"citrus": "fruit"},
        "move": {"orange": "citrus"},
        "pin": ["milk"],
    }
    (first, *_) = candidates(values, [1] * 4, [FOOD], k=2, vectors="none", corrections=wanted)
    assert labels_over(first.hierarchy, "orange")[1:4] == ["citrus", "Obst", "food"][:3]
    assert set(labels_over(first.hierarchy, "milk")) == {"milk", "*"}
    sources = {one.value: one.source for one in first.placements}
    assert sources["orange"] is sources["milk"] is Source.CORRECTED
    assert sources["plum"] is Source.FACT


def test_a_pinned_node_is_kept_with_a_single_child():
    values = ["orange", "plum", "tea"]
    free, *_ = candidates(values, [1] * 3, [FOOD], vectors="none")
    kept, *_ = candidates(values, [1] * 3, [FOOD], vectors="none", corrections={"pin": ["drink"]})
    assert "drink" not in free.hierarchy.labels
    assert labels_over(kept.hierarchy, "tea")[1] == "drink"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move: {orange: nowhere}", "'nowhere', which no hierarchy has"),
        ("rename: {nothing: x}", "'nothing'"),
        ("pin: [ghost]", "'ghost'"),
        ("move: {food: fruit}", "under itself"),
        ("colour: red", "nothing else"),
        ("move: [a]", "mapping"),
        ("pin: a", "list"),
        ("move: {a: [", "not valid YAML"),
    ],
)
def test_wrong_corrections_are_refused(tmp_path, text, words):
    file = tmp_path / "fix.yaml"
    file.write_text(text)
    with pytest.raises(JobError, match=words):
        candidates(["orange", "plum", "tea", "milk"], [1] * 4, [FOOD], vectors="none", corrections=file)


def test_an_empty_corrections_file_changes_nothing(tmp_path):
    (tmp_path / "fix.yaml").write_text("# nothing yet\n")
    assert candidates(["orange"], [1], [FOOD], vectors="none", corrections=tmp_path / "fix.yaml")
    with pytest.raises(JobError, match="no corrections file"):
        candidates(["orange"], [1], [FOOD], vectors="none", corrections=tmp_path / "absent.yaml")


def test_without_a_dictionary_values_are_put_together_by_their_vectors():
    words = {"apple": [1, 0.1], "pear": [1, 0.2], "truck": [0.1, 1], "van": [0.2, 1]}
    rows = {word: row for row, word in enumerate(words)}
    vectors = WordVectors("test", np.array(list(words.values()), dtype=np.float32), lambda word: rows.get(word, -1))
    values = ["apple", "truck", "pear", "van", "zzz"]
    alike, plain = candidates(values, [5, 4, 3, 2, 1], [], k=2, vectors=vectors)
    tree = alike.hierarchy
    assert labels_over(tree, "apple")[1] == labels_over(tree, "pear")[1] == "apple + 1"
    assert labels_over(tree, "truck")[1] == labels_over(tree, "van")[1]
    assert alike.placements[4].source is Source.UNPLACED
    assert plain.direction == "by frequency"


def test_a_job_asks_for_a_direction(tmp_path):
    (tmp_path / "chains.csv").write_text("food,fruit,orange\nfood,fruit,plum\ncolour,warm,orange\n")
    column = categories(["orange", "plum", "orange"], null=True)
    options = {"semantic": ["chains.csv"], "folder": tmp_path, "vectors": "none", "k": 2}
    tree = build(column, **options, direction=1)
    assert labels_over(tree, "plum") == ["plum", "fruit", "*"]
    assert labels_over(tree, "") == ["", "", "*"]
    assert "fruit" not in build(column, **options, direction=2).labels
    with pytest.raises(JobError, match="direction 3 does not exist; the dictionaries give 2"):
        build(column, **options, direction=3)
