"""What the pipeline asks of an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from tokumei.core.progress import Progress
from tokumei.engines.spreading import Spread
from tokumei.io.counted import Counted

__all__ = ["Discardable", "Engine", "Written"]


class Discardable(Protocol):
    """What can be undone until it is in its place."""

    def discard(self) -> None:
        """Removes what was made; the target is as it was."""


class Written(Protocol):
    """A release that nobody sees yet: it lies beside its target."""

    def tally(self, columns: Sequence[str], *, people: bool) -> Any:
        """The different rows of what was written, as far as these columns tell them apart, counted in `RECORDS`.

        With `people`, rows of different people are different, and `PERSON` says whose they are: that lies beside the
        release until it is verified. It is read back with the engine's own reader: what is verified is what lies there.
        """

    def pieces(self, columns: Sequence[str]) -> Iterator[Any]:
        """Rows of what was written, as far as these columns go, a piece at a time: where they are hardly ever equal."""

    def tallies(self, columns: Sequence[str]) -> Iterator[Any]:
        """The tally of columns of texts, a part at a time: equal rows are in the same part, and so are those that only
        differ in that a text is empty or missing."""

    @property
    def columns(self) -> list[str]:
        """The columns that were written."""

    @property
    def data(self) -> Any:
        """The release once it is in its place, as the engine reads it."""

    def facts(self) -> dict[str, Any]:
        """Where it will be, and which it is: for the report."""

    def commit(self) -> None:
        """Puts the release in its place, whole."""

    def discard(self) -> None:
        """Removes what was written; the target is as it was."""


class Engine(Protocol):
    """Reads one source, as often as it is asked."""

    name: str

    def columns(self) -> list[str]:
        """The columns of the source, in its order; raises where its files do not agree."""

    def count(self, keys: Sequence[str], shown: Sequence[str], *, k: int, progress: Progress) -> Counted:
        """The different records, as far as `keys` tell them apart, each with its number of records.

        `shown` are columns that no algorithm sees, of which it says how many values they have and how many are rare.
        """

    def discard(self) -> None:
        """Removes what lies between the steps, where a job ends without a release."""

    def pieces(self, records: int) -> int:
        """Into how many pieces so many different records are best cut."""

    def each(self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> list[Any]:
        """The result of every task, wherever it is worked on; `work` is a function of a module."""

    def publish(self, spread: Spread, *, force: bool, progress: Progress) -> Written:
        """Writes what every record of the source publishes, in an order that tells nothing.

        Raises where the source is not the one that was counted.
        """
