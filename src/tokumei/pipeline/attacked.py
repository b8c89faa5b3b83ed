"""What attackers reached on a release: to be read as data, and shown in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tokumei.attacks.judging import BREAKS
from tokumei.report import attacks_brief

__all__ = ["Attacks"]


@dataclass(frozen=True, eq=False)
class Attacks(Mapping[str, Any]):
    """What attackers reached. It reads like the JSON of the command: `attacked["attacks"][0]["verdict"]`."""

    attacks: tuple[dict[str, Any], ...]
    """Every attack with its figures and its verdict, and what those need that could not be tried."""
    k: int
    """Of the job."""
    beyond: str | None = None
    """Which limit of the job is passed, and how far; None where none is."""
    _language: str = "en"

    @property
    def ok(self) -> bool:
        """Whether no attack reaches more than a promise allows, or than a limit of the job."""
        return self.beyond is None and all(one["verdict"] != BREAKS for one in self.attacks)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        beyond = {} if self.beyond is None else {"beyond": self.beyond}
        return {"ok": self.ok, "k": self.k, "attacks": list(self.attacks), **beyond}

    def _repr_html_(self) -> str:
        """The attacks as a table, for a notebook; no row is shown."""
        return attacks_brief(self.attacks, beyond=self.beyond is not None, language=self._language)

    def __getitem__(self, name: str) -> Any:
        return self.to_dict()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __len__(self) -> int:
        return len(self.to_dict())
