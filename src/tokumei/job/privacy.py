"""What a job promises."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from tokumei.job.settings import Settings

__all__ = ["KMapJob", "KmJob", "LDiversityJob", "PresenceJob", "PrivacyJob", "TClosenessJob"]


class LDiversityJob(Settings):
    """How diverse a sensitive column must be in every group; exactly one form."""

    distinct: int | None = Field(default=None, ge=2, description="l: so many different values in every group.")
    entropy: float | None = Field(
        default=None, gt=1, allow_inf_nan=False, description="l: as diverse as l equally frequent values."
    )
    recursive: tuple[Annotated[float, Field(gt=0, allow_inf_nan=False)], Annotated[int, Field(ge=2)]] | None = None
    """(c, l): the most frequent value occurs less than c times as often as all but the l − 1 most frequent."""

    @model_validator(mode="after")
    def _one_form(self) -> LDiversityJob:
        forms = type(self).model_fields
        if sum(getattr(self, form) is not None for form in forms) != 1:
            raise ValueError(f"l-diversity is exactly one of {', '.join(forms)}")
        return self

    @property
    def form(self) -> tuple[str, tuple[float, ...]]:
        """The form that is set, and its numbers."""
        name = next(form for form in type(self).model_fields if getattr(self, form) is not None)
        value = getattr(self, name)
        return name, value if isinstance(value, tuple) else (value,)


class TClosenessJob(Settings):
    """How close the distribution of a sensitive column in every group must be to the whole table's."""

    t: float = Field(gt=0, le=1)
    """The largest distance (earth mover's, 0 to 1) from the whole release."""
    distance: Literal["equal", "ordered", "hierarchical"] | None = None
    """equal for categories and ordered for numbers and dates when absent."""


def _closeness(value: object) -> object:
    return {"t": value} if isinstance(value, (int, float)) and not isinstance(value, bool) else value


class KmJob(Settings):
    """k^m-anonymity of a set column: any m items that an attacker knows match at least k records."""

    column: str = Field(description="The set column.")
    m: int = Field(ge=1, le=6, description="How many items of a person an attacker may know.")


class PresenceJob(Settings):
    """δ-presence: nobody of a population is in the data with more than a given probability."""

    population: str
    """A table with the quasi-identifiers of everybody, the source's people among them."""
    at_most: float = Field(gt=0, lt=1, description="δ: the largest share of those who fit a group that is in it.")


class KMapJob(Settings):
    """k-map: at least k people of a population fit every group."""

    population: str
    """A table with the quasi-identifiers of everybody, the source's people among them."""
    k: int = Field(ge=2, description="So many people fit every group.")


class PrivacyJob(Settings):
    """The promises."""

    k: int = Field(le=2**31 - 1, json_schema_extra={"minimum": 2})
    """Every released record equals at least k − 1 others in all quasi-identifiers; at least 2."""
    l_diversity: dict[str, LDiversityJob] = Field(default_factory=dict)
    """Sensitive column → how diverse it must be in every group."""
    t_closeness: dict[
        str, Annotated[TClosenessJob, BeforeValidator(_closeness, json_schema_input_type=float | TClosenessJob)]
    ] = Field(default_factory=dict)
    """Sensitive column → how close to the whole every group must be; a bare number is t."""
    alpha_k: dict[str, Annotated[float, Field(gt=0, lt=1)]] = Field(default_factory=dict)
    """Sensitive column → α: no value makes up more of a group."""
    beta_likeness: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]] = Field(default_factory=dict)
    """Sensitive column → β: no value is more than 1 + β times as likely in a group as in the whole release."""
    km: KmJob | None = None
    """k^m-anonymity of a set column."""
    presence: PresenceJob | None = None
    """δ-presence, against a file of the population."""
    k_map: KMapJob | None = None
    """k-map, against a file of the population."""
    suppress: float = Field(default=0.0, ge=0, le=1)
    """The share of the records that may be removed; a history that does not say it removes what finds no partner."""
    suppress_by: Literal["record", "person"] = "record"
    """With `person`: what is removed is single records, or people, each with all of her records."""

    @field_validator("k")
    @classmethod
    def _at_least_two(cls, k: int) -> int:
        if k < 2:
            raise ValueError("k must be at least 2: with k = 1 every record may be unique")
        return k
