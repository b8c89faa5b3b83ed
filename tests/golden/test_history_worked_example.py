"""The paper's Tables 7 and 8: three records, one of each of three customers."""

from __future__ import annotations

import pytest

from contest import contest_histories
from tokumei.core.history import Histories
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize

ROWS = [
    ["12415", "2011/8/5", "10252", "300", "1"],
    ["12388", "2011/9/21", "89213", "180", "24"],
    ["15005", "2011/9/11", "83769", "250", "12"],
]


def labels(histories: Histories, k: int, **ways: str) -> list[tuple[str | None, ...]]:
    release = anonymize(histories, k=k, **ways)  # type: ignore[arg-type]
    columns = []
    for column in release.columns.values():
        texts, place = column.labels()
        columns.append([None if entry < 0 else texts[place[entry]] for entry in column.entry])
    return list(zip(*columns, strict=True))


def test_three_records_become_three_times_one() -> None:
    row = ("[2011/8/5;2011/9/21]", "{10252;83769;89213}", "[180;300]", "[1;24]")
    assert labels(contest_histories(ROWS), 3, cluster="count", match="sort") == [row] * 3


def test_errors_of_the_worked_example() -> None:
    release = anonymize(contest_histories(ROWS), k=3, cluster="count", match="sort")
    found = utility(release).columns
    assert found["goods"] == pytest.approx(2 / 3)
    # quantity: grid 1 … 24, σ of (1, 24, 12) is 9.3927; mean |y − x| is 11.5, 11.5 and (66 + 78) / 24
    mean = [sum(abs(y - x) for y in range(1, 25)) / 24 for x in (1, 24, 12)]
    sigma = (((1 - 37 / 3) ** 2 + (24 - 37 / 3) ** 2 + (12 - 37 / 3) ** 2) / 3) ** 0.5
    assert found["quantity"] == pytest.approx(sum(mean) / 3 / sigma)


def test_records_beyond_the_shortest_member_are_removed_lowest_first() -> None:
    rows = [
        ["a", "2011/1/1", "x", "5", "1"],
        ["a", "2011/1/2", "y", "9", "1"],
        ["a", "2011/1/3", "z", "9", "4"],
        ["b", "2011/1/4", "x", "7", "2"],
        ["b", "2011/1/5", "y", "8", "2"],
    ]
    assert labels(contest_histories(rows), 2, cluster="count", match="sort") == [
        (None, None, None, None),
        ("[2011/1/2;2011/1/4]", "{x;y}", "[7;9]", "[1;2]"),
        ("[2011/1/3;2011/1/5]", "{y;z}", "[8;9]", "[2;4]"),
        ("[2011/1/2;2011/1/4]", "{x;y}", "[7;9]", "[1;2]"),
        ("[2011/1/3;2011/1/5]", "{y;z}", "[8;9]", "[2;4]"),
    ]
