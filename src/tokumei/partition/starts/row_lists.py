"""Groups as linked lists of rows, for searches in which rows come and go.

A state has these: `group` (row → group), `head` (group → its first row), `after` and `before` (row → the next ones),
`mass` and `rows` (group → its records and rows). −1 is none.
"""

from __future__ import annotations

from tokumei.core.kernels import part

__all__ = ["NOWHERE", "link", "unlink"]

NOWHERE = -1


@part
def link(state, row, group, weight):
    """Puts a row into a group."""
    state.after[row] = state.head[group]
    state.before[row] = -1
    if state.head[group] >= 0:
        state.before[state.head[group]] = row
    state.head[group] = row
    state.group[row] = group
    state.mass[group] += weight[row]
    state.rows[group] += 1


@part
def unlink(state, row, weight):
    """Takes a row out of its group, if it has one."""
    group = state.group[row]
    if group < 0:
        return
    if state.before[row] >= 0:
        state.after[state.before[row]] = state.after[row]
    else:
        state.head[group] = state.after[row]
    if state.after[row] >= 0:
        state.before[state.after[row]] = state.before[row]
    state.mass[group] -= weight[row]
    state.rows[group] -= 1
    state.group[row] = NOWHERE
