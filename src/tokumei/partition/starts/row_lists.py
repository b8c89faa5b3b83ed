"""Linked lists, and groups as lists of rows, for searches in which rows come and go.

A list is known by its first entry (`head`), an entry by the ones after and before it; −1 is none. Groups have these:
`group` (row → group), `head` (group → its first row), `after` and `before` (row → the next ones), `mass` and `rows`
(group → its records and rows).
"""

from __future__ import annotations

from tokumei.core.kernels import part

__all__ = ["NOWHERE", "link", "put", "take", "unlink"]

NOWHERE = -1


@part
def put(head, after, before, number, entry):
    """Puts an entry first into a list."""
    after[entry] = head[number]
    before[entry] = -1
    if head[number] >= 0:
        before[head[number]] = entry
    head[number] = entry


@part
def take(head, after, before, number, entry):
    """Takes an entry out of the list that it is in."""
    if before[entry] >= 0:
        after[before[entry]] = after[entry]
    else:
        head[number] = after[entry]
    if after[entry] >= 0:
        before[after[entry]] = before[entry]


@part
def link(state, row, group, weight):
    """Puts a row into a group."""
    put(state.head, state.after, state.before, group, row)
    state.group[row] = group
    state.mass[group] += weight[row]
    state.rows[group] += 1


@part
def unlink(state, row, weight):
    """Takes a row out of its group, if it has one."""
    group = state.group[row]
    if group < 0:
        return
    take(state.head, state.after, state.before, group, row)
    state.mass[group] -= weight[row]
    state.rows[group] -= 1
    state.group[row] = NOWHERE
