"""From what validation found to sentences that say what is wrong, where it belongs, and what to write."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from tokumei.core.columns import Kind, Role
from tokumei.job.columns import COLUMNS, ColumnJob
from tokumei.job.hierarchy import CATEGORIES, WAYS
from tokumei.job.selection import DERIVATIONS
from tokumei.job.settings import Settings
from tokumei.job.source import FileSource, SqlSource

__all__ = ["sentence"]

MOST = 5
"""So many problems are said at once."""
_PUBLISHED = {
    Role.IDENTIFIER: "an identifier is never published, unless as a pseudonym",
    Role.KEEP: "a column with the role keep is published as it is",
    Role.SENSITIVE: "a sensitive column is published as it is",
}
_KEY = "[key]"
"""How validation calls the key of a mapping, in place of its value."""
_PLAIN = {
    **dict.fromkeys(("model_type", "model_attributes_type", "dict_type"), "a mapping is needed here"),
    **dict.fromkeys(("tuple_type", "list_type"), "a list is needed here"),
    "too_short": "at least one is needed here",
    "string_type": "a text is needed here",
    "string_unicode": "it holds characters that are not Unicode",
    "invalid_key": "a key is a text: put it in quotation marks",
}
"""What validation calls its own way → what a writer of a job calls it."""
_FAMILIES: dict[str, Mapping[str, type[Settings]]] = {
    "hierarchy": WAYS,
    "categories": CATEGORIES,
    "derive": DERIVATIONS,
    "source": {"file": FileSource, "sql": SqlSource},
}
"""Key → the forms that stand under it, each by the setting that makes it."""
_WRONG_WAY = {
    "<intervals>": "`intervals` are for `type: number`",
    "<levels>": "`levels` are for `type: date`",
    "<semantic>": "`semantic` is for `type: category` or `type: set`",
}


def sentence(error: ValidationError, known: type[Settings]) -> str:
    """The problems of a job in a few sentences; `known` is the model that was to be made."""
    places: dict[str, list[str]] = {}
    for problem in error.errors(include_url=False):
        whole = [str(part) for part in problem["loc"]]
        above, place, model = _of_table(whole, known)
        where = ".".join([*above, *(part for at, part in enumerate(place) if not _is_tag(at, place))])
        places.setdefault(_said(problem, place, model), []).append(where)
    lines = [
        f"{', '.join(f'`{where}`' for where in dict.fromkeys(wheres))}: {said}" if any(wheres) else said
        for said, wheres in places.items()
    ]
    return "; ".join(lines[:MOST]) + "."


def _of_table(place: list[str], known: type[Settings]) -> tuple[list[str], list[str], type[Settings]]:
    """What stands under one of several tables is as in a job of its own: what leads there, the place, its model."""
    if place[:1] != ["tables"] or len(place) < 3:
        return [], place, known
    return place[:2], place[2:], next(_models(known.model_fields["tables"].annotation))


def _is_tag(at: int, place: Sequence[str]) -> bool:
    """Whether a part of a place is the name of a model's form, and not a key; a column can have any name."""
    part, before = place[at], place[at - 1] if at else ""
    if before in ("columns", "when", "where", "derive", "l_diversity", "t_closeness"):
        return False
    return part == _KEY or (part.startswith("<") and part.endswith(">"))


def _said(problem: Mapping[str, Any], place: Sequence[str], known: type[Settings]) -> str:
    kind = problem["type"]
    if kind == "extra_forbidden":
        return _unknown(place, known)
    if place and place[-1] == _KEY:
        return _PLAIN["invalid_key"]
    if kind == "missing":
        return "this key is needed"
    if kind in ("union_tag_not_found", "union_tag_invalid") and place[0] == "columns" and len(place) == 2:
        return _no_column(problem.get("input"))
    if kind == "union_tag_invalid":
        return _WRONG_WAY.get(str((problem.get("ctx") or {}).get("tag", "")).strip("'"), "it does not fit this column")
    return _PLAIN.get(kind) or str(problem["msg"]).removeprefix("Value error, ")


def _no_column(given: object) -> str:
    if not isinstance(given, Mapping):
        return f"a column is a role ({', '.join(Role)}), or a mapping with `role`"
    if given.get("role") not in tuple(Role):
        return f"`role` is one of {', '.join(Role)}"
    return f"`type` is one of {', '.join(Kind)}"


def _unknown(place: Sequence[str], known: type[Settings]) -> str:
    """An unknown key: where it belongs, or what was perhaps meant."""
    key, tag = place[-1], place[-2] if len(place) > 1 else ""
    if place[0] == "columns" and len(place) == 4:
        return _of_other_columns(key, tag)
    for family, things in _FAMILIES.items():
        owners = [way for way, model in things.items() if key in model.model_fields]
        if family in place and owners:
            return f"it belongs to {family} by {' or '.join(f'`{way}`' for way in owners)}"
    return _alike(key, _fields(place[:-1], known))


def _of_other_columns(key: str, tag: str) -> str:
    own = next((where for where, model in COLUMNS.items() if f"<{model.__name__}>" == tag), None)
    owners = [where for where, model in COLUMNS.items() if key in model.model_fields]
    if own is None or not owners:
        return _alike(key, sorted({name for model in COLUMNS.values() for name in model.model_fields}))
    role, kind = own
    of_role = [owner for owner in owners if owner[0] is role]
    if of_role:  # the right role, another type
        types = " or ".join(f"`type: {owner[1]}`" for owner in of_role if owner[1] is not None)
        return f"it belongs to {types}" + (": add the type" if kind is None else "")
    roles = dict.fromkeys(owner[0] for owner in owners)
    kinds = dict.fromkeys(owner[1] for owner in owners if owner[1] is not None)
    typed = f", type: {next(iter(kinds))}" if len(kinds) == 1 else ""
    why = _PUBLISHED.get(role, "")
    return f"it belongs to {' or '.join(f'`role: {one}{typed}`' for one in roles)}" + (f"; {why}" if why else "")


def _fields(place: Sequence[str], known: type[Settings]) -> list[str]:
    """The keys that are known where a key is not."""
    models = [known]
    for part in place:  # a tag, an index or a key of a mapping does not leave the models that stand there
        fields = [model.model_fields[part] for model in models if part in model.model_fields]
        models = [model for field in fields for model in _models(field.annotation)] if fields else models
    named = {name: field for model in models for name, field in model.model_fields.items() if not field.exclude}
    return [field.alias or name for name, field in named.items()]


def _models(annotation: Any) -> Iterator[type[Settings]]:
    """The models that stand somewhere in an annotation."""
    if isinstance(annotation, type) and issubclass(annotation, Settings):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def _alike(key: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(key, names, n=1, cutoff=0.7)
    if near:
        return f"this key is not known; perhaps `{near[0]}` is meant"
    known = [name for name in names if name not in ColumnJob.model_fields] or list(names)
    return "this key is not known" + (f" (known are {', '.join(known)})" if 0 < len(known) <= 24 else "")
