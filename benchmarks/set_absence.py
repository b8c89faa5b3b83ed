"""What labels of sets say about what is not there: `python -m benchmarks.set_absence`, on the survey's sets.

For every label L of which the same with one item c more is published too: the share of the records under L that have c,
beside the share of all records that have c, and what hiding that costs (`absence: hide`). Prints a table in Markdown.
"""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict

import polars as pl

import tokumei
from benchmarks.text_collections import folder

COLUMNS = ("purposes", "info_sources", "transport_within")
K = 5
Sets = list[frozenset[str]]


def main() -> None:
    """Each set column beside the year of birth, shown and hidden."""
    path = folder() / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    print("| sets | absence | records under L that have c | all records that have c | certain pairs of L and c | NCP |")
    print("|---|---|---:|---:|---:|---:|")
    for name in COLUMNS:
        frame = pl.DataFrame({"birth_year": [row["birth_year"] for row in rows], name: [row[name] for row in rows]})
        for absence in ("show", "hide"):
            job = {
                "columns": {
                    "birth_year": {"role": "quasi", "type": "number"},
                    name: {"role": "quasi", "type": "set", "separator": "|", "absence": absence},
                },
                "privacy": {"k": K},
                "output": {"order": "keep"},
            }
            release = tokumei.anonymize(frame, job)
            own, shown = _sets(frame[name].to_list()), _sets(release.data[name].cast(pl.String).to_list())
            under, everyone, certain = _measured(own, shown)
            loss = release.report["loss"]["ncp"]
            print(f"| {name} | {absence} | {under:.2%} | {everyone:.1%} | {certain:,} | {loss:.2%} |", flush=True)


def _sets(cells: list[str | None]) -> Sets:
    return [frozenset(cell.split("|")) if cell else frozenset() for cell in cells]


def _measured(own: Sets, shown: Sets) -> tuple[float, float, int]:
    """Over all records and all items of which their label, and the label with the item more, are published."""
    rows: dict[frozenset[str], list[int]] = defaultdict(list)
    has: dict[str, int] = defaultdict(int)
    for row, label in enumerate(shown):
        rows[label].append(row)
        for item in own[row]:
            has[item] += 1
    under = tried = certain = 0
    expected = 0.0
    for label in list(rows):
        for item in label:
            less = rows.get(label - {item})
            if not less:
                continue
            with_item = sum(item in own[row] for row in less)
            under, tried = under + with_item, tried + len(less)
            expected += len(less) * has[item] / len(own)
            certain += with_item == 0
    return under / max(tried, 1), expected / max(tried, 1), certain


if __name__ == "__main__":
    main()
