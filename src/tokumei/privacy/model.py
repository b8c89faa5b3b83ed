"""What every promise has in common: a kind, a name, settings, and the form in which its check answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Kind
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = [
    "MET",
    "NO_ORDER",
    "NO_PATH",
    "STRICT",
    "Bound",
    "Model",
    "ModelSettings",
    "TableModel",
    "check_whole",
    "promise_of",
]

MET = 1e-9
"""What rounding may cost verification: a bound that is missed by less counts as met. The predicates that algorithms
ask allow a tenth of this, so that what they call met is met here, however the sums were rounded."""
STRICT = 1e-10
"""A strict bound that is kept by less counts as not kept. Here the predicates ask for ten times as much."""

NO_ORDER = np.zeros(0, dtype=np.int64)
NO_PATH = np.zeros((0, 1), dtype=np.int32)


class Model(Protocol):
    """A promise as it is asked for: frozen settings that check themselves."""

    @property
    def kind(self) -> str:
        """The key of the report's words."""

    @property
    def name(self) -> str:
        """Its English name, for JSON and logs."""

    @property
    def column(self) -> str | None:
        """The column that it is about; None where it is about records or subjects."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What was asked, by the names of the job file."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What the settings of a promise say by themselves: its name and its parameters."""

    kind: ClassVar[str]
    title: ClassVar[str]
    """The promise without its column: `t-closeness`."""

    @property
    def name(self) -> str:
        """Its English name."""
        column = getattr(self, "column", None)
        return self.title if column is None else f"{self.title} of {column}"

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What was asked: every setting but the column that is not as it is by default."""
        settings = [(one, getattr(self, one.name)) for one in fields(self) if one.name != "column"]
        return {one.name: value for one, value in settings if value != one.default}


class Bound(NamedTuple):
    """A model as the predicate that a split is checked with: one row of `core.predicates.Predicates`."""

    kind: int
    """DISTINCT, ENTROPY, …"""
    first: float
    second: float = 0.0
    order: npt.NDArray[np.int64] = NO_ORDER
    """The column's codes in the order that a distance needs; empty for predicates without one."""
    path: npt.NDArray[np.int32] = NO_PATH
    """Beside `order`: code × level → node."""


class TableModel(Model, Protocol):
    """A promise about every group of a table's records."""

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError where the promise is not defined for this type of column."""

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """Raises Infeasible, saying what would be possible, where no release of the table without at most `spare`
        records keeps it."""

    def bound(self, column: Column) -> Bound | None:
        """The predicate, for the column's codes; None where algorithms count the promise themselves (k)."""

    def check(self, groups: ReleasedGroups) -> Promise:
        """What the worst group of a release reaches, from labels."""


def promise_of(model: Model, target: float, achieved: float | None, holds: bool, vacuous: str | None = None) -> Promise:
    """A model with what was found."""
    return Promise(
        kind=model.kind,
        name=model.name,
        column=model.column,
        parameters=dict(model.parameters),
        target=target,
        achieved=achieved,
        holds=holds,
        vacuous=vacuous,
    )


def check_whole(setting: str, value: object, least: int, why: str) -> None:
    """Raises JobError unless a setting is a whole number of at least `least`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise JobError(f"{setting} must be a whole number of at least {least}: {why}.")
