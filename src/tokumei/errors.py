"""Every error that tokumei raises on purpose.

    TokumeiError
    ├── JobError            the job, or the call, is wrong                        exit 2
    ├── DataError           the data do not fit the job                           exit 2
    │   └── SourceError     a file or a database cannot be read                   exit 2
    ├── OutputError         the release cannot be written where it should go      exit 2
    ├── EngineError         a cluster cannot be reached, or fails                 exit 2
    ├── ExtraError          an optional part is not installed                     exit 2
    └── PromiseError        a promise does not hold                               exit 1
        └── Infeasible      no release of these data can keep the promise         exit 1

A message names the column or the setting, the limit, and the remedy. It never quotes a cell: the
values are what we are asked to protect, and messages end up in logs. Nor does it repeat the password of
a database's URL, wherever in a job or a call that may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = [
    "DataError",
    "EngineError",
    "ExtraError",
    "Infeasible",
    "JobError",
    "OutputError",
    "PromiseError",
    "SourceError",
    "TokumeiError",
    "listing",
    "without_password",
]

_PASSWORD = re.compile(r"(:/+[^/@\s:]*):\S*@")
"""After `://`, or `:/` where a URL was taken for a path."""
_PARAMETER = re.compile(r"([?&](?:ssl)?password=)[^&#\s]*", flags=re.IGNORECASE)


class TokumeiError(Exception):
    """The root: catch this to catch everything that tokumei raises on purpose."""

    exit_status = 2

    def __init__(self, message: str) -> None:
        printable = message.encode(errors="backslashreplace").decode()  # a name may hold half of a surrogate pair
        super().__init__(without_password(printable))


class JobError(TokumeiError):
    """The job file, a setting or a call is wrong."""


class DataError(TokumeiError):
    """The data do not fit the job."""

    @classmethod
    def missing_columns(cls, missing: Iterable[str], available: Iterable[str]) -> DataError:
        """The job names columns that the source does not have."""
        names = list(available)
        known = f" Its columns are {listing(names)}." if names else ""
        return cls(f"The job names {listing(missing)}, which the source does not have.{known}")

    @classmethod
    def unassigned_columns(cls, columns: Iterable[str]) -> DataError:
        """The source has columns that the job gives no role."""
        return cls(
            f"The source has columns without a role in the job: {listing(columns)}. "
            "Give each a role (identifier, quasi, sensitive, keep), or set `others: drop`."
        )

    @classmethod
    def unreadable_values(cls, column: str, kind: str, rows: list[int], count: int, hint: str = "") -> DataError:
        """Cells of a column cannot be read as its type; rows are counted from 1, without the header."""
        where = ", ".join(str(row) for row in rows[:5]) + (", …" if count > 5 else "")
        return cls(
            f"Column {column!r} is declared as {kind}, but {count:,} of its values cannot be read as one "
            f"(first in rows {where}). {hint or 'Correct the values, or declare another type.'}"
        )


class SourceError(DataError):
    """A source cannot be opened, decoded or parsed."""


class OutputError(TokumeiError):
    """A release or a report cannot be written where the job says."""


class EngineError(TokumeiError):
    """A cluster cannot be reached, or fails."""


class ExtraError(TokumeiError):
    """A feature needs an optional part that is not installed."""

    @classmethod
    def needed(cls, extra: str, purpose: str) -> ExtraError:
        """The one sentence that says which extra to install."""
        return cls(f"{purpose} needs an optional part: install it with `pip install 'tokumei[{extra}]'`.")


class PromiseError(TokumeiError):
    """A release does not keep a promise of its job."""

    exit_status = 1


class Infeasible(PromiseError):
    """No release of these data can keep the promise; the message says what would be possible."""


def listing(names: Iterable[str], most: int = 12) -> str:
    """Names for a message, quoted, in their order, cut when there are many."""
    quoted = [repr(str(name)) for name in names]
    shown = ", ".join(quoted[:most]) or "none"
    return shown if len(quoted) <= most else f"{shown} and {len(quoted) - most} more"


def without_password(text: str) -> str:
    """A text with the passwords of database URLs left out: more people read messages and reports than may log in."""
    return _PARAMETER.sub(r"\1…", _PASSWORD.sub(r"\1:…@", text))
