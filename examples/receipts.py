"""Made-up medical receipts with the statistics of Takahashi et al., Table 1.

    python examples/receipts.py 10000 receipts.csv

A record is a visit: birth year, sex, month, and the diseases treated. Diseases are skewed as diagnoses are (a few are
everywhere, most are rare), come in profiles (what one has together), and depend on age and sex. Every value is drawn
from a seeded generator; nobody is behind it.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

TABLE_1 = {10_000: (52_021, 169), 100_000: (441_940, 4_156)}
"""Records → (items in all, distinct items)."""
PROFILES = 40
FOLLOWED = 0.75
"""The share of a record's diseases that come from its profile."""


def receipts(records: int = 10_000, *, seed: int = 0) -> dict[str, list[int] | list[str] | list[list[str]]]:
    """The columns `birth_year`, `sex`, `month` and `diseases`.

    For 10,000 and 100,000 records the numbers of items are exactly those of Table 1; in between and beyond they are
    drawn out from the nearer of the two.
    """
    draw = np.random.default_rng(seed)
    total, distinct = _statistics(records)
    age = np.clip(draw.normal(46, 21, records), 0, 99).astype(int)
    sex = draw.random(records) < 0.53
    month = draw.integers(0, 12, records)
    sizes = _sizes(records, total, age, draw)
    items = _items(sizes, distinct, age, sex, draw)
    width = len(str(distinct))
    cells = [[f"D{item:0{width}d}" for item in own] for own in items]
    return {
        "birth_year": (2012 - age).tolist(),
        "sex": np.where(sex, "female", "male").tolist(),
        "month": [f"2011-{number + 1:02d}" for number in month.tolist()],
        "diseases": cells,
    }


def _statistics(records: int) -> tuple[int, int]:
    nearer = min(TABLE_1, key=lambda known: abs(np.log(known / records)))
    total, distinct = TABLE_1[nearer]
    return round(total * records / nearer), min(distinct, max(2, records // 2))


def _sizes(records: int, total: int, age: npt.NDArray[np.int64], draw: np.random.Generator) -> npt.NDArray[np.int64]:
    """How many diseases each record has: at least one, more with age, `total` in all."""
    mean = total / records
    scale = (mean - 1) * (0.5 + age / 92)
    sizes = 1 + draw.poisson(draw.gamma(1.6, scale / 1.6))
    while (gap := total - int(sizes.sum())) != 0:
        chosen = draw.choice(records, size=min(abs(gap), records // 4 + 1), replace=False)
        if gap < 0:
            chosen = chosen[sizes[chosen] > 1]
        sizes[chosen] += 1 if gap > 0 else -1
    return sizes


def _items(
    sizes: npt.NDArray[np.int64],
    distinct: int,
    age: npt.NDArray[np.int64],
    sex: npt.NDArray[np.bool_],
    draw: np.random.Generator,
) -> list[list[int]]:
    sizes = np.minimum(sizes, distinct)
    popularity = 1.0 / np.arange(1, distinct + 1) ** 1.05
    cumulative = np.cumsum(popularity / popularity.sum())
    # A profile is a handful of diseases, popular ones more often; each age and sex leans to a few profiles.
    members = [np.unique(np.searchsorted(cumulative, draw.random(14))) for _ in range(PROFILES)]
    profile = (age // 10 * 4 + sex * 2 + draw.integers(0, 3, len(age))) % PROFILES
    found: list[list[int]] = []
    for size, mine in zip(sizes.tolist(), profile.tolist(), strict=True):
        own: set[int] = set()
        common = members[mine]
        while len(own) < size:
            if draw.random() < FOLLOWED and len(own) < len(common):
                own.add(int(common[int(len(common) * draw.random() ** 1.5)]))
            else:
                own.add(int(np.searchsorted(cumulative, draw.random())))
        found.append(sorted(own))
    _plant(found, distinct, draw)
    return found


def _plant(found: list[list[int]], distinct: int, draw: np.random.Generator) -> None:
    """Every disease occurs at least once: one that does not takes the place of a common one."""
    counts = np.bincount(np.concatenate([np.array(own) for own in found]), minlength=distinct)
    for item in np.flatnonzero(counts == 0).tolist():
        while True:
            own = found[int(draw.integers(len(found)))]
            place = int(draw.integers(len(own)))
            if counts[own[place]] > 1 and item not in own:
                counts[own[place]] -= 1
                counts[item] += 1
                own[place] = item
                own.sort()
                break


def write(path: Path, records: int, *, seed: int = 0) -> None:
    """The receipts as CSV, diseases separated by `;`."""
    columns = receipts(records, seed=seed)
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["receipt_id", *columns])
        rows = zip(columns["birth_year"], columns["sex"], columns["month"], columns["diseases"], strict=True)
        for number, (year, sex, month, diseases) in enumerate(rows, start=1):
            out.writerow([number, year, sex, month, ";".join(diseases)])  # type: ignore[arg-type]


if __name__ == "__main__":
    write(Path(sys.argv[2]), int(sys.argv[1]))
