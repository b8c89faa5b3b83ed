"""Records of a cluster's subjects put side by side by optimal assignment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.progress import Progress
from tokumei.core.threads import parallel
from tokumei.history.prepared import Prepared

__all__ = ["Aligned", "align", "align_all", "cost_of", "lines_of", "place_left_over", "too_large"]

Places = npt.NDArray[np.int64]
LARGEST = 1 << 28
"""Cells of the largest matrix of costs: 1 GB."""


@dataclass(frozen=True, eq=False)
class Aligned:
    """A cluster whose records stand side by side."""

    members: Places
    """Places of the subjects, in the order of the columns of `lines`."""
    lines: npt.NDArray[np.int32]
    """Line × member → record, as numbered in the prepared arrays."""
    error: float
    """Summed error of the records in lines."""


def align_all(
    prepared: Prepared, clusters: Sequence[Places], *, rounds: int, threads: int, progress: Progress
) -> list[Aligned]:
    """Every cluster aligned; clusters are independent, and share the threads."""
    progress.stage("align", len(clusters))

    def one(number: int) -> Aligned:
        found = align(prepared, clusters[number], rounds=rounds)
        progress.advance()
        return found

    return parallel(one, range(len(clusters)), threads=threads)


def align(prepared: Prepared, cluster: Places, *, rounds: int) -> Aligned:
    """One cluster aligned, the member with the fewest records first."""
    from tokumei.history import kernels

    members = np.sort(cluster)[::-1].copy()
    if too_large(prepared, members):
        return _align_sliced(prepared, members, rounds=rounds)
    lines, error = kernels.align(prepared.records, prepared.offsets, members, rounds)
    return Aligned(members, lines, float(error))


def too_large(prepared: Prepared, members: Places) -> bool:
    """Whether a matrix of the two largest histories would not fit in memory."""
    largest = np.sort(prepared.counts[members])[-2:]
    return int(largest.prod()) > LARGEST


def _align_sliced(prepared: Prepared, members: Places, *, rounds: int) -> Aligned:
    """Very long histories are cut into slices by their first column, and aligned slice by slice."""
    from tokumei.history import kernels

    counts = prepared.counts[members]
    largest = np.sort(counts)[-2:]
    parts = int(min(np.ceil(np.sqrt(largest.prod() / LARGEST)) + 1, counts.min()))
    slices: list[list[npt.NDArray[np.int64]]] = []
    for member in members.tolist():
        records = np.arange(prepared.offsets[member], prepared.offsets[member + 1])
        order = np.argsort(prepared.records.values[0, records], kind="stable")
        slices.append(np.array_split(records[order], parts))
    found: list[npt.NDArray[np.int32]] = []
    error = 0.0
    for part in zip(*slices, strict=True):
        offsets = np.cumsum([0, *(len(records) for records in part)]).astype(np.int64)
        records = np.concatenate(part)
        part_records = prepared.records._replace(values=np.ascontiguousarray(prepared.records.values[:, records]))
        own = np.argsort(np.diff(offsets), kind="stable").astype(np.int64)
        lines, cost = kernels.align(part_records, offsets, own, rounds)
        back = np.empty_like(lines)
        back[:, own] = records[lines]
        found.append(back)
        error += float(cost)
    return Aligned(members, np.concatenate(found), error)


def cost_of(prepared: Prepared, aligned: Aligned) -> float:
    """Summed error of all records of a cluster, the removed ones at 1 a cell."""
    records = int(prepared.counts[aligned.members].sum())
    return aligned.error + prepared.removal * (records - aligned.lines.size)


def place_left_over(prepared: Prepared, clusters: Sequence[Aligned], tries: int = 8) -> list[Aligned]:
    """Subjects in no cluster join one where that costs less than to remove them; the clusters tried are the smallest
    ones that have at least as many records each."""
    from tokumei.history import kernels

    result = list(clusters)
    counts = prepared.counts
    placed = np.zeros(len(counts), dtype=bool)
    for cluster in clusters:
        placed[cluster.members] = True
    lengths = np.array([len(cluster.lines) for cluster in clusters])
    for subject in np.flatnonzero(~placed).tolist():
        best, least = None, float(prepared.removal * counts[subject])
        near = np.argsort(np.abs(lengths - counts[subject]), kind="stable")[:tries]
        for number in near.tolist():
            old = result[number]
            if len(old.lines) * int(counts[subject]) > LARGEST:
                continue
            size = old.lines.shape[1]
            bounds = prepared.offsets[subject], prepared.offsets[subject + 1]
            lines, error = kernels.join(prepared.records, old.lines, size, *bounds)
            new = Aligned(np.append(old.members, subject), lines, float(error))
            added = cost_of(prepared, new) - cost_of(prepared, old)
            if added < least:
                best, least = (number, new), added
        if best is not None:
            result[best[0]] = best[1]
            lengths[best[0]] = len(best[1].lines)
    return result


def lines_of(prepared: Prepared, clusters: Sequence[Aligned]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Subject → cluster and record → line, in the numbers of the histories; −1 for what is removed."""
    cluster_of = np.full(len(prepared.subject), -1, dtype=np.int32)
    line_of = np.full(len(prepared.record), -1, dtype=np.int32)
    first = 0
    for number, cluster in enumerate(clusters):
        cluster_of[prepared.subject[cluster.members]] = number
        count = len(cluster.lines)
        line_of[prepared.record[cluster.lines]] = np.arange(first, first + count, dtype=np.int32)[:, None]
        first += count
    return cluster_of, line_of
