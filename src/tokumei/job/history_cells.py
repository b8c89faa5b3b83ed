"""What histories can do: their row of the table of capabilities."""

from __future__ import annotations

from tokumei.job.cells import YES, Cell, Limit, no, not_beside
from tokumei.job.features import OF_VALUES

__all__ = ["HISTORY"]

_AS_ALIGNED = "a history publishes what its aligned records have in common: leave it out"
_OF_LINES = not_beside(
    "ledger", "clusters that are kept cannot be made diverse: leave `ledger` out, or the promise of values"
)
HISTORY: dict[str, Cell] = {
    **dict.fromkeys(("number", "date", "category", "set", "null", "several", "hierarchy", "within"), YES),
    **dict.fromkeys(("k", "cluster", "subject", "where", "derive", "round", "attack", "ledger"), YES),
    **dict.fromkeys(OF_VALUES, _OF_LINES),
    **dict.fromkeys(("at_least", "at_most", "top", "ends"), no(_AS_ALIGNED)),
    "surplus": Cell(
        limits=(
            *(
                Limit(
                    feature,
                    "a column that is published as it is, or a text beside the lines, could tell which "
                    "pseudonyms are one person's: leave it out, or `surplus: again`",
                )
                for feature in ("sensitive", "keep", "text")
            ),
            Limit("pseudonym", "a person has several pseudonyms here, which are fresh ones: leave `pseudonym` out"),
            Limit("ledger", "a ledger keeps one group for a person: leave `ledger` out, or `surplus: again`"),
        )
    ),
    "rare": no("a history removes records, which can make other values rare: leave `rare` out"),
    "pseudonym": not_beside(
        "other_pseudonym",
        "beside a history only its subject has a pseudonym, which is a fresh one where nothing is said: leave it out",
    ),
    "person": no("a history names its people by `subject`: leave `person` out"),
    "one_per": no("a history protects all records of a subject together: leave `one_per` out"),
    "text": Cell(
        limits=(
            Limit(
                "hidden_text",
                "beside a history a text can tell its people apart, whatever is masked: leave `within: table` "
                "out, so that the texts of a line are published equal, or accept that with `shown: true`",
            ),
            Limit(
                "equal_text",
                "the texts of a history are counted by the people who have them, neither made equal nor looked "
                "up in a registry: leave this out, or `within: table`",
            ),
        )
    ),
    "weight": not_beside(
        "text_weight",
        "a text beside a history takes no part in putting its people together: leave its `weight` out, or "
        "`within: table`",
    ),
    "item_hierarchy": YES,
    "absence": no("lines differ by their members, not by an item: leave `absence` out"),
    "publish": no("a history publishes nodes with a hierarchy, ranges and sets without: leave `publish` out"),
    "sensitive": not_beside(
        "hidden_sensitive",
        "beside a history a column that is published as it is can tell its people apart: make it a "
        "quasi-identifier, or accept that with `shown: true`",
    ),
    "keep": not_beside(
        "hidden_keep",
        "beside a history a column that is published as it is can tell its people apart: make it a "
        "quasi-identifier, or accept that with `shown: true`",
    ),
    "presence": no("a population has no histories to compare with: leave `presence` out"),
    "k_map": no("a population has no histories to compare with: leave `k_map` out"),
    "km": no("a set of a history stands in lines that k people share, whatever is known: leave `km` out"),
    "suppress": not_beside("ledger", "clusters that are kept remove what they must: leave `ledger` out, or `suppress`"),
    "suppress_by": no("a history protects all records of a subject together: leave `suppress_by` out"),
    "recoding": no("histories are aligned, each with those like it: leave `recoding` out"),
    "stored": no("what a history publishes is of its own records: leave `output.recoding` out"),
    "score": no("histories are aligned, not split: leave `score` and `algorithm` out"),
    "effort": not_beside(
        "paper", "`cluster: count` with `match: sort` is the paper's way, and has one only: leave `effort` out"
    ),
    **dict.fromkeys(
        ("rules", "label"),
        not_beside(
            "paper",
            "`cluster: count` with `match: sort` looks at counts and numbers alone, and cannot be made for a "
            "purpose: leave it out, or take another `cluster` or `match`",
        ),
    ),
}
"""Feature → cell."""
