"""A made-up purchase log: `python examples/shop_log.py [FOLDER]` writes shop_log.csv, goods.csv and job.yaml.

Customers come back on a few days, buy some favourites and some of the season, and differ as much in how much they buy
as those of a real shop: a few have hundreds of records, many have a handful. Nothing in it is anybody's.
"""

from __future__ import annotations

import csv
import sys
from datetime import date, timedelta
from pathlib import Path

import numpy as np

HEADER = ["customer", "area", "day", "goods", "price", "quantity"]
COLOURS = ["RED", "BLUE", "GREEN", "IVORY", "PINK", "BLACK"]
THINGS = [
    *("MUG", "TEA TOWEL", "CAKE TIN", "LUNCH BOX", "EGG CUP", "GLASS BOWL", "COASTER", "APRON"),
    *("GARLAND", "CANDLE HOLDER", "PHOTO FRAME", "METAL SIGN", "WREATH", "LANTERN"),
    *("NECKLACE", "SCARF", "PURSE", "EARRINGS", "UMBRELLA"),
    *("WALL CLOCK", "CUSHION", "DOORMAT", "COAT HOOK"),
    *("NOTEBOOK", "PENCILS", "GREETING CARD", "CALENDAR"),
    *("JIGSAW", "SOFT TOY", "SKITTLES"),
    *("WATERING CAN", "PLANT POT", "BIRD FEEDER"),
    *("SEWING KIT", "SOAP", "DOG BOWL", "PEG BAG", "PLASTERS", "TENNIS SET", "HARMONICA", "STORAGE BOX", "ROSE SPRAY"),
]
JOB = """\
# A history job: all records of a customer are protected together.
source: shop_log.csv
subject: customer
columns:
  customer: identifier
  area:     {role: quasi, type: category}
  day:      {role: quasi, type: date}
  goods:    {role: quasi, type: category}
  price:    {role: quasi, type: number}
  quantity: {role: quasi, type: number}
privacy:
  k: 3
output:
  data: out/shop_log.csv
  report: out/report.html
"""


def goods() -> dict[str, str]:
    """Code → description."""
    names = [f"{colour} {thing}" for thing in THINGS for colour in COLOURS]
    return {f"{20000 + 7 * number}": name for number, name in enumerate(names)}


def shop_log(customers: int = 200, seed: int = 0) -> list[list[str]]:
    """Rows of a log over one year, as HEADER says."""
    random = np.random.default_rng(seed)
    codes = list(goods())
    prices = np.round(random.lognormal(1.0, 0.8, len(codes)) * 4) / 4 + 0.2
    popularity = 1 / np.arange(1, len(codes) + 1) ** 0.7
    popularity = random.permutation(popularity / popularity.sum())
    start = date(2024, 1, 1)
    rows: list[list[str]] = []
    for customer in range(customers):
        area = f"area {random.integers(1, 6)}"
        visits = np.sort(random.choice(366, size=1 + int(min(random.pareto(1.3), 20)), replace=False))
        favourites = random.choice(len(codes), size=12, replace=False, p=popularity)
        for visit in visits.tolist():
            for _ in range(1 + int(min(random.lognormal(1.5, 0.9), 60))):
                one = int(
                    random.choice(favourites) if random.random() < 0.4 else random.choice(len(codes), p=popularity)
                )
                quantity = int(random.choice([1, 2, 3, 4, 6, 12, 24], p=[0.3, 0.2, 0.1, 0.1, 0.15, 0.1, 0.05]))
                returned = random.random() < 0.01
                day = start + timedelta(days=visit)
                number = str(-quantity if returned else quantity)
                rows.append([f"C{customer:05}", area, day.isoformat(), codes[one], f"{prices[one]:.2f}", number])
    return [rows[place] for place in np.argsort([row[2] for row in rows], kind="stable")]


def main(folder: Path) -> None:
    """Writes the log, the goods and the job."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = {
        "shop_log.csv": [HEADER, *shop_log()],
        "goods.csv": [["goods", "description"], *map(list, goods().items())],
    }
    for name, rows in tables.items():
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
    (folder / "job.yaml").write_text(JOB, encoding="utf-8")
    print(f"Wrote {', '.join([*tables, 'job.yaml'])} to {folder}.")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("shop"))
