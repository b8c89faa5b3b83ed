"""What the pipeline asks of an engine where subjects have many records, which are put together block by block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tokumei.core.progress import Progress
from tokumei.engines.protocol import Written
from tokumei.io.counted import Counted, Shown

__all__ = ["BLOCK", "HistoryEngine", "WrittenHistories"]

BLOCK = "\0block"
"""The column that says to which block a record goes."""


class WrittenHistories(Written, Protocol):
    """A release of histories that nobody sees yet."""

    def each_part(self, subject: str, columns: Sequence[str], work: Callable[[Any], Any]) -> list[Any]:
        """The result of `work` on every part of what was written, read back: parts fit into memory, and pseudonyms
        whose rows are equal in these columns are in one."""


class HistoryEngine(Protocol):
    """Reads one source, as often as it is asked."""

    name: str

    def count(self, keys: Sequence[str], shown: Sequence[str], *, k: int, progress: Progress) -> Counted:
        """The different records, as far as `keys` tell them apart, each with its number of records."""

    def discard(self) -> None:
        """Removes what lies between the steps, where a job ends without a release."""

    def only(self, values: Any) -> HistoryEngine:
        """The same, of the records alone whose values stand in this frame, by the names of its columns."""

    def tally(self, names: Sequence[str]) -> Any:
        """The different values of some columns, counted in `RECORDS`: a frame."""

    def shown(self, name: str, *, k: int, rows: int) -> Shown:
        """What there is to say of a column that no algorithm sees, of which there are so many rows."""

    def traits(self, subject: str, places: Mapping[str, Any]) -> Any:
        """Subject → the sums of the places of its values, each under the name of its column: a frame.

        `places` are frames of a column of the source and a whole number for each of its values. Whole numbers add up
        to the same in any order.
        """

    def release(
        self,
        blocks: Any,
        columns: Sequence[str],
        work: Callable[[int, Any], tuple[Any, Any]],
        *,
        force: bool,
        progress: Progress,
    ) -> tuple[WrittenHistories, list[Any]]:
        """Writes what `work` makes of every block, in an order that tells nothing; and what else it gives, by block.

        `blocks` says of every subject, by the column of its name, to which block (`BLOCK`) it goes, and how many
        records it has (`RECORDS`). `work` takes the number of a block and these columns of its records, and gives the
        rows that are published. Raises where the source is not the one that was counted.
        """
