"""The settings of one column, from the fields of its form; and which fields a role and a type have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tokumei.web.edits import set_setting

__all__ = ["CALENDAR", "ENDS", "FIELDS", "KINDS", "RARE", "WAYS", "number", "numbers", "settings_from", "way_of"]

KINDS = ("number", "date", "category", "set", "text")
WAYS: dict[str, tuple[str, ...]] = {
    "number": ("none", "intervals", "prefixes", "frequency", "file", "rows"),
    "date": ("none", "levels", "prefixes", "frequency", "file", "rows"),
    "category": ("none", "prefixes", "frequency", "semantic", "file", "rows"),
    "set": ("none", "prefixes", "frequency", "semantic", "file", "rows"),
}
"""Type → how its values can become more general; none is ranges, sets of values, or deletion."""
CALENDAR = ("minute", "hour", "day", "week", "month", "quarter", "year", "fiscal_year", "decade")
ENDS = ("", "exact", "round")
RARE = ("pool", "remove", "keep")
FIELDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("quasi", "number"): ("hierarchy", "at_least", "at_most", "top", "bottom", "ends", "round", "weight"),
    ("quasi", "date"): ("format", "hierarchy", "at_least", "at_most", "ends", "weight"),
    ("quasi", "category"): ("hierarchy", "at_least", "at_most", "weight"),
    ("quasi", "set"): ("separator", "hierarchy", "at_least", "rare", "weight"),
    ("quasi", "text"): ("n", "k"),
    ("sensitive", "number"): ("round",),
    ("sensitive", "date"): ("format",),
    ("sensitive", "category"): ("rare",),
    ("sensitive", "set"): ("separator", "rare"),
    ("keep", "number"): ("round",),
    ("keep", "category"): ("rare",),
    ("keep", "set"): ("rare",),
    **{("identifier", kind): ("pseudonym",) for kind in KINDS},
}
"""Role and type → the settings that the page offers; a job file has more."""
DEFAULTS: dict[str, Any] = {
    "intervals": [5, 10, 20],
    "prefixes": [3, 2, 1],
    "levels": ["month", "year"],
    "frequency": True,
    "semantic": ["wordnet"],
}


class Fields(Protocol):
    """The fields of a form."""

    def __contains__(self, name: str) -> bool: ...

    def get(self, name: str, default: str = "") -> str:
        """The value of a field."""

    def all(self, name: str) -> list[str]:
        """Every value of a field."""


def way_of(settings: Mapping[str, Any]) -> str:
    """How the values of a column become more general."""
    asked = settings.get("hierarchy")
    if asked is None:
        return "none"
    if isinstance(asked, str):
        return "file"
    return next((way for way in ("file", "rows", *DEFAULTS) if way in asked), "none")


def settings_from(form: Fields, before: Mapping[str, Any], surveyed: Mapping[str, Any]) -> dict[str, Any]:
    """What the form says of a column that was `before`; of a type that is new, what a draft would say."""
    role = str(before["role"])
    kind = form.get("type") or str(before.get("type") or surveyed["kind"])
    if kind != (before.get("type") or surveyed["kind"]):
        return _of_new_type(role, kind, surveyed)
    after: dict[str, Any] = {"role": role} if role == "identifier" else {"role": role, "type": kind}
    known = FIELDS.get((role, kind), ())
    after |= {name: value for name, value in before.items() if name not in (*known, "role", "type")}
    way = form.get("way") or way_of(before)
    if "hierarchy" in known:
        set_setting(after, "hierarchy", _hierarchy(form, way, before, surveyed))
    new_way = way != way_of(before)
    for name in known:
        if name != "hierarchy":
            _take(after, name, form, nodes=way != "none", new_way=new_way)
    return after


def _of_new_type(role: str, kind: str, surveyed: Mapping[str, Any]) -> dict[str, Any]:
    if kind == surveyed["kind"]:
        return dict(surveyed["as"][role])
    fresh: dict[str, Any] = {"role": role, "type": kind}
    if kind == "set":
        fresh["separator"] = ","
    return fresh


def _hierarchy(form: Fields, way: str, before: Mapping[str, Any], surveyed: Mapping[str, Any]) -> Any:
    """The hierarchy by a way: as the form has it, as it was, or as a draft would begin."""
    had = before.get("hierarchy")
    same = way == way_of(before)
    if way == "none":
        return None
    if way in ("file", "rows"):
        return had if same else surveyed.get("drawn") if way == "rows" else None
    options = dict(had) if same and isinstance(had, Mapping) else {}
    if not same:
        return {way: surveyed.get("ways", {}).get(way, DEFAULTS[way])}
    if way == "levels":
        options[way] = [level for level in CALENDAR if level in form.all("levels")]
    elif way == "semantic":
        options[way] = form.all("semantic")
    elif way != "frequency" and way in form:
        options[way] = numbers(form.get(way))
    return options


def _take(after: dict[str, Any], name: str, form: Fields, *, nodes: bool, new_way: bool) -> None:
    """One setting; levels are of nodes, and ends of ranges, so that the others go where the way changes."""
    text = form.get(name).strip()
    if name in ("at_least", "at_most"):
        set_setting(after, name, number(text) if nodes and not new_way and text else None)
    elif name in ("top", "bottom", "ends"):
        set_setting(after, name, number(text) if not nodes and text else None)
    elif name == "rare":
        below = number(form.get("rare_below"))
        set_setting(after, name, {"below": below, "do": form.get("rare_do") or "pool"} if below != "" else None)
    elif name == "weight":
        set_setting(after, name, None if text in ("", "1") else number(text))
    elif name in ("round", "n", "k"):
        set_setting(after, name, number(text) if text else None)
    else:
        set_setting(after, name, text)


def number(text: str) -> Any:
    """A number as it was written; what is none stays a text, which the job refuses with a sentence."""
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def numbers(text: str) -> list[Any]:
    """Numbers with commas or spaces between, in either width."""
    return [number(part) for part in text.replace("、", " ").replace("，", " ").replace(",", " ").split()]
