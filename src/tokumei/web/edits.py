"""What a click changes in a job: plain mappings in, changed in place of what they were.

A job being edited may not be valid for a while (no quasi-identifier yet, say): it is kept as it is, and the page says
what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["column_of", "merged", "role_of", "set_person", "set_role", "set_setting"]

DIVERSE = {"distinct": 2}
CLOSE = 0.3
"""What is promised of a column that becomes sensitive, as a draft does."""
SHORT = ("identifier", "keep")
"""Roles that are written alone."""
PROMISES = ("l_diversity", "t_closeness", "alpha_k", "beta_likeness")
"""Promises that name sensitive columns."""


def column_of(job: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What the job says of a column, in the long form."""
    said = job["columns"].get(name, {})
    return {"role": said} if isinstance(said, str) else dict(said)


def role_of(job: Mapping[str, Any], name: str) -> str:
    """The role of a column."""
    return str(column_of(job, name).get("role", ""))


def set_role(job: dict[str, Any], surveyed: Mapping[str, Any], role: str) -> None:
    """A column in another role, with the settings that a draft gives it there; promises follow."""
    name = surveyed["name"]
    if role_of(job, name) == role:
        return
    before = role_of(job, name)
    settings = surveyed["as"][role]
    job["columns"][name] = role if role in SHORT else dict(settings)
    if before == "sensitive":
        without_column(job["privacy"], name)
    if before == "identifier" and name in (job.get("person"), job.get("subject")):
        for key in ("person", "subject", "one_per"):
            job.pop(key, None)
    if role == "sensitive":
        promise_for(job, surveyed)


def merged(base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """A job that was changed, with what a new draft changes: what a person changed stays as the person has it."""
    names = [*theirs, *(name for name in mine if name not in theirs)]
    merging = {name: (base.get(name), mine.get(name), theirs.get(name)) for name in names}
    chosen = {
        name: merged(old, own, new)
        if name == "columns" and isinstance(old, Mapping) and isinstance(own, Mapping) and isinstance(new, Mapping)
        else new
        if own == old
        else own
        for name, (old, own, new) in merging.items()
    }
    return {name: value for name, value in chosen.items() if value is not None}


def set_person(job: dict[str, Any], surveyed: Sequence[Mapping[str, Any]], name: str, way: str, by: str) -> None:
    """Whose each record is, and what is read of each person: all records, one, or all protected together as a history.

    A history promises k alone, and takes its columns in a form of its own.
    """
    had = job.get("subject")
    for key in ("person", "subject", "one_per"):
        job.pop(key, None)
    if name and way == "all":
        job["subject"] = name
        for promise in (*PROMISES, "suppress"):
            job["privacy"].pop(promise, None)
        for column in surveyed:
            if role_of(job, column["name"]) != "identifier":
                settings = column["in_a_history"]
                job["columns"][column["name"]] = "identifier" if settings["role"] == "identifier" else dict(settings)
    elif name:
        job["person"] = name
        if way != "people":
            job["one_per"] = {"person": way, **({"by": by} if by and way != "random" else {})}
    if had and "subject" not in job:
        for column in surveyed:
            if role_of(job, column["name"]) == "quasi":
                settings = column["as"][column["role"]]
                job["columns"][column["name"]] = column["role"] if column["role"] in SHORT else dict(settings)
                if column["role"] == "sensitive":
                    promise_for(job, column)


def promise_for(job: dict[str, Any], surveyed: Mapping[str, Any]) -> None:
    """The promise that a draft gives a sensitive column."""
    if surveyed["kind"] == "number":
        job["privacy"].setdefault("t_closeness", {})[surveyed["name"]] = CLOSE
    elif surveyed["kind"] == "category" and surveyed["diverse"]:
        job["privacy"].setdefault("l_diversity", {})[surveyed["name"]] = dict(DIVERSE)


def without_column(privacy: dict[str, Any], name: str) -> None:
    """The promises without those of a column."""
    for promise in PROMISES:
        named = privacy.get(promise)
        if isinstance(named, dict):
            named.pop(name, None)
            if not named:
                del privacy[promise]


def set_setting(place: dict[str, Any], name: str, value: Any) -> None:
    """A setting, or nothing of it where it has no value."""
    if value is None or value == "" or value == {}:
        place.pop(name, None)
    else:
        place[name] = value
