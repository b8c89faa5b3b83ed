"""Settings and proposals for single columns, by their type."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Kind, Role
from tokumei.draft.grids import date_alternatives, date_settings, interval_settings, number_settings, rounding
from tokumei.draft.guess import Guess
from tokumei.draft.profile import Profile
from tokumei.draft.proposal import Proposal
from tokumei.draft.reason import Reason
from tokumei.draft.relations import file_name

__all__ = ["OTHER", "as_nodes", "on_a_grid", "single_columns"]

OTHER = ("other", "その他")
CODES = 10
"""Fewer different values need no prefixes."""
_CODE = re.compile(r"[0-9A-Za-z]?[0-9]{3,}")
POOLED = 0.2
"""No larger share of the records is put together as `other`."""


def on_a_grid(one: Guess, profile: Profile, *, k: int, fiscal: bool) -> Guess:
    """A quasi-identifier of numbers or dates whose ranges end on a grid; other columns as they are."""
    if one.role is not Role.QUASI or "hierarchy" in one.settings:
        return one
    if one.kind is Kind.NUMBER and profile.numbers is not None:
        settings = number_settings(profile, k)
        other = interval_settings(profile)
        reasons = one.reasons
        if "ends" in settings:
            reasons = (*reasons, Reason("grid"))
        if "bottom" in settings or "top" in settings:
            reasons = (*reasons, Reason("tails"))
        return replace(
            one, settings={**one.settings, **settings}, reasons=reasons, alternatives=(other,) if other else ()
        )
    if one.kind is Kind.DATE and profile.kind is Kind.DATE:
        settings = {**date_settings(profile), **one.settings}
        alternatives = tuple({**other, **one.settings} for other in date_alternatives(profile, fiscal=fiscal))
        reasons = one.because("grid") if "ends" in settings else one.reasons
        return replace(one, settings=settings, alternatives=alternatives, reasons=reasons)
    if one.kind is Kind.CATEGORY and (lengths := _prefix_lengths(profile)):
        return replace(one, alternatives=({**one.settings, "hierarchy": {"prefixes": lengths}},))
    return one


def as_nodes(one: Guess, profile: Profile) -> Guess:
    """A quasi-identifier of categories as nodes, where nothing better is known: every value of a set is somebody's."""
    known = "hierarchy" in one.settings or "publish" in one.settings
    if one.role is not Role.QUASI or one.kind is not Kind.CATEGORY or known or profile.distinct <= 2:
        return one
    return replace(one, settings={**one.settings, "hierarchy": {"frequency": True}}, reasons=one.because("nodes"))


def _prefix_lengths(profile: Profile) -> list[int]:
    """Of codes that all have one length, two characters fewer each time; none where the values are no codes."""
    widths = {len(value) for value in profile.values}
    if profile.distinct < CODES or len(widths) != 1 or not all(map(_CODE.fullmatch, profile.values)):
        return []
    return list(range(widths.pop() - 2, 0, -2))


def single_columns(
    guesses: Sequence[Guess],
    profiles: Mapping[str, Profile],
    *,
    k: int,
    stem: str,
    other: str,
    person: str | None = None,
) -> list[Proposal]:
    """Rare values put together, exact figures rounded, times cut to the day.

    What is rare is counted in people, where a column says whose each record is.
    """
    owner = None if person is None else profiles[person].codes
    proposals: list[Proposal] = []
    for one in guesses:
        profile = profiles[one.name]
        if one.role is Role.QUASI and one.kind is Kind.CATEGORY and "hierarchy" not in one.settings:
            proposals += _pooled(one, profile, _owners(profile, owner), k, stem, other)
        if one.role is Role.SENSITIVE and one.kind is Kind.NUMBER and (profile.tally < k).any():
            proposals += _rounded(one, profile)
        if one.role is Role.QUASI and one.kind is Kind.DATE and profile.has_times:
            proposals.append(
                _changed(one, Reason("cut_times", {"column": [one.name]}), "to_the_day", format="%Y-%m-%d")
            )
    return proposals


def _owners(profile: Profile, owner: npt.NDArray[np.int32] | None) -> npt.NDArray[np.int64]:
    """Number of a value → how many people have it; records, where nobody says whose they are."""
    if owner is None:
        return profile.tally
    pairs = np.unique(profile.codes.astype(np.int64) * (int(owner.max(initial=0)) + 1) + owner)
    values = pairs // (int(owner.max(initial=0)) + 1)
    return np.bincount(values, minlength=profile.distinct + 1)[: profile.distinct]


def _pooled(
    one: Guess, profile: Profile, tally: npt.NDArray[np.int64], k: int, stem: str, other: str
) -> list[Proposal]:
    """The rarest values as one, at least k of them together; nothing where they are too many or none."""
    if len(profile.labels) != profile.distinct or not (tally < k).any():
        return []
    order = np.argsort(tally, kind="stable")
    rare = int((tally < k).sum())
    while rare < len(order) and (tally[order[:rare]].sum() < k or rare < 2):
        rare += 1
    if tally[order[:rare]].sum() > POOLED * tally.sum() or rare >= len(order):
        return []
    pooled = set(order[:rare].tolist())
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["value", "category"])
    table.writerows([label, other if code in pooled else label] for code, label in enumerate(profile.labels))
    place = file_name(stem, one.name, "categories")
    values = {"values": rare, "k": k, "other": other}
    why = Reason("pool_rare", {"column": [one.name], **values})
    return [_changed(one, why, "pooled", {place: text.getvalue()}, {**values, "file": place}, categories=place)]


def _rounded(one: Guess, profile: Profile) -> list[Proposal]:
    width = rounding(profile)
    if width is None:
        return []
    why = Reason("round_exact", {"column": [one.name], "width": str(width)})
    return [_changed(one, why, "rounded", round=width)]


def _changed(
    column: Guess,
    why: Reason,
    key: str,
    files: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Proposal:
    """A proposal that gives one column further settings."""

    def applied(one: Guess) -> Guess:
        if one.name != column.name:
            return one
        reasons = one.because(key, **(values or {}))
        return replace(one, settings={**one.settings, **settings}, reasons=reasons)

    return Proposal(why, applied, files or {})
