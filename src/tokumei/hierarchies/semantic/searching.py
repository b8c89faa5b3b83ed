"""Hierarchies for a column's values, by meaning, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from tokumei.hierarchies.semantic.extraction import Evidence, Library, Way, extracted
from tokumei.hierarchies.semantic.graph import Dictionary
from tokumei.hierarchies.semantic.growing import grown
from tokumei.hierarchies.semantic.normal import normalized
from tokumei.hierarchies.semantic.ranking import loss_at
from tokumei.hierarchies.semantic.vectors import WordReader, WordVectors, open_vectors

__all__ = ["candidates", "chosen"]


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

    Ranked by how many values they cover by fact, then by the loss that k-anonymity of the column would cost. Without
    dictionaries: one by the likeness of the vectors, where there are any, and one by frequency alone.
    `read_words` reads the word list of the English package; without it only Japanese vectors and files are found.
    *Promise*: every value is a leaf of every tree, with one parent, and reaches the root, whatever the dictionaries.
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
        found.sort(key=lambda one: (-one.coverage, one.loss))
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
    keys = [normalized(value) for value in values]
    evidence = extracted(values, library)
    groups = directions(evidence, keys, nearly=nearly) or [Direction((), {})]
    keep = frozenset(normalized(pin) for pin in pins)
    known = [group for group in groups if any(evidence[value].fact for value in group.ways)]
    return [_candidate(values, keys, counts, group, evidence, library, k=k, keep=keep) for group in known or groups]


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
    """One tree: the direction's own values, then the others by the concept of the direction that is most like them."""
    known = {value: evidence[value] for value in group.ways}
    missing = [value for value in range(len(values)) if value not in known and keys[value]] if group.top else []
    for value, one in zip(missing, library.inferred([values[value] for value in missing], group.top), strict=True):
        if one.ways:
            known[value] = one
    ways = chosen_ways({value: group.ways.get(value, one.ways) for value, one in known.items()})
    by_name = {values[value]: way for value, way in ways.items()}
    tree = grown(values, by_name, library.display, dict(zip(values, keys, strict=True)), keep=keep)
    placements = tuple(_placement(value, known.get(place)) for place, value in enumerate(values))
    facts = sum(placement.source is Source.FACT for placement in placements)
    top = max(group.top, _shared(list(ways.values())), key=len)
    label = " > ".join(library.display.get(key, key) for key in top) or "*"
    return Candidate(tree, label, facts / len(values), _loss(tree, values, counts, k), placements)


def _placement(value: str, evidence: Evidence | None) -> Placement:
    if evidence is None or not evidence.ways:
        return Placement(value, Source.UNPLACED)
    if evidence.fact:
        return Placement(value, Source.FACT)
    return Placement(value, Source.INFERRED, evidence.neighbour, evidence.similarity, evidence.by)


def _shared(ways: Sequence[Way]) -> Way:
    """The concepts that all ways begin with."""
    if not ways:
        return ()
    low, high = min(ways), max(ways)
    length = 0
    while length < min(len(low), len(high)) and low[length] == high[length]:
        length += 1
    return low[:length]


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
    return Candidate(tree, candidate.direction, candidate.coverage, _loss(tree, values, counts, k), placements)


def _loss(tree: Hierarchy, values: Sequence[str], counts: Sequence[int], k: int) -> float:
    by_value = dict(zip(values, counts, strict=True))
    return loss_at(tree, [int(by_value[leaf]) for leaf in tree.leaves], k)


def _inside(folder: Path | None, source: Any) -> Any:
    """A name of the job, seen from its folder; a Path is taken as it is."""
    return folder / source if folder is not None and isinstance(source, str) else source
