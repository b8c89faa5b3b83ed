"""What a run tries on its own release."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field, model_validator

from tokumei.job.settings import Settings

__all__ = ["AttackJob", "AttackSetting", "LimitsJob", "PopulationJob"]

Share = Annotated[float, Field(ge=0, le=1)]


class LimitsJob(Settings):
    """How much a release may tell beyond chance, as shares of the people; one that tells more is not written."""

    identity: Share | None = None
    """Whose a row is."""
    membership: Share | None = None
    """Who is in the data."""
    inference: Share | None = None
    """Which sensitive value somebody has."""


class PopulationJob(Settings):
    """The people of whom the source's are some."""

    file: str | None = None
    """A table with the quasi-identifiers of everybody."""
    size: int | None = Field(default=None, ge=1, description="How many they are, where no file says so.")

    @model_validator(mode="after")
    def _one_of_them(self) -> PopulationJob:
        if self.file is not None and self.size is not None:
            raise ValueError("a file says itself how many people there are: leave `size` out, or `file`")
        return self


def _population(value: object) -> object:
    if isinstance(value, str):
        return {"file": value}
    return {"size": value} if isinstance(value, int) and not isinstance(value, bool) else value


class AttackJob(Settings):
    """Attacks on the release, tried before it is written; `true` is the standard ones without limits."""

    limits: LimitsJob = Field(default_factory=LimitsJob)
    population: Annotated[
        PopulationJob, BeforeValidator(_population, json_schema_input_type=str | int | PopulationJob)
    ] = Field(default_factory=PopulationJob)
    """The people of whom the source's are some: a file, or how many they are."""
    full: bool = False
    """Those too that take long."""


def _attack(value: object) -> object:
    if value is True:
        return {}
    return None if value is False else value


AttackSetting = Annotated[AttackJob | None, BeforeValidator(_attack, json_schema_input_type=bool | AttackJob | None)]
"""`true`, `false`, or the settings."""
