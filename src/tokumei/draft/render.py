"""The draft as YAML with comments. No comment quotes a value of the data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from tokumei.core.columns import Role
from tokumei.core.notes import Note
from tokumei.core.text_width import padded, width
from tokumei.draft.guess import Guess
from tokumei.draft.people import People
from tokumei.draft.reason import Reason
from tokumei.draft.words import because, said
from tokumei.report.words.notes import worded

__all__ = ["Contents", "job_text", "written"]

_PLAIN = re.compile(r"[^\W\d][\w./-]*")
_MARGIN = 64
"""Comments stand side by side where the settings before them are shorter than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a job file says."""

    source: Mapping[str, Any]
    guesses: Sequence[Guess]
    k: int
    output: Mapping[str, str]
    diverse: Mapping[str, int] = field(default_factory=dict)
    """Sensitive categories → how many values every group has."""
    close: Mapping[str, float] = field(default_factory=dict)
    """Sensitive numbers → how far a group's may be from all."""
    people: People | None = None
    advised: bool = False
    """Whether the proposals are in the guesses; else they are told."""
    remarks: Sequence[Note] = ()
    proposals: Sequence[Reason] = ()


def job_text(contents: Contents, language: str) -> str:
    """The job file."""

    def words(key: str, **values: Any) -> str:
        return said(Reason(key, values), language)

    source = contents.source
    lines = [
        f"# {words('opening')}",
        *(f"# {_one_line(worded(note, language))}" for note in contents.remarks),
        *(f"# {line}" for line in words("roles").split("\n")),
        *_proposals(contents, language),
        f"source: {written(source['file']) if list(source) == ['file'] else written(dict(source))}",
        "columns:",
        *_columns(contents.guesses, language),
        f"others: error  # {words('others')}",
        *_people(contents, language),
        "privacy:",
        f"  k: {contents.k}  # {words('k', others=contents.k - 1)}",
        *_promised("l_diversity", {name: {"distinct": most} for name, most in contents.diverse.items()}, language),
        *_promised("t_closeness", contents.close, language),
        *([] if _is_history(contents) else [f"  suppress: 0  # {words('suppress')}"]),
        "output:",
        *(f"  {name}: {written(value)}" for name, value in contents.output.items()),
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


def _columns(guesses: Sequence[Guess], language: str) -> list[str]:
    """One line a column with its reasons, and one for each thing that could stand in its place."""
    entries = [(f"  {written(one.name)}: {_column(one, one.settings)}", one) for one in guesses]
    margin = max((width(entry) for entry, _ in entries if width(entry) <= _MARGIN), default=0)
    lines: list[str] = []
    for entry, one in entries:
        lines.append(f"{padded(entry, margin)}  # {_one_line(because(one.reasons, language))}")
        lines += [
            "  # " + said(Reason("or", {"setting": f"{written(one.name)}: {_column(one, other)}"}), language)
            for other in one.alternatives
        ]
    return lines


def _column(guess: Guess, settings: Mapping[str, Any]) -> str:
    if guess.role in (Role.IDENTIFIER, Role.KEEP):
        return guess.role.value
    return written({"role": guess.role.value, "type": guess.kind.value, **settings})


def _proposals(contents: Contents, language: str) -> list[str]:
    if contents.advised or not contents.proposals:
        return []
    told = [f"#   {_one_line(said(note, language))}" for note in contents.proposals]
    return [f"# {said(Reason('proposals'), language)}", *told]


def _is_history(contents: Contents) -> bool:
    return contents.advised and contents.people is not None and contents.people.history


def _people(contents: Contents, language: str) -> list[str]:
    """Whose each record is: as settings, or as comments that can become them."""
    people = contents.people
    if people is None:
        return []
    name, how_many = written(people.column), {"people": people.number, "records": people.records}
    history = [f"subject: {name}  # {said(Reason('subject', how_many), language)}"]
    one = f"one_per: {written(dict(people.one_per))}"
    single = [
        f"person: {name}  # {said(Reason('person', how_many), language)}",
        f"# {said(Reason('one_per', {'setting': one}), language)}",
    ]
    where = [f"where: {written(people.where)}  # {said(Reason('no_person'), language)}"] if people.missing else []
    if contents.advised:
        return [*(history if people.history else single), *where]
    return [line if line.startswith("#") else f"# {line}" for line in (*single, *history, *where)]


def _promised(name: str, columns: Mapping[str, Any], language: str) -> list[str]:
    if not columns:
        return []
    lines = [f"  {name}:  # {said(Reason(name), language)}"]
    return lines + [f"    {written(column)}: {written(asked)}" for column, asked in columns.items()]


def _one_line(text: str) -> str:
    """Names of columns may hold line breaks, which would end the comment."""
    return " ".join(text.split())
