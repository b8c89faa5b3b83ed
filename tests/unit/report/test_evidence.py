"""The evidence: two documents from one report, in two languages, with blanks where people have to judge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.cli import main
from tokumei.report.evidence import AUDIENCES, evidence_page
from tokumei.report.words import LANGUAGES, words_in

Sample = Callable[..., dict[str, Any]]
ATTACKS = [
    {"name": "homogeneity", "column": "disease", "threat": "attribute", "knows": "quasi", "tried": 4011, "claims": 400,
     "hits": 120, "rate": [0.25, 0.35], "baseline": 0.2, "control": None, "promised": None, "verdict": "leaks",
     "expected": 0.0, "excess": 0.1, "leak": 0.01, "needs": None, "remedy": "diversity"},
    {"name": "shadow", "column": None, "threat": "membership", "knows": "population", "tried": 0, "claims": 0,
     "hits": None, "rate": None, "baseline": None, "verdict": "not tried", "needs": "full", "remedy": "ends"},
]  # fmt: skip
RISK = {
    "before": {"unique": 20117, "below_k": 29001, "prosecutor_highest": 1.0, "marketer": 0.8},
    "after": {"unique": 0, "below_k": 0, "prosecutor_highest": 0.2, "marketer": 0.14},
}


def whole(sample: Sample, **more: Any) -> dict[str, Any]:
    report = sample()
    report["job"]["about"] = {"purpose": "a study", "recipient": "a university", "approver": "Dr. Approver"}
    return {**report, "attacks": ATTACKS, "risk": RISK, **more}


def text_of(page: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("audience", AUDIENCES)
def test_every_part_is_there(sample: Sample, audience: Any, language: str) -> None:
    words = words_in(language)
    shown = text_of(evidence_page(whole(sample), audience=audience, language=language))
    both = "evidence_draft evidence_about evidence_risk promises evidence_attacks evidence_lost items"
    inside = "japan japan_1 japan_2 japan_3 japan_4 japan_5 open_1 open_5 safety hipaa gdpr decision_text"
    assert [key for key in both.split() if words(key) not in shown] == []
    assert [key for key in inside.split() if (words(key) in shown) != (audience == "internal")] == []


def test_attacks_and_risk_are_shown_where_they_were_measured(sample: Sample) -> None:
    shown = text_of(evidence_page(whole(sample), audience="internal"))
    for figure in ("30.0% (25.0% – 35.0%)", "leaks", "20,117", "Not tried: Likeness to the groups, learnt"):
        assert figure in shown
    without = text_of(evidence_page(sample(), audience="internal"))
    assert "Not tried. With" in without
    assert "not measured" in without


def test_the_public_document_holds_nothing_of_the_internal_one(sample: Sample) -> None:
    shown = text_of(evidence_page(whole(sample), audience="public"))
    for secret in ("Dr. Approver", "receipts.csv", "30,162", "20,117", "4,011", "9f2c", "receipt_id"):
        assert secret not in shown
    assert "a university" in shown
    assert "30,000" in shown


def test_what_a_person_has_to_say_is_a_blank(sample: Sample) -> None:
    page = evidence_page(sample(), audience="internal")
    assert page.count('class="blank tall"') == 5 + 4 + 3
    assert 'class="blank"' in page


def test_pages_are_numbered_in_print_and_load_nothing(sample: Sample) -> None:
    page = evidence_page(whole(sample), audience="internal", language="ja")
    assert "counter(page)" in page
    assert not re.search(r"https?://|<script|<link|@import|url\(", page)


def test_names_of_columns_are_escaped(sample: Sample) -> None:
    report = whole(sample)
    report["columns"][1]["name"] = "<b>age</b>"
    assert "<b>age</b>" not in evidence_page(report, audience="internal")


def test_published_pseudonyms_are_pointed_out(sample: Sample) -> None:
    report = whole(sample)
    report["columns"][0]["published"] = "pseudonyms"
    report["job"]["columns"]["receipt_id"] = {"role": "identifier", "pseudonym": {"key": "card.key"}}
    shown = text_of(evidence_page(report, audience="internal"))
    assert "Pseudonyms that repeat" in shown
    assert "The key of the pseudonyms of “receipt_id”" in shown


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The report of a small run."""
    people = {"id": [f"p{row}" for row in range(40)], "age": [20 + row % 9 for row in range(40)]}
    pl.DataFrame(people).write_csv(tmp_path / "in.csv")
    job = {
        "source": "in.csv",
        "columns": {"id": "identifier", "age": {"role": "quasi", "type": "number"}},
        "privacy": {"k": 4},
        "about": {"purpose": "a study", "date": "2026-04-01"},
        "output": {"data": "out.csv", "report": "report.html", "language": "ja"},
    }
    tokumei.run(tokumei.Job.model_validate({**job, "folder": tmp_path}))
    return tmp_path / "report.json"


def test_the_command_writes_both_in_the_language_of_the_report(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = run.parent / "evidence"
    assert main(["evidence", str(run), "-o", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {"internal.html", "public.html"}
    assert "匿名加工情報の作成基準" in (folder / "internal.html").read_text(encoding="utf-8")
    assert main(["evidence", str(run), "-o", str(folder)]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["evidence", str(run), "-o", str(folder), "--force", "--language", "en"]) == 0
    assert "Japan: anonymously" in (folder / "internal.html").read_text(encoding="utf-8")


def test_python_gives_the_pages_of_a_release(run: Path) -> None:
    report = json.loads(run.read_text(encoding="utf-8"))
    made = tokumei.evidence(report, language="en")
    assert "a study" in made.internal
    assert made.public == tokumei.evidence(run, language="en").public


def test_sample_rows_are_of_groups_of_at_least_k(run: Path) -> None:
    report = json.loads(run.read_text(encoding="utf-8"))
    released = pl.read_csv(run.parent / "out.csv", infer_schema=False)["age"].to_list()
    assert report["sample"]
    for row in report["sample"]:
        assert row["records"] == released.count(row["cells"]["age"]) >= 4
        assert list(row["cells"]) == ["age"]


@pytest.mark.parametrize(
    ("content", "said"),
    [("no json", "is not JSON"), ("[1]", "is not the report of a run"), ("{}", "it has no 'promises'"),
     ('{"public": true}', "This is the public report")],
)  # fmt: skip
def test_what_is_no_report_is_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "r.json").write_text(content, encoding="utf-8")
    with pytest.raises(tokumei.JobError, match=said):
        tokumei.evidence(tmp_path / "r.json")
    with pytest.raises(tokumei.SourceError, match="There is no report"):
        tokumei.evidence(tmp_path / "nowhere.json")
