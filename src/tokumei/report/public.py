"""What of a report may be shown to anybody: no hash of the source, no path, no seed, no exact total of the original."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["public_of", "rounded"]

SHARES = ("character_masking_rate", "not_masked", "masking_rate", "fully_masked", "unique")
ASKED = ("n", "k", "mask", "passes", "direction", "equal", "merge", "within", "people")
OF_ATTACKS = ("name", "column", "threat", "knows", "verdict", "needs", "remedy")
OF_TABLES = ("records", "released", "removed", "groups", "loss", "columns", "history", "people", "risk", "sample")
FILES = ("source", "release")
OF_RATES = ("baseline", "control", "promised", "leak")


def public_of(report: Mapping[str, Any]) -> dict[str, Any]:
    """The report without what tells on people to those who know much already, or who have another report like it.

    *Promise*: counts are rounded to two digits, tens and k, shares to whole percents, and nothing of the original's
    distribution is there, nor are columns that are not published. Of a promise that holds its target is said, not what
    was reached. Files are named by an HMAC under a key that only the internal report has: who has that can check a
    file, who has not can confirm no guess.
    """
    k = int(((report.get("job") or {}).get("privacy") or {}).get("k") or 2)
    parts = {
        "created": str(report.get("created") or "")[:10],
        "verified": report.get("verified"),
        "public": True,
        "promises": [_promise(promise) for promise in report.get("promises", [])],
        **{name: rounded(report.get(name), k) for name in ("records", "released", "removed", "groups")},
        "loss": _loss(report.get("loss")),
        "columns": [
            _column(column) for column in report.get("columns", []) if column.get("published") != "not published"
        ],
        "version": report.get("version"),
        "about": _about((report.get("job") or {}).get("about") or {}),
        "text": {name: _text(figures, k) for name, figures in (report.get("text") or {}).items()},
        "history": _history(report.get("history"), k),
        "people": _people(report.get("people"), k),
        "attacks": None if "attacks" not in report else [_attack(one, k) for one in report["attacks"]],
        "risk": _risk(report.get("risk"), k),
        "sample": _sample(report.get("sample"), k),
        "linked": report.get("linked"),
        "tables": {name: _table(one) for name, one in (report.get("tables") or {}).items()},
        **{part: _digest(report, part) for part in FILES},
    }
    return {name: part for name, part in parts.items() if part not in (None, "", {})}


def _table(report: Mapping[str, Any]) -> dict[str, Any]:
    """What of one of several tables may be shown; what is promised and tried stands with all of them."""
    shown = public_of(report)
    return {name: shown[name] for name in (*OF_TABLES, *FILES) if name in shown}


def rounded(count: Any, k: int) -> int | None:
    """A count to two digits, and to multiples of ten and of k where it is small; None stays None."""
    if not isinstance(count, int) or isinstance(count, bool):
        return None
    step = max(10, k, 10 ** (len(str(abs(count))) - 2))
    return step * ((count + step // 2) // step)


def _share(value: Any) -> float | None:
    return round(float(value), 2) if isinstance(value, (int, float)) else None


def _promise(promise: Mapping[str, Any]) -> dict[str, Any]:
    reached = promise["target"] if promise["holds"] and promise["achieved"] is not None else None
    return {**promise, "achieved": reached}


def _loss(loss: Any) -> dict[str, Any]:
    if not loss:
        return {}
    return {"ncp": _share(loss["ncp"]), "columns": {name: _share(ncp) for name, ncp in loss["columns"].items()}}


def _column(column: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: column[name] for name in ("name", "role", "type", "published") if name in column}
    return {**shown, **({} if column.get("ncp") is None else {"ncp": _share(column["ncp"])})}


def _about(about: Mapping[str, Any]) -> dict[str, Any]:
    """Who approved it and the remarks stay inside."""
    return {name: about[name] for name in ("purpose", "recipient", "date") if about.get(name)}


def _text(figures: Mapping[str, Any], k: int) -> dict[str, Any]:
    registry = figures.get("registry")
    return {
        **{name: figures[name] for name in ASKED if name in figures},
        **({} if registry is None else {"registry": registry if registry == "collection" else "given"}),
        **{name: _share(figures.get(name)) for name in SHARES},
        "texts": rounded(figures.get("texts"), k),
        "smallest_equal": None,
    }


def _history(history: Any, k: int) -> dict[str, Any]:
    if not history:
        return {}
    lost = history["utility"]
    return {
        **{name: rounded(history.get(name), k) for name in ("subjects", "published_subjects", "clusters")},
        **({"pseudonyms": rounded(history["pseudonyms"], k)} if "pseudonyms" in history else {}),
        "utility": {
            "total": _share(lost["total"]),
            "removed": _share(lost["removed"]),
            "columns": {name: _share(value) for name, value in lost["columns"].items()},
        },
    }


def _people(people: Any, k: int) -> dict[str, Any]:
    """How many they are, and how many records they have: nothing of the smallest group, nor of who has most."""
    if not people:
        return {}
    return {"people": rounded(people["people"], k), "records_a_person": round(people["records_a_person"], 1)}


def _attack(attack: Mapping[str, Any], k: int) -> dict[str, Any]:
    """Rates instead of counts: the number of claims tells how many people there are to claim of."""
    claims, hits = attack.get("claims") or 0, attack.get("hits")
    rate: Sequence[float] | None = attack.get("rate")
    return {
        **{name: attack.get(name) for name in OF_ATTACKS},
        **({} if attack.get("table") is None else {"table": attack["table"]}),
        **{name: _share(attack.get(name)) for name in OF_RATES},
        "tried": rounded(attack.get("tried"), k),
        "right": None if not claims or hits is None else _share(hits / claims),
        "rate": None if rate is None else [_share(one) for one in rate],
    }


def _risk(risk: Any, k: int) -> dict[str, Any]:
    """Shares before and after; which columns make records unique stays inside."""
    if not risk:
        return {}
    unit = {} if "unit" not in risk else {"unit": risk["unit"]}
    return unit | {
        side: {
            name: rounded(value, k) if isinstance(value, int) else _share(value) for name, value in risk[side].items()
        }
        for side in ("before", "after")
        if isinstance(risk.get(side), Mapping)
    }


def _sample(sample: Any, k: int) -> list[dict[str, Any]] | None:
    """How many records publish a row at the least: a count that is rounded down, and no less than k."""
    return [{**one, "records": max(k, one["records"] // 10 * 10)} for one in sample] if sample else None


def _digest(report: Mapping[str, Any], part: str) -> dict[str, str]:
    key, file = report.get("digest_key"), report.get(part) or {}
    if not key or not file.get("sha256"):
        return {}
    return {"hmac": hmac.new(bytes.fromhex(key), str(file["sha256"]).encode(), hashlib.sha256).hexdigest()}
