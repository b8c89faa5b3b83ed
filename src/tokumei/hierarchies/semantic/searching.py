"""Hierarchies for a column's values, by meaning, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError
from tokumei.hierarchies.frequency import frequency
from tokumei.hierarchies.semantic.candidate import Candidate, Placement, Source
from tokumei.hierarchies.semantic.clustering import clustered
from tokumei.hierarchies.semantic.corrections import Corrections, check, corrected, read_corrections
from tokumei.hierarchies.semantic.dictionaries import open_dictionary
from tokumei.hierarchies.semantic.directions import Direction, chosen_ways, directions
from tokumei.hierarchies.semantic.extraction import Evidence, Library, Way, common, extracted
from tokumei.hierarchies.semantic.graph import Dictionary
from tokumei.hierarchies.semantic.growing import grown
from tokumei.hierarchies.semantic.normal import normalized
from tokumei.hierarchies.semantic.ranking import levels_left, loss_at
from tokumei.hierarchies.semantic.vectors import WordReader, WordVectors, open_vectors

__all__ = ["candidates", "chosen"]

_SHOWN = 3
"""Directions that a name lists."""


def candidates(
    values: Sequence[str],
    counts: Sequence[int],
    dictionaries: Sequence[str | Path | Dictionary],
    *,
    k: int = 5,
    vectors: str | Path | WordVectors | None = None,
    corrections: str | Path | Mapping[str, Any] | Corrections | None = None,
    folder: Path | None = None,
    nearly: float = 0.9,
    paper: bool = False,
    most: int = 10,
    read_words: WordReader | None = None,
) -> list[Candidate]:
    """Hierarchies over all values, one for each direction that the dictionaries know, best first.

    Ranked by how many values they place by fact, how many by inference, the loss that k-anonymity of the column would
    cost, and how many levels it would leave. The join of several directions comes after them. Without dictionaries: one
    by the likeness of the vectors, where there are any, and one by frequency alone.
    `read_words` reads the word list of the English package; without it only Japanese vectors and files are found.
    *Promise*: every value is a leaf of every tree, with one parent, and reaches the root, whatever the dictionaries. A
    value that they know is never placed by likeness: where they do not know it in a direction, it stands under `*`.
    *Reference*: Okada and Hasegawa (CSS 2019). *Departures*: see similarity, extraction and directions; `paper=True`
    compares and places as the paper does.
    """
    if not values:
        raise JobError("A hierarchy needs at least one value.")
    if len(set(values)) < len(values) or len(counts) != len(values):
        raise JobError("The values of a hierarchy must be distinct, with one count for each.")
    wanted = read_corrections(_inside(folder, corrections))
    named = vectors if vectors == "none" else _inside(folder, vectors)
    words = open_vectors(named, values, read_words=read_words)
    if dictionaries:
        library = Library(
            [open_dictionary(one, folder=folder) for one in dictionaries], words, values=values, paper=paper
        )
        found = _by_meaning(values, counts, library, k=k, nearly=nearly, pins=wanted.pin if wanted else ())
    else:
        found = _without_dictionary(values, counts, words, k=k)
    if wanted is not None:
        check(wanted, [candidate.hierarchy for candidate in found])
        found = [_corrected(candidate, wanted, values, counts, k) for candidate in found]
    if dictionaries:
        found.sort(key=lambda one: _rank(one, values, counts, k))
    return found[:most]


def chosen(
    name: str,
    values: Sequence[str],
    counts: Sequence[int],
    dictionaries: Sequence[str],
    *,
    direction: int = 1,
    **options: Any,
) -> Candidate:
    """The hierarchy of one direction, by its rank: what a job asks for."""
    found = candidates(values, counts[: len(values)], dictionaries, **options)
    if not 1 <= direction <= len(found):
        raise JobError(
            f"Column {name!r}: direction {direction} does not exist; the dictionaries give {len(found)}. "
            "`tokumei hierarchy` shows them."
        )
    return found[direction - 1]


def _by_meaning(
    values: Sequence[str], counts: Sequence[int], library: Library, *, k: int, nearly: float, pins: Sequence[str]
) -> list[Candidate]:
    keys = [library.key(value) for value in values]
    evidence = extracted(values, library)
    ways = {value: one.ways for value, one in enumerate(evidence) if one.ways}
    facts = {value for value in ways if evidence[value].fact or evidence[value].by == "name"}
    groups = directions(ways, facts, keys, nearly=nearly)
    keep = frozenset(normalized(pin) for pin in pins)
    return [
        _candidate(values, keys, counts, group, evidence, library, k=k, keep=keep)
        for group in groups or [Direction((), {})]
    ]


def _candidate(
    values: Sequence[str],
    keys: Sequence[str],
    counts: Sequence[int],
    group: Direction,
    evidence: Sequence[Evidence],
    library: Library,
    *,
    k: int,
    keep: frozenset[str],
) -> Candidate:
    """One tree: the direction's own values, then those no dictionary knows, by the concept in it most like them."""
    known = {value: evidence[value] for value in group.ways}
    ways = dict(group.ways)
    missing = [
        value for value, one in enumerate(evidence) if value not in known and not one.fact and keys[value] and group.top
    ]
    for value, one in zip(missing, library.inferred([values[value] for value in missing], group.top), strict=True):
        if one.ways:
            known[value], ways[value] = one, one.ways
    chosen = chosen_ways(ways)
    by_name = {values[value]: way for value, way in chosen.items()}
    tree = grown(values, by_name, library.display, dict(zip(values, keys, strict=True)), keep=keep)
    placements = tuple(
        _placement(value, known.get(place), evidence[place], library.display) for place, value in enumerate(values)
    )
    facts = sum(placement.source is Source.FACT for placement in placements)
    top = max(group.top, common(list(chosen.values())), key=len)
    label = _joined(group.parts, library.display) if group.parts else _shown(top, library.display)
    loss = _loss(tree, values, counts, k)
    return Candidate(tree, label, facts / len(values), loss, placements, join=bool(group.parts))


def _placement(value: str, here: Evidence | None, anywhere: Evidence, display: Mapping[str, str]) -> Placement:
    if here is None or not here.ways:
        ways = (anywhere.ways or anywhere.several) if anywhere.fact else ()
        known = " | ".join(dict.fromkeys(_shown(way, display) for way in ways[:_SHOWN]))
        return Placement(value, Source.UNPLACED, known=known or None)
    if here.fact:
        return Placement(value, Source.FACT)
    return Placement(value, Source.INFERRED, here.neighbour, here.similarity, here.by)


def _shown(way: Way, display: Mapping[str, str]) -> str:
    return " > ".join(display.get(key, key) for key in way) or "*"


def _joined(parts: Sequence[Way], display: Mapping[str, str]) -> str:
    more = f" and {len(parts) - _SHOWN} more" if len(parts) > _SHOWN else ""
    return "join of " + ", ".join(_shown(part, display) for part in parts[:_SHOWN]) + more


def _rank(
    candidate: Candidate, values: Sequence[str], counts: Sequence[int], k: int
) -> tuple[bool, float, int, float, float]:
    """Facts, then guesses, then loss, then levels that are left; joins after all directions."""
    by_value = dict(zip(values, counts, strict=True))
    left = levels_left(candidate.hierarchy, [int(by_value[leaf]) for leaf in candidate.hierarchy.leaves], k)
    return candidate.join, -candidate.coverage, -len(candidate.of(Source.INFERRED)), round(candidate.loss, 9), -left


def _without_dictionary(
    values: Sequence[str], counts: Sequence[int], words: WordVectors | None, *, k: int
) -> list[Candidate]:
    tree = frequency(values, counts)
    placements = tuple(Placement(value, Source.UNPLACED) for value in values)
    plain = Candidate(tree, "by frequency", 0.0, _loss(tree, values, counts, k), placements)
    if words is None:
        return [plain]
    # Meaning first; frequency alone is there to compare with.
    alike = clustered(values, counts, words, k=k)
    return [alike, plain] if alike.of(Source.INFERRED) else [plain]


def _corrected(
    candidate: Candidate, wanted: Corrections, values: Sequence[str], counts: Sequence[int], k: int
) -> Candidate:
    tree, changed = corrected(candidate.hierarchy, wanted)
    placements = tuple(
        Placement(one.value, Source.CORRECTED) if one.value in changed else one for one in candidate.placements
    )
    return replace(candidate, hierarchy=tree, loss=_loss(tree, values, counts, k), placements=placements)


def _loss(tree: Hierarchy, values: Sequence[str], counts: Sequence[int], k: int) -> float:
    by_value = dict(zip(values, counts, strict=True))
    return loss_at(tree, [int(by_value[leaf]) for leaf in tree.leaves], k)


def _inside(folder: Path | None, source: Any) -> Any:
    """A name of the job, seen from its folder; a Path is taken as it is."""
    return folder / source if folder is not None and isinstance(source, str) else source
