"""The public surface, pinned: a change here is a change for users."""

from __future__ import annotations

import importlib
import inspect

import pytest

import tokumei

PUBLIC = [
    "Attacks",
    "DataError",
    "Draft",
    "EngineError",
    "EngineRelease",
    "Evidence",
    "ExtraError",
    "Hierarchies",
    "Infeasible",
    "Job",
    "JobError",
    "OutputError",
    "Promise",
    "PromiseError",
    "Release",
    "SourceError",
    "TablesRelease",
    "TokumeiError",
    "Verification",
    "__version__",
    "anonymize",
    "apply",
    "attack",
    "draft_job",
    "evidence",
    "find_hierarchies",
    "load",
    "mask_texts",
    "measure",
    "run",
    "sweep",
    "verify",
]


def test_the_public_names_are_these() -> None:
    assert sorted(tokumei.__all__) == PUBLIC
    assert dir(tokumei) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_loads(name: str) -> None:
    assert getattr(tokumei, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        tokumei.no_such_name  # noqa: B018


def test_every_public_error_descends_from_the_root() -> None:
    errors = importlib.import_module("tokumei.errors")
    for name in errors.__all__:
        found = getattr(errors, name)
        if inspect.isclass(found):
            assert issubclass(found, tokumei.TokumeiError)
            assert name in PUBLIC
            assert found.exit_status in (1, 2)


FUNCTIONS = [name for name in PUBLIC if inspect.isfunction(getattr(tokumei, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_options_of_public_functions_are_keyword_only(name: str) -> None:
    parameters = inspect.signature(getattr(tokumei, name)).parameters.values()
    optional = [one for one in parameters if one.default is not inspect.Parameter.empty]
    assert all(one.kind is inspect.Parameter.KEYWORD_ONLY for one in optional)
