"""What a release promises and what it was found to keep, as data: nobody parses a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from tokumei.core.notes import Note

__all__ = ["PEOPLE", "POLICIES", "RECORDS", "SUPPRESS", "PeopleFigures", "Promise", "Verification"]

RECORDS, PEOPLE = "records", "people"
"""What a promise about groups counts."""

SUPPRESS = "suppress"
"""The kind of the promise that protects nobody: it bounds what the others may cost."""
POLICIES = frozenset({"at_least", "at_most", "top", "bottom", "ends", "round", "rare", "pseudonym"})
"""The kinds of promises about how detailed a column is: nobody is protected by one of them alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """One promise, and what the release reaches.

    `kind` is the key under which the report words the promise; `name` is its English name, for JSON and logs.
    """

    kind: str
    name: str
    column: str | None = None
    """The column that it is about; None where it is about records or subjects."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What was asked, by the names of the job file: `{"k": 5}`, `{"c": 3, "l": 2}`, `{"n": 2, "k": 5}`."""
    target: float
    achieved: float | None
    """The figure of the worst group; None where no figure exists (nothing to count, or no c would do)."""
    holds: bool
    vacuous: str | None = None
    """Why it promises nothing here, as a key of the report's words; None for a promise that says something."""
    unit: str = RECORDS
    """What is counted: `people`, where the job says whose each record is."""
    table: str | None = None
    """Which of several tables it is about; None where there is one, or where it is about all of them."""

    @property
    def kept(self) -> bool:
        """Whether it says something, and holds."""
        return self.holds and self.vacuous is None

    @property
    def broken(self) -> bool:
        """Whether it says something, and does not hold."""
        return not self.holds and self.vacuous is None

    @property
    def protects(self) -> bool:
        """Whether it says something about people."""
        return self.vacuous is None and self.kind not in (SUPPRESS, *POLICIES)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Promise:
        """From what `to_dict` wrote."""
        return cls(
            kind=data["kind"],
            name=data["name"],
            column=data["column"],
            parameters=dict(data["parameters"]),
            target=data["target"],
            achieved=data["achieved"],
            holds=data["holds"],
            vacuous=data.get("why_vacuous"),
            unit=data.get("unit", RECORDS),
            table=data.get("table"),
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "kind": self.kind,
            "name": self.name,
            "column": self.column,
            "parameters": dict(self.parameters),
            "target": self.target,
            "achieved": self.achieved,
            "holds": self.holds,
            "vacuous": self.vacuous is not None,
            **({} if self.vacuous is None else {"why_vacuous": self.vacuous}),
            **({} if self.unit == RECORDS else {"unit": self.unit}),
            **({} if self.table is None else {"table": self.table}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleFigures:
    """The people of a release, where the job says whose each record is."""

    people: int
    """How many there are."""
    smallest_group: int
    """The fewest that a group has."""
    average_group: float
    """How many a group has in the mean."""
    records_a_person: float
    """Released records a person, in the mean."""
    most_records: int
    """The most records that one person has."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What verification found, from published labels."""

    promises: tuple[Promise, ...]
    records: int
    """Released records: rows that are not marks of removed ones."""
    groups: int
    smallest_group: int
    removed: int = 0
    """Rows that mark removed records."""
    notes: tuple[Note, ...] = ()
    """What could not be judged, and why."""
    people: PeopleFigures | None = None
    """Whose the records are, where that is promised and known."""

    @property
    def broken(self) -> tuple[Promise, ...]:
        """The promises that do not hold; one that promises nothing cannot be broken."""
        return tuple(promise for promise in self.promises if promise.broken)

    @property
    def ok(self) -> bool:
        """Whether something is promised about people, and all that is promised holds."""
        return not self.broken and any(promise.protects for promise in self.promises)

    def _repr_html_(self) -> str:
        """The promises as a table, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(promise.name)}</td><td>{promise.target:g}</td>"
            f"<td>{'–' if promise.achieved is None else f'{promise.achieved:g}'}</td>"
            f"<td>{'says nothing' if promise.vacuous is not None else 'kept' if promise.holds else 'BROKEN'}</td></tr>"
            for promise in self.promises
        )
        verdict = "Every promise that was judged holds." if self.ok else "NOT every promise holds, or none is made."
        head = "<tr><th>promise</th><th>asked</th><th>reached</th><th></th></tr>"
        return f"<p><strong>{verdict}</strong></p><table><thead>{head}</thead><tbody>{rows}</tbody></table>"

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "ok": self.ok,
            "promises": [promise.to_dict() for promise in self.promises],
            "records": self.records,
            "groups": self.groups,
            "smallest_group": self.smallest_group,
            "removed": self.removed,
            "notes": [note.to_dict() for note in self.notes],
            **({} if self.people is None else {"people": self.people.to_dict()}),
        }
