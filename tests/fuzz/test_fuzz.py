"""A bounded number of random cases on every run of the tests; `make fuzz` runs them for as long as asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.cases import run_input, run_job
from fuzz.inputs import input_case
from fuzz.jobs import job_case

BLOCKS = 10
JOBS, INPUTS = 15, 20
"""Cases a block; each is made from its number."""


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_jobs_end_in_a_good_release_or_in_one_sentence(block: int, tmp_path: Path) -> None:
    for number in range(block * JOBS, (block + 1) * JOBS):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert not run_job(job_case(number), folder).wrong, f"python tests/fuzz/run.py --job {number}"


@pytest.mark.parametrize("block", range(BLOCKS))
def test_malformed_files_end_in_one_sentence_and_write_nothing(block: int, tmp_path: Path) -> None:
    for number in range(block * INPUTS, (block + 1) * INPUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert not run_input(input_case(number), folder).wrong, f"python tests/fuzz/run.py --input {number}"
