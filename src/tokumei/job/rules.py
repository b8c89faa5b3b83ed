"""Rules in a job: whom a recommendation is for."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from tokumei.job.settings import Settings

__all__ = ["Condition", "HasCondition", "RangeCondition", "RuleJob"]


class RangeCondition(Settings):
    """A range of numbers or dates; from and to include the end, over and under exclude it."""

    from_: Any = Field(default=None, alias="from", description="At least this.")
    to: Any = Field(default=None, description="At most this.")
    over: Any = Field(default=None, description="More than this.")
    under: Any = Field(default=None, description="Less than this.")


class HasCondition(Settings):
    """Items that a set column must contain, all of them."""

    has: tuple[str, ...] = Field(min_length=1, description="The items.")


def _scalar(value: object) -> object:
    return value if isinstance(value, (dict, list, tuple, RangeCondition, HasCondition)) else [value]


def _strings(value: object) -> object:
    return [str(part) for part in value] if isinstance(value, (list, tuple)) else value


Condition = Annotated[
    HasCondition | RangeCondition | tuple[str, ...], BeforeValidator(_strings), BeforeValidator(_scalar)
]


class RuleJob(Settings):
    """A recommendation: whom it is for."""

    name: str
    """What is offered."""
    weight: float = Field(default=1.0, gt=0)
    """How much this rule counts beside the others."""
    when: dict[str, Condition] = Field(min_length=1)
    """Column → condition: a value or node, a list of them, a range, or items; all must hold."""
