"""What a job asks of each mechanism that makes columns of its release: the features of the table of capabilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tokumei.core.columns import Kind, Role

if TYPE_CHECKING:
    from tokumei.job.columns import ColumnJob
    from tokumei.job.job import Job

__all__ = ["OF_VALUES", "features_of", "mechanisms_of"]

OF_VALUES = ("l_diversity", "t_closeness", "alpha_k", "beta_likeness")
"""Promises about the sensitive values of every group."""


def mechanisms_of(job: Job) -> list[str]:
    """What makes the columns of a job's release."""
    if job.subject is not None:
        return ["history"]
    return [
        *([_grouping(job)] if job.grouped else []),
        *(["km"] if job.privacy.km is not None else []),
        *(["text"] if _beside(job) else []),
    ]


def _beside(job: Job) -> list[str]:
    """The texts that are masked beside the groups."""
    return [name for name in job.texts if name not in job.grouped]


def _grouping(job: Job) -> str:
    """What makes the groups of a table."""
    return job.method.score if job.method.recoding == "local" else job.method.recoding


def features_of(job: Job, mechanism: str) -> dict[str, str]:
    """What a job asks of one of its mechanisms: feature → the setting that asks for it."""
    first = mechanisms_of(job)[0] == mechanism
    return dict([*_of_columns(job, _columns(job, mechanism)), *(_of_job(job) if first else ())])


def _columns(job: Job, mechanism: str) -> list[str]:
    """The quasi-identifiers that a mechanism makes."""
    if mechanism == "history":
        return job.named(Role.QUASI)
    if mechanism == "text":
        return _beside(job)
    return [job.privacy.km.column] if mechanism == "km" and job.privacy.km is not None else job.grouped


_POLICIES = {"at_least": "at_least", "at_most": "at_most", "top": "top", "bottom": "top", "ends": "ends"}
"""Setting of a quasi-identifier → the feature that it asks for."""


def _of_columns(job: Job, names: list[str]) -> Iterator[tuple[str, str]]:
    kinds = {name: job.columns[name].type for name in names}
    if len(names) > 1 and not all(kind is Kind.TEXT for kind in kinds.values()):
        yield "several", f"columns.{names[1]}"
    if job.output.numbers == "bounds":
        yield "bounds", "output.numbers"
    if job.output.recoding is not None:
        yield from _not_to_be_stored(job, names)
    for name, kind in kinds.items():
        column = job.columns[name]
        if column.setting("within") == "group":
            yield "within", f"columns.{name}.within"
        elif kind is not None:
            yield kind.value, f"columns.{name}"
            if kind is Kind.TEXT:
                yield from _beside_a_history(column, f"columns.{name}")
        if kind not in (Kind.SET, Kind.TEXT):
            yield "single", f"columns.{name}"
        if column.setting("hierarchy") is not None:
            yield ("item_hierarchy" if kind is Kind.SET else "hierarchy"), f"columns.{name}.hierarchy"
            if any(column.setting("hierarchy").setting(way) is not None for way in ("frequency", "semantic")):
                yield "made_hierarchy", f"columns.{name}.hierarchy"
        if column.setting("absence") == "hide":
            yield "absence", f"columns.{name}.absence"
            if column.setting("hierarchy") is not None:
                yield "tree_absence", f"columns.{name}.absence"
        if column.setting("publish") is not None:
            yield "publish", f"columns.{name}.publish"
        for setting, feature in _POLICIES.items():
            if column.setting(setting) is not None:
                yield feature, f"columns.{name}.{setting}"
        if column.setting("weight") not in (None, 1.0):
            yield "weight", f"columns.{name}.weight"


def _beside_a_history(column: ColumnJob, place: str) -> Iterator[tuple[str, str]]:
    """What texts beside groups have or lack that matters in a history."""
    if not column.setting("shown"):
        yield "hidden_text", place
    for setting in ("equal", "registry"):
        if column.setting(setting):
            yield "equal_text", f"{place}.{setting}"
    if column.setting("weight") != 1.0:
        yield "text_weight", f"{place}.weight"


def _not_to_be_stored(job: Job, names: list[str]) -> Iterator[tuple[str, str]]:
    """Columns of which a stored recoding would hold values of the source."""
    for name in names:
        column = job.columns[name]
        tree, publish = column.setting("hierarchy"), column.setting("publish")
        ranges = publish == "ranges" or (publish is None and tree is None and column.type is not Kind.CATEGORY)
        if ranges and column.setting("ends") in (None, "exact"):
            yield "exact_ends", f"columns.{name}"


def _of_job(job: Job) -> Iterator[tuple[str, str]]:
    privacy, method = job.privacy, job.method
    yield "k", "privacy.k"
    for role in (Role.SENSITIVE, Role.KEEP):
        for name in job.named(role):
            yield role.value, f"columns.{name}"
            if not job.columns[name].setting("shown"):
                yield f"hidden_{role}", f"columns.{name}"
    for name in (*OF_VALUES, "km", "presence", "k_map", "suppress"):
        if getattr(privacy, name):
            yield name, f"privacy.{name}"
    if privacy.suppress_by == "person":
        yield "suppress_by", "privacy.suppress_by"
    if job.subject is not None:
        yield "subject", "subject"
    for name, column in job.columns.items():
        for setting in ("round", "rare", "pseudonym"):
            if column.setting(setting) is not None:
                yield setting, f"columns.{name}.{setting}"
        if job.subject not in (None, name) and column.setting("pseudonym") is not None:
            yield "other_pseudonym", f"columns.{name}.pseudonym"
    for name in ("where", "derive", "person", "one_per", "ledger"):
        if getattr(job, name):
            yield name, name
    if job.by_people:
        yield "people", "person"
        if _beside(job):
            yield "people_text", "person"
        if job.privacy.km is not None:
            yield "people_km", "person"
    if job.attack is not None:
        yield "attack", "attack"
    if job.ledger is not None and job.texts:
        yield "ledger_text", "ledger"
    if method.recoding != "local":
        yield "recoding", "method.recoding"
    if job.output.recoding is not None:
        yield "stored", "output.recoding"
    for name in ("score", "algorithm"):
        if method.written(name):
            yield "score", f"method.{name}"
    if method.effort != "default":
        yield "effort", "method.effort"
    for name in ("rules", "label"):
        if getattr(method, name) is not None:
            yield name, f"method.{name}"
    for name in ("cluster", "match"):
        if method.written(name):
            yield "cluster", f"method.{name}"
    if method.surplus != "remove":
        yield "surplus", "method.surplus"
    if (method.cluster, method.match) == ("count", "sort"):
        yield "paper", "method"
