"""Worked examples of the paper on composite tables (Takahashi et al., Figures 1 and 6, and section 3.1)."""

from __future__ import annotations

import pytest

from pivot_rounds import disclosures, first_pivot
from set_columns import categories, numbers, published, sets, table
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.problem import Problem
from tokumei.partition.scores.pivots import NO_PIVOT
from tokumei.partition.top_down import TopDown

FIGURE_6 = """
    abd    a  ad  ad  ad
    afg    a  a   af  afg
    adfyz  a  ad  ad  ad
    abfg   a  a   af  afg
    bcf    -  -   b   bc
    cex    -  e   ex  ex
    ex     -  e   ex  ex
    bc     -  -   b   bc
    cex    -  e   ex  ex
"""
ROWS = [line.split() for line in FIGURE_6.strip().splitlines()]


def test_figure_6_iteration_by_iteration() -> None:
    column = sets([row[0] for row in ROWS])
    problem = Problem.of(table(column), [SetDimension(column)], k=2)
    rounds = [
        ["".join(sorted(column.values[item] for item in shown[row])) or "-" for row in problem.row.tolist()]
        for shown in disclosures(problem)
    ]
    assert rounds == [[row[number] for row in ROWS] for number in range(1, 5)]


def test_figure_6_is_what_the_algorithm_publishes() -> None:
    column = sets([row[0] for row in ROWS])
    recoding = TopDown(k=2, score="takahashi").recode(table(column), [SetDimension(column)])
    cells = published(recoding, "items")
    assert cells == [",".join(row[-1]) for row in ROWS]
    assert sum(len(cell.split(",")) for cell in cells if cell) == 20


def _example_of_section_3_1() -> list[str]:
    """|β| = 2 (x, y), ten records, a in eight of them, b in seven."""
    return ["xya"] * 3 + ["xyab"] * 5 + ["xyb"] * 2


@pytest.mark.parametrize("budget", [0, 2])
def test_section_3_1_prefers_the_pivot_that_discloses_more(budget: int) -> None:
    """b discloses 2·10 + 7 = 27 items, a 3·8 = 24 with two records removed: b wins even where removal is allowed."""
    column = sets(_example_of_section_3_1())
    problem = Problem.of(table(column), [SetDimension(column)], k=3)
    assert column.values[first_pivot(problem, budget)] == "b"


def test_section_3_1_without_b_removes_two_where_that_is_allowed() -> None:
    column = sets(["xya"] * 8 + ["xy"] * 2)
    problem = Problem.of(table(column), [SetDimension(column)], k=3)
    assert first_pivot(problem, 1) == NO_PIVOT
    assert column.values[first_pivot(problem, 2)] == "a"


def test_records_are_removed_only_within_the_bound() -> None:
    """One record lacks the item that all others have: dropping it discloses (0 + 1)·9 items."""
    column = sets([*["a"] * 9, "b"])
    for suppress, removed in ((0.0, 0), (0.09, 0), (0.1, 1)):
        recoding = TopDown(k=2, score="takahashi", suppress=suppress).recode(table(column), [SetDimension(column)])
        assert int(recoding.removed.sum()) == removed
        assert published(recoding, "items") == ([""] * 10 if removed == 0 else ["a"] * 9 + ["removed"])


def test_figure_1_nine_patients() -> None:
    birth = numbers([1970, 1971, 1974, 1980, 1960, 1999, 1982, 2001, 1984], "birth")
    sex = categories(["m", "m", "f", "m", "f", "f", "m", "f", "m"], "sex")
    diseases = sets(["ABC", "ABC", "DE", "DE", "AD", "EF", "EF", "AD", "EF"], "diseases")
    drugs = sets(["abd", "afg", "adfyz", "abcfg", "bcf", "cex", "bex", "bc", "cex"], "drugs")
    dimensions = [Dimension.ordered(birth), Dimension.values(sex), SetDimension(diseases), SetDimension(drugs)]
    recoding = TopDown(k=2, score="takahashi").recode(table(birth, sex, diseases, drugs), dimensions)
    # All four lose everything at first, so the first column goes first, at its median: four and five records. Then
    # sex loses most (it is mixed) and comes before the sets, and every part has two or three records: none can be
    # split again.
    seventies = ("[1970;1971]", "m", "A,B,C", "a")
    older = ("[1960;1974]", "f", "D", "f")
    eighties = ("[1980;1984]", "m", "E", "")
    youngest = ("[1999;2001]", "f", "", "c")
    rows = list(zip(*(published(recoding, name) for name in ("birth", "sex", "diseases", "drugs")), strict=True))
    assert rows == [seventies, seventies, older, eighties, older, youngest, eighties, youngest, eighties]
