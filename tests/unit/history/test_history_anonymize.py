from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest

from contest import contest_histories
from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.table import Table
from tokumei.errors import DataError, Infeasible, JobError
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize
from tokumei.history.aligned import align, cost_of
from tokumei.history.prepared import prepare
from tokumei.io.encode import encode_column


def shop(subjects: int, seed: int = 0, most: int = 12) -> list[list[str]]:
    random = np.random.default_rng(seed)
    rows = []
    for subject in range(subjects):
        for _ in range(int(random.integers(1, most))):
            day = f"2011/{random.integers(1, 13)}/{random.integers(1, 29)}"
            price = f"{random.choice([0, 0.85, 1.25, 2.1, 4.95, 12.5])}"
            quantity = str(random.choice([-2, 1, 2, 6, 12, 48]))
            rows.append([f"c{subject}", day, f"g{random.integers(0, 15)}", price, quantity])
    random.shuffle(rows)
    return rows


def published(release: HistoryRecoding) -> dict[int, list[tuple[str | None, ...]]]:
    """Subject → its published rows, sorted."""
    cells = []
    for column in release.columns.values():
        texts, place = column.labels()
        cells.append([None if entry < 0 else texts[place[entry]] for entry in column.entry])
    found: dict[int, list[tuple[str | None, ...]]] = {}
    for record, subject in enumerate(release.histories.subject.tolist()):
        if release.line[record] >= 0:
            found.setdefault(subject, []).append(tuple(column[record] for column in cells))
    return {subject: sorted(rows, key=repr) for subject, rows in found.items()}


WAYS = [("count", "sort"), ("count", "assign"), ("similar", "sort"), ("similar", "assign")]


@pytest.mark.parametrize(("cluster", "match"), WAYS)
@pytest.mark.parametrize("k", [2, 3, 5])
def test_published_histories_are_shared_by_k_subjects(cluster: str, match: str, k: int) -> None:
    release = anonymize(contest_histories(shop(23)), k=k, cluster=cluster, match=match)  # type: ignore[arg-type]
    rows = list(published(release).values())
    assert rows
    assert all(rows.count(own) >= k for own in rows)
    assert release.sizes.min() >= k


def test_each_step_beyond_the_paper_loses_less() -> None:
    histories = contest_histories(shop(60, most=30))
    found = [utility(anonymize(histories, k=3, cluster=c, match=m)).total for c, m in WAYS[:2] + WAYS[3:]]  # type: ignore[arg-type]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1] + 0.02


def test_best_is_never_worse_than_default_and_default_not_than_fast() -> None:
    histories = contest_histories(shop(60, most=30))
    fast, default, best = (utility(anonymize(histories, k=4, effort=e)).total for e in ("fast", "default", "best"))  # type: ignore[arg-type]
    assert best <= default <= fast + 0.01


def test_threads_do_not_change_the_result() -> None:
    histories = contest_histories(shop(40))
    one, two = (anonymize(histories, k=3, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.line, two.line)


def test_cost_of_an_alignment_is_what_the_release_is_measured_at() -> None:
    histories = contest_histories(shop(4, seed=5))
    prepared = prepare(histories)
    aligned = align(prepared, np.arange(4), rounds=2)
    measured = utility(anonymize(histories, k=4, effort="best")).total * histories.table.records * 4
    assert cost_of(prepared, aligned) == pytest.approx(measured, rel=1e-5)


def test_fewer_subjects_than_k() -> None:
    with pytest.raises(Infeasible, match=r"4 subjects, fewer than k = 5.*at most 4"):
        anonymize(contest_histories(shop(4)), k=5)


def test_k_of_one_is_refused() -> None:
    with pytest.raises(JobError, match=r"privacy\.k"):
        anonymize(contest_histories(shop(4)), k=1)


def test_subject_without_a_value_names_the_count_and_no_cell() -> None:
    rows = shop(5)
    rows[0][0] = rows[3][0] = ""
    with pytest.raises(DataError, match=rf"2 of {len(rows)} rows") as caught:
        contest_histories(rows)
    assert "g1" not in str(caught.value)


def test_one_customer_with_most_of_the_records() -> None:
    rows = shop(6) + [["whale", "2011/5/5", f"g{number % 9}", "1.25", "6"] for number in range(900)]
    release = anonymize(contest_histories(rows), k=3)
    lengths = {len(own) for own in published(release).values()}
    assert max(lengths) < 20  # the whale publishes no more rows than those it hides among
    assert release.sizes.min() >= 3


def test_histories_too_long_for_one_matrix_are_aligned_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    histories = contest_histories(shop(12, most=40))
    whole = utility(anonymize(histories, k=3)).total
    monkeypatch.setattr("tokumei.history.aligned.LARGEST", 60)
    for effort in ("default", "best"):
        release = anonymize(histories, k=3, effort=effort)  # type: ignore[arg-type]
        rows = list(published(release).values())
        assert all(rows.count(own) >= 3 for own in rows)
        assert whole <= utility(release).total < whole + 0.15


def test_subjects_with_equal_histories_lose_nothing() -> None:
    rows = [[f"c{subject}", "2011/1/2", good, "1.5", "3"] for subject in range(6) for good in "abc"]
    assert utility(anonymize(contest_histories(rows), k=3)).total == 0


def test_left_over_subject_joins_where_that_costs_less_than_its_removal() -> None:
    rows = [[f"c{subject}", "2011/1/2", good, "1.5", "3"] for subject in range(7) for good in "abc"]
    release = anonymize(contest_histories(rows), k=3)
    assert sorted(release.sizes.tolist()) == [3, 4]
    assert not release.removed.any()


def coded(name: str, cells: Sequence[str | None], kind: Kind = Kind.CATEGORY) -> Any:
    return encode_column(pl.Series(name, cells), ColumnSpec(name=name, role=Role.QUASI, kind=kind), notes=[])


def test_attributes_of_the_subject_are_generalized_alike_in_all_its_rows() -> None:
    rows = shop(12)
    histories = contest_histories(rows)
    ages = [str(20 + 3 * int(row[0][1:])) for row in rows]
    areas = [f"area {int(row[0][1:]) % 3}" for row in rows]
    columns = (*histories.table.columns, coded("age", ages, Kind.NUMBER), coded("area", areas))
    wider = Histories(Table(columns, len(rows)), histories.subject, histories.subjects)
    release = anonymize(wider, k=3)
    for own in published(release).values():
        assert len({row[4:] for row in own}) == 1


def test_missing_values_are_values_of_their_own() -> None:
    rows = [["a", "2011/1/1", "x", "", "1"], ["b", "2011/1/1", "", "", "1"], ["c", "", "y", "2", "1"]]
    release = anonymize(contest_histories(rows), k=3)
    day, goods, price, quantity = published(release)[0][0]
    assert (day, goods, price, quantity) == ("*", "{;x;y}", "*", "1")


def test_a_hierarchy_publishes_nodes() -> None:
    tree = Hierarchy.from_rows([["tea", "drink", "*"], ["milk", "drink", "*"], ["bread", "food", "*"]])
    goods = CategoryColumn(
        name="goods",
        role=Role.QUASI,
        codes=np.array([0, 1, 2, 2], dtype=np.int32),
        values=("tea", "milk", "bread"),
        hierarchy=tree,
    )
    subject = coded("customer", ["a", "b", "a", "b"])
    release = anonymize(Histories.of(Table((goods,), 4), subject), k=2)
    texts, place = release.columns["goods"].labels()
    assert [texts[place[entry]] for entry in release.columns["goods"].entry] == ["drink", "drink", "bread", "bread"]
    assert utility(release).columns["goods"] == pytest.approx(0.25)  # half the cells at 1 − 1/2


def test_texts_are_refused() -> None:
    histories = Histories.of(Table((coded("memo", ["x", "y"], Kind.TEXT),), 2), coded("customer", ["a", "b"]))
    with pytest.raises(JobError, match="'memo' is a text"):
        anonymize(histories, k=2)


def baskets(rows: list[tuple[str, str | None]]) -> Histories:
    basket = coded("basket", [row[1] for row in rows], Kind.SET)
    return Histories.of(Table((basket,), len(rows)), coded("customer", [row[0] for row in rows]))


def test_of_baskets_a_line_publishes_what_all_have() -> None:
    rows: list[tuple[str, str | None]] = [("a", "milk,tea"), ("a", "bread,jam"), ("b", "tea,sugar"), ("b", "bread")]
    release = anonymize(baskets(rows), k=2)
    assert sorted(published(release)[0]) == sorted(published(release)[1]) == [("bread",), ("tea",)]
    assert utility(release).columns["basket"] == pytest.approx((0.5 + 0.5 + 0.5 + 0) / 4)


def test_a_missing_basket_is_a_value_of_its_own() -> None:
    release = anonymize(baskets([("a", None), ("b", None), ("c", "tea"), ("d", "tea")]), k=2)
    assert sorted(published(release).values(), key=repr) == [[("tea",)], [("tea",)], [(None,)], [(None,)]]
    assert utility(release).total == 0


def test_a_heavier_column_loses_less() -> None:
    histories = contest_histories(shop(40))
    plain = utility(anonymize(histories, k=3)).columns
    heavy = utility(anonymize(histories, k=3, weights={"goods": 9.0})).columns
    assert heavy["goods"] < plain["goods"]
    assert heavy["price"] > plain["price"]


@pytest.mark.parametrize("share", [0.3, 0.15, 0.08])
@pytest.mark.parametrize(("cluster", "match"), WAYS[2:])
def test_no_more_records_are_removed_than_allowed(share: float, cluster: str, match: str) -> None:
    histories = contest_histories(shop(60, most=30))
    release = anonymize(histories, k=3, suppress=share, cluster=cluster, match=match)  # type: ignore[arg-type]
    assert release.removed.mean() <= share
    rows = list(published(release).values())
    assert all(rows.count(own) >= 3 for own in rows)


def test_a_bound_that_lengths_forbid_is_refused_with_what_would_do() -> None:
    rows = [[f"c{subject}", "2011/1/2", "a", "1.5", "3"] for subject in range(4) for _ in range(1 + subject)]
    with pytest.raises(Infeasible, match=r"remove 20 % of the records"):
        anonymize(contest_histories(rows), k=2, suppress=0.19)
    release = anonymize(contest_histories(rows), k=2, suppress=0.2)
    assert int(release.removed.sum()) == 2


def test_the_papers_way_does_not_bend_to_a_bound() -> None:
    rows = [[f"c{subject}", "2011/1/2", "a", "1.5", "3"] for subject in range(5) for _ in range(1 + subject // 4 * 9)]
    with pytest.raises(Infeasible, match="cluster: similar"):
        anonymize(contest_histories(rows), k=2, cluster="count", match="sort", suppress=0.7)


def test_constant_number_column() -> None:
    column = NumberColumn(name="n", role=Role.QUASI, codes=np.zeros(4, dtype=np.int32), values=np.array([7]))
    histories = Histories.of(Table((column,), 4), coded("customer", ["a", "b", "a", "b"]))
    assert utility(anonymize(histories, k=2)).total == 0
