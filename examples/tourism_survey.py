"""The tourism survey of Fukui (2023) as one job: single values, three questions with several answers, three free texts.

    python examples/tourism_survey.py DATA FOLDER

writes `answers.csv`, `places.csv` (a hierarchy of municipalities) and `job.yaml` into FOLDER, from the survey and the
table of municipalities in DATA. They are not part of this repository.
"""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

SINGLE = ("answer_date", "sex", "birth_year", "prefecture", "municipality", "household_income")
SETS = ("purposes", "info_sources", "transport_to")
TEXTS: dict[str, dict[str, Any]] = {
    "satisfaction_reason": {"mask": "least"},
    "recommend_text": {"registry": "collection", "merge": True},
    "inconvenience_text": {"equal": True, "merge": True},
}
"""Column → which promise it has beside that of 2-grams."""
REGIONS = (
    ("Hokkaido", 1), ("Tohoku", 7), ("Kanto", 14), ("Chubu", 23), ("Kinki", 30), ("Chugoku", 35), ("Shikoku", 39),
    ("Kyushu", 47),
)  # fmt: skip
"""Name and last prefecture, by number."""
NOWHERE = "*"


def answers(data: Path) -> Iterator[dict[str, str]]:
    """The survey's answers, in the source's order."""
    with gzip.open(data / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz", "rt", encoding="utf-8") as lines:
        yield from csv.DictReader(lines)


def write_answers(rows: Sequence[dict[str, str]], path: Path) -> None:
    """The columns that the job names, as a CSV file."""
    names = ["respondent", *SINGLE, *SETS, *TEXTS, "satisfaction", "nps"]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def places(data: Path) -> dict[str, tuple[str, str]]:
    """Municipality → prefecture and region. Wards stand alone and after their city.

    A name that several prefectures have gets all of them, joined, so that no label is wrong.
    """
    path = data / "taxonomies" / "municipalities" / "LG_CODE.csv"
    with path.open(encoding="utf-8-sig", newline="") as lines:
        units = {int(row["lgcode"]): (row["name_ja"], int(row["parent"])) for row in csv.DictReader(lines)}
    found: dict[str, set[int]] = {}
    for code, (name, parent) in units.items():
        if parent <= 0:
            continue
        prefecture = code // 1000
        found.setdefault(name, set()).add(prefecture)
        if units[parent][1] > 0:
            found.setdefault(units[parent][0] + name, set()).add(prefecture)
    return {
        name: ("/".join(units[number * 1000][0] for number in sorted(numbers)), _region(numbers))
        for name, numbers in found.items()
    }


def _region(numbers: set[int]) -> str:
    regions = {next(name for name, last in REGIONS if number <= last) for number in numbers}
    return regions.pop() if len(regions) == 1 else NOWHERE


def write_places(data: Path, rows: Sequence[dict[str, str]], path: Path) -> None:
    """The hierarchy of the municipalities that occur; those that the table lacks are below the root alone."""
    known = places(data)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        for name in sorted({row["municipality"] for row in rows}):
            writer.writerow([name, *known.get(name, (NOWHERE, NOWHERE)), NOWHERE])


def job(source: str, hierarchy: str, output: str) -> dict[str, Any]:
    """The job at k = 5; paths relative to where it is written."""
    quasi: dict[str, Any] = {name: {"role": "quasi", "type": "category"} for name in SINGLE}
    quasi["answer_date"] = {"role": "quasi", "type": "date", "hierarchy": {"levels": ["month", "quarter", "year"]}}
    quasi["birth_year"] = {"role": "quasi", "type": "number"}
    quasi["municipality"]["hierarchy"] = hierarchy
    sets = {name: {"role": "quasi", "type": "set", "separator": "|"} for name in SETS}
    texts = {name: {"role": "quasi", "type": "text", "n": 2, **more} for name, more in TEXTS.items()}
    return {
        "source": source,
        "columns": {
            "respondent": "identifier",
            **quasi,
            **sets,
            **texts,
            "satisfaction": {"role": "sensitive", "type": "category"},
            "nps": "keep",
        },
        "privacy": {"k": 5, "l_diversity": {"satisfaction": {"distinct": 2}}},
        "output": {"data": output, "report": f"{output}.html", "order": "keep"},
        "seed": 0,
    }


def main(data: Path, folder: Path) -> None:
    """The answers, the hierarchy and the job."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = list(answers(data))
    write_answers(rows, folder / "answers.csv")
    write_places(data, rows, folder / "places.csv")
    asked = json.dumps(job("answers.csv", "places.csv", "release.csv"), indent=2)  # JSON is YAML
    (folder / "job.yaml").write_text(asked + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
