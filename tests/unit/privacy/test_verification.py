"""Verification sees labels only: groups, marks of removed records, and the worst group of every promise."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core import published as published_module
from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.predicates import MARGIN, TOLERANCE
from tokumei.core.promise import Verification
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.rows import number_rows
from tokumei.errors import DataError, JobError
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.entropy_diversity import EntropyDiversity
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.model import MET, STRICT
from tokumei.privacy.recursive_diversity import RecursiveDiversity
from tokumei.privacy.suppression import Suppression
from tokumei.privacy.t_closeness import TCloseness
from tokumei.privacy.verification import verify


def release(**columns: list[str | None]) -> PublishedTable:
    """A release from cells; None is an empty field."""
    coded = {}
    for name, cells in columns.items():
        labels = sorted({cell for cell in cells if cell is not None}, reverse=True)
        codes = np.array([-1 if cell is None else labels.index(cell) for cell in cells], dtype=np.int32)
        coded[name] = PublishedColumn(codes, tuple(labels))
    return PublishedTable(coded, len(next(iter(columns.values()))))


def spec(name: str, kind: Kind = Kind.CATEGORY, **options: str) -> dict[str, ColumnSpec]:
    return {name: ColumnSpec(name=name, role=Role.SENSITIVE, kind=kind, **options)}


def reached(result: Verification, number: int = 0) -> float | None:
    return result.promises[number].achieved


def test_the_smallest_group_counts() -> None:
    table = release(age=["[1;2]"] * 3 + ["3"] * 2, sex=["f"] * 5)
    result = verify(table, ["age", "sex"], [KAnonymity(2)])
    assert result.ok
    assert (result.records, result.groups, result.smallest_group) == (5, 2, 2)
    result = verify(table, ["age", "sex"], [KAnonymity(3)])
    assert not result.ok
    assert result.to_dict()["promises"] == [
        {
            "kind": "k",
            "name": "k-anonymity",
            "column": None,
            "parameters": {"k": 3},
            "target": 3,
            "achieved": 2,
            "holds": False,
            "vacuous": False,
        }
    ]


def test_an_empty_field_is_a_value_and_no_group_vanishes() -> None:
    table = release(age=["1", "1", None], sex=["f", "f", None])
    assert verify(table, ["age", "sex"], [KAnonymity(2)]).smallest_group == 1


def test_rows_of_stars_mark_removed_records() -> None:
    table = release(age=["1", "1", "*"], ill=["flu", "flu", "*"])
    result = verify(table, ["age"], [KAnonymity(2)], sensitive=spec("ill"))
    assert result.ok
    assert (result.records, result.groups, result.removed) == (2, 1, 1)
    assert verify(table, ["age"], [KAnonymity(2)], sensitive=spec("ill"), markers=False).smallest_group == 1


def test_stars_beside_real_values_are_a_group() -> None:
    table = release(age=["1", "1", "*"], ill=["flu", "flu", "ulcer"])
    result = verify(table, ["age"], [KAnonymity(2)], sensitive=spec("ill"))
    assert not result.ok
    assert result.smallest_group == 1


def test_a_release_of_nothing_but_stars() -> None:
    assert verify(release(age=["*", "*"]), ["age"], [KAnonymity(2)]).smallest_group == 2
    with pytest.raises(DataError, match="only marks of removed"):
        verify(release(age=["*", "*"], ill=["*", "*"]), ["age"], [KAnonymity(2)], sensitive=spec("ill"))
    with pytest.raises(DataError, match="no records"):
        verify(PublishedTable({"age": PublishedColumn(np.zeros(0, np.int32), ())}, 0), ["age"], [KAnonymity(2)])


def test_two_bounds_stand_for_one_column() -> None:
    table = release(age_low=["1", "1", "1"], age_high=["2", "2", "3"])
    assert verify(table, ["age"], [KAnonymity(2)]).smallest_group == 1


def test_empty_bounds_beside_stars_mark_removed_records() -> None:
    table = release(age_low=["1", "1", None], age_high=["2", "2", None], sex=["f", "f", "*"])
    result = verify(table, ["age", "sex"], [KAnonymity(2)])
    assert (result.ok, result.records, result.removed) == (True, 2, 1)


def test_empty_bounds_alone_are_values() -> None:
    table = release(age_low=["1", "1", None], age_high=["2", "2", None])
    assert verify(table, ["age"], [KAnonymity(2)]).smallest_group == 1


def test_a_release_of_another_job_is_an_error() -> None:
    table = release(age=["1", "1"], id=["7", "8"])
    with pytest.raises(DataError, match=r"wrong job.*lacks 'sex'"):
        verify(table, ["age", "sex"], [KAnonymity(2)])
    with pytest.raises(DataError, match=r"wrong job.*publishes 'id'"):
        verify(table, ["age"], [KAnonymity(2)], identifiers=["id"])
    with pytest.raises(DataError, match=r"wrong job.*publishes 'id'"):
        verify(table, ["age"], [KAnonymity(2)], kept=[])
    with pytest.raises(DataError, match=r"wrong job.*lacks 'town'"):
        verify(table, ["age"], [KAnonymity(2)], kept=["town", "id"])
    assert verify(table, ["age"], [KAnonymity(2)], kept=["id"]).ok


def test_diversity_of_the_worst_group() -> None:
    table = release(age=["1"] * 4 + ["2"] * 3, ill=["a", "b", "c", "d", "a", "a", None])
    models = [DistinctDiversity("ill", 2), EntropyDiversity("ill", 1.5), RecursiveDiversity("ill", 2.5, 2)]
    result = verify(table, ["age"], models, sensitive=spec("ill"))
    assert result.ok
    assert reached(result, 0) == 2  # the missing value is one
    assert reached(result, 1) == pytest.approx(np.exp(-(2 / 3) * np.log(2 / 3) - np.log(1 / 3) / 3))
    assert reached(result, 2) == 2
    worse = [DistinctDiversity("ill", 3), EntropyDiversity("ill", 1.9), RecursiveDiversity("ill", 2, 2)]
    assert [promise.holds for promise in verify(table, ["age"], worse, sensitive=spec("ill")).promises] == [False] * 3


def test_recursive_diversity_that_no_c_reaches_has_no_figure() -> None:
    result = verify(
        release(age=["1", "1"], ill=["a", "a"]), ["age"], [RecursiveDiversity("ill", 9, 2)], sensitive=spec("ill")
    )
    assert not result.ok
    assert reached(result) is None


def test_items_of_sensitive_sets() -> None:
    table = release(age=["1", "1", "2", "2", "2"], ills=["a,b", "a", "c", "", None])
    result = verify(table, ["age"], [DistinctDiversity("ills", 2)], sensitive=spec("ills", Kind.SET))
    assert reached(result) == 1
    assert not result.ok
    with pytest.raises(JobError, match="is a set"):
        verify(table, ["age"], [TCloseness("ills", 0.2)], sensitive=spec("ills", Kind.SET))


def test_equal_distance() -> None:
    table = release(age=["1"] * 2 + ["2"] * 2, ill=["a", "a", "a", "b"])
    result = verify(table, ["age"], [TCloseness("ill", 0.25)], sensitive=spec("ill"))
    assert reached(result) == pytest.approx(0.25)
    assert result.ok


def test_numbers_are_ordered_as_numbers_and_equal_however_written() -> None:
    # The salaries of Li et al. 2007 in three groups; as text 10 and 11 would stand before 3.
    cells = ["3", "4.0", "5", "6", "11", "8", "7", "9", "10"]
    table = release(zip=["a"] * 3 + ["b"] * 3 + ["c"] * 3, salary=cells)
    result = verify(table, ["zip"], [TCloseness("salary", 0.4)], sensitive=spec("salary", Kind.NUMBER))
    assert reached(result) == pytest.approx(0.375)
    same = release(zip=["a", "a"], salary=["4", "4.0"])
    result = verify(same, ["zip"], [DistinctDiversity("salary", 2)], sensitive=spec("salary", Kind.NUMBER))
    assert reached(result) == 1


def test_dates_are_ordered_by_their_format() -> None:
    table = release(zip=["a", "b", "c"], day=["31.01.2020", "01.02.2020", "01.03.2020"])
    result = verify(table, ["zip"], [TCloseness("day", 0.5)], sensitive=spec("day", Kind.DATE, format="%d.%m.%Y"))
    assert reached(result) == pytest.approx(0.5)  # an end of three: (2/3 + 1/3) / 2


def test_a_word_in_a_number_column_is_counted_not_quoted() -> None:
    table = release(zip=["a", "b"], salary=["4", "secret"])
    with pytest.raises(DataError, match="1 of its 2 different values") as error:
        verify(table, ["zip"], [TCloseness("salary", 0.5)], sensitive=spec("salary", Kind.NUMBER))
    assert "secret" not in str(error.value)


def test_hierarchical_distance() -> None:
    tree = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["d", "y"]])
    table = release(zip=["1", "1", "2", "2"], ill=["a", "b", "c", "d"])
    model = TCloseness("ill", 0.5, "hierarchical")
    result = verify(table, ["zip"], [model], sensitive=spec("ill"), hierarchies={"ill": tree})
    assert reached(result) == pytest.approx(0.5)  # half of the mass crosses the root
    mixed = release(zip=["1", "2", "1", "2"], ill=["a", "b", "c", "d"])
    result = verify(mixed, ["zip"], [model], sensitive=spec("ill"), hierarchies={"ill": tree})
    assert reached(result) == pytest.approx(0.25)
    with pytest.raises(JobError, match="has no hierarchy"):
        verify(mixed, ["zip"], [model], sensitive=spec("ill"))
    with pytest.raises(DataError, match="2 of the values"):
        verify(mixed, ["zip"], [model], sensitive=spec("ill"), hierarchies={"ill": Hierarchy.flat(["a", "b"])})


def test_removed_records_are_not_part_of_the_whole() -> None:
    table = release(zip=["1", "2", "*"], ill=["a", "a", "*"])
    assert reached(verify(table, ["zip"], [TCloseness("ill", 0.1)], sensitive=spec("ill"))) == 0


@pytest.mark.parametrize(("kind", "distance"), [(Kind.NUMBER, "ordered"), (Kind.CATEGORY, "hierarchical")])
def test_the_mark_of_a_removed_record_is_no_sensitive_value(kind: Kind, distance: str) -> None:
    table = release(zip=["1", "1", "*"], cost=["3", "4", "*"])
    model = TCloseness("cost", 0.1, distance)
    tree = Hierarchy.flat(["3", "4"])
    assert verify(table, ["zip"], [model], sensitive=spec("cost", kind), hierarchies={"cost": tree}).ok


def test_compiled_and_sorted_groups_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(7)
    columns = {
        f"c{number}": PublishedColumn(
            random.integers(-1, 40, 3000).astype(np.int32) % 3 + 37 * (number % 2), tuple(map(str, range(2**14)))
        )
        for number in range(6)
    }
    table = PublishedTable(columns, 3000)
    rows = random.random(3000) < 0.7
    for chosen in (None, rows):
        by_sorting = table.groups(list(columns), chosen)
        monkeypatch.setattr(published_module, "COMPILED_FROM", 1)
        compiled = table.groups(list(columns), chosen)
        monkeypatch.undo()
        pairs = set(zip(by_sorting.tolist(), compiled.tolist(), strict=True))
        assert len(pairs) == by_sorting.max() + 1 == compiled.max() + 1 > 100
        assert len(by_sorting) == (3000 if chosen is None else rows.sum())


def test_compiled_groups_grow() -> None:
    words = np.stack([np.arange(100_000) % 70_000, np.arange(100_000) % 70_000 * 3], axis=1)
    numbers, count = number_rows(words)
    assert count == 70_000
    assert np.array_equal(numbers, np.arange(100_000) % 70_000)


def test_rows_with_one_hash_are_still_told_apart() -> None:
    mask = 2**64 - 1

    def mixed(start: int, word: int) -> int:
        product = ((start ^ word) * 0xBF58476D1CE4E5B9) & mask
        return product ^ (product >> 29)

    first = [0x9E3779B97F4A7C15, 5, 9]
    rows = [(word, mixed(first[0], word) ^ mixed(first[0], first[1]) ^ first[2]) for word in range(40)]
    assert len({mixed(mixed(first[0], low), high) for low, high in rows}) == 1
    numbers, count = number_rows(np.array(rows * 2, dtype=np.uint64).view(np.int64))
    assert count == 40
    assert numbers.tolist() == [*range(40), *range(40)]


def test_a_set_is_read_as_its_items_however_it_is_written() -> None:
    table = release(age=["1"] * 3, ills=['["a","b"]', "b; a\u3000", "a;;b"])
    sets = spec("ills", Kind.SET, separator=";")
    assert reached(verify(table, ["age"], [DistinctDiversity("ills", 2)], sensitive=sets)) == 2


def test_without_groups_nothing_is_promised_of_every_group() -> None:
    table = release(ill=["flu", "cold"])
    result = verify(table, [], [DistinctDiversity("ill", 2)], sensitive=spec("ill"))
    assert (result.promises[0].vacuous, result.promises[0].achieved, result.ok) == ("ungrouped", 2, False)


def test_a_bound_on_removals_alone_protects_nobody() -> None:
    promise = Suppression(0.5).check(1, 4)
    assert (promise.achieved, promise.holds) == (0.25, True)
    assert not Suppression(0.2).check(1, 4).holds
    assert not Verification(promises=(promise,), records=3, groups=1, smallest_group=3).ok


def test_what_predicates_accept_by_a_hair_verification_accepts() -> None:
    assert TOLERANCE < MET
    assert MARGIN > STRICT


@pytest.mark.parametrize(
    ("kind", "labels", "leaves"),
    [
        (Kind.NUMBER, ["1.0", "2", "1,000.5"], ["1", "2.0", "1000.5"]),
        (Kind.DATE, ["2020/01/02", "2020-01-03", "2020-02-01"], ["2020-01-02", "20200103", "2020-02-01"]),
    ],
)
def test_numbers_and_dates_find_their_leaves_by_what_they_mean(
    kind: Kind, labels: list[str], leaves: list[str]
) -> None:
    tree = Hierarchy.from_rows([[leaves[0], "low", "*"], [leaves[1], "low", "*"], [leaves[2], "high", "*"]])
    table = release(age=["1", "1", "2"], cost=labels)
    model = TCloseness("cost", 1, "hierarchical")
    result = verify(table, ["age"], [model], sensitive=spec("cost", kind), hierarchies={"cost": tree})
    assert reached(result) == pytest.approx(2 / 3)


def test_a_number_that_is_none_is_missing() -> None:
    table = release(age=["1"] * 4, cost=["nan", " NaN ", None, "3"])
    assert reached(verify(table, ["age"], [DistinctDiversity("cost", 2)], sensitive=spec("cost", Kind.NUMBER))) == 2


def test_whole_numbers_are_told_apart_where_a_float_would_round_them() -> None:
    table = release(age=["1"] * 3, cost=[str(2**53), str(2**53 + 1), f"{2**53:,}"])
    assert reached(verify(table, ["age"], [DistinctDiversity("cost", 2)], sensitive=spec("cost", Kind.NUMBER))) == 2
    table = release(age=["1"] * 3, cost=[str(2**53), str(2**53 + 1), "0.5"])
    assert reached(verify(table, ["age"], [DistinctDiversity("cost", 2)], sensitive=spec("cost", Kind.NUMBER))) == 2
