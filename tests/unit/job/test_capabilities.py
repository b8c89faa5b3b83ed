"""The table of capabilities is whole, and says what to do instead."""

from __future__ import annotations

import re

import pytest

from tokumei.errors import JobError
from tokumei.job import MethodJob, load
from tokumei.job.capabilities import FEATURES, MECHANISMS, Cell, Mechanism, features_of, mechanisms_of, refusals
from tokumei.job.capabilities_page import page

CELLS = [(mechanism, feature) for mechanism in MECHANISMS for feature in FEATURES]
REMEDY = re.compile(r": (leave|take|name|make|declare|set)\b|\bis for sets\b|\bhas no \w+$|\btake no sets\b")
"""A remedy after a colon; a few things do not exist at all, and there is nothing to do instead."""


@pytest.mark.parametrize(("mechanism", "feature"), CELLS)
def test_a_cell_gives_one_answer(mechanism: str, feature: str) -> None:
    cell = MECHANISMS[mechanism].cells[feature]
    assert cell.possible is (cell.why_not is None)
    assert cell.possible or not cell.limits
    assert not (cell.possible and cell.elsewhere)
    why = [limit.why for limit in cell.limits] if cell.why_not is None else [cell.why_not]
    assert not any(sentence.endswith((".", " ")) or sentence != sentence.strip() for sentence in why)
    assert cell.elsewhere or all(REMEDY.search(sentence) for sentence in why)


def test_a_row_without_a_cell_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="no cell for"):
        Mechanism("forgets", {"k": Cell()})


def test_no_row_has_a_feature_that_is_not_in_the_table() -> None:
    assert all(mechanism.cells.keys() == FEATURES.keys() for mechanism in MECHANISMS.values())


def test_every_score_of_a_job_is_a_mechanism() -> None:
    scores = MethodJob.model_json_schema()["properties"]["score"]["enum"]
    assert [*scores, "column", "level", "km", "text", "history"] == list(MECHANISMS)


def test_the_page_numbers_every_reason_once() -> None:
    lines = page().splitlines()
    notes = [line for line in lines if re.match(r"\d+\. ", line)]
    assert [int(note.split(".")[0]) for note in notes] == list(range(1, len(notes) + 1))
    assert len({note.split(". ", 1)[1] for note in notes}) == len(notes)
    used = {int(number) for line in lines if line.startswith("| ") for number in re.findall(r"(\d+)(?=[,)])", line)}
    assert used == set(range(1, len(notes) + 1))
    rows = lines[lines.index("|---|" + "---|" * len(MECHANISMS)) + 1 : lines.index("## Several tables")]
    assert [row.split(" | ")[0] for row in rows if row.startswith("| ")] == [
        f"| {words}" for words in FEATURES.values()
    ]


def test_the_mechanisms_of_a_job_are_those_that_make_its_columns() -> None:
    columns = {
        "age": {"role": "quasi", "type": "number"},
        "items": {"role": "quasi", "type": "set"},
        "note": {"role": "quasi", "type": "text"},
    }
    job = load({"columns": columns, "privacy": {"k": 2, "km": {"column": "items", "m": 2}}})
    assert mechanisms_of(job) == ["ncp", "km", "text"]
    assert "number" in features_of(job, "ncp")
    assert not {"set", "text"} & features_of(job, "ncp").keys()
    assert "set" in features_of(job, "km")
    assert "k" not in features_of(job, "km"), "what is asked of the whole job is asked of its first mechanism"
    assert refusals(job) == []


def test_a_refusal_names_the_setting_that_asked() -> None:
    job = {"columns": {"age": "quasi"}, "privacy": {"k": 2}, "method": {"score": "median", "effort": "best"}}
    with pytest.raises(JobError, match=r"`method.effort`: it has one way only: leave `effort` out"):
        load(job)
