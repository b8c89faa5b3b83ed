from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from contest import contest_histories, contest_published, published_histories, read_contest
from tokumei.core.history import Histories
from tokumei.errors import DataError, SourceError
from tokumei.evaluation.history.utility import utility, utility_of_labels
from tokumei.history import anonymize
from tokumei.history.pseudonyms import pseudonyms

ROWS = [
    ["a", "2011/1/1", "x", "1.25", "1"],
    ["a", "2011/1/11", "y", "2.5", "12"],
    ["b", "2011/1/3", "x", "1.25", "6"],
    ["b", "2011/2/1", "z", "0.85", "-4"],
    ["c", "2011/3/1", "x", "0", "1"],
]


def shown(rows: list[list[str]]) -> float:
    return utility_of_labels(contest_histories(ROWS), contest_published(rows)).total


def test_unchanged_file_loses_nothing() -> None:
    assert shown(ROWS) == 0


def test_a_file_of_stars_loses_everything() -> None:
    assert shown([["*"] * 5] * 5) == 1


def test_cells_are_worth_what_the_rules_say() -> None:
    rows = [list(row) for row in ROWS]
    rows[0] = ["p", "[2010/12/30;2011/1/2]", "{x;y;q}", "*", "[1;3]"]
    found = utility_of_labels(contest_histories(ROWS), contest_published(rows)).columns
    days = np.array([0, 10, 2, 31, 59])
    quantities = np.array([1, 12, 6, -4, 1])
    assert found["day"] * 5 == pytest.approx(np.mean([2, 1, 0, 1]) / days.std())
    assert found["goods"] * 5 == pytest.approx(2 / 3)
    assert found["price"] * 5 == pytest.approx(1)
    assert found["quantity"] * 5 == pytest.approx(np.mean([0, 1, 2]) / quantities.std())


def test_rows_in_another_order_are_refused() -> None:
    with pytest.raises(DataError, match="another order"):
        shown(ROWS[::-1])


def test_another_number_of_rows_is_refused() -> None:
    with pytest.raises(DataError, match="4 rows, the original 5"):
        shown(ROWS[:4])


def test_a_cell_that_cannot_be_read_is_named_by_its_row_only() -> None:
    rows = [list(row) for row in ROWS]
    rows[3][1] = "yesterday"
    with pytest.raises(DataError, match="rows 4") as caught:
        shown(rows)
    assert "yesterday" not in str(caught.value)


@pytest.mark.parametrize("ways", [("count", "sort"), ("similar", "assign")])
def test_labels_and_codes_agree_through_a_file(tmp_path: Path, ways: tuple[str, str]) -> None:
    histories = contest_histories(many())
    release = anonymize(histories, k=3, cluster=ways[0], match=ways[1])  # type: ignore[arg-type]
    published = published_histories(release, pseudonyms(release, name="customer"), removed="mark")
    cells = [["" if code < 0 else shown.labels[code] for code in shown.codes] for shown in published.columns.values()]
    lines = [",".join(f'"{cell}"' for cell in row) for row in zip(*cells, strict=True)]
    (tmp_path / "out.csv").write_text("\n".join(lines) + "\n")
    rows = read_contest(tmp_path / "out.csv")
    assert len(rows) == histories.table.records
    back = contest_published(rows)
    assert dict(utility_of_labels(histories, back).columns) == pytest.approx(dict(utility(release).columns))
    removed = [row for row in rows if "*" in row[0]]
    assert all(row == ["*"] * 5 for row in removed)
    assert len(removed) == int(release.removed.sum())


def test_labels_of_other_tools_are_read_as_measures_read_them() -> None:
    ours, others = [list(row) for row in ROWS], [list(row) for row in ROWS]
    ours[0][1:] = ["[2011/1/1;2011/1/31]", "{x;y}", "[0.85;2.5]", "[1;6]"]
    others[0][1:] = ["2011/01", "x, y", "0.85 - 2.5", "[1, 7["]
    assert shown(others) == shown(ours) > 0


def test_a_ragged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("a,2011/1/1,x,1,1\nb,2011/1/1\n")
    with pytest.raises(SourceError, match="record 2 has 2 fields"):
        read_contest(tmp_path / "bad.csv")


def test_mixed_date_formats_are_refused_by_row() -> None:
    rows = [list(row) for row in ROWS]
    rows[2][1] = "3 Jan 2011"
    with pytest.raises(DataError, match=r"'day'.*rows 3"):
        contest_histories(rows)


def many(subjects: int = 20) -> list[list[str]]:
    random = np.random.default_rng(8)
    rows = []
    for subject in range(subjects):
        for _ in range(int(random.integers(1, 9))):
            day = f"2011/{random.integers(1, 13)}/{random.integers(1, 29)}"
            price, quantity = str(random.choice([0.85, 1.25, 9.95])), str(random.choice([-1, 1, 6, 12]))
            rows.append([f"c{subject}", day, f"g{random.integers(9)}", price, quantity])
    return rows


def test_histories_of(tmp_path: Path) -> None:
    histories = contest_histories(many(5))
    assert isinstance(histories, Histories)
    assert histories.subjects == 5
    assert histories.counts.sum() == histories.table.records
