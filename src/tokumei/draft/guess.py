"""From a column's name and values to its role and type, with the reason in words.

What tokumei cannot place is a quasi-identifier: a wrong guess then costs detail, not privacy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from tokumei.core.columns import Kind, Role
from tokumei.draft.names import NameHint, hint
from tokumei.draft.profile import Profile
from tokumei.draft.reason import Reason
from tokumei.draft.shapes import Shape, shape_of

__all__ = ["Guess", "guess", "with_a_quasi"]

NEARLY_UNIQUE = 0.9
FEW = 0.05
MANY = 1_000
"""With a smaller share of different values, and fewer of them, a column describes people; it does not number them."""
SERIAL = 1.05
"""A serial number has no more gaps than this leaves."""
ENOUGH = 20
"""Below so many records, 'every value is different' says little."""
_YEAR_AND_MONTH = re.compile(r"(19|20)\d{2}(0[1-9]|1[0-2])")
_THOUSANDS = re.compile(r"\d,\d{3}(?!\d)")
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What a column is taken for."""

    name: str
    role: Role
    kind: Kind
    reasons: tuple[Reason, ...]
    """Why, strongest first; `tokumei.draft.words` has them in words, and none quotes a value."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further settings of the column."""
    alternatives: tuple[Mapping[str, Any], ...] = ()
    """What could stand in the place of the settings."""

    def because(self, key: str, **values: Any) -> tuple[Reason, ...]:
        """The reasons and one more."""
        return (*self.reasons, Reason(key, values))

    def left_out(self, key: str, **values: Any) -> Guess:
        """The column as one that is not published, with the reason; what was said of its ranges is moot."""
        reasons = tuple(one for one in self.because(key, **values) if one.key not in ("grid", "tails"))
        return replace(self, role=Role.IDENTIFIER, settings={}, alternatives=(), reasons=reasons)


def guess(profile: Profile) -> Guess:
    """The role and the type of one column."""
    named = hint(profile.name)
    shape = shape_of(profile.values, profile.counts)
    kind, settings = _kind(profile, named, shape)
    role, reasons = _role(profile, named, shape, kind)
    if role is Role.SENSITIVE and kind is Kind.SET:
        role, reasons = Role.QUASI, [*reasons, Reason("recognises")]
    reasons += _how_many(profile)
    if kind is Kind.SET:
        reasons.append(Reason("items", {"separator": repr(settings["separator"])}))
    if shape is None:
        reasons += [Reason("holds", {"cells": cells, "shape": key}) for key, cells in profile.inside.items()]
    return Guess(name=profile.name, role=role, kind=kind, reasons=tuple(reasons), settings=settings)


def with_a_quasi(guesses: list[Guess]) -> list[Guess]:
    """The guesses, with the last-ditch choice of a quasi-identifier where none was found: a job needs one."""
    if any(one.role is Role.QUASI for one in guesses):
        return guesses
    for role in (Role.SENSITIVE, Role.KEEP, Role.IDENTIFIER):
        for place, one in enumerate(guesses):
            if one.role is role:
                reasons = (Reason("needed", {"role": role.value}), *one.reasons)
                return [*guesses[:place], replace(one, role=Role.QUASI, reasons=reasons), *guesses[place + 1 :]]
    return guesses


def _kind(profile: Profile, named: NameHint | None, shape: Shape | None) -> tuple[Kind, Mapping[str, Any]]:
    """The type, and the settings that go with it; what the values look like and a telling name correct the reader."""
    if _is_postal(named, shape) and profile.values:
        return Kind.CATEGORY, _prefixes(profile)
    if shape is not None:
        return Kind.CATEGORY, _NOTHING
    if profile.kind is Kind.SET:
        return (Kind.SET, {"separator": profile.separator}) if _combines(profile) else (Kind.CATEGORY, _NOTHING)
    if profile.kind is Kind.NUMBER and named is not None:
        if named.kind is Kind.CATEGORY:
            return Kind.CATEGORY, _NOTHING
        if named.meaning == "time" and all(_YEAR_AND_MONTH.fullmatch(value) for value in profile.values):
            return Kind.DATE, {"format": "%Y%m"}
    return profile.kind, _NOTHING


def _role(profile: Profile, named: NameHint | None, shape: Shape | None, kind: Kind) -> tuple[Role, list[Reason]]:
    """The role, and the strongest reason for it."""
    if profile.distinct == 0:
        return Role.KEEP, [Reason("empty")]
    if shape is not None and shape.name != "postal":
        return Role.IDENTIFIER, [Reason("shaped", {"shape": shape.name})]
    if named is not None and named.role is Role.IDENTIFIER and (named.sure or _numbers_records(profile)):
        return Role.IDENTIFIER, [Reason("named", {"meaning": named.meaning})]
    if profile.distinct == 1 and profile.filled == profile.records:
        return Role.KEEP, [Reason("constant")]
    if kind is Kind.TEXT:
        return Role.IDENTIFIER, [Reason("free_text")]
    if named is not None and named.role is not Role.IDENTIFIER:
        if named.meaning == "address" and profile.share >= NEARLY_UNIQUE and profile.records >= ENOUGH:
            return Role.IDENTIFIER, [Reason("address_of_one")]
        return named.role, [Reason("named", {"meaning": named.meaning})]
    if _is_serial(profile):
        return Role.IDENTIFIER, [Reason("serial")]
    if _names_records(profile, kind):
        return Role.IDENTIFIER, [Reason("nearly_unique")]
    return Role.QUASI, [Reason("unknown")]


def _is_serial(profile: Profile) -> bool:
    """Whether whole numbers follow one another with few gaps, one a record."""
    if profile.numbers is None or not profile.whole or profile.records < ENOUGH or profile.share < 1:
        return False
    span = float(np.nanmax(profile.numbers) - np.nanmin(profile.numbers)) + 1
    return span <= profile.distinct * SERIAL


def _numbers_records(profile: Profile) -> bool:
    """Whether there are too many different values for them to describe people."""
    return profile.share >= FEW or profile.distinct >= MANY


def _combines(profile: Profile) -> bool:
    """Whether cells are made of items: fewer different items than different cells, and no thousands in amounts."""
    separator = profile.separator or ","
    items = {item.strip() for value in profile.values for item in value.split(separator)}
    thousands = sum(_THOUSANDS.search(value) is not None for value in profile.values) if separator == "," else 0
    return len(items) < len(profile.values) and thousands * 2 <= len(profile.values)


def _names_records(profile: Profile, kind: Kind) -> bool:
    if profile.records < ENOUGH or profile.share < NEARLY_UNIQUE:
        return False
    if kind is Kind.CATEGORY:
        return True
    # Amounts and times can all differ without being keys; whole numbers of one length that all differ are keys.
    return (
        kind is Kind.NUMBER
        and profile.share == 1
        and len({len(value) for value in profile.values}) == 1
        and all(value.isdigit() for value in profile.values)
    )


def _is_postal(named: NameHint | None, shape: Shape | None) -> bool:
    return (shape is not None and shape.name == "postal") or (named is not None and named.meaning == "postal")


def _prefixes(profile: Profile) -> Mapping[str, Any]:
    """A hierarchy by leading digits, where the codes are longer than the prefixes."""
    shortest = min(len(value.strip()) for value in profile.values)
    if profile.distinct < 2 or shortest < 5 or any(not value.strip()[0].isdigit() for value in profile.values):
        return _NOTHING
    return {"hierarchy": {"prefixes": [3, 2, 1]}}


def _how_many(profile: Profile) -> list[Reason]:
    if profile.distinct == 0:
        return [Reason("no_values")]
    empty = profile.records - profile.filled
    also = [Reason("empty_cells", {"empty": empty})] if empty else []
    if profile.share == 1 and profile.filled > 1:
        return [Reason("all_different"), *also]
    if profile.distinct == 1:
        return [Reason("one_value"), *also]
    if profile.share >= 0.01:
        return [Reason("values_share", {"distinct": profile.distinct, "share": profile.share}), *also]
    return [Reason("values", {"distinct": profile.distinct}), *also]
