"""The page on evidence is run: its Python, and its job."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tokumei.job import AboutJob

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "evidence.md").read_text(encoding="utf-8")


def test_the_python_of_the_page_runs() -> None:
    for code in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(compile(code, "evidence.md", "exec"), {})


def test_the_job_of_the_page_is_one() -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)
    assert AboutJob.model_validate(yaml.safe_load(block)["about"]).purpose == "demand for care in the region"
