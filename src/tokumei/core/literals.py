"""Numbers and moments read back from single labels: what verification and measures see of a release."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from functools import lru_cache

__all__ = ["read_moment", "read_number", "read_whole"]

_ISO_FORMATS = ("%Y-%m-%d", "%Y-%m", "%Y", "%Y/%m/%d", "%Y/%m", "%Y%m%d", "%Y-%m-%d %H:%M:%S", "%H:%M:%S", "%H:%M")
_EPOCH = datetime(1970, 1, 1)


def read_number(label: str, decimal: str | None = None) -> float | None:
    """A number from its label, with `.` or `decimal` as its decimal mark; None for anything else, NaN included."""
    plain = _plain(label, decimal or ".")
    return None if plain is None else float(plain)


def read_whole(label: str, decimal: str | None = None) -> int | None:
    """A whole number of 64 bits from its label, exactly, where a float would round it; None for anything else."""
    plain = _plain(label, decimal or ".")
    if plain is None or not re.fullmatch("[+-]?[0-9]{1,19}", plain):
        return None
    whole = int(plain)
    return whole if -(2**63) <= whole < 2**63 else None


def read_moment(label: str, format: str | None = None) -> int | None:
    """Microseconds since 1970 from a date's label: in its format, or in a usual one; None for anything else.

    Parts that the format lacks are the first of their kind; a time without a date is one of 1970-01-01.
    """
    text = unicodedata.normalize("NFKC", label).strip()
    for form in dict.fromkeys([*([format] if format else []), *_ISO_FORMATS]):
        lead, lead_form = _missing_date(form)
        try:
            moment = datetime.strptime(lead + text, lead_form + form)
        except ValueError:
            continue
        return _micros(moment)
    try:
        return _micros(datetime.fromisoformat(text))
    except ValueError:
        return None


def _plain(label: str, decimal: str) -> str | None:
    """A number's label as Python writes one; None where it is no number's."""
    text = unicodedata.normalize("NFKC", label).strip().replace("−", "-")
    if not _number(decimal).match(text):
        return None
    for mark in ("," if decimal == "." else ".", " ", "'", "’"):
        text = text.replace(mark, "")
    return text.replace(",", ".")


def _micros(moment: datetime) -> int:
    since = moment.replace(tzinfo=None) - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


@lru_cache(maxsize=64)
def _missing_date(form: str) -> tuple[str, str]:
    """What to put before a label without a year, and its format."""
    parts = set(re.findall(r"%[-_0]?([A-Za-z])", form))
    if parts & set("YyGCcDFxs"):
        return "", ""
    if parts & set("mbBh"):
        return "1972-", "%Y-"
    return ("1972-01 ", "%Y-%m ") if parts & set("jde") else ("1970-01-01 ", "%Y-%m-%d ")


@lru_cache(maxsize=4)
def _number(decimal: str) -> re.Pattern[str]:
    mark, thousands = ("\\.", "[ ,'’]") if decimal == "." else (",", "[ .'’]")
    whole = rf"(?:[0-9]+|[1-9][0-9]{{0,2}}(?:{thousands}[0-9]{{3}})+)"
    return re.compile(rf"^[+-]?(?:{whole}(?:{mark}[0-9]*)?|{mark}[0-9]+)(?:[eE][+-]?[0-9]+)?$")
