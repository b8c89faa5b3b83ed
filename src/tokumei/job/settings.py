"""What all settings have in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, field_validator

from tokumei.core.files import has_surrogates

__all__ = ["Settings"]


class Settings(BaseModel):
    """Frozen, checked when made, and without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        from tokumei.job.words import words_of

        made = handler(core_schema)
        properties = handler.resolve_ref_schema(made).get("properties", {})
        for name, words in words_of(cls).items():
            properties[cls.model_fields[name].alias or name]["description"] = words
        return made

    @field_validator("*")
    @classmethod
    def _unicode(cls, value: Any) -> Any:
        if has_surrogates(value):
            raise ValueError("it holds characters that are not Unicode")
        return value

    def setting(self, name: str) -> Any:
        """A setting by its name; None where this kind of thing has none of that name."""
        return getattr(self, name) if name in type(self).model_fields else None

    def written(self, name: str) -> bool:
        """Whether the job says something about a setting."""
        return name in self.model_fields_set
