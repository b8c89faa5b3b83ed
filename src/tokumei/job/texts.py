"""What a job says of a column of texts, beside the groups or within them."""

from __future__ import annotations

import dataclasses
from typing import Any, get_type_hints

from pydantic import Field

from tokumei.core.text_settings import TextSettings
from tokumei.errors import JobError
from tokumei.job.registry import Registry, RegistryJob
from tokumei.job.settings import Settings

__all__ = ["refuse_text_settings", "text_fields", "text_settings"]

OF_GROUPS = ("mask_char", "whitespace", "characters")
"""Settings of texts that are masked within groups; the others are about texts beside them."""


def text_fields() -> dict[str, Any]:
    """The settings of texts as fields of a model; k is the job's where the column has none."""
    hints = get_type_hints(TextSettings)
    fields: dict[str, Any] = {}
    for one in dataclasses.fields(TextSettings):
        limits = {name: value for name, value in one.metadata.items() if name != "words"}
        kind, default = {"k": (hints["k"] | None, None), "registry": (Registry | None, None)}.get(
            one.name, (hints[one.name], one.default)
        )
        words = one.metadata["words"] + (" The job's k when absent." if one.name == "k" else "")
        fields[one.name] = (kind, Field(default=default, description=words, **limits))
    return fields


def refuse_text_settings(column: Settings) -> None:
    """Raises ValueError where settings of a text column do not go together."""
    if column.setting("within") == "group":
        for one in dataclasses.fields(TextSettings):
            if one.name not in OF_GROUPS and column.written(one.name):
                raise ValueError(
                    f"`{one.name}` is for texts beside the groups: within a group all texts are published equal, and "
                    f"what can be read of them stands in all. Leave `{one.name}` out, or set `within: table`"
                )
        if column.setting("shown"):
            raise ValueError(
                "`shown` is for texts beside a history: within its lines all texts are published equal. Leave `shown` "
                "out, or set `within: table`"
            )
    try:
        text_settings(column, 2)
    except JobError as error:
        raise ValueError(str(error).rstrip(".")) from None


def text_settings(column: Settings, k: int) -> TextSettings:
    """How a text column is masked; `k` is the job's. Within groups, texts are equal and their masks stand for runs."""
    if column.setting("within") == "group":
        return TextSettings(k=k, equal=True, merge=True, **{name: column.setting(name) for name in OF_GROUPS})
    names = [one.name for one in dataclasses.fields(TextSettings)]
    asked = {name: getattr(column, name) for name in names}
    registry = asked["registry"].settings if isinstance(asked["registry"], RegistryJob) else asked["registry"]
    return TextSettings(**{**asked, "registry": registry, "k": column.setting("k") or k})
