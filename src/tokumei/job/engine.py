"""What reads, counts and writes the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from tokumei.job.cells import YES, Cell
from tokumei.job.features import features_of, mechanisms_of
from tokumei.job.settings import Settings

if TYPE_CHECKING:
    from tokumei.job.job import Job

__all__ = [
    "COUNTING",
    "DERIVED_TEXT",
    "DESCRIBED",
    "KEPT_ON_SPARK",
    "NEW_ORDER",
    "OF_HISTORIES",
    "WHOLE_SCORE",
    "WHOLE_TEXTS",
    "AnyEngine",
    "EngineJob",
    "engine_refusals",
]


class EngineJob(Settings):
    """What reads, counts and writes the records."""

    name: Literal["auto", "local", "streaming", "spark"]
    """`local` holds all records in memory; `streaming` each different one once; `spark` works on a cluster; `auto` is
    `streaming` where the job allows it and the source is larger than half of the memory, or the output is a folder, and
    else `local`."""
    spark: str | None = None
    """The cluster: `local`, `local[4]`, `spark://host:7077`, `yarn`, `sc://host` (Spark Connect)."""
    work: str | None = None
    """`spark`: a folder that the driver and all workers see, for what lies between the steps. When absent: beside the
    release."""
    pieces: int | None = Field(default=None, ge=1)
    """`streaming` and `spark`: the different records are cut into so many pieces, and each is recoded by itself; with a
    `subject` the people are, by the number of their records. When absent: so many as their number asks, mostly one."""

    @model_validator(mode="after")
    def _of_its_name(self) -> EngineJob:
        if (self.name == "spark") != (self.spark is not None):
            raise ValueError(
                '`engine` names a cluster as `{spark: "spark://host:7077"}`, and other engines by their names'
            )
        if self.work is not None and self.name != "spark":
            raise ValueError("`engine.work` is for `spark`: leave it out")
        if self.pieces is not None and self.name not in ("streaming", "spark"):
            raise ValueError("`engine.pieces` is for `streaming` and `spark`: leave it out")
        return self


def _full(value: Any) -> Any:
    if isinstance(value, str):
        return {"name": value}
    if isinstance(value, Mapping) and "spark" in value and "name" not in value:
        return {"name": "spark", **value}
    return value


AnyEngine = Annotated[EngineJob, BeforeValidator(_full, json_schema_input_type=str | EngineJob)]

COUNTING: dict[str, Cell] = {
    **dict.fromkeys(("number", "date", "category", "set", "null", "several", "hierarchy", "item_hierarchy"), YES),
    **dict.fromkeys(("publish", "weight", "sensitive", "keep", "k", "suppress", "score", "effort"), YES),
    **dict.fromkeys(("l_diversity", "t_closeness", "alpha_k", "beta_likeness", "person"), YES),
    **dict.fromkeys(("where", "derive", "round", "at_least", "at_most", "top", "ends", "absence"), YES),
    "text": YES,
    "within": Cell(
        "what the texts of a group have in common is found in memory: set `engine: local`, or `within: table`"
    ),
    **dict.fromkeys(("subject", "cluster"), YES),
    "surplus": Cell("records are published again in memory: set `engine: local`, or leave `surplus` out"),
    **dict.fromkeys(
        ("presence", "k_map"), Cell("a population is compared in memory: set `engine: local`, or leave it out")
    ),
    **dict.fromkeys(
        ("rules", "label"), Cell("what serves a purpose is measured in memory: set `engine: local`, or leave it out")
    ),
    "km": Cell("k^m-anonymity is made in memory: set `engine: local`, or leave `km` out"),
    "suppress_by": Cell("whole people are removed in memory: set `engine: local`, or leave `suppress_by` out"),
    "one_per": Cell("one record a person is chosen in memory: set `engine: local`, or name a `person` alone"),
    **dict.fromkeys(
        ("recoding", "stored"),
        Cell("a recoding for all records is made in memory: set `engine: local`, or leave it out"),
    ),
    "rare": Cell("rare values are put together in memory: set `engine: local`, or leave `rare` out"),
    "pseudonym": Cell("pseudonyms are drawn in memory: set `engine: local`, or leave `pseudonym` out"),
    "attack": Cell("attacks are tried in memory: set `engine: local`, or leave `attack` out"),
    "ledger": Cell("a ledger is kept in memory: set `engine: local`, or leave `ledger` out"),
}
"""What the engines can do that count equal records instead of holding all: feature → cell of the table."""
_AGAINST_ALL = Cell(
    "values of a history are held against all that are shown: set `engine: local`, or leave the promise out"
)
OF_HISTORIES: dict[str, Cell] = {
    **dict.fromkeys(
        ("text", "within"), Cell("texts of histories are masked in memory: set `engine: local`, or leave the text out")
    ),
    **dict.fromkeys(("t_closeness", "beta_likeness"), _AGAINST_ALL),
}
"""What they cannot do beside a `subject`, whose people are put together block by block: feature → cell."""
DESCRIBED = "descriptions of values are read in memory: set `engine: local`, or name a `table` of categories"
NEW_ORDER = "an engine puts rows in a new order, and marks none: set `engine: local`, or leave it out"
KEPT_ON_SPARK = "what kept phrases reveal is counted on one machine: set `engine: streaming`, or leave `keep` out"
WHOLE_TEXTS = "texts are made equal, looked up and guessed in memory: set `engine: local`, or leave it out"
DERIVED_TEXT = "a text is masked where it stands in the source: set `engine: local`, or name the column itself"
WHOLE_SCORE = "only groups by `score: ncp` are made of pieces: leave `pieces` out, or take that score"


def engine_refusals(job: Job, engine: str | None = None) -> list[str]:
    """What a job asks that the engines which count records cannot do, each with the reason and the remedy.

    `engine` is the one that is meant, where the job leaves that open.
    """
    features = {feature: where for name in mechanisms_of(job) for feature, where in features_of(job, name).items()}
    cells = COUNTING if job.subject is None else {**COUNTING, **OF_HISTORIES}
    said = [
        f"`{where}`: {why}"
        for feature, where in features.items()
        if feature in cells and (why := cells[feature].refusal(features)) is not None
    ]
    said += _of_texts(job, engine or job.engine.name)
    if job.subject is not None:
        said += [
            f"`columns.{name}.categories.described_by`: {DESCRIBED}"
            for name, column in job.columns.items()
            if getattr(column.setting("categories"), "described_by", None) is not None
        ]
    if job.output.keeps_order:
        said.append(f"`output.order`: {NEW_ORDER}")
    if job.output.marks:
        said.append(f"`output.removed`: {NEW_ORDER}")
    if job.engine.pieces is not None and job.method.score != "ncp":
        said.append(f"`engine.pieces`: {WHOLE_SCORE}")
    return said


def _of_texts(job: Job, engine: str) -> Iterator[str]:
    """What texts beside the groups ask that an engine cannot do."""
    for name in [name for name in job.texts if name not in job.grouped]:
        column = job.columns[name]
        if engine == "spark" and column.setting("keep"):
            yield f"`columns.{name}.keep`: {KEPT_ON_SPARK}"
        if name in job.derive:
            yield f"`columns.{name}`: {DERIVED_TEXT}"
        for setting in ("equal", "registry", "guess"):
            if column.setting(setting):
                yield f"`columns.{name}.{setting}`: {WHOLE_TEXTS}"
