"""What reads, counts and writes the records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from tokumei.core.columns import Role
from tokumei.job.cells import Cell
from tokumei.job.features import features_of, mechanisms_of
from tokumei.job.settings import Settings

if TYPE_CHECKING:
    from tokumei.job.job import Job

__all__ = ["COUNTING", "AnyEngine", "EngineJob", "engine_refusals"]


class EngineJob(Settings):
    """What reads, counts and writes the records."""

    name: Literal["auto", "local", "streaming", "spark"]
    """`local` holds all records in memory; `streaming` each different one once; `spark` works on a cluster; `auto` is
    `streaming` where the source is larger than half of the memory and the job allows it, else `local`."""
    spark: str | None = None
    """The cluster: `local`, `local[4]`, `spark://host:7077`, `yarn`, `sc://host` (Spark Connect)."""
    work: str | None = None
    """`spark`: a folder that the driver and all workers see, for what lies between the steps. When absent: beside the
    release."""
    pieces: int | None = Field(default=None, ge=1)
    """`streaming` and `spark`: the different records are cut into so many pieces, and each is recoded by itself. When
    absent: as many as memory asks for, mostly one."""

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

_LOCAL = "set `engine: local`, or leave it out"
YES = Cell()


def _no(why: str) -> Cell:
    return Cell(f"{why}: {_LOCAL}")


COUNTING: dict[str, Cell] = {
    **dict.fromkeys(("number", "date", "category", "set", "null", "several", "hierarchy", "item_hierarchy"), YES),
    **dict.fromkeys(("publish", "weight", "sensitive", "keep", "k", "suppress", "score", "effort"), YES),
    **dict.fromkeys(("l_diversity", "t_closeness", "alpha_k", "beta_likeness"), YES),
    **dict.fromkeys(("where", "derive", "person", "round", "at_least", "at_most", "top", "ends", "absence"), YES),
    "text": _no("an engine that counts records has no texts"),
    "within": _no("an engine that counts records has no texts"),
    "subject": _no("an engine that counts records has no histories"),
    "cluster": _no("an engine that counts records has no histories"),
    "km": _no("an engine that counts records knows no k^m-anonymity"),
    "presence": _no("an engine that counts records compares with no population"),
    "k_map": _no("an engine that counts records compares with no population"),
    "suppress_by": _no("an engine that counts records removes no whole people"),
    "one_per": _no("an engine that counts records chooses none of a person's"),
    "recoding": _no("an engine that counts records makes groups, and no recoding for all"),
    "stored": _no("an engine that counts records stores no recoding"),
    "rules": _no("an engine that counts records does not measure what rules are served"),
    "label": _no("an engine that counts records makes no groups for a label"),
    "rare": _no("an engine that counts records does not put rare values together"),
    "pseudonym": _no("an engine that counts records gives no pseudonyms"),
    "attack": _no("an engine that counts records tries no attacks"),
    "ledger": _no("an engine that counts records keeps no ledger"),
}
"""What the engines can do that count equal records instead of holding all: feature → cell of the table."""


def engine_refusals(job: Job) -> list[str]:
    """What a job asks that the engines which count records cannot do, each with the reason and the remedy."""
    features = {feature: where for name in mechanisms_of(job) for feature, where in features_of(job, name).items()}
    said = [
        f"`{where}`: {why}"
        for feature, where in features.items()
        if feature in COUNTING and (why := COUNTING[feature].refusal(features)) is not None
    ]
    for setting, wrong in (
        ("output.order", job.output.keeps_order),
        ("output.removed", job.output.marks),
        ("output.public_report", False),
    ):
        if wrong:
            said.append(f"`{setting}`: an engine that counts records puts them in a new order and marks none: {_LOCAL}")
    for name in job.named(Role.QUASI):
        if job.columns[name].setting("categories") is not None and job.columns[name].setting("described_by"):
            said.append(f"`columns.{name}.categories`: an engine that counts records describes no values: {_LOCAL}")
    if job.engine.pieces is not None and job.method.score != "ncp":
        said.append("`engine.pieces`: only groups by `score: ncp` are made of pieces: leave it out")
    return said
