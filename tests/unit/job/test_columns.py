"""Every role and type of a column with every setting that any column has."""

from __future__ import annotations

from typing import Any

import pytest

from tokumei.core.columns import Kind, Role
from tokumei.errors import JobError
from tokumei.job import load, text_settings
from tokumei.job.columns import COLUMNS, ColumnJob

GOOD: dict[str, Any] = {
    "hierarchy": {"prefixes": [2, 1]},
    "categories": "table.csv",
    "publish": "values",
    "format": "%Y",
    "separator": "|",
    "weight": 1.0,
    "shown": True,
    "constant": True,
    "n": 3,
    "k": 4,
    "passes": 1,
    "mask": "least",
    "mask_char": "#",
    "keep": ["a phrase"],
    "registry": "collection",
    "equal": True,
    "merge": True,
    "whitespace": "keep",
    "characters": "points",
    "short": "pass",
    "all_masked": True,
    "guess": True,
    "within": "table",
    "round": 1000,
    "top": 90,
    "bottom": 20,
    "ends": "round",
    "at_least": 1,
    "at_most": 1,
    "rare": {"below": 5, "do": "pool"},
    "pseudonym": "random",
    "absence": "hide",
}
"""Setting → a value that is good wherever the setting exists."""
SETTINGS = sorted({name for model in COLUMNS.values() for name in model.model_fields} - set(ColumnJob.model_fields))
PAIRS = [(*where, setting) for where in COLUMNS for setting in SETTINGS]


def _job(role: Role, kind: Kind | None, settings: dict[str, Any]) -> dict[str, Any]:
    """A job in which the column can stand: some settings are for histories, a sensitive hierarchy is for a distance."""
    if {"at_least", "at_most"} & settings.keys() and "at_least" in COLUMNS[role, kind].model_fields:
        settings = {**settings, "hierarchy": GOOD["hierarchy"]}
    column = {"role": role, **({} if kind is None else {"type": kind}), **settings}
    job: dict[str, Any] = {"columns": {"x": column, "age": {"role": "quasi", "type": "number"}}, "privacy": {"k": 5}}
    if role is Role.SENSITIVE and "hierarchy" in settings:
        job["privacy"]["t_closeness"] = {"x": {"t": 0.5, "distance": "hierarchical"}}
    if {"shown", "constant"} & settings.keys():
        job |= {"subject": "person", "columns": {**job["columns"], "person": "identifier"}}
    return job


def test_every_setting_has_a_good_value() -> None:
    assert sorted(GOOD) == SETTINGS


def test_every_role_and_type_has_a_model() -> None:
    assert COLUMNS.keys() == {(role, kind) for role in Role for kind in (None, *Kind)}


@pytest.mark.parametrize(("role", "kind", "setting"), PAIRS)
def test_a_setting_is_accepted_or_told_where_it_belongs(role: Role, kind: Kind | None, setting: str) -> None:
    job = _job(role, kind, {setting: GOOD[setting]})
    implied_date = (role, kind, setting) == (Role.QUASI, None, "format")
    if implied_date or setting in COLUMNS[role, kind].model_fields:
        column = load(job).columns["x"]
        assert column.written(setting)
        assert column.type is (Kind.DATE if implied_date else kind)
        return
    with pytest.raises(JobError) as refusal:
        load(job)
    said = str(refusal.value)
    assert f"`columns.x.{setting}`: it belongs to `" in said
    owners = {owner for owner, model in COLUMNS.items() if setting in model.model_fields}
    of_role = {str(owner) for one, owner in owners if one is role and owner is not None}
    if of_role:
        assert all(f"`type: {owner}`" in said for owner in of_role)
    else:
        assert all(f"`role: {one}" in said for one, _ in owners)


@pytest.mark.parametrize("role", Role)
def test_a_bare_role_is_short_for_a_mapping(role: Role) -> None:
    quasi = {"age": {"role": "quasi", "type": "number"}}
    short, full = (load({"columns": {**quasi, "x": x}, "privacy": {"k": 2}}) for x in (role.value, {"role": role}))
    assert short == full
    assert type(short.columns["x"]) is COLUMNS[role, None]


def test_a_format_implies_a_date_only_where_the_type_is_open() -> None:
    with pytest.raises(JobError, match="belongs to `type: date`"):
        load(_job(Role.QUASI, Kind.NUMBER, {"format": "%Y"}))
    with pytest.raises(JobError, match="belongs to `type: date`: add the type"):
        load(_job(Role.SENSITIVE, None, {"format": "%Y"}))


@pytest.mark.parametrize("kind", [Kind.NUMBER, Kind.DATE, Kind.CATEGORY, None])
def test_nodes_need_a_hierarchy(kind: Kind | None) -> None:
    with pytest.raises(JobError, match="`publish: nodes` needs a `hierarchy`"):
        load(_job(Role.QUASI, kind, {"publish": "nodes"}))
    assert load(_job(Role.QUASI, kind, {"publish": "nodes", "hierarchy": "tree.csv"}))


def test_ranges_are_not_for_categories() -> None:
    with pytest.raises(JobError, match=r"`columns.x.publish`: .*'nodes' or 'values'"):
        load(_job(Role.QUASI, Kind.CATEGORY, {"publish": "ranges"}))


@pytest.mark.parametrize("weight", [0, -1, float("inf"), float("nan"), "much"])
def test_a_weight_is_a_positive_number(weight: object) -> None:
    with pytest.raises(JobError, match=r"`columns.x.weight`"):
        load(_job(Role.QUASI, Kind.NUMBER, {"weight": weight}))


def test_a_text_has_the_jobs_k_unless_it_has_its_own() -> None:
    own, of_job = (load(_job(Role.QUASI, Kind.TEXT, settings)).columns["x"] for settings in ({"k": 7}, {}))
    assert text_settings(own, 5).k == 7
    assert text_settings(of_job, 5).k == 5


@pytest.mark.parametrize(
    "settings", [{"n": 0}, {"n": 1001}, {"k": 1}, {"passes": -1}, {"mask_char": ""}, {"mask_char": "ab"}, {"mask": "x"}]
)
def test_the_limits_of_text_settings_hold_in_a_job(settings: dict[str, Any]) -> None:
    with pytest.raises(JobError, match=f"`columns.x.{next(iter(settings))}`"):
        load(_job(Role.QUASI, Kind.TEXT, settings))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"guess": True, "merge": True}, "`guess` compares texts character by character"),
        ({"mask": "least", "equal": True}, "`mask: least` says how rare n-grams are masked"),
        ({"passes": 1, "registry": "collection"}, "`passes: 1` says how rare n-grams are masked"),
        ({"short": "pass", "registry": ["a", "b"]}, "`short: pass` says how rare n-grams are masked"),
        ({"mask_char": "\u0301"}, "`mask_char` must be one visible character"),
        ({"mask_char": "#", "keep": ["a#b"]}, "`keep` has a phrase that contains the mask character"),
    ],
)
def test_text_settings_that_do_not_go_together_are_refused_with_the_job(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(JobError, match=f"`columns.x`: {said}"):
        load(_job(Role.QUASI, Kind.TEXT, settings))


def test_rare_n_grams_are_masked_as_asked_beside_a_registry_of_released_texts() -> None:
    registry = {"collection": True, "direction": "released"}
    column = load(_job(Role.QUASI, Kind.TEXT, {"mask": "least", "passes": 1, "registry": registry})).columns["x"]
    assert text_settings(column, 5).mask == "least"


def test_settings_are_frozen() -> None:
    column = load(_job(Role.QUASI, Kind.NUMBER, {})).columns["x"]
    with pytest.raises(ValueError, match="frozen"):
        column.weight = 2.0
