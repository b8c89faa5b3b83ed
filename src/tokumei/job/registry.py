"""The registry of a text column, as a job says it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Tag

from tokumei.core.text_settings import RegistrySettings
from tokumei.job.settings import Settings

__all__ = ["Registry", "RegistryJob"]


class RegistryJob(Settings):
    """The list that texts are looked up in, and in which directions."""

    collection: bool = False
    """The registry is the column itself, before masking."""
    file: str | None = None
    """The registry is a file with one text a line."""
    texts: tuple[str | None, ...] | None = None
    """The registry is this list."""
    direction: Literal["both", "released"] = "both"
    """Both; or `released`: only that a released text matches k texts, which does not hide whose row a text is."""

    @property
    def settings(self) -> RegistrySettings:
        """As the algorithm takes it."""
        return RegistrySettings(collection=self.collection, file=self.file, texts=self.texts, direction=self.direction)


def _registry_form(value: object) -> str:
    return "<word>" if isinstance(value, str) else "<list>" if isinstance(value, (list, tuple)) else "<other>"


Registry = Annotated[
    Annotated[str, Tag("<word>")]
    | Annotated[tuple[str | None, ...], Tag("<list>")]
    | Annotated[RegistryJob, Tag("<other>")],
    Discriminator(_registry_form),
]
