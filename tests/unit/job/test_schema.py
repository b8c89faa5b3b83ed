"""The JSON schema and the models accept and refuse the same jobs, where structure decides."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tokumei.errors import JobError
from tokumei.job import load_any, schema
from tokumei.job.columns import COLUMNS

jsonschema = pytest.importorskip("jsonschema")

AGE = {"role": "quasi", "type": "number"}
BASE: dict[str, Any] = {"columns": {"age": AGE}, "privacy": {"k": 5}}

TABLES: dict[str, Any] = {
    "person": "who",
    "linked": True,
    "tables": {name: {"columns": {"who": "identifier", "age": AGE}} for name in "ab"},
    "privacy": {"k": 5},
}


def _columns(**columns: object) -> dict[str, Any]:
    return {**BASE, "columns": {"age": AGE, **columns}}


def _privacy(**privacy: object) -> dict[str, Any]:
    return {**BASE, "privacy": {"k": 5, **privacy}}


def _method(**method: object) -> dict[str, Any]:
    return {**BASE, "method": method}


def _when(condition: object) -> dict[str, Any]:
    return _method(rules=[{"name": "a", "when": {"age": condition}}])


GOOD: list[dict[str, Any]] = [
    BASE,
    {**BASE, "source": "a.csv"},
    {**BASE, "source": {"file": "a.csv", "encoding": "cp932", "names": ["age"]}},
    {**BASE, "source": {"sql": "sqlite:///a.db", "query": "SELECT 1"}},
    {**BASE, "seed": 0, "others": "drop"},
    {**BASE, "output": {"data": "out.csv", "report": "r.html", "order": "keep", "removed": "mark"}},
    *(_columns(x=role) for role in ("identifier", "quasi", "sensitive", "keep")),
    _columns(x={"role": "quasi", "hierarchy": "tree.csv"}),
    _columns(x={"role": "quasi", "type": "number", "hierarchy": {"intervals": [5, 10], "origin": 1}}),
    _columns(x={"role": "quasi", "type": "date", "hierarchy": {"levels": ["month"]}, "format": "%Y"}),
    _columns(x={"role": "quasi", "type": "category", "categories": "t.csv", "publish": "values"}),
    _columns(x={"role": "quasi", "type": "set", "separator": "|", "hierarchy": {"frequency": True}}),
    _columns(x={"role": "quasi", "type": "text", "n": 3, "keep": ["a"], "registry": "collection"}),
    _columns(x={"role": "keep", "type": "set"}),
    _method(score="median"),
    _method(rules="rules.yaml"),
    *(_when(condition) for condition in ("a", 3, ["a", "b"], {"from": 1, "under": 2}, {"has": ["a"]})),
    {**_columns(x="sensitive"), "privacy": {"k": 5, "l_diversity": {"x": {"recursive": [3, 2]}}}},
    {**_columns(x="sensitive"), "privacy": {"k": 5, "t_closeness": {"x": 0.3}}},
    {**_columns(x="sensitive"), "privacy": {"k": 5, "t_closeness": {"x": {"t": 0.3, "distance": "equal"}}}},
    TABLES,
    {**TABLES, "strangers": "drop", "output": {"folder": "out", "files": "parquet"}, "seed": 1},
]
BAD: list[dict[str, Any]] = [
    {**TABLES, "linked": None},
    {**TABLES, "source": "a.csv"},
    {**TABLES, "tables": {"a": TABLES["tables"]["a"]}},
    {**TABLES, "tables": {**TABLES["tables"], "b": {"columns": {"who": "identifier", "age": {"role": "king"}}}}},
    {**TABLES, "output": {"data": "out.csv"}},
    {},
    {"columns": {"age": AGE}},
    {"privacy": {"k": 5}},
    {**BASE, "columns": {}},
    {**BASE, "columns": ["age"]},
    {**BASE, "colour": 1},
    {**BASE, "folder": "there"},
    {**BASE, "seed": -1},
    {**BASE, "others": "keep"},
    {**BASE, "source": 3},
    {**BASE, "source": {"fil": "a.csv"}},
    {**BASE, "source": {"sql": "sqlite:///a.db"}},
    {**BASE, "output": {"order": "sorted"}},
    *(_columns(x=column) for column in ("qasi", 3, None, {"role": "qasi"}, {"type": "number"})),
    _columns(x={"role": "quasi", "type": "integer"}),
    _columns(x={"role": "quasi", "type": "number", "separator": ","}),
    _columns(x={"role": "quasi", "type": "category", "publish": "ranges"}),
    _columns(x={"role": "quasi", "type": "number", "hierarchy": {"levels": ["month"]}}),
    _columns(x={"role": "quasi", "type": "text", "hierarchy": "tree.csv"}),
    _columns(x={"role": "quasi", "type": "text", "n": 0}),
    _columns(x={"role": "quasi", "type": "set", "publish": "values"}),
    _columns(x={"role": "identifier", "hierarchy": "tree.csv"}),
    _columns(x={"role": "keep", "weight": 2}),
    _columns(x={"role": "sensitive", "type": "text", "categories": "t.csv"}),
    _privacy(k=1),
    _privacy(suppress=2),
    _privacy(l_diversity={"x": {"distinct": 1}}),
    _privacy(km={"column": "x"}),
    _privacy(km={"column": "x", "m": 9}),
    _method(score="npc"),
    _method(rules=3),
    _when({"form": 3}),
    _when({"has": []}),
]


@pytest.fixture(scope="module")
def validator() -> Any:
    made = schema()
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


@pytest.mark.parametrize("job", GOOD, ids=str)
def test_what_the_models_accept_the_schema_accepts(validator: Any, job: dict[str, Any]) -> None:
    load_any(job)
    assert [error.message for error in validator.iter_errors(job)] == []


@pytest.mark.parametrize("job", BAD, ids=str)
def test_what_the_models_refuse_the_schema_refuses(validator: Any, job: dict[str, Any]) -> None:
    with pytest.raises(JobError):
        load_any(job)
    assert not validator.is_valid(job)


@pytest.mark.parametrize(("role", "kind"), COLUMNS)
def test_every_role_and_type_is_in_the_schema(validator: Any, role: str, kind: str | None) -> None:
    column = {"role": str(role), **({} if kind is None else {"type": str(kind)})}
    assert validator.is_valid(_columns(x=column))
    assert not validator.is_valid(_columns(x={**column, "nonsense": 1}))


def test_the_examples_fit_the_schema(validator: Any, request: pytest.FixtureRequest) -> None:
    jobs = list(request.config.rootpath.glob("examples/*/job.yaml"))
    assert jobs
    for path in jobs:
        assert validator.is_valid(yaml.safe_load(path.read_text(encoding="utf-8"))), path.parent.name
