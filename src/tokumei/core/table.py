"""The table: coded columns of equal length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Role
from tokumei.errors import DataError

__all__ = ["Table"]


@dataclass(frozen=True, eq=False)
class Table:
    """Coded columns of equal length: everything an algorithm may see of a source.

    Only columns that take part are here: quasi-identifiers and sensitive columns. Identifiers are never coded,
    and columns that are published as they are stay with the source.
    """

    columns: tuple[Column, ...]
    records: int
    """Entries of every column: the source's records, or each different one once where there are weights."""
    weight: npt.NDArray[np.int64] | None = None
    """Record → how many of the source it stands for, where equal ones were counted elsewhere; None: one each."""

    def __post_init__(self) -> None:
        for column in self.columns:
            if len(column) != self.records:
                raise DataError(f"Column {column.name!r} has {len(column)} records, not {self.records}.")

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __getitem__(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError.missing_columns([name], [column.name for column in self.columns])

    @cached_property
    def total(self) -> int:
        """How many records of the source the table stands for."""
        return self.records if self.weight is None else int(self.weight.sum())

    @property
    def quasi(self) -> Sequence[Column]:
        """The quasi-identifiers, in the order of the job."""
        return [column for column in self.columns if column.role is Role.QUASI]

    @property
    def sensitive(self) -> Sequence[Column]:
        """The sensitive columns, in the order of the job."""
        return [column for column in self.columns if column.role is Role.SENSITIVE]
