"""Rules in a job: whom a recommendation is for."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag

from tokumei.job.settings import Settings

__all__ = ["Condition", "HasCondition", "RangeCondition", "RuleJob", "Rules"]


class RangeCondition(Settings):
    """A range of numbers or dates; from and to include the end, over and under exclude it."""

    from_: Any = Field(default=None, alias="from", description="At least this.")
    to: Any = Field(default=None, description="At most this.")
    over: Any = Field(default=None, description="More than this.")
    under: Any = Field(default=None, description="Less than this.")


class HasCondition(Settings):
    """Items that a set column must contain, all of them."""

    has: tuple[str, ...] = Field(min_length=1, description="The items.")


_Value = str | float | bool


def _scalar(value: object) -> object:
    return value if isinstance(value, (dict, list, tuple, RangeCondition, HasCondition)) else [value]


def _strings(value: object) -> object:
    return [str(part) for part in value] if isinstance(value, (list, tuple)) else value


def _form(value: Any) -> str:
    if isinstance(value, HasCondition) or (isinstance(value, dict) and "has" in value):
        return "<has>"
    return "<range>" if isinstance(value, (dict, RangeCondition)) else "<values>"


Condition = Annotated[
    Annotated[HasCondition, Tag("<has>")]
    | Annotated[RangeCondition, Tag("<range>")]
    | Annotated[tuple[str, ...], Tag("<values>")],
    Discriminator(_form),
    BeforeValidator(_strings),
    BeforeValidator(_scalar, json_schema_input_type=_Value | list[_Value] | HasCondition | RangeCondition),
]


class RuleJob(Settings):
    """A recommendation: whom it is for."""

    name: str
    """What is offered."""
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    """How much this rule counts beside the others."""
    when: dict[str, Condition] = Field(min_length=1)
    """Column → condition: a value or node, a list of them, a range, or items; all must hold."""


def _place(value: Any) -> str:
    return "<file>" if isinstance(value, str) else "<list>"


Rules = Annotated[
    Annotated[str, Tag("<file>")] | Annotated[tuple[RuleJob, ...], Tag("<list>")],
    Discriminator(_place),
]
"""A file of rules, or a list of them."""
