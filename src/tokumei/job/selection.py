"""Which records a job reads, one for each person where that is asked, and columns that it makes of others."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from tokumei.job.rules import Condition
from tokumei.job.settings import Settings

__all__ = [
    "DERIVATIONS",
    "Derivation",
    "Filter",
    "FiscalYearOf",
    "MissingCondition",
    "OnePerJob",
    "PrefixOf",
    "YearOf",
    "YearsFrom",
]


class MissingCondition(Settings):
    """Whether a value is missing."""

    missing: bool = Field(description="true: only records without a value; false: only records with one.")


def _form(value: Any) -> str:
    missing = isinstance(value, MissingCondition) or (isinstance(value, dict) and "missing" in value)
    return "<missing>" if missing else "<condition>"


Filter = Annotated[
    Annotated[MissingCondition, Tag("<missing>")] | Annotated[Condition, Tag("<condition>")],
    Discriminator(_form),
]
"""A condition as rules have it, or one about missing values."""


class OnePerJob(Settings):
    """Which record of each `person` is read."""

    person: Literal["first", "last", "random"]
    """The first or the last by a column, or any one."""
    by: str | None = None
    """For first and last: the column of numbers or dates that orders a person's records."""

    @model_validator(mode="after")
    def _ordered(self) -> OnePerJob:
        if self.person == "random" and self.by is not None:
            raise ValueError("`person: random` has no order: leave `by` out")
        if self.person != "random" and self.by is None:
            raise ValueError(f"`person: {self.person}` needs the column that orders the records: set `by`")
        return self


class YearsFrom(Settings):
    """Full years from a date to another day: an age."""

    years_from: str
    """The column of dates."""
    at: datetime.date
    """The day at which the years are counted."""

    @property
    def source(self) -> str:
        """The column that it is made of."""
        return self.years_from


class YearOf(Settings):
    """The year of a date."""

    year_of: str
    """The column of dates."""

    @property
    def source(self) -> str:
        """The column that it is made of."""
        return self.year_of


class FiscalYearOf(Settings):
    """The Japanese fiscal year (年度) of a date: the year in which its April lies."""

    fiscal_year_of: str
    """The column of dates."""

    @property
    def source(self) -> str:
        """The column that it is made of."""
        return self.fiscal_year_of


class PrefixOf(Settings):
    """The first characters of a code."""

    prefix_of: str
    """The column of codes."""
    length: int = Field(ge=1)
    """How many characters stay."""

    @property
    def source(self) -> str:
        """The column that it is made of."""
        return self.prefix_of


DERIVATIONS: dict[str, type[Settings]] = {
    "years_from": YearsFrom,
    "year_of": YearOf,
    "fiscal_year_of": FiscalYearOf,
    "prefix_of": PrefixOf,
}
"""The setting that names the column it is made of → its model. A new one is one model and one line."""


def _of_one_way(value: object) -> object:
    if isinstance(value, dict) and sum(way in value for way in DERIVATIONS) != 1:
        raise ValueError(f"a derived column is exactly one of {', '.join(DERIVATIONS)}")
    return value


def _way(value: Any) -> str | None:
    given = value if isinstance(value, dict) else type(value).model_fields if isinstance(value, Settings) else {}
    return next((f"<{way}>" for way in DERIVATIONS if way in given), None)


Derivation = Annotated[
    Annotated[YearsFrom, Tag("<years_from>")]
    | Annotated[YearOf, Tag("<year_of>")]
    | Annotated[FiscalYearOf, Tag("<fiscal_year_of>")]
    | Annotated[PrefixOf, Tag("<prefix_of>")],
    Discriminator(_way),
    BeforeValidator(_of_one_way, json_schema_input_type=YearsFrom | YearOf | FiscalYearOf | PrefixOf),
]
"""How a column is made of another."""
