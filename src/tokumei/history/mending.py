"""Compiled search for lines whose sensitive values are diverse: members exchange records between lines."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.core.kernels import NONE
from tokumei.core.predicates import all_hold
from tokumei.history.kernels import added_costs

__all__ = ["lines_hold", "mend"]


@njit(cache=True, nogil=True)
def lines_hold(records, starts, offsets, places, predicates, holds):
    """holds[line]: whether the records of a line, `records[starts[line]:starts[line + 1]]`, keep every model."""
    counts = np.zeros(predicates.starts[-1], np.int64)
    for line in range(len(starts) - 1):
        for place in range(starts[line], starts[line + 1]):
            _count(counts, offsets, places, records[place], 1)
        holds[line] = all_hold(counts, starts[line + 1] - starts[line], predicates)
        for place in range(starts[line], starts[line + 1]):
            _count(counts, offsets, places, records[place], -1)


@njit(cache=True, nogil=True)
def mend(records, lines, first, last, offsets, places, predicates, line_of):
    """Lines of a cluster that break a model take another record of one member, where that costs less than to hide.

    Member m has the records first[m] … last[m] − 1; `line_of` holds −1 for every record, and does so again afterwards.
    To hide costs a cell for each member. A line that kept the models still does. Changes `lines`, returns their error;
    −1 where nothing can change, since no member has records with different values.
    """
    count, members = lines.shape
    varied = np.empty(members, np.bool_)
    for member in range(members):
        varied[member] = _varied(first[member], last[member], offsets, places)
    if not varied.any():
        return -1.0
    counts = np.zeros(predicates.starts[-1], np.int64)
    holds = np.empty(count, np.bool_)
    error = np.empty(count, np.float64)
    one = np.empty((1, 1), np.float32)
    for line in range(count):
        for member in range(members):
            line_of[lines[line, member]] = line
        record = lines[line, 0]
        added_costs(records, lines[line : line + 1], members, 0, record, record + 1, one)
        error[line] = one[0, 0]
        holds[line] = _holds(counts, lines, line, NONE, NONE, offsets, places, predicates)
    beside = np.empty((count, 1), np.float32)
    for line in range(count):
        if holds[line]:
            continue
        least = float(members)
        slot = -1
        instead = -1
        after_here = 0.0
        after_there = 0.0
        for member in range(members):
            if not varied[member]:
                continue
            own = lines[line, member]
            here = np.empty((1, last[member] - first[member]), np.float32)
            added_costs(records, lines[line : line + 1], members, member, first[member], last[member], here)
            added_costs(records, lines, members, member, own, own + 1, beside)
            for record in range(first[member], last[member]):
                other = line_of[record]
                if other == line:
                    continue
                added = here[0, record - first[member]] - error[line]
                if other >= 0:
                    added += beside[other, 0] - error[other]
                if added >= least or not _holds(counts, lines, line, member, record, offsets, places, predicates):
                    continue
                beside_holds = other >= 0 and holds[other]
                if beside_holds and not _holds(counts, lines, other, member, own, offsets, places, predicates):
                    continue
                least = added
                slot = member
                instead = record
                after_here = here[0, record - first[member]]
                after_there = beside[other, 0] if other >= 0 else 0.0
        if slot >= 0:
            own = lines[line, slot]
            other = line_of[instead]
            lines[line, slot] = instead
            line_of[instead] = line
            line_of[own] = other
            error[line] = after_here
            holds[line] = True
            if other >= 0:
                lines[other, slot] = own
                error[other] = after_there
                holds[other] = _holds(counts, lines, other, NONE, NONE, offsets, places, predicates)
    for member in range(members):
        for record in range(first[member], last[member]):
            line_of[record] = -1
    return error.sum()


@njit(cache=True, nogil=True)
def _varied(first, last, offsets, places):
    """Whether some of the records first … last − 1 has other values than the first."""
    size = offsets[first + 1] - offsets[first]
    for record in range(first + 1, last):
        if offsets[record + 1] - offsets[record] != size:
            return True
        for place in range(size):
            if places[offsets[record] + place] != places[offsets[first] + place]:
                return True
    return False


@njit(cache=True, nogil=True)
def _holds(counts, lines, line, slot, instead, offsets, places, predicates):
    """Whether a line keeps every model, with record `instead` in one slot (−1: as it is)."""
    members = lines.shape[1]
    for member in range(members):
        _count(counts, offsets, places, instead if member == slot else lines[line, member], 1)
    holds = all_hold(counts, members, predicates)
    for member in range(members):
        _count(counts, offsets, places, instead if member == slot else lines[line, member], -1)
    return holds


@njit(cache=True, nogil=True)
def _count(counts, offsets, places, record, times):
    for place in range(offsets[record], offsets[record + 1]):
        counts[places[place]] += times
