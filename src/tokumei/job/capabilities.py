"""What each mechanism can do: one table, used to refuse, to write the documentation, and to drive the tests.

A *mechanism* is what makes columns of a release: a score that splits tables, k^m beside the groups, the masking of
texts, the alignment of histories. A *feature* is what a job can ask for. A cell says yes, or why not and what to do
instead, or that another mechanism of the same job does it; a yes can have exceptions. There is no other answer, so that
nothing can be accepted and ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tokumei.job.cells import YES, Cell, Limit, elsewhere, no, not_beside
from tokumei.job.features import OF_VALUES, features_of, mechanisms_of
from tokumei.job.history_cells import HISTORY

if TYPE_CHECKING:
    from tokumei.job.job import Job

__all__ = ["FEATURES", "MECHANISMS", "Cell", "Limit", "Mechanism", "features_of", "mechanisms_of", "refusals"]

FEATURES: dict[str, str] = {
    "number": "numbers as quasi-identifiers",
    "date": "dates as quasi-identifiers",
    "category": "categories as quasi-identifiers",
    "set": "sets as quasi-identifiers",
    "text": "texts as quasi-identifiers",
    "within": "texts `within: group`",
    "null": "missing values",
    "several": "several quasi-identifiers",
    "hierarchy": "`hierarchy` of single values",
    "item_hierarchy": "`hierarchy` of a set's items",
    "publish": "`publish`: nodes, values, ranges",
    "weight": "`weight` of a column",
    "sensitive": "sensitive columns",
    "keep": "kept columns",
    "k": "`k`",
    "l_diversity": "`l_diversity`",
    "t_closeness": "`t_closeness`",
    "alpha_k": "`alpha_k`",
    "beta_likeness": "`beta_likeness`",
    "km": "`km`",
    "presence": "`presence`",
    "k_map": "`k_map`",
    "suppress": "`suppress`",
    "suppress_by": "`suppress_by: person`",
    "recoding": "`recoding`: column, level",
    "stored": "`output.recoding`",
    "score": "`score`",
    "effort": "`effort`: fast, best",
    "rules": "`rules`",
    "label": "`label`",
    "cluster": "`cluster`, `match`",
    "surplus": "`surplus: again`",
    "subject": "`subject`",
    "where": "`where`",
    "derive": "`derive`",
    "person": "`person`",
    "one_per": "`one_per`",
    "at_least": "`at_least`",
    "at_most": "`at_most`",
    "top": "`top`, `bottom`",
    "ends": "`ends`: round, a width",
    "round": "`round`",
    "rare": "`rare`",
    "pseudonym": "`pseudonym`",
    "attack": "`attack`",
    "absence": "`absence: hide`",
    "ledger": "`ledger`",
}
"""Feature → what a reader of the table calls it."""


@dataclass(frozen=True, slots=True)
class Mechanism:
    """What makes columns of a release, and its row of the table."""

    what: str
    cells: Mapping[str, Cell]

    def __post_init__(self) -> None:
        missing = FEATURES.keys() - self.cells.keys()
        if missing:
            raise ValueError(f"The table of capabilities has no cell for {sorted(missing)}.")


_NO_HISTORY = no("`cluster` and `match` are for histories: name a `subject`, or leave them out")
_NO_PARTS = no("`surplus` is for histories: name a `subject`, or leave it out")
_BY_HISTORY = elsewhere("histories have a mechanism of their own")
_NO_LABEL = no("`label` is what `score: gain` helps to predict: take that score, or leave `label` out")
_BY_TEXT = elsewhere("texts are masked beside the groups")
_BY_GROUPS = elsewhere("columns that are neither texts beside groups nor under `km` make up groups")
_ONE_EFFORT = no("it has one way only: leave `effort` out, or take `score: ncp`")
_NOT_AT_ONCE = no(
    "all children of a node are opened at once, and some texts are like no other: leave `within: group` out, or take "
    "`score: ncp`"
)
_NO_WEIGHT = no("nothing weighs one column's loss against another's here: leave `weight` out")
_NO_LEDGER = no("what is made beside groups is made anew in every release: leave `ledger` out")
_LEDGER = Cell(
    limits=(
        Limit("person", "a ledger has to know whose each record is: name the identifier as `person`", present=False),
        Limit("people", "a ledger keeps the group of a person, who must have one record: set `one_per`"),
        Limit("ledger_text", "texts are masked anew in every release: leave `ledger` out, or the text"),
        Limit("km", "k^m-anonymity is made anew in every release: leave `ledger` out, or `km`"),
        Limit("at_most", "groups that are kept may have to be coarser: leave `ledger` out, or `at_most`"),
        Limit("t_closeness", "groups that are kept cannot follow the whole: leave `ledger` out, or `t_closeness`"),
        Limit("beta_likeness", "groups that are kept cannot follow the whole: leave `ledger` out, or `beta_likeness`"),
        Limit("presence", "groups that are kept cannot follow a population: leave `ledger` out, or `presence`"),
        Limit("k_map", "groups that are kept cannot follow a population: leave `ledger` out, or `k_map`"),
        Limit("item_hierarchy", "groups that are kept publish items, not nodes: leave `ledger` out, or the hierarchy"),
    )
)
_PEOPLE_TEXT = Limit(
    "people_text",
    "texts are masked by records, whoever wrote them: set `one_per`, mask them `within: group`, or leave the text out",
)
_SELECTION: dict[str, Cell] = {
    **dict.fromkeys(("where", "derive", "one_per", "round", "pseudonym", "attack"), YES),
    "rare": not_beside(
        "suppress", "records that are removed can make other values rare: leave `suppress` out, or `rare`"
    ),
    "person": Cell(
        limits=(
            _PEOPLE_TEXT,
            Limit("people_km", "k^m-anonymity counts records, not people: set `one_per`, or leave `km` out"),
        )
    ),
}
"""What is done before anything is coded is the same for every mechanism but histories."""
_OPEN_ENDS = not_beside(
    "bounds", "a range that is open or widened is written as one: leave `output.numbers` out, or this setting"
)
_POPULATION = Cell(
    limits=(
        Limit(
            "made_hierarchy",
            "a population is held against what groups publish, and a hierarchy by frequency or meaning is made from "
            "the source: take one from a file, or leave this promise out",
        ),
        Limit(
            "within",
            "a population is held against what groups publish, and it has no texts: leave `within: group` out, or this "
            "promise",
        ),
    )
)
_NO_POPULATION = no("a population is compared with groups, and nothing is grouped here: leave it out")
_BY_COLUMN = elsewhere("a recoding by column or level is a mechanism of its own")
_NOT_RECODED = no("nothing is grouped by single values here: leave `recoding` out")
_NOT_STORED = no("only a recoding by column or level can be applied to other data: set `method.recoding`")
_TABLE: dict[str, Cell] = {
    **dict.fromkeys(("number", "date", "category", "set", "null", "several", "hierarchy", "publish"), YES),
    **dict.fromkeys(("item_hierarchy", "sensitive", "keep", "k", *OF_VALUES, "km"), YES),
    **dict.fromkeys(("score", "effort", "rules", "weight", "suppress", "suppress_by"), YES),
    **_SELECTION,
    **dict.fromkeys(("at_least", "at_most"), YES),
    **dict.fromkeys(("top", "ends"), _OPEN_ENDS),
    **dict.fromkeys(("presence", "k_map"), _POPULATION),
    "ledger": _LEDGER,
    "absence": not_beside(
        "tree_absence", "a node of an item hierarchy says less than an item: leave `absence` out, or the hierarchy"
    ),
    "text": _BY_TEXT,
    "within": YES,
    "recoding": _BY_COLUMN,
    "stored": _NOT_STORED,
    "label": _NO_LABEL,
    "cluster": _NO_HISTORY,
    "surplus": _NO_PARTS,
    "subject": _BY_HISTORY,
}
"""What holds for a table unless its score says otherwise."""


_NO_SETS = no(
    "one partition of the values for all records is of single values: leave `recoding` out, or promise the set `km`"
)
_STORED = Cell(
    limits=(
        Limit(
            "exact_ends",
            "ranges that end with values of the source would store these: set `ends` of the column, or give it a "
            "`hierarchy`",
        ),
        Limit(
            "made_hierarchy",
            "a hierarchy by frequency or meaning is made of the source's values, which would be stored: name a "
            "file that holds it",
        ),
        Limit("rare", "records that are removed where it is applied can make other values rare: leave `rare` out"),
    )
)
_FOR_ALL: dict[str, Cell] = {
    **_TABLE,
    "set": _NO_SETS,
    "item_hierarchy": _NO_SETS,
    "absence": _NO_SETS,
    "within": no(
        "what texts have in common differs from group to group, and here values are put together for all: leave "
        "`recoding` out, or `within: group`"
    ),
    "ledger": no(
        "groups that are kept publish what they did, and not what the others do: leave `ledger` out, or `recoding`"
    ),
    "recoding": YES,
    "stored": _STORED,
    "score": no("a score chooses the splits of groups, and here values are put together for all: leave it out"),
}
"""What holds for one partition of a column's values for all records."""


MECHANISMS: dict[str, Mechanism] = {
    "ncp": Mechanism("splits where the loss saved is largest, then partitions near groups anew", dict(_TABLE)),
    "median": Mechanism(
        "splits at medians (LeFevre et al.)",
        {**_TABLE, "effort": _ONE_EFFORT},
    ),
    "prec": Mechanism(
        "opens nodes by Prec (Sweeney)",
        {**_TABLE, "effort": _ONE_EFFORT, "within": _NOT_AT_ONCE},
    ),
    "takahashi": Mechanism(
        "the paper's algorithm for single values and sets (Takahashi et al.)",
        {
            **_TABLE,
            "effort": _ONE_EFFORT,
            "within": _NOT_AT_ONCE,
            "suppress": Cell(
                limits=(
                    Limit(
                        "set",
                        "the paper removes records where it splits by an item, and this job has no set: "
                        "leave `suppress` out, or take `score: ncp`",
                        present=False,
                    ),
                )
            ),
        },
    ),
    "tfidf": Mechanism(
        "opens nodes by the TF-IDF of rules (Arai et al.)",
        {
            **_TABLE,
            "effort": _ONE_EFFORT,
            "within": _NOT_AT_ONCE,
            "weight": no("TF-IDF counts rules, not losses: leave `weight` out, or take `score: purpose`"),
        },
    ),
    "purpose": Mechanism("splits where rules are served best, then by loss", dict(_TABLE)),
    "gain": Mechanism("splits where a label is told apart best, then by loss", {**_TABLE, "label": YES}),
    "column": Mechanism(
        "one partition of each column's values for all records: a cut through its hierarchy, or cut points",
        dict(_FOR_ALL),
    ),
    "level": Mechanism(
        "one level of each column's hierarchy for all records: the best of all (full-domain recoding)",
        {**_FOR_ALL, "effort": no("the best levels are looked for among all: leave `effort` out")},
    ),
    "km": Mechanism(
        "k^m-anonymity of one set column, beside the groups",
        {
            **dict.fromkeys(("number", "date", "category", "several", "hierarchy"), _BY_GROUPS),
            **dict.fromkeys(("at_least", "at_most", "top", "ends"), _BY_GROUPS),
            **dict.fromkeys(("set", "null", "item_hierarchy", "sensitive", "keep", "k", "km"), YES),
            **dict.fromkeys(OF_VALUES, YES),  # said to promise nothing where nothing is grouped
            **_SELECTION,
            "text": _BY_TEXT,
            "within": _BY_GROUPS,
            "ledger": _NO_LEDGER,
            "publish": no("a set under k^m publishes items or nodes: leave `publish` out"),
            "absence": no("deleting items from some records can break k^m-anonymity: leave `absence` out, or `km`"),
            "weight": _NO_WEIGHT,
            **dict.fromkeys(("presence", "k_map"), _NO_POPULATION),
            **dict.fromkeys(
                ("suppress", "suppress_by"), no("k^m-anonymity removes items, not records: leave `suppress` out")
            ),
            "recoding": _NOT_RECODED,
            "stored": _NOT_STORED,
            "score": no("nothing is split where the set under `km` is the only column to protect: leave `score` out"),
            "effort": no("k^m-anonymity has one way only: leave `effort` out"),
            "rules": no("rules ask about groups, and nothing is grouped here: leave `rules` out"),
            "label": _NO_LABEL,
            "cluster": _NO_HISTORY,
            "surplus": _NO_PARTS,
            "subject": _BY_HISTORY,
        },
    ),
    "text": Mechanism(
        "masks rare characters of one text column, beside the groups (Maeda et al.)",
        {
            **dict.fromkeys(("number", "date", "category", "set", "at_least", "at_most", "top", "ends"), _BY_GROUPS),
            **dict.fromkeys(("text", "null", "sensitive", "keep", "k"), YES),
            **dict.fromkeys(OF_VALUES, YES),  # said to promise nothing where nothing is grouped
            **_SELECTION,
            "person": Cell(limits=(_PEOPLE_TEXT,)),
            "within": elsewhere("texts within groups make up groups, like other columns"),
            "several": elsewhere("each text column is masked by itself"),
            "ledger": _NO_LEDGER,
            "hierarchy": no("a text has no hierarchy"),
            "item_hierarchy": no("a text has no items"),
            "absence": _BY_GROUPS,
            "publish": no("a text is published masked: leave `publish` out"),
            "weight": _NO_WEIGHT,
            "km": no("`km` is for sets"),
            **dict.fromkeys(("presence", "k_map"), _NO_POPULATION),
            **dict.fromkeys(
                ("suppress", "suppress_by"), no("masking hides characters and removes no record: leave `suppress` out")
            ),
            "recoding": _NOT_RECODED,
            "stored": _NOT_STORED,
            "score": no("nothing is split where only texts are protected: leave `score` out"),
            "effort": no("masking has one way only: leave `effort` out"),
            "rules": no("rules cannot ask about free text: leave `rules` out"),
            "label": _NO_LABEL,
            "cluster": _NO_HISTORY,
            "surplus": _NO_PARTS,
            "subject": _BY_HISTORY,
        },
    ),
    "history": Mechanism(
        "aligns the records of similar subjects (`subject`)",
        HISTORY,
    ),
}
"""Mechanism → its row. A new score is one line here, and one file beside the others."""


def refusals(job: Job) -> list[str]:
    """Sentences about what the job asks for and its mechanisms cannot do."""
    said: list[str] = []
    for name in mechanisms_of(job):
        features = features_of(job, name)
        for feature, where in features.items():
            cell = MECHANISMS[name].cells.get(feature)
            why = None if cell is None else cell.refusal(features)
            if why is not None:
                said.append(f"`{where}`: {why}")
    return said
