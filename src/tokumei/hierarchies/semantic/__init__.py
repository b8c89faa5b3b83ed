"""Hierarchies by meaning: dictionaries, similarity, directions."""

from tokumei.hierarchies.semantic.candidate import Candidate, Placement, Source
from tokumei.hierarchies.semantic.dictionaries import open_dictionary
from tokumei.hierarchies.semantic.graph import Dictionary
from tokumei.hierarchies.semantic.searching import candidates, chosen
from tokumei.hierarchies.semantic.showing import direction_of, steps, text_tree, write_candidates

__all__ = [
    "Candidate",
    "Dictionary",
    "Placement",
    "Source",
    "candidates",
    "chosen",
    "direction_of",
    "open_dictionary",
    "steps",
    "text_tree",
    "write_candidates",
]
