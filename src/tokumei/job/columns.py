"""What a column is: one model for each role and type, so that what a column does not have is an unknown key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, create_model, model_validator

from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.job.hierarchy import AnyHierarchy, Categories, CategoryHierarchy, DateHierarchy, NumberHierarchy
from tokumei.job.settings import Settings
from tokumei.job.texts import refuse_text_settings, text_fields

__all__ = [
    "COLUMNS",
    "AnyColumn",
    "ColumnJob",
    "Identifier",
    "Kept",
    "KeyedPseudonym",
    "QuasiCategory",
    "QuasiDate",
    "QuasiNumber",
    "QuasiOpen",
    "QuasiSet",
    "QuasiText",
    "RareJob",
    "SensitiveDate",
    "SensitiveSet",
    "SensitiveText",
    "SensitiveValue",
]


Width = Annotated[float, Field(gt=0, allow_inf_nan=False)]


def _word_or_other(value: object) -> str:
    return "<word>" if isinstance(value, str) else "<other>"


Ends = Annotated[
    Annotated[Literal["exact", "round"], Tag("<word>")] | Annotated[Width, Tag("<other>")],
    Discriminator(_word_or_other),
]
Level = Annotated[
    Annotated[str, Tag("<word>")] | Annotated[Width, Tag("<other>")],
    Discriminator(_word_or_other),
]


class ColumnJob(Settings):
    """What every column says: its role, and its type where that is known."""

    role: Role
    """identifier (never published), quasi (published recoded), sensitive or keep (published as they are)."""
    type: Kind | None = None
    """number, date, category, set or text; guessed from the source when absent."""

    def spec(self, name: str, kind: Kind, decimal: str | None = None) -> ColumnSpec:
        """The part that a reader needs."""
        return ColumnSpec(
            name=name,
            role=self.role,
            kind=kind,
            format=self.setting("format"),
            separator=self.setting("separator") or ",",
            decimal=decimal,
        )


class KeyedPseudonym(Settings):
    """Pseudonyms that are the same in every table and month that is released with the same key."""

    key: str
    """The file of the key, relative to the job file; it is made where it does not exist, for its owner alone."""


Pseudonym = Annotated[
    Annotated[Literal["random"], Tag("<word>")] | Annotated[KeyedPseudonym, Tag("<other>")],
    Discriminator(_word_or_other),
]


class Identifier(ColumnJob):
    """A column that names the person. It is never published, unless as a pseudonym."""

    role: Literal[Role.IDENTIFIER]
    pseudonym: Pseudonym | None = None
    """Publish a pseudonym in its place: `random`, or keyed. The release is then pseudonymised, not anonymous."""


class RareJob(Settings):
    """What becomes of values that few records have."""

    below: int = Field(ge=2)
    """A value that fewer records have is rare."""
    do: Literal["pool", "remove", "keep"]
    """Publish them together as `other` (その他 in a Japanese report), leave them out, or only count them."""


class _Shown(ColumnJob):
    """A column that is published as it is."""

    shown: bool = False
    """In a history: publish it although it can tell the people of a group apart."""


class Kept(_Shown):
    """A column that is published as it is."""

    role: Literal[Role.KEEP]
    round: Width | None = None
    """Numbers: publish multiples of this in their place."""
    rare: RareJob | None = None
    """Categories and sets: what becomes of rare values."""
    categories: Categories | None = None
    """Publish categories of the values in place of the values."""


class SensitiveValue(_Shown):
    """What others must not learn: one value a record, published as it is, under the promises that name it."""

    role: Literal[Role.SENSITIVE]
    type: Literal[Kind.NUMBER, Kind.CATEGORY] | None = None
    """number or category; guessed from the source when absent."""
    round: Width | None = None
    """Numbers: publish multiples of this in their place."""
    rare: RareJob | None = None
    """Categories: what becomes of rare values."""
    hierarchy: AnyHierarchy | None = None
    """What t-closeness measures the distance of two values by."""
    categories: Categories | None = None
    """Publish categories of the values in place of the values."""


class SensitiveDate(_Shown):
    """A sensitive date."""

    role: Literal[Role.SENSITIVE]
    type: Literal[Kind.DATE]
    format: str | None = None
    """strftime format."""
    hierarchy: DateHierarchy | None = None
    """What t-closeness measures the distance of two values by."""


class SensitiveSet(_Shown):
    """A sensitive set."""

    role: Literal[Role.SENSITIVE]
    type: Literal[Kind.SET]
    separator: str = Field(default=",", min_length=1)
    """Between the items."""
    rare: RareJob | None = None
    """What becomes of rare items."""


class SensitiveText(_Shown):
    """A sensitive text. It is published as it is: to mask it, make it a quasi-identifier."""

    role: Literal[Role.SENSITIVE]
    type: Literal[Kind.TEXT]


class _Quasi(ColumnJob):
    """A column that others could know: published recoded."""

    role: Literal[Role.QUASI]


class _Weighed(_Quasi):
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    """How much the column's loss counts beside the others'."""
    constant: bool = False
    """In a history: an attribute of the person, the same in all records of a subject; it is refused where it is not."""


class _Single(_Weighed):
    hierarchy: Any = None
    publish: Any = None

    @model_validator(mode="after")
    def _nodes_of_a_hierarchy(self) -> _Single:
        if self.publish == "nodes" and self.hierarchy is None:
            raise ValueError("`publish: nodes` needs a `hierarchy`: give the column one, or leave `publish` out")
        return self

    @model_validator(mode="after")
    def _policy_of_its_form(self) -> _Single:
        """Levels are of nodes, and ends of ranges."""
        publish = self.publish or ("nodes" if self.hierarchy is not None else "ranges")
        top, bottom = (self.setting(name) for name in ("top", "bottom"))
        for name in ("at_least", "at_most"):
            if self.setting(name) is not None and self.hierarchy is None:
                raise ValueError(f"`{name}` names a level, and there is none: give the column a `hierarchy`")
            if self.setting(name) is not None and publish != "nodes":
                raise ValueError(f"`{name}` is about nodes: leave `publish: {publish}` out")
        for name in ("top", "bottom", "ends"):
            if self.setting(name) is not None and publish != "ranges":
                raise ValueError(f"`{name}` is about ranges: leave `hierarchy` out, or take `publish: ranges`")
        if top is not None and bottom is not None and top <= bottom:
            raise ValueError("`top` must lie above `bottom`: from there on, and up to there, values are put together")
        finest, coarsest = (self._level(name) for name in ("at_least", "at_most"))
        if finest is not None and coarsest is not None and finest > coarsest:
            raise ValueError("`at_least` is coarser than `at_most`, so that nothing could be published: exchange them")
        return self

    def _level(self, name: str) -> float | None:
        """The place of a level in the hierarchy, as far as the job knows it; coarser ones come later."""
        asked: Any = self.setting(name)
        if asked is None:
            return None
        known: tuple[object, ...] | None = next(
            (levels for way in ("levels", "intervals", "prefixes") if (levels := self.hierarchy.setting(way))), None
        )
        if known is None:
            if not (isinstance(asked, float) and asked.is_integer()):
                raise ValueError(f"`{name}` is the number of a level here, 1 for the one above the values")
            return asked
        if asked not in known:
            there = ", ".join(f"{one:g}" if isinstance(one, float) else str(one) for one in known)
            raise ValueError(f"`{name}` names no level of the hierarchy: it has {there}")
        return known.index(asked)


class QuasiNumber(_Single):
    """Numbers: published as ranges, or along a hierarchy."""

    type: Literal[Kind.NUMBER]
    hierarchy: NumberHierarchy | None = None
    """How values become more general; a bare name is a file. Without one: ranges."""
    publish: Literal["nodes", "values", "ranges"] | None = None
    """nodes (the default with a hierarchy), ranges (the default without), or the set of values of a group."""
    round: Width | None = None
    """Take multiples of this in place of the numbers, before anything else."""
    at_least: Width | None = None
    """The finest level that is published: an interval's width or a prefix's length, else a level's number."""
    at_most: Width | None = None
    """The coarsest level that is published; records that would need more are removed, as far as `suppress` allows."""
    top: float | None = Field(default=None, allow_inf_nan=False)
    """From this on, all values are one: `[90;]`."""
    bottom: float | None = Field(default=None, allow_inf_nan=False)
    """Up to this, all values are one: `[;20]`."""
    ends: Ends | None = None
    """What ranges end with: values of the column (exact), round numbers (about 200 in all; the intervals of a
    hierarchy, where the column has one), multiples of a width."""


class QuasiDate(_Single):
    """Dates and times: published as ranges, or along a hierarchy."""

    type: Literal[Kind.DATE]
    format: str | None = None
    """strftime format; detected when absent."""
    hierarchy: DateHierarchy | None = None
    """How values become more general; a bare name is a file. Without one: ranges."""
    publish: Literal["nodes", "values", "ranges"] | None = None
    """nodes (the default with a hierarchy), ranges (the default without), or the set of values of a group."""
    at_least: Level | None = None
    """The finest level that is published: a level of the calendar or a prefix's length, else a level's number."""
    at_most: Level | None = None
    """The coarsest level that is published; records that would need more are removed, as far as `suppress` allows."""
    ends: Literal["exact", "round"] | None = None
    """What ranges end with: dates of the column (exact), or the ends of months, of years where months are many."""


class QuasiCategory(_Single):
    """Categories: published as sets of values, or along a hierarchy."""

    type: Literal[Kind.CATEGORY]
    hierarchy: CategoryHierarchy | None = None
    """How values become more general; a bare name is a file. Without one: sets of values."""
    categories: Categories | None = None
    """Publish categories of the values in place of the values."""
    publish: Literal["nodes", "values"] | None = None
    """nodes (the default with a hierarchy), or the set of values of a group."""
    at_least: Width | None = None
    """The finest level that is published: a prefix's length, else a level's number, 1 above the values."""
    at_most: Width | None = None
    """The coarsest level that is published; records that would need more are removed, as far as `suppress` allows."""


class QuasiOpen(_Single):
    """A type that is left open: number, date or category, guessed from the source. Sets and texts name theirs."""

    type: None = None
    hierarchy: AnyHierarchy | None = None
    """How values become more general; a bare name is a file."""
    categories: Categories | None = None
    """Publish categories of the values in place of the values."""
    publish: Literal["nodes", "values", "ranges"] | None = None
    """nodes (the default with a hierarchy), ranges (numbers and dates), or the set of values of a group."""


class QuasiSet(_Weighed):
    """Sets of items: items are deleted, or published along an item hierarchy."""

    type: Literal[Kind.SET]
    separator: str = Field(default=",", min_length=1)
    """Between the items."""
    hierarchy: CategoryHierarchy | None = None
    """How items become more general; a bare name is a file. Without one: items are deleted."""
    absence: Literal["show", "hide"] = "show"
    """A label beside the same with one item more says that its records lack the item: shown, or hidden by deleting the
    item from one of the groups that show it."""
    rare: RareJob | None = None
    """What becomes of items that few records have, before anything else, and that few records publish."""
    at_least: Width | None = None
    """The finest level that items are published at: a prefix's length, else a level's number, 1 above the items."""

    @model_validator(mode="after")
    def _level_of_the_hierarchy(self) -> QuasiSet:
        if self.at_least is None:
            return self
        if self.hierarchy is None:
            raise ValueError("`at_least` names a level, and there is none: give the column a `hierarchy`")
        known = self.hierarchy.setting("prefixes")
        if known is not None and self.at_least not in known:
            there = ", ".join(str(one) for one in known)
            raise ValueError(f"`at_least` names no level of the hierarchy: it has {there}")
        if known is None and not self.at_least.is_integer():
            raise ValueError("`at_least` is the number of a level here, 1 for the one above the items")
        return self


class _Text(_Quasi):
    type: Literal[Kind.TEXT]
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    """How much the column's loss counts beside the others'; of texts within groups."""
    within: Literal["table", "group"] = "table"
    """Where texts are masked: beside the groups, by what is rare in the table, so that a known text can single out its
    row; or within each group, where all texts are published equal, as what they have in common. In a history `group` is
    the default, and a group is a line; `table` counts the people who have an n-gram, and needs `shown`."""
    shown: bool = False
    """In a history: mask the texts beside the lines (`within: table`) although they can tell its people apart."""

    @model_validator(mode="after")
    def _goes_together(self) -> _Text:
        refuse_text_settings(self)
        return self


QuasiText = create_model(
    "QuasiText",
    __base__=_Text,
    __doc__="Free text: what is rare is masked, beside the groups; or what a group's texts do not share.",
    **text_fields(),
)


COLUMNS: dict[tuple[Role, Kind | None], type[ColumnJob]] = {
    **dict.fromkeys(((Role.IDENTIFIER, kind) for kind in (None, *Kind)), Identifier),
    **dict.fromkeys(((Role.KEEP, kind) for kind in (None, *Kind)), Kept),
    **dict.fromkeys(((Role.SENSITIVE, kind) for kind in (None, Kind.NUMBER, Kind.CATEGORY)), SensitiveValue),
    (Role.SENSITIVE, Kind.DATE): SensitiveDate,
    (Role.SENSITIVE, Kind.SET): SensitiveSet,
    (Role.SENSITIVE, Kind.TEXT): SensitiveText,
    (Role.QUASI, None): QuasiOpen,
    (Role.QUASI, Kind.NUMBER): QuasiNumber,
    (Role.QUASI, Kind.DATE): QuasiDate,
    (Role.QUASI, Kind.CATEGORY): QuasiCategory,
    (Role.QUASI, Kind.SET): QuasiSet,
    (Role.QUASI, Kind.TEXT): QuasiText,
}
"""Role and type → model. A new type is a model and its lines here."""


def _full(value: object) -> object:
    """A bare role as a mapping; a type that a setting implies is filled in."""
    if isinstance(value, str):
        return {"role": value}
    if isinstance(value, dict) and value.get("role") == Role.QUASI and value.get("type") is None and "format" in value:
        return {**value, "type": Kind.DATE}
    return value


def _tag(value: Any) -> str | None:
    if isinstance(value, ColumnJob):
        return _name(type(value))
    if not isinstance(value, dict):
        return None
    try:
        key = (Role(str(value.get("role"))), None if value.get("type") is None else Kind(value["type"]))
    except ValueError:
        return None
    return _name(COLUMNS[key])


def _name(model: type[ColumnJob]) -> str:
    return f"<{model.__name__}>"


_MODELS = tuple(dict.fromkeys(COLUMNS.values()))
_Union: Any = _MODELS[0]
for _model in _MODELS:
    _tagged = Annotated[_model, Tag(_name(_model))]  # type: ignore[valid-type]
    _Union = _tagged if _model is _MODELS[0] else _Union | _tagged

AnyColumn = Annotated[_Union, Discriminator(_tag), BeforeValidator(_full)]
