"""Small made-up tables and hierarchies, for settings whose releases are recorded.

They are drawn from `RandomState`, whose streams numpy keeps for ever.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

__all__ = ["TABLES", "write_hierarchies"]


def _days(rng: np.random.RandomState, size: int, first: str, span: int) -> list[str]:
    return (np.datetime64(first) + rng.randint(0, span, size)).astype(str).tolist()


def _with_nulls(frame: pl.DataFrame, names: list[str], share: float, seed: int) -> pl.DataFrame:
    rng = np.random.RandomState(seed)
    missing = {name: pl.Series(rng.random_sample(frame.height) < share) for name in names}
    return frame.with_columns(pl.when(missing[name]).then(None).otherwise(pl.col(name)).alias(name) for name in names)


def _people(size: int, seed: int) -> pl.DataFrame:
    """Numbers, dates, categories and codes, with two sensitive columns."""
    rng = np.random.RandomState(seed)
    town = rng.choice(TOWNS, size, p=[0.3, 0.15, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05])
    return pl.DataFrame(
        {
            "age": rng.randint(18, 90, size),
            "town": town,
            "born": _days(rng, size, "1975-01-01", 9000),
            "code": [f"{100 * rng.randint(1, 9) + rng.randint(0, 40):03d}" for _ in range(size)],
            "sick": rng.choice(SICK, size, p=[0.4, 0.3, 0.2, 0.1]),
            "cost": 10 * rng.randint(1, 60, size),
        }
    )


def _heavy(seed: int) -> pl.DataFrame:
    """A few rows that stand for many records, and outliers."""
    people = _people(60, seed)
    rng = np.random.RandomState(seed)
    again = people[:12][np.repeat(np.arange(12), rng.randint(4, 40, 12)).tolist()]
    return pl.concat([again, people[12:40]])


def _skewed(size: int, seed: int) -> pl.DataFrame:
    """A long tail of incomes and of trades."""
    rng = np.random.RandomState(seed)
    return pl.DataFrame(
        {
            "income": (rng.pareto(1.2, size) * 100).round().clip(0, 50_000).astype(int),
            "trade": [f"t{number:02d}" for number in (rng.pareto(1.5, size) * 2).astype(int).clip(0, 15)],
            "rooms": rng.poisson(2, size),
        }
    ).with_columns(sick=pl.when(pl.col("income") < 60).then(pl.lit("flu")).otherwise(pl.Series(rng.choice(SICK, size))))


def _outliers(seed: int) -> pl.DataFrame:
    """Ten rows that stand for seventeen records each, and nine records further and further away."""
    rng = np.random.RandomState(seed)
    near, far = np.repeat(np.arange(10), 17), np.arange(9)
    height = [*(10 * near), *(300 + 80 * far + rng.randint(0, 9, 9))]
    weight = [*(10 * near**2 % 100), *(300 + 80 * far + rng.randint(0, 9, 9))]
    town = [*(TOWNS[number % 9] for number in near), *rng.choice(TOWNS, 9)]
    return pl.DataFrame({"height": height, "weight": weight, "town": town, "sick": rng.choice(SICK, 179)})


def _sets(size: int, items: list[str], seed: int, *, missing: float = 0.03) -> list[str | None]:
    """Sets in which the first items are common and the last are rare; some are empty or missing."""
    rng = np.random.RandomState(seed)
    odds = 0.7 / np.arange(1, len(items) + 1)
    cells = [",".join(item for item, odd in zip(items, odds, strict=True) if rng.rand() < odd) for _ in range(size)]
    return [None if rng.rand() < missing else cell for cell in cells]


def _mixed(size: int, seed: int) -> pl.DataFrame:
    rng = np.random.RandomState(seed)
    return (
        pl.DataFrame(
            {
                "year": 1940 + rng.binomial(70, 0.5, size),
                "sex": rng.choice(["f", "m"], size),
                "ills": _sets(size, ["asthma", "flu", "gout", "cold", "angina", "mumps", "fever", "ulcer"], seed + 1),
                "drugs": _sets(size, ["aspirin", "insulin", "statin", "iron", "zinc"], seed + 2),
                "other": rng.choice(["north", "south", "west"], size, p=[0.5, 0.3, 0.2]),
                "nurse": rng.choice(list("abcd"), size),
            }
        )
        .with_columns(ward=pl.when(pl.col("year") < 1973).then(pl.lit("north")).otherwise(pl.col("other")))
        .drop("other")
    )


def _notes(size: int, seed: int) -> list[str | None]:
    """Places of a few characters, and what was said of them."""
    rng = np.random.RandomState(seed)
    odds = 1 / np.arange(1, 15)
    places = [
        "".join(rng.choice(list("福井市北町川野山上中岡島早瀬"), rng.randint(1, 7), p=odds / odds.sum()))
        for _ in range(size)
    ]
    said = ["駅から近い", "また来たい", " the view", "e\u0301clair", "no. 7", ""]
    texts = [place + rng.choice(said, p=[0.2, 0.2, 0.2, 0.05, 0.05, 0.3]) for place in places]
    return [None if rng.rand() < 0.05 else text for text in texts]


def _purchases(subjects: int, seed: int) -> pl.DataFrame:
    """The records of customers: one to six each."""
    rng = np.random.RandomState(seed)
    owner = np.repeat(np.arange(subjects), rng.randint(1, 7, subjects))
    size = len(owner)
    return pl.DataFrame(
        {
            "customer": [f"c{number:02d}" for number in owner],
            "day": _days(rng, size, "2011-01-01", 300),
            "goods": rng.choice(GOODS, size),
            "price": rng.randint(1, 40, size) / 4,
            "quantity": rng.randint(1, 12, size),
        }
    )


TOWNS = ["ama", "abe", "aki", "beppu", "biei", "chino", "chita", "date", "doshi"]
SICK = ["flu", "cold", "gout", "none"]
ITEMS = [f"{letter}{number}" for number in range(1, 5) for letter in "pqrstu"]
GOODS = ["cup", "dish", "lamp", "rug", "sofa"]
HIERARCHIES = {
    "towns.csv": [(town, town[0].upper(), "north" if town < "c" else "south", "*") for town in TOWNS],
    "sick.csv": [("flu", "airways", "*"), ("cold", "airways", "*"), ("gout", "other", "*"), ("none", "other", "*")],
    "items.csv": [(item, item[0], "left" if item < "s" else "right", "*") for item in ITEMS],
    "goods.csv": [(good, "small" if good in GOODS[:3] else "large", "*") for good in GOODS],
}
"""File → rows in the ARX form."""
TABLES: dict[str, pl.DataFrame] = {
    "people": _people(200, 1),
    "nulls": _with_nulls(_people(150, 2), ["age", "town", "born", "sick"], 0.2, 3),
    "heavy": _heavy(4),
    "skewed": _skewed(220, 5),
    "outliers": _outliers(6),
    "sets": pl.DataFrame({"items": _sets(240, ITEMS, 7)}),
    "mixed": _mixed(240, 8),
    "notes": pl.DataFrame({"note": _notes(150, 9)}),
    "stays": _outliers(10).with_columns(note=pl.Series(_notes(179, 11))),
    "purchases": _purchases(48, 13),
}


def write_hierarchies(folder: Path) -> None:
    """Writes the hierarchies that the jobs name."""
    for name, rows in HIERARCHIES.items():
        (folder / name).write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")
