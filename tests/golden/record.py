"""Records the golden losses anew: `make golden`.

Prints what changed. Refuses, and writes nothing, where a paper's algorithm gives another release or where the mean
loss of a family rose, unless `--accept` says that it is meant.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from golden.combinations import EXACT, RECORDS, SETTINGS, lines, record, recorded
from golden.tables import write_hierarchies

__all__ = ["differs", "main", "refusals"]

SAME = 1e-9
"""Losses that differ by no more are equal: sums in another order."""
Records = Mapping[str, Mapping[str, Any]]


def main() -> int:
    """0 where the records stand or were written, 1 where they were refused."""
    parser = argparse.ArgumentParser(description="Record the golden losses anew.")
    parser.add_argument("--accept", action="store_true", help="write although something got worse")
    accept = parser.parse_args().accept
    old = recorded()
    with tempfile.TemporaryDirectory() as folder:
        write_hierarchies(Path(folder))
        new = {name: record(setting, Path(folder)) for name, setting in SETTINGS.items()}
    changed = [name for name in {**old, **new} if differs(old.get(name), new.get(name))]
    for name in changed:
        print(f"{_loss(old, name):>12} → {_loss(new, name):<12} {name}")
    reasons = refusals(old, new)
    for reason in reasons:
        print(reason)
    if reasons and not accept:
        print("Nothing was written; --accept records it all the same.")
        return 1
    if changed:
        RECORDS.write_text(lines(new), encoding="utf-8")
    print(f"{len(changed)} of {len(new)} settings changed.")
    return 0


def differs(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> bool:
    """Whether two records of a setting are not the same; one that is absent differs."""
    if old is None or new is None:
        return True
    losses = [(old["loss"], new["loss"]), *((old["columns"].get(name), loss) for name, loss in new["columns"].items())]
    return (
        any(before is None or abs(before - after) > SAME for before, after in losses)
        or any(old[figure] != new[figure] for figure in ("groups", "removed", "release"))
        or old["columns"].keys() != new["columns"].keys()
    )


def refusals(old: Records, new: Records) -> list[str]:
    """Why the new records may not take the place of the old, one sentence each."""
    reasons = [f"Recorded, but no setting any more: {name}." for name in old if name not in new]
    both = [name for name in old if name in new]
    exact = [name for name in both if SETTINGS[name].family in EXACT and differs(old[name], new[name])]
    reasons += [f"Must never change, and did: {name}." for name in exact]
    for family in sorted({SETTINGS[name].family for name in both} - EXACT):
        own = [name for name in both if SETTINGS[name].family == family]
        before, after = (sum(records[name]["loss"] for name in own) / len(own) for records in (old, new))
        if after > before + SAME:
            reasons.append(f"The mean loss of {family} rose from {before:.6f} to {after:.6f} ({len(own)} settings).")
    return reasons


def _loss(records: Records, name: str) -> str:
    return f"{records[name]['loss']:.6f}" if name in records else "absent"


if __name__ == "__main__":
    sys.exit(main())
