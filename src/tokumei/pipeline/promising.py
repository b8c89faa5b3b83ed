"""The promises of a job about how detailed its columns are, judged on labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Kind
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.core.promise import Promise
from tokumei.core.published import PublishedTable
from tokumei.hierarchies.arx import read_arx
from tokumei.job import ColumnJob, Job
from tokumei.job.hierarchy import FileHierarchy
from tokumei.pipeline.policies import finest_level
from tokumei.privacy.policy import ColumnPolicy, at_least, bottom, date_ends, ends, pseudonyms, rounded, top
from tokumei.privacy.rare_values import RareValues

__all__ = ["not_judged", "of_policies", "trees_of_files"]

BY_LABEL = ("levels", "intervals", "prefixes")
"""Hierarchies whose labels tell their level."""


def of_policies(
    labels: PublishedTable, job: Job, rows: npt.NDArray[np.bool_], trees: Mapping[str, Hierarchy]
) -> tuple[Promise, ...]:
    """What the released records (`rows`) keep of each column's policy."""
    promises: list[Promise] = []
    for name, settings in job.columns.items():
        if name not in labels.columns:
            continue
        promises += [policy.check(labels.columns[name], rows) for policy in _policies(name, settings, trees.get(name))]
        promises += [rare.check(labels.columns[name], rows) for rare in _rare(name, settings)]
    return tuple(promises)


def not_judged(job: Job, trees: Mapping[str, Hierarchy]) -> list[Note]:
    """Levels of hierarchies that are made from the data, which a file alone does not tell."""
    return [
        Note("level_not_judged", {"column": name})
        for name, settings in job.columns.items()
        if settings.setting("at_least") is not None and _way(settings) is None and name not in trees
    ]


def trees_of_files(job: Job) -> dict[str, Hierarchy]:
    """The hierarchies that `at_least` is about and that are written in files."""
    made: dict[str, Hierarchy] = {}
    for name, settings in job.columns.items():
        asked = settings.setting("hierarchy")
        if settings.setting("at_least") is not None and isinstance(asked, FileHierarchy):
            made[name] = read_arx(job.path(asked.file), delimiter=asked.delimiter)
    return made


def _way(settings: ColumnJob) -> str | None:
    hierarchy = settings.setting("hierarchy")
    return next((way for way in BY_LABEL if hierarchy.setting(way) is not None), None)


def _policies(name: str, settings: ColumnJob, tree: Hierarchy | None) -> Iterator[ColumnPolicy]:
    least, over, under, grid, width = (
        settings.setting(setting) for setting in ("at_least", "top", "bottom", "ends", "round")
    )
    own = [end for end in (over, under) if end is not None]
    if least is not None:
        way = _way(settings)
        if way is not None:
            yield at_least(name, least, way=way, levels=settings.setting("hierarchy").setting(way))
        elif tree is not None:
            coarse = np.flatnonzero(_coarse(tree, finest_level(tree, settings, name)))
            yield at_least(name, least, way="file", coarse=[tree.labels[node] for node in coarse])
    if over is not None:
        yield top(name, over)
    if under is not None:
        yield bottom(name, under)
    if grid not in (None, "exact"):
        yield date_ends(name, settings.setting("format")) if settings.type is Kind.DATE else ends(name, grid, own=own)
    if settings.setting("pseudonym") is not None:
        yield pseudonyms(name)
    if width is not None:
        yield rounded(name, width, own=own, nodes=settings.setting("hierarchy") is not None)


def _rare(name: str, settings: ColumnJob) -> Iterator[RareValues]:
    rare = settings.setting("rare")
    if rare is not None and rare.do != "keep":
        separator = (settings.setting("separator") or ",") if settings.type is Kind.SET else None
        yield RareValues(name, rare.below, separator)


def _coarse(tree: Hierarchy, level: int) -> npt.NDArray[np.bool_]:
    """Node → whether it stands at a level or above; a value that is repeated upwards stands at all of them."""
    coarse = np.zeros(len(tree.labels), dtype=bool)
    coarse[tree.path[:, level:].reshape(-1)] = True
    return coarse
