"""Moving pieces between the groups of a union, where they cost less."""

from __future__ import annotations

from tokumei.core.kernels import NONE, part, step
from tokumei.partition.unions import (
    COMES,
    GOES,
    GROUP,
    GROUPS,
    LOSS,
    MASS,
    PIECES,
    ROW,
    SIZE,
    SMALLEST_GAIN,
    STAYS,
    WORK,
    best_host,
    group_loss,
    keeps_with,
    new_piece,
    shift,
)

__all__ = ["move"]


@part
def move(union, tokens, guard, k):
    """One round of moves between the groups of a union; returns the loss that it saved.

    A piece moves whole where its group can spare it, else as many of its records as the group can spare.
    """
    saved = 0.0
    for group in range(union.used[GROUPS]):
        union.used[WORK] += 4 * union.used[PIECES]
        for piece in range(union.used[PIECES]):
            if union.piece[piece, GROUP] != group:
                continue
            lost = group_loss(union, group)
            if lost <= SMALLEST_GAIN:
                break
            row, mass = union.piece[piece, ROW], union.piece[piece, MASS]
            spare = union.size[group, SIZE] - k
            whole = mass <= spare
            mass = mass if whole else spare
            if mass == 0 or union.used[PIECES] == union.piece.shape[0]:
                continue
            freed = _freed(union, tokens, group, row, mass, lost, whole)
            host, cost = best_host(union, tokens, group, row, mass, freed - SMALLEST_GAIN)
            if host < 0 or not (
                keeps_with(union, guard, group, piece, NONE if whole else row, union.piece[piece, MASS] - mass)
                and keeps_with(union, guard, host, NONE, row, mass)
            ):
                continue
            saved += freed - cost
            shift(union, tokens, group, row, -mass, GOES if whole else STAYS)
            shift(union, tokens, host, row, mass, COMES)
            if whole:
                union.piece[piece, GROUP] = host
            else:
                union.piece[piece, MASS] -= mass
                new_piece(union, row, mass, host)
    return saved


@step
def _freed(union, tokens, group, row, mass, lost, whole):
    """What a group loses less without some records of a row, without the whole piece or not."""
    if tokens is not None:
        parts = GOES if whole else STAYS
        shift(union, tokens, group, row, -mass, parts)
        freed = lost - group_loss(union, group)
        shift(union, tokens, group, row, mass, -parts)
        return freed
    less = 0.0
    if whole:
        for dim in range(union.kind.shape[0]):
            code = union.code[row, dim]
            if union.counts[group, code] == 1:
                less += union.less[group, code]
    size = union.size[group, SIZE]
    return lost - (size - mass) * (union.total[group, LOSS] - less)
