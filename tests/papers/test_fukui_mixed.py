"""The Fukui tourism survey: single values, sets and free texts in one job, on a part of it so that it is quick."""

from __future__ import annotations

import csv
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import tokumei
from real_data import data_folder, needs_data
from tokumei.pipeline import run

pytestmark = [needs_data, pytest.mark.real]

EXAMPLE: dict[str, Any] = runpy.run_path(str(Path(__file__).resolve().parents[2] / "examples" / "tourism_survey.py"))
SINGLE, SETS, TEXTS = EXAMPLE["SINGLE"], EXAMPLE["SETS"], EXAMPLE["TEXTS"]
PEOPLE = 1_500
K = 5
GROUPED = (*SINGLE, *SETS)


@dataclass(frozen=True)
class Survey:
    """The first answer of each of the first people, and its release with the rows side by side."""

    job: dict[str, Any]
    report: dict[str, Any]
    before: list[dict[str, str]]
    after: list[dict[str, str]]

    def pairs(self) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
        return zip(self.before, self.after, strict=True)


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Survey:
    data = data_folder()
    assert data is not None
    scratch = tmp_path_factory.mktemp("survey")
    rows: dict[str, dict[str, str]] = {}
    for row in EXAMPLE["answers"](data):
        rows.setdefault(row["respondent"], row)
    before = list(rows.values())[:PEOPLE]
    EXAMPLE["write_answers"](before, scratch / "answers.csv")
    EXAMPLE["write_places"](data, before, scratch / "places.csv")
    asked = EXAMPLE["job"](str(scratch / "answers.csv"), str(scratch / "places.csv"), str(scratch / "release.csv"))
    asked["method"] = {"effort": "fast"}
    report = run(asked).report
    with (scratch / "release.csv").open(encoding="utf-8", newline="") as lines:
        return Survey(asked, report, before, list(csv.DictReader(lines)))


def test_one_job_makes_seven_promises_and_keeps_them(survey: Survey) -> None:
    names = {promise["name"] for promise in survey.report["promises"] if promise["holds"]}
    assert names == {
        "k-anonymity",
        "distinct l-diversity of satisfaction",
        *(f"2-gram k-anonymity of {name}" for name in TEXTS),
        "registry k-anonymity of recommend_text",
        "equal texts of inconvenience_text",
    }
    assert len(survey.report["promises"]) == 7
    assert survey.report["verified"]


def test_the_written_file_keeps_them_too(survey: Survey) -> None:
    found = tokumei.verify(survey.job["output"]["data"], survey.job)
    assert found.ok
    assert len(found.promises) == 7


def test_groups_have_k_people(survey: Survey) -> None:
    people: dict[tuple[str, ...], set[str]] = {}
    for before, after in survey.pairs():
        people.setdefault(tuple(after[name] for name in GROUPED), set()).add(before["respondent"])
    assert min(map(len, people.values())) >= K
    assert len(people) == survey.report["groups"] > PEOPLE / (4 * K)


def test_sets_keep_items_of_their_own_only(survey: Survey) -> None:
    deleted = {}
    for name in SETS:
        kept = own = 0
        for before, after in survey.pairs():
            items, shown = set(before[name].split("|")), set(filter(None, after[name].split("|")))
            assert shown <= items
            kept, own = kept + len(shown), own + len(items)
        deleted[name] = 1 - kept / own
    assert deleted["transport_to"] < deleted["info_sources"] < deleted["purposes"] < 0.8


def test_places_are_true(survey: Survey) -> None:
    data = data_folder()
    assert data is not None
    above = EXAMPLE["places"](data)
    for before, after in survey.pairs():
        own = before["municipality"]
        assert after["municipality"] in {own, *above.get(own, ()), "*"}
        prefecture = above.get(own, ("",))[0]
        assert not prefecture or before["prefecture"] in prefecture.split("/")


def test_stronger_promises_of_texts_mask_more(survey: Survey) -> None:
    masked = survey.report["text"]
    assert set(masked) == set(TEXTS)
    rates = [masked[name]["character_masking_rate"] for name in TEXTS]
    assert rates[0] < min(rates[1:])  # phrases alone; then a registry in both directions, and equal texts
    assert masked["satisfaction_reason"]["unique"] > 0.5
    assert masked["inconvenience_text"]["unique"] == 0
    assert masked["inconvenience_text"]["smallest_equal"] >= K
