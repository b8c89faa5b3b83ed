"""The steps of TF-IDF Mondrian that can be followed by hand, and the six Prec values of the paper's tables."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from arai_people import COLUMNS, hierarchies, people
from first_scores import first_scores
from tokumei.core.recoding import Nodes, Recoding
from tokumei.evaluation.loss import loss_of
from tokumei.partition.covers import recode
from tokumei.partition.scores.multiway import PREC, TFIDF, grow_multiway

ROW = {"S": ("sex", 0), "D10": ("birth", 2), "O1": ("occupation", 1), "H10": ("height", 1)}
TABLES = {
    "Prec": ({"S H10": 92, "S D10 H10": 8}, 0.382),
    "rule 1": ({"S D10": 39, "S H10": 53, "S D10 H10": 8}, 0.365),
    "rule 2": ({"S D10 H10": 23, "S D10": 58, "S D10 O1": 5, "D10 O1": 12, "D10 H10": 2}, 0.351),
    "rule 3": ({"S D10": 92, "S D10 H10": 8}, 0.343),
    "rule 4": ({"S H10": 73, "D10 H10": 12, "S D10 H10": 15}, 0.367),
    "rule 5": ({"S H10": 92, "S D10 H10": 8}, 0.382),
}
"""Tables 7 to 12 of the paper (levels kept: people), and their row of Table 13."""


def everyone_twice() -> np.ndarray:
    """Two of each sex × decade × ten of heights: every split that the rules look at is allowed."""
    _, birth, _, height = hierarchies()
    decades = [int(birth.first[node]) for node in np.unique(birth.path[:, 2])]
    tens = [int(height.first[node]) for node in np.unique(height.path[:, 1])]
    rows = [(sex, day, 0, tall) for sex in (0, 1) for day in decades for tall in tens]
    return np.repeat(np.array(rows), 2, axis=0)


@pytest.mark.parametrize("criterion", TABLES)
def test_prec_of_the_papers_tables(criterion: str) -> None:
    kept, expected = TABLES[criterion]
    entry = np.repeat(np.arange(len(kept), dtype=np.int32), list(kept.values()))
    columns = {}
    for name, tree in zip(COLUMNS, hierarchies(), strict=True):
        levels = [_level(name, words.split(), tree.height) for words in kept]
        node = np.array([tree.path[0, level] for level in levels], dtype=np.int32)
        columns[name] = Nodes(None, tree, entry, node)  # type: ignore[arg-type]
    assert loss_of(Recoding(entry, columns)).prec == pytest.approx(expected, abs=0.0005)


def _level(name: str, kept: list[str], height: int) -> int:
    return next((level for word in kept for column, level in [ROW[word]] if column == name), height)


def test_rule_5_splits_height_first() -> None:
    drawn = people(everyone_twice())
    scores = first_scores(drawn.problem, score=TFIDF, rules=drawn.rules(5))
    assert scores["height"] == pytest.approx(log(5 / 3) * 3 / 5) == pytest.approx(0.3065, abs=5e-5)
    assert scores["birth"] == pytest.approx(log(6) / 6) == pytest.approx(0.2986, abs=5e-5)
    assert scores["sex"] == 0
    assert scores["occupation"] == 0  # everyone has the same: the value moves down a level, which rule 5 does not see


def test_rule_1_goes_on_by_height_where_it_matches_and_by_birth_elsewhere() -> None:
    drawn = people(everyone_twice())
    assert max(first_scores(drawn.problem, score=TFIDF, rules=drawn.rules(1)).items(), key=lambda one: one[1]) == (
        "sex",
        pytest.approx(log(2) / 2),
    )
    # Two decades and four tens a sex, with k so large that a sex can be split once only.
    _, birth, _, height = hierarchies()
    decades = [int(birth.first[node]) for node in np.unique(birth.path[:, 2])][:2]
    tens = [int(height.first[node]) for node in np.unique(height.path[:, 1])][:2]
    rows = np.array([(sex, day, 5, tall) for sex in (0, 1) for day in decades for tall in tens])
    some = people(np.repeat(rows, 4, axis=0), k=8)
    released = recode(some.problem, grow_multiway(some.problem, score=TFIDF, rules=some.rules(1)))
    male = released.columns["sex"].entry
    levels = {name: column.levels() for name, column in released.columns.items() if isinstance(column, Nodes)}
    of_men = some.table["sex"].codes == 0  # type: ignore[union-attr]
    assert len(np.unique(male)) == 4
    assert set(levels["sex"]) == {0}
    assert (levels["birth"][~of_men] < 3).all()
    assert (levels["height"][~of_men] == 2).all()
    assert set(levels["birth"][of_men].tolist()) != set(levels["height"][of_men].tolist())


def test_prec_prefers_the_lowest_hierarchies() -> None:
    drawn = people(everyone_twice())
    scores = first_scores(drawn.problem, score=PREC)
    count = drawn.table.records
    assert scores == pytest.approx(
        {"sex": count, "birth": count / 3, "occupation": count / 2, "height": count / 2}, rel=1e-12
    )
