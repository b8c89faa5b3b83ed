"""Jobs from mappings and files, changed by dotted names, and written again as they were written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tokumei.errors import JobError
from tokumei.job import Job, load, with_settings

ROOT = Path(__file__).resolve().parents[3]
JOB: dict[str, Any] = {
    "source": "people.csv",
    "columns": {
        "name": "identifier",
        "age": {"role": "quasi", "type": "number", "hierarchy": {"intervals": [5, 10]}},
        "a.b": {"role": "quasi", "type": "category"},
        "note": {"role": "quasi", "type": "text", "n": 3},
        "sick": "sensitive",
    },
    "privacy": {"k": 5, "t_closeness": {"sick": 0.3}},
    "method": {"rules": [{"name": "old", "when": {"age": {"from": 40}}}]},
}


def test_a_job_is_read_from_a_mapping_a_path_or_a_job(tmp_path: Path) -> None:
    path = tmp_path / "job.yaml"
    path.write_text(yaml.safe_dump(JOB), encoding="utf-8")
    by_path, by_mapping = load(path), load(JOB)
    assert load(str(path)) == by_path
    assert load(by_path) is by_path
    assert by_path.model_copy(update={"folder": Path()}) == by_mapping
    assert by_path.path("people.csv") == tmp_path / "people.csv"


def test_a_mapping_is_not_changed() -> None:
    before = yaml.safe_dump(JOB)
    load(JOB)
    assert yaml.safe_dump(JOB) == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "does not hold a mapping with `columns` and `privacy`"),
        (b"- a\n", "does not hold a mapping"),
        (b"a: [1\n", "is not valid YAML (line 2)"),
        (b"\xff\xfe\x00", "is not valid utf-16"),
        (b"seed: " + b"9" * 5000, "a number, a date or a tag in it has no meaning"),
        (b"a: 2024-13-45\n", "a number, a date or a tag in it has no meaning"),
        (b"columns: {age: quasi}\nprivacy: {k: 1}\n", "k must be at least 2"),
    ],
)
def test_a_file_that_is_no_job(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "job.yaml"
    path.write_bytes(content)
    with pytest.raises(JobError, match=re.escape(said)) as refusal:
        load(path)
    assert "job.yaml" in str(refusal.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JobError, match="There is no job file"):
        load(tmp_path / "none.yaml")
    with pytest.raises(JobError, match="is a folder"):
        load(tmp_path)


def test_a_file_nested_thousands_deep(tmp_path: Path) -> None:
    path = tmp_path / "job.yaml"
    path.write_text("a: " + "[" * 5000 + "]" * 5000, encoding="utf-8")
    with pytest.raises(JobError, match="nested too deep"):
        load(path)


def test_what_was_not_written_stays_unwritten() -> None:
    job = load(JOB)
    content = job.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert content["columns"]["name"] == {"role": "identifier"}
    assert content["columns"]["age"] == JOB["columns"]["age"]
    assert content["method"] == JOB["method"]
    assert content.keys() == JOB.keys()
    assert load(content) == job
    assert not job.method.written("score")
    assert not load(content).method.written("score")


@pytest.mark.parametrize(
    ("settings", "value"),
    [
        ({"privacy.k": 10}, lambda job: job.privacy.k == 10),
        ({"columns.note.n": 2}, lambda job: job.columns["note"].n == 2),
        ({"columns.age.hierarchy": "t.csv"}, lambda job: "file" in job.columns["age"].hierarchy.model_fields_set),
        ({"columns.age.hierarchy.origin": 3}, lambda job: job.columns["age"].hierarchy.origin == 3),
        ({"columns.name.role": "keep"}, lambda job: job.columns["name"].role == "keep"),
        ({"output.data": "out.csv"}, lambda job: job.output.data == "out.csv"),
        ({"seed": 3, "privacy.suppress": 0.1}, lambda job: (job.seed, job.privacy.suppress) == (3, 0.1)),
        ({"privacy.t_closeness.sick": 0.5}, lambda job: job.privacy.t_closeness["sick"].t == 0.5),
    ],
)
def test_settings_are_changed_by_dotted_names(settings: dict[str, Any], value: Any) -> None:
    job = load(JOB)
    changed = with_settings(job, settings)
    assert value(changed)
    assert not value(job), "a job is never changed"
    assert changed.columns.keys() == job.columns.keys()
    assert not changed.method.written("score"), "changing one setting does not write another"


@pytest.mark.parametrize(
    ("dotted", "said"),
    [
        ("privacy.kk", "`privacy.kk`: this key is not known"),
        ("privacy.k.x", "The setting 'privacy.k.x' does not exist: 'k' holds a single value"),
        ("columns.height", "`columns.height`: a column is a role"),
        ("columns.age.n", "`columns.age.n`: it belongs to `type: text`"),
        ("folder", "`folder`: this key is not known"),
    ],
)
def test_a_dotted_name_that_is_none_is_refused(dotted: str, said: str) -> None:
    with pytest.raises(JobError, match=re.escape(said)):
        with_settings(load(JOB), {dotted: 3})


def test_changed_settings_are_checked_as_written_ones() -> None:
    with pytest.raises(JobError, match="k must be at least 2"):
        with_settings(load(JOB), {"privacy.k": 1})


def _written_jobs() -> list[tuple[str, str]]:
    """Every job that the documents and the examples show; those of CONTRIBUTING need the code beside them."""
    found = [
        (str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in ROOT.glob("examples/*/job.yaml")
    ]
    pages = [page for page in ROOT.glob("*.md") if page.name != "CONTRIBUTING.md"]
    for page in (*pages, *ROOT.glob("docs/**/*.md")):
        blocks = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        found += [(f"{page.relative_to(ROOT)} {number}", text) for number, text in enumerate(blocks)]
    return [(name, text) for name, text in found if _is_whole(text)]


def _is_whole(text: str) -> bool:
    content = yaml.safe_load(text)
    return isinstance(content, dict) and {"columns", "privacy"} <= content.keys()


def test_some_jobs_are_written() -> None:
    assert len(_written_jobs()) >= 4


@pytest.mark.parametrize(("name", "text"), _written_jobs(), ids=lambda value: value if len(value) < 60 else "")
def test_a_written_job_is_a_job(name: str, text: str) -> None:
    assert isinstance(load(yaml.safe_load(text)), Job), name


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": {"town": {"role": "quasi", "type": "date", "format": "\ud800"}}},
        {"columns": {"town\ud800": "quasi"}},
        {"source": {"sql": "sqlite:///a.db", "query": "\ud800"}},
        {"method": {"score": "purpose", "rules": [{"name": "a", "when": {"town": ["\ud800"]}}]}},
        {"method": {"score": "purpose", "rules": [{"name": "a", "when": {"town": {"from": "\ud800"}}}]}},
    ],
)
def test_half_of_a_surrogate_pair_is_refused_in_every_text(changes: dict[str, Any]) -> None:
    with pytest.raises(JobError, match="not Unicode"):
        load({"columns": {"town": "quasi"}, "privacy": {"k": 2}, **changes})


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
@pytest.mark.parametrize(
    "settings",
    [
        lambda number: {"method": {"score": "purpose", "rules": [{"name": "a", "weight": number, "when": {"q": "x"}}]}},
        lambda number: {"columns": {"q": {"role": "quasi", "type": "number", "hierarchy": {"intervals": [number]}}}},
        lambda number: {
            "columns": {"q": {"role": "quasi", "type": "number", "hierarchy": {"intervals": [1], "origin": number}}}
        },
    ],
)
def test_numbers_of_a_job_are_finite(settings: Callable[[float], dict[str, Any]], number: float) -> None:
    with pytest.raises(JobError, match="finite"):
        load({"columns": {"q": "quasi"}, "privacy": {"k": 2}, **settings(number)})
