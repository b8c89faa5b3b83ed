"""What differs between two jobs, setting by setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["changes"]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Dotted names of settings with what they were and what they are."""
    old, new = dict(_flat(before)), dict(_flat(after))
    names = [*new, *(name for name in old if name not in new)]
    return [
        f"{name}: {_said(old.get(name))} → {_said(new.get(name))}" for name in names if old.get(name) != new.get(name)
    ]


def _flat(value: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, part in value.items():
        place = f"{above}.{name}" if above else str(name)
        if isinstance(part, Mapping) and part:
            yield from _flat(part, place)
        else:
            yield place, part


def _said(value: Any) -> str:
    if value is None:
        return "–"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"
