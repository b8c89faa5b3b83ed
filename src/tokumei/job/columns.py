"""What a column is: one model for each role and type, so that what a column does not have is an unknown key."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BeforeValidator, Discriminator, Field, Tag, create_model, model_validator

from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.core.text_settings import TextSettings
from tokumei.errors import JobError
from tokumei.job.hierarchy import AnyHierarchy, Categories, CategoryHierarchy, DateHierarchy, NumberHierarchy
from tokumei.job.settings import Settings

__all__ = [
    "COLUMNS",
    "AnyColumn",
    "ColumnJob",
    "Identifier",
    "Kept",
    "QuasiCategory",
    "QuasiDate",
    "QuasiNumber",
    "QuasiOpen",
    "QuasiSet",
    "QuasiText",
    "SensitiveDate",
    "SensitiveSet",
    "SensitiveText",
    "SensitiveValue",
    "text_settings",
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


class Identifier(ColumnJob):
    """A column that names the person. It is never published, so it has no settings."""

    role: Literal[Role.IDENTIFIER]


class _Shown(ColumnJob):
    """A column that is published as it is."""

    shown: bool = False
    """In a history: publish it although it can tell the people of a group apart."""


class Kept(_Shown):
    """A column that is published as it is."""

    role: Literal[Role.KEEP]
    categories: Categories | None = None
    """Publish categories of the values in place of the values."""


class SensitiveValue(_Shown):
    """What others must not learn: one value a record, published as it is, under the promises that name it."""

    role: Literal[Role.SENSITIVE]
    type: Literal[Kind.NUMBER, Kind.CATEGORY] | None = None
    """number or category; guessed from the source when absent."""
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


class _Single(_Weighed):
    hierarchy: Any = None
    publish: Any = None

    @model_validator(mode="after")
    def _nodes_of_a_hierarchy(self) -> _Single:
        if self.publish == "nodes" and self.hierarchy is None:
            raise ValueError("`publish: nodes` needs a `hierarchy`: give the column one, or leave `publish` out")
        return self


class QuasiNumber(_Single):
    """Numbers: published as ranges, or along a hierarchy."""

    type: Literal[Kind.NUMBER]
    hierarchy: NumberHierarchy | None = None
    """How values become more general; a bare name is a file. Without one: ranges."""
    publish: Literal["nodes", "values", "ranges"] | None = None
    """nodes (the default with a hierarchy), ranges (the default without), or the set of values of a group."""


class QuasiDate(_Single):
    """Dates and times: published as ranges, or along a hierarchy."""

    type: Literal[Kind.DATE]
    format: str | None = None
    """strftime format; detected when absent."""
    hierarchy: DateHierarchy | None = None
    """How values become more general; a bare name is a file. Without one: ranges."""
    publish: Literal["nodes", "values", "ranges"] | None = None
    """nodes (the default with a hierarchy), ranges (the default without), or the set of values of a group."""


class QuasiCategory(_Single):
    """Categories: published as sets of values, or along a hierarchy."""

    type: Literal[Kind.CATEGORY]
    hierarchy: CategoryHierarchy | None = None
    """How values become more general; a bare name is a file. Without one: sets of values."""
    categories: Categories | None = None
    """Publish categories of the values in place of the values."""
    publish: Literal["nodes", "values"] | None = None
    """nodes (the default with a hierarchy), or the set of values of a group."""


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


def _text_fields() -> dict[str, Any]:
    """The settings of texts as fields of a model; k is the job's where the column has none."""
    hints = get_type_hints(TextSettings)
    fields: dict[str, Any] = {}
    for one in dataclasses.fields(TextSettings):
        limits = {name: value for name, value in one.metadata.items() if name != "words"}
        kind, default = (hints["k"] | None, None) if one.name == "k" else (hints[one.name], one.default)
        words = one.metadata["words"] + (" The job's k when absent." if one.name == "k" else "")
        fields[one.name] = (kind, Field(default=default, description=words, **limits))
    return fields


class _Text(_Quasi):
    type: Literal[Kind.TEXT]

    @model_validator(mode="after")
    def _goes_together(self) -> _Text:
        try:
            text_settings(self, 2)
        except JobError as error:
            raise ValueError(str(error).rstrip(".")) from None
        return self


QuasiText = create_model(
    "QuasiText", __base__=_Text, __doc__="Free text: what is rare is masked, beside the groups.", **_text_fields()
)


def text_settings(column: ColumnJob, k: int) -> TextSettings:
    """How a text column is masked; `k` is the job's."""
    names = [one.name for one in dataclasses.fields(TextSettings)]
    return TextSettings(**{**{name: getattr(column, name) for name in names}, "k": column.setting("k") or k})


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
