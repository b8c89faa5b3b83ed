"""The draft as YAML with comments. No comment quotes a value of the data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from tokumei.core.columns import Role
from tokumei.core.text_width import padded, width
from tokumei.draft.guess import Guess

__all__ = ["job_text", "written"]

_PLAIN = re.compile(r"[^\W\d][\w./-]*")
_MARGIN = 64
"""Comments stand side by side where the settings before them are shorter than this."""
_ROLES = """\
# Roles: identifier (never published); quasi (others could know it: published recoded); sensitive (what others
# must not learn: published as it is, and made diverse); keep (published as it is)."""


def job_text(
    *,
    opening: Sequence[str],
    source: Mapping[str, str],
    guesses: Sequence[Guess],
    k: int,
    diverse: Mapping[str, int],
    output: Mapping[str, str],
    subject: str | None = None,
) -> str:
    """The job file."""
    only_file = list(source) == ["file"]
    entries = [(f"  {written(one.name)}: {_column(one)}", _one_line(one.why)) for one in guesses]
    margin = max((width(entry) for entry, _ in entries if width(entry) <= _MARGIN), default=0)
    lines = [
        *(f"# {_one_line(line)}" for line in opening),
        _ROLES,
        f"source: {written(source['file']) if only_file else written(dict(source))}",
        "columns:",
        *(f"{padded(entry, margin)}  # {why}" for entry, why in entries),
        "others: error  # a column that is not named above stops the job; `drop` leaves it out",
        *_history(subject),
        "privacy:",
        f"  k: {k}  # every record is the same as at least {k - 1} others in all quasi-identifiers",
        *_diversity(diverse),
        "  suppress: 0  # the share of the records that may be removed",
        "output:",
        *(f"  {name}: {written(value)}" for name, value in output.items()),
    ]
    return "\n".join(lines) + "\n"


def written(value: object) -> str:
    """A value as YAML on one line, quoted where it needs to be."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and yaml.safe_load(value) == value:
        return value
    text: str = yaml.safe_dump(
        value,
        allow_unicode=True,
        default_flow_style=True,
        default_style='"' if isinstance(value, str) else None,
        width=float("inf"),
        sort_keys=False,
    )
    return text.removesuffix("\n").removesuffix("\n...")


def _column(guess: Guess) -> str:
    if guess.role in (Role.IDENTIFIER, Role.KEEP):
        return guess.role.value
    settings: dict[str, Any] = {"role": guess.role.value, "type": guess.kind.value, **guess.settings}
    return written(settings)


def _history(subject: str | None) -> list[str]:
    if subject is None:
        return []
    return [f"# subject: {written(subject)}  # if this names the person: protects all records of a person together"]


def _diversity(diverse: Mapping[str, int]) -> list[str]:
    if not diverse:
        return []
    lines = ["  l_diversity:  # in every group of equal records, so many different values"]
    return lines + [f"    {written(name)}: {{distinct: {number}}}" for name, number in diverse.items()]


def _one_line(text: str) -> str:
    """Names of columns may hold line breaks, which would end the comment."""
    return " ".join(text.split())
