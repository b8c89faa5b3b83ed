"""The reference of the job file is in step with the models, and what it shows is a job."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tokumei import job
from tokumei.cli import job_reference
from tokumei.job import columns, hierarchy
from tokumei.job.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_in_step() -> None:
    written = (ROOT / "docs" / job_reference.PAGE).read_text(encoding="utf-8")
    assert written == job_reference.page(), "run `make docs`"


def test_every_model_of_the_job_has_a_section() -> None:
    shown = {model for _, model, _ in job_reference._SECTIONS}
    named = [*vars(job).values(), *columns.COLUMNS.values(), *hierarchy.WAYS.values(), *hierarchy.CATEGORIES.values()]
    assert {one for one in named if isinstance(one, type) and issubclass(one, Settings)} == shown


def test_every_setting_says_what_it_means() -> None:
    rows = [line for line in job_reference.page().splitlines() if re.match(r"\| `\w+` \|", line)]
    assert len(rows) > 60
    assert [row for row in rows if row.endswith("|  |")] == []


def test_links_within_the_page_lead_to_a_heading() -> None:
    page = job_reference.page()
    headings = {
        line[3:].lower().replace(":", "").replace(",", "").replace(" ", "-")
        for line in page.splitlines()
        if line[:3] == "## "
    }
    assert set(re.findall(r"\(#([^)]*)\)", page)) <= headings


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(.*?)```", job_reference.page(), flags=re.DOTALL))
def test_the_example_is_a_job(text: str) -> None:
    assert job.load(yaml.safe_load(text)).privacy.k == 5
