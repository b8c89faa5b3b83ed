"""A bound on removals: at most a share of the records is left out of the release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tokumei.core.promise import SUPPRESS, Promise
from tokumei.errors import JobError
from tokumei.privacy.model import MET, ModelSettings, promise_of

__all__ = ["Suppression"]


@dataclass(frozen=True, slots=True)
class Suppression(ModelSettings):
    """At most a share of the records is removed.

    *Promise*: the release has all records but at most this share of them; with 0 it has all.

    *Caveats*: It protects nobody: it bounds what the other promises may cost. Which records are removed is not left to
    chance: those with unusual combinations go first. From a release alone it can be judged only where removed records
    are marked.

    *Reference*: P. Samarati, Protecting respondents' identities in microdata release, 2001 (MaxSup).
    """

    kind: ClassVar[str] = SUPPRESS
    title: ClassVar[str] = "removed records"
    column: ClassVar[None] = None
    suppress: float

    def __post_init__(self) -> None:
        if not 0 <= self.suppress <= 1:
            raise JobError("`suppress` is the share of the records that may be removed: a number from 0 to 1.")

    def check(self, removed: int, records: int) -> Promise:
        """The share that was removed, of all records that there were."""
        return promise_of(self, self.suppress, removed / max(records, 1), removed <= self.suppress * records + MET)
