"""Rules ('offer this to the people with these attributes') as bits over ranks.

Rule r is bit r % 64 of word r // 64. For every column that rules name, each code (and each leaf of its hierarchy) has
the bits of the rules whose condition it fulfils; a rule without a condition on the column has its bit everywhere. Runs
of ranks with the same bits are one *segment*, so that a column of a million dates with a few thresholds stays small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import SetColumn, TextColumn
from tokumei.core.rows import gather
from tokumei.core.table import Table

__all__ = ["Items", "Rules", "Space", "all_bits", "people_of", "runs_of"]

_BLOCK = 1 << 13
"""Rows whose bits are spread out at a time."""

Bits = npt.NDArray[np.uint64]
Runs = npt.NDArray[np.int64]
"""n × 2: first and last rank of each run, ascending."""


@dataclass(frozen=True, eq=False)
class Space:
    """Which rules each rank of a column (its codes, or the leaves of its hierarchy) fulfils."""

    segment: npt.NDArray[np.int32]
    """Rank → segment; ascends with the ranks."""
    bits: Bits
    """Segment × word."""

    @classmethod
    def from_runs(cls, ranks: int, rules: int, conditions: Sequence[tuple[int, Runs]]) -> Space:
        """From the runs of ranks that each condition allows: (rule, runs), at most one condition a rule.

        *Cost*: thresholds × words, plus one search a rank; never rules × ranks.
        """
        edges = [
            np.zeros(1, dtype=np.int64),
            *(part for _, runs in conditions for part in (runs[:, 0], runs[:, 1] + 1)),
        ]
        starts = np.unique(np.concatenate(edges))
        starts = starts[starts < max(ranks, 1)]
        segment = np.searchsorted(starts, np.arange(ranks), side="right") - 1
        bits = np.tile(all_bits(rules), (len(starts), 1))
        for rule, runs in conditions:
            word, bit = rule >> 6, np.uint64(1) << np.uint64(rule & 63)
            bits[:, word] &= ~bit
            first = np.searchsorted(starts, runs[:, 0])
            last = np.searchsorted(starts, runs[:, 1], side="right")
            for low, high in zip(first.tolist(), last.tolist(), strict=True):
                bits[low:high, word] |= bit
        return cls(segment.astype(np.int32), bits)

    @property
    def ranks(self) -> int:
        """How many ranks there are."""
        return len(self.segment)

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.bits)


@dataclass(frozen=True, eq=False)
class Items:
    """What rules ask of a set column: rule `rule[i]` needs all items `items[offsets[i]:offsets[i + 1]]`."""

    rule: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    items: npt.NDArray[np.int32]

    def of(self, number: int) -> npt.NDArray[np.int32]:
        """The items that the condition with this number needs."""
        return self.items[self.offsets[number] : self.offsets[number + 1]]

    def fulfilled(self, offsets: npt.NDArray[np.int64], items: npt.NDArray[np.int32], rules: int) -> Bits:
        """Set × word: which rules the sets `items[offsets[i]:offsets[i + 1]]` fulfil, as far as this column goes."""
        sets = len(offsets) - 1
        bits = np.tile(all_bits(rules), (sets, 1))
        owner = np.repeat(np.arange(sets), np.diff(offsets))
        order = np.argsort(items, kind="stable")
        sorted_items, sorted_owner = items[order], owner[order]
        for number, rule in enumerate(self.rule.tolist()):
            having: npt.NDArray[np.int64] | None = None
            for item in self.of(number).tolist():
                low, high = np.searchsorted(sorted_items, [item, item + 1])
                owners = sorted_owner[low:high]
                having = owners if having is None else np.intersect1d(having, owners, assume_unique=True)
            assert having is not None
            word, bit = rule >> 6, np.uint64(1) << np.uint64(rule & 63)
            kept = bits[having, word]
            bits[:, word] &= ~bit
            bits[having, word] = kept
        return bits


@dataclass(frozen=True, eq=False)
class Rules:
    """Named rules with weights, resolved against the columns of a table."""

    names: tuple[str, ...]
    weight: npt.NDArray[np.float64]
    codes: Mapping[str, Space]
    """Column → its codes; every single-valued column that a rule names."""
    leaves: Mapping[str, Space] = field(default_factory=dict)
    """Column → the leaves of its hierarchy, where it has one."""
    items: Mapping[str, Items] = field(default_factory=dict)
    """Set column → what rules ask of it."""

    @property
    def count(self) -> int:
        """How many rules there are."""
        return len(self.names)

    @property
    def words(self) -> int:
        """How many words hold a bit for each rule."""
        return (self.count + 63) // 64

    def of_records(self, table: Table, records: npt.NDArray[np.int64] | None = None) -> Bits:
        """Record × word: whom each rule is for, from the original values; of all records, or of some.

        *Cost*: records × words for each column that a rule names.
        """
        bits = np.tile(all_bits(self.count), (table.records if records is None else len(records), 1))
        for name, space in self.codes.items():
            column = table[name]
            assert not isinstance(column, (SetColumn, TextColumn))
            codes = column.codes if records is None else column.codes[records]
            bits &= space.bits[space.segment[codes]]
        for name, asked in self.items.items():
            column = table[name]
            assert isinstance(column, SetColumn)
            bits &= asked.fulfilled(*_sets_of(column, records), self.count)
        return bits

    def flags(self, table: Table, name: str, records: npt.NDArray[np.int64]) -> Bits:
        """Record × word: the rules that records fulfil as far as one set column goes."""
        column = table[name]
        assert isinstance(column, SetColumn)
        return self.items[name].fulfilled(*_sets_of(column, records), self.count)


def _sets_of(
    column: SetColumn, records: npt.NDArray[np.int64] | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The sets of some records: (offsets, items)."""
    if records is None:
        return column.offsets, column.items
    return gather(column.offsets, column.items, records)


def all_bits(rules: int) -> Bits:
    """The words with the bit of every rule set."""
    bits = np.zeros((rules + 63) // 64, dtype=np.uint64)
    for rule in range(rules):
        bits[rule >> 6] |= np.uint64(1) << np.uint64(rule & 63)
    return bits


def people_of(bits: Bits, rules: int, weight: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.float64]:
    """Rule → how many records it is for, each row counted once or by its weight."""
    people = np.zeros(rules)
    for start in range(0, len(bits), _BLOCK):
        block = np.ascontiguousarray(bits[start : start + _BLOCK])
        each = np.unpackbits(block.view(np.uint8), axis=1, bitorder="little")[:, :rules]
        if weight is None:
            people += each.sum(axis=0, dtype=np.int64)
        else:
            people += weight[start : start + _BLOCK].astype(np.float64) @ each
    return people


def runs_of(allowed: npt.NDArray[np.bool_]) -> Runs:
    """The runs of consecutive ranks that are allowed."""
    change = np.diff(np.concatenate([[False], allowed, [False]]).astype(np.int8))
    return np.stack([np.flatnonzero(change == 1), np.flatnonzero(change == -1) - 1], axis=1).astype(np.int64)
