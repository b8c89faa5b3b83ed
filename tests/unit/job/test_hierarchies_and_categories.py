"""Hierarchies by every way and categories by both, on columns of every type."""

from __future__ import annotations

from typing import Any

import pytest

from tokumei.errors import JobError
from tokumei.job import load
from tokumei.job.hierarchy import CATEGORIES, WAYS

SHORTEST: dict[str, dict[str, Any]] = {
    "file": {"file": "tree.csv"},
    "rows": {"rows": [["a", "*"]]},
    "intervals": {"intervals": [5, 10]},
    "levels": {"levels": ["month", "year"]},
    "prefixes": {"prefixes": [3, 1]},
    "frequency": {"frequency": True},
    "semantic": {"semantic": ["wordnet"]},
}
TYPES = {
    "number": {"file", "rows", "intervals", "prefixes", "frequency"},
    "date": {"file", "rows", "levels", "prefixes", "frequency"},
    "category": {"file", "rows", "prefixes", "frequency", "semantic"},
    "set": {"file", "rows", "prefixes", "frequency", "semantic"},
    None: set(WAYS),
}


def _load(kind: str | None, **settings: Any) -> Any:
    column = {"role": "quasi", **({} if kind is None else {"type": kind}), **settings}
    return load({"columns": {"x": column}, "privacy": {"k": 2}}).columns["x"]


def test_every_way_is_tried() -> None:
    assert SHORTEST.keys() == WAYS.keys()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", TYPES)
def test_a_way_fits_a_type_or_says_which_it_is_for(kind: str | None, way: str) -> None:
    if way in TYPES[kind]:
        assert type(_load(kind, hierarchy=SHORTEST[way]).hierarchy) is WAYS[way]
        return
    with pytest.raises(JobError, match=rf"`columns.x.hierarchy`: `{way}` (is|are) for `type: "):
        _load(kind, hierarchy=SHORTEST[way])


@pytest.mark.parametrize("kind", TYPES)
def test_a_bare_name_is_a_file(kind: str | None) -> None:
    assert _load(kind, hierarchy="tree.csv") == _load(kind, hierarchy={"file": "tree.csv"})


@pytest.mark.parametrize("hierarchy", [{}, {"intervals": [5], "file": "tree.csv"}, {"direction": 2}])
def test_a_hierarchy_is_of_one_way(hierarchy: dict[str, Any]) -> None:
    with pytest.raises(JobError, match="a hierarchy is exactly one of file, rows, intervals, levels"):
        _load("number", hierarchy=hierarchy)


@pytest.mark.parametrize("hierarchy", [3, [], True])
def test_a_hierarchy_is_a_name_or_a_mapping(hierarchy: object) -> None:
    with pytest.raises(JobError, match=r"`columns.x.hierarchy`"):
        _load("number", hierarchy=hierarchy)


@pytest.mark.parametrize(
    ("kind", "hierarchy"),
    [
        ("number", {"intervals": []}),
        ("number", {"intervals": ["wide"]}),
        ("date", {"levels": ["fortnight"]}),
        ("date", {"levels": []}),
        ("category", {"prefixes": [0]}),
        ("category", {"frequency": False}),
        ("category", {"semantic": []}),
        ("category", {"semantic": ["wordnet"], "direction": 0}),
        ("category", {"semantic": ["wordnet"], "nearly": 0}),
    ],
)
def test_bad_values_are_refused_by_their_name(kind: str, hierarchy: dict[str, Any]) -> None:
    with pytest.raises(JobError, match=rf"`columns.x.hierarchy.({'|'.join(hierarchy)})"):
        _load(kind, hierarchy=hierarchy)


def test_a_setting_of_another_way_is_told_where_it_belongs() -> None:
    with pytest.raises(JobError, match=r"`columns.x.hierarchy.origin`: it belongs to hierarchy by `intervals`"):
        _load("category", hierarchy={"prefixes": [1], "origin": 3})


@pytest.mark.parametrize("way", ["table", "keywords"])
@pytest.mark.parametrize(
    ("role", "kind"), [("quasi", "category"), ("quasi", None), ("keep", None), ("sensitive", "number")]
)
def test_categories_are_for_what_has_values(role: str, kind: str | None, way: str) -> None:
    column = {"role": role, "categories": {way: "file"}, **({} if kind is None else {"type": kind})}
    job = load({"columns": {"x": column, "age": "quasi"}, "privacy": {"k": 2}})
    assert type(job.columns["x"].categories) is CATEGORIES[way]


def test_a_bare_name_is_a_table_of_categories() -> None:
    assert _load("category", categories="t.csv") == _load("category", categories={"table": "t.csv"})


@pytest.mark.parametrize("categories", [{}, {"table": "a", "keywords": "b"}, {"described_by": "age"}])
def test_categories_are_of_one_way(categories: dict[str, Any]) -> None:
    with pytest.raises(JobError, match="categories are by exactly one of table, keywords"):
        _load("category", categories=categories)


def test_a_setting_of_the_other_categories_is_told_where_it_belongs() -> None:
    with pytest.raises(JobError, match="it belongs to categories by `keywords`"):
        _load("category", categories={"table": "t.csv", "described_by": "age"})


def test_what_describes_values_is_a_column() -> None:
    with pytest.raises(JobError, match=r"`columns.x.categories.described_by` names 'y', not a column"):
        _load("category", categories={"keywords": "gift-shop", "described_by": "y"})


def test_a_sensitive_hierarchy_serves_a_distance_or_is_refused() -> None:
    columns = {"age": "quasi", "sick": {"role": "sensitive", "type": "category", "hierarchy": "tree.csv"}}
    for closeness in ({}, {"sick": 0.3}, {"sick": {"t": 0.3, "distance": "equal"}}):
        with pytest.raises(JobError, match=r"`columns.sick.hierarchy`: a sensitive column is published as it is"):
            load({"columns": columns, "privacy": {"k": 2, "t_closeness": closeness}})
    for distance in ("hierarchical", "ordered"):
        asked = {"sick": {"t": 0.3, "distance": distance}}
        assert load({"columns": columns, "privacy": {"k": 2, "t_closeness": asked}})
