"""Privacy models: what a release promises, as frozen values that check themselves.

| name | class | promises, of every group |
|---|---|---|
| `k` | `KAnonymity` | at least k records |
| `distinct` | `DistinctDiversity` | at least l different sensitive values |
| `entropy` | `EntropyDiversity` | sensitive values as diverse as l equally frequent ones |
| `recursive` | `RecursiveDiversity` | the most frequent sensitive value is not too frequent |
| `t` | `TCloseness` | sensitive values distributed nearly as in the whole release |

A group is all released records with the same published quasi-identifiers. A missing sensitive value is a value of its
own. All five are kept when two groups that keep them are put together, so that one group of all records is the test
of whether anything can keep them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tokumei.core.columns import Kind
from tokumei.errors import JobError

__all__ = [
    "MODELS",
    "Distance",
    "DistinctDiversity",
    "EntropyDiversity",
    "KAnonymity",
    "Model",
    "RecursiveDiversity",
    "TCloseness",
    "distance_for",
    "group_size",
    "models_from",
    "sensitive_columns",
]

Distance = Literal["equal", "ordered", "hierarchical"]


@dataclass(frozen=True, slots=True)
class KAnonymity:
    """Every released record shares its published quasi-identifiers with at least k − 1 others.

    *Promise*: someone who knows the quasi-identifiers of a person in the table, and nothing else, finds at least k
    records that could be this person's.

    *Caveats*: It says nothing about what the k records have in common. If all of them have the same disease, the
    attacker learns it without finding the record: that is what diversity and closeness are for. It holds for the
    columns that were declared as quasi-identifiers; what an attacker knows besides (a column published as it is, an
    order of rows, another release of the same people) is not covered. One record is taken to be one person: where a
    person has several, a group can consist of one person, and the job needs `subject`.

    *Reference*: L. Sweeney, k-anonymity: a model for protecting privacy, 2002; P. Samarati, 2001.
    """

    k: int

    def __post_init__(self) -> None:
        _whole("k", self.k, 2, "with k = 1 every record may be unique")

    @property
    def name(self) -> str:
        """The promise's name in a report."""
        return "k-anonymity"


@dataclass(frozen=True, slots=True)
class DistinctDiversity:
    """Every group has at least l different values in a sensitive column.

    *Promise*: someone who finds a person's group cannot rule out all values but l − 1 of them.

    *Caveats*: The l values can be very unequal: with l = 2 one record in a thousand may differ, and a guess is right
    999 times. Different values can mean the same (two names of one disease). What the attacker knows besides ("she
    does not smoke") takes values away. A missing value counts as one.

    *Sets*: For a sensitive column of sets, the items that occur in the group count: at least l different items. A
    group whose members all have the same l items keeps this, and tells all of them; records without items add
    nothing.

    *Reference*: A. Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, 2007, section 4.
    """

    column: str
    l: int  # noqa: E741

    def __post_init__(self) -> None:
        _whole("l", self.l, 2, "with l = 1 a group may have a single sensitive value")

    @property
    def name(self) -> str:
        """The promise's name in a report."""
        return f"distinct l-diversity of {self.column}"


@dataclass(frozen=True, slots=True)
class EntropyDiversity:
    """The sensitive values of every group are at least as diverse as l equally frequent ones.

    *Promise*: e to the entropy of the group's sensitive values is at least l; at least l values occur, and no single
    one dominates. Every group is so diverse only if the whole table is, which bounds l from above.

    *Caveats*: Strict where one value is common and harmless ("no finding"): the whole table may fail, and the error
    says how far one can go. l need not be a whole number. Likeness between values is not seen; for that there is
    t-closeness.

    *Reference*: A. Machanavajjhala et al., 2007, definition 4.1.
    """

    column: str
    l: float  # noqa: E741

    def __post_init__(self) -> None:
        if not 1 < self.l < float("inf"):
            raise JobError(f"Entropy l-diversity of {self.column!r}: l must be a number above 1.")

    @property
    def name(self) -> str:
        """The promise's name in a report."""
        return f"entropy l-diversity of {self.column}"


@dataclass(frozen=True, slots=True)
class RecursiveDiversity:
    """The most frequent sensitive value of a group occurs less than c times as often as the l-th and all rarer ones.

    *Promise*: with the counts of a group in falling order r₁ ≥ r₂ ≥ …: r₁ < c · (r_l + r_{l+1} + …). After an
    attacker rules out l − 2 values, the most frequent one left is still no more than c times as frequent as the rest.

    *Caveats*: A large c allows a dominant value; c below 1 asks for very even groups. As for the other diversities,
    likeness between values is not seen.

    *Reference*: A. Machanavajjhala et al., 2007, definition 4.2.
    """

    column: str
    c: float
    l: int  # noqa: E741

    def __post_init__(self) -> None:
        if not 0 < self.c < float("inf"):
            raise JobError(f"Recursive (c, l)-diversity of {self.column!r}: c must be a number above 0.")
        _whole("l", self.l, 2, "with l = 1 the most frequent value is compared with itself")

    @property
    def name(self) -> str:
        """The promise's name in a report."""
        return f"recursive (c, {self.l})-diversity of {self.column}"


@dataclass(frozen=True, slots=True)
class TCloseness:
    """The sensitive values of every group are distributed as in the whole release, up to a distance t.

    *Promise*: someone who finds a person's group learns little more about the sensitive value than the whole release
    tells about everyone: the earth mover's distance between the two distributions is at most t, in 0–1.

    *Distances*: `equal`: all values are equally far apart (half the sum of the differences); for categories.
    `ordered`: values stand in a row, neighbours one step apart; for numbers and dates, whose order is their own;
    categories stand in the order of their hierarchy's leaves, or of their names without one; a missing value stands
    at the end of the row. `hierarchical`: two values are as far apart as their lowest common node is high; a missing
    value that the hierarchy does not know hangs from its root.

    *Caveats*: What the whole release tells is not hidden. A small t takes the connection between quasi-identifiers
    and the sensitive column out of the data, which is often what the data are for. The whole is the *released*
    records, since that is what a reader has: where records are removed, it can differ from the source. One group of
    all records has the distance 0, so that no t is impossible by itself.

    *Reference*: N. Li, T. Li, S. Venkatasubramanian, t-closeness: privacy beyond k-anonymity and l-diversity, 2007,
    sections 4.1–4.3.
    """

    column: str
    t: float
    distance: Distance | None = None
    """None: ordered for numbers and dates, equal for categories."""

    def __post_init__(self) -> None:
        if not 0 < self.t <= 1:
            raise JobError(f"t-closeness of {self.column!r}: t must lie above 0 and at most at 1.")
        if self.distance not in (None, "equal", "ordered", "hierarchical"):
            raise JobError(f"t-closeness of {self.column!r}: the distance is one of equal, ordered, hierarchical.")

    @property
    def name(self) -> str:
        """The promise's name in a report."""
        return f"t-closeness of {self.column}"


Model = KAnonymity | DistinctDiversity | EntropyDiversity | RecursiveDiversity | TCloseness

MODELS: Mapping[str, type[Model]] = {
    "k": KAnonymity,
    "distinct": DistinctDiversity,
    "entropy": EntropyDiversity,
    "recursive": RecursiveDiversity,
    "t": TCloseness,
}
"""The names of the job file."""


class DiversitySettings(Protocol):
    """l-diversity as a job says it: exactly one form is set."""

    @property
    def distinct(self) -> int | None: ...
    @property
    def entropy(self) -> float | None: ...
    @property
    def recursive(self) -> tuple[float, int] | None: ...


class ClosenessSettings(Protocol):
    """t-closeness as a job says it."""

    @property
    def t(self) -> float: ...
    @property
    def distance(self) -> Distance | None: ...


def models_from(
    *,
    k: int,
    l_diversity: Mapping[str, DiversitySettings] | None = None,
    t_closeness: Mapping[str, ClosenessSettings] | None = None,
) -> tuple[Model, ...]:
    """The models of a job's `privacy`."""
    models: list[Model] = [KAnonymity(k)]
    for column, diversity in (l_diversity or {}).items():
        if diversity.distinct is not None:
            models.append(DistinctDiversity(column, diversity.distinct))
        if diversity.entropy is not None:
            models.append(EntropyDiversity(column, diversity.entropy))
        if diversity.recursive is not None:
            models.append(RecursiveDiversity(column, *diversity.recursive))
    for column, closeness in (t_closeness or {}).items():
        models.append(TCloseness(column, closeness.t, closeness.distance))
    return tuple(models)


def group_size(models: Sequence[Model]) -> int:
    """The smallest group that the models allow: the largest k among them, 1 without any."""
    return max((model.k for model in models if isinstance(model, KAnonymity)), default=1)


def sensitive_columns(models: Sequence[Model]) -> tuple[str, ...]:
    """The columns that models name, each once: only these take part in the partitioning."""
    return tuple(dict.fromkeys(model.column for model in models if not isinstance(model, KAnonymity)))


def distance_for(model: TCloseness, kind: Kind) -> Distance:
    """The distance that a model means for a column of this kind."""
    return model.distance or ("ordered" if kind in (Kind.NUMBER, Kind.DATE) else "equal")


def check_kind(model: Model, kind: Kind) -> None:
    """Raises JobError where a model is not defined for a kind of column."""
    if isinstance(model, KAnonymity):
        return
    if kind is Kind.TEXT:
        raise JobError(
            f"Column {model.column!r} is free text, for which {model.name.split(' of ')[0]} is not defined. "
            "Declare it as a category, or take it out of `privacy`."
        )
    if kind is Kind.SET and not isinstance(model, DistinctDiversity):
        raise JobError(
            f"Column {model.column!r} is a set, for which only distinct l-diversity is defined. "
            f"Replace {model.name.split(' of ')[0]} in `privacy`."
        )


def _whole(setting: str, value: object, least: int, why: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise JobError(f"{setting} must be a whole number of at least {least}: {why}.")
