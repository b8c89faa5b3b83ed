"""Proposals about columns beside each other: those that say the same, and those that are levels of another."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tokumei.core.columns import Kind, Role
from tokumei.draft.dependencies import parents_of, same_numbers, tells
from tokumei.draft.guess import Guess
from tokumei.draft.profile import Profile
from tokumei.draft.proposal import Proposal
from tokumei.draft.reason import Reason

__all__ = ["file_name", "related"]

MOST = 60
"""So many columns are compared with each other; each pair costs a sort."""
WIDER = 1.2
"""What a column tells has hardly more different values than it."""


def related(guesses: Sequence[Guess], profiles: Mapping[str, Profile], *, stem: str) -> list[Proposal]:
    """What to do about quasi-identifiers of which one tells another.

    Of columns that say the same, the first stays. A column of numbers or dates tells its bands. A category that tells
    another is published along it: the other becomes a level of its hierarchy.
    """
    quasi = [one for one in guesses if one.role is Role.QUASI and one.kind not in (Kind.SET, Kind.TEXT)][:MOST]
    names = [one.name for one in quasi]
    known = {name: profiles[name] for name in names}
    kinds = {one.name: one.kind for one in quasi}
    told = {(one, other) for one in names for other in names if one != other and _tells(known[one], known[other])}
    groups = _same(names, known, told)
    proposals: list[Proposal] = []
    gone: set[str] = set()
    for first, others in groups.items():
        below = {other for member in (first, *others) if kinds[member] in (Kind.NUMBER, Kind.DATE)
                 for other in names if (member, other) in told and other not in (first, *others)}  # fmt: skip
        left_out = [name for name in names if name in {*others, *below} and name not in gone]
        if left_out:
            gone.update(left_out)
            proposals.append(_keep_one(first, left_out))
    rest = [name for name in names if name not in gone]
    for name in sorted(rest, key=lambda one: -known[one].distinct):
        if name in gone or kinds[name] is not Kind.CATEGORY or not known[name].labels:
            continue
        column = next(one for one in quasi if one.name == name)
        above = _chain(name, [one for one in rest if one not in gone and kinds[one] is Kind.CATEGORY], known, told)
        if above and "hierarchy" not in column.settings:
            gone.update(above)
            proposals.append(_levels(column, above, known, stem))
    return proposals


def file_name(stem: str, column: str, what: str) -> str:
    """A name for a file beside the job: that of the data, the column and what it holds."""
    plain = re.sub(r"[^\w-]+", "_", column).strip("_") or "column"
    return f"{stem}.{plain}.{what}.csv"


def _tells(one: Profile, other: Profile) -> bool:
    if other.distinct < 2 or one.distinct < 2 or other.distinct > WIDER * one.distinct:
        return False
    return tells(one.codes, other.codes)


def _same(names: Sequence[str], known: Mapping[str, Profile], told: set[tuple[str, str]]) -> dict[str, list[str]]:
    """First column → those after it that say the same; a column that is alone has none."""
    groups: dict[str, list[str]] = {}
    for name in names:
        first = next((one for one in groups if _alike(one, name, known, told)), None)
        if first is None:
            groups[name] = []
        else:
            groups[first].append(name)
    return groups


def _alike(one: str, other: str, known: Mapping[str, Profile], told: set[tuple[str, str]]) -> bool:
    if (one, other) in told and (other, one) in told:
        return True
    left, right = known[one], known[other]
    if left.numbers is None or right.numbers is None:
        return False
    return same_numbers(left.numbers[left.codes], right.numbers[right.codes])


def _chain(name: str, others: Sequence[str], known: Mapping[str, Profile], told: set[tuple[str, str]]) -> list[str]:
    """The columns that the first tells, finest first, each telling the next."""
    chain: list[str] = []
    for other in sorted(others, key=lambda one: -known[one].distinct):
        last = chain[-1] if chain else name
        fewer = known[other].distinct < known[last].distinct
        if other != name and fewer and known[other].labels and (name, other) in told and (last, other) in told:
            chain.append(other)
    return chain


def _keep_one(first: str, left_out: Sequence[str]) -> Proposal:
    def drop(one: Guess) -> Guess:
        return one.left_out("left_out", column=[first]) if one.name in left_out else one

    return Proposal(Reason("say_the_same", {"columns": [first, *left_out]}), drop)


def _levels(column: Guess, above: Sequence[str], known: Mapping[str, Profile], stem: str) -> Proposal:
    own = known[column.name]
    made = parents_of(own.labels, {name: (known[name].codes, known[name].labels) for name in above}, own.codes)
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";", lineterminator="\n").writerows([*row, "*"] for row in made.rows)
    place = file_name(stem, column.name, "levels")

    def publish(one: Guess) -> Guess:
        if one.name == column.name:
            reasons = one.because("levels_above", columns=list(above), file=place)
            return replace(one, settings={**one.settings, "hierarchy": place}, alternatives=(), reasons=reasons)
        return one.left_out("left_out", column=[column.name]) if one.name in above else one

    return Proposal(Reason("ready_hierarchy", {"columns": [column.name, *above]}), publish, {place: text.getvalue()})
