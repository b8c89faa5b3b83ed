"""Hierarchies by meaning: dictionaries, similarity, directions."""

from tokumei.hierarchies.semantic.candidate import Candidate, Placement, Source
from tokumei.hierarchies.semantic.dictionaries import open_dictionary
from tokumei.hierarchies.semantic.graph import Dictionary
from tokumei.hierarchies.semantic.searching import candidates, chosen
from tokumei.hierarchies.semantic.showing import hierarchies_title, html_page, text_tree, write_candidates

__all__ = [
    "Candidate",
    "Dictionary",
    "Placement",
    "Source",
    "candidates",
    "chosen",
    "hierarchies_title",
    "html_page",
    "open_dictionary",
    "text_tree",
    "write_candidates",
]
