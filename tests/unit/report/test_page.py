"""The page: well-formed, escaped, self-contained, and complete only where its data are."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from tokumei.errors import JobError
from tokumei.report import render
from tokumei.report.markup import VOID
from tokumei.report.sections import SECTIONS
from tokumei.report.words import LANGUAGES, words_in

Sample = Callable[..., dict[str, Any]]


class Outline(HTMLParser):
    """Checks nesting and collects what the tests ask for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.labelled: list[str] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == [], "elements left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "aria-labelledby":
                self.labelled += (value or "").split()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_has_every_part(sample: Sample, language: str) -> None:
    outline = Outline(render(sample(japanese=language == "ja"), language=language))
    text, words = " ".join(outline.text), words_in(language)
    parts = "verdict_kept mind promises notes sizes loss columns limits settings provenance"
    for key in parts.split():
        assert words(key) in text
    assert outline.tags.count("h1") == 1
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.labelled) == set(outline.ids)
    assert outline.tags.count("svg") == 1 + 2 + 6


def test_every_picture_says_what_it_shows_and_has_its_table(sample: Sample) -> None:
    page = render(sample())
    pictures = re.findall(r'<svg [^>]*role="img".*?</svg>', page)
    assert len(pictures) == 8
    for picture in pictures:
        assert re.search(r"<title id=[^>]*>[^<]+</title><desc id=[^>]*>[^<]+</desc>", picture)
    assert page.count("<details>") == len(pictures)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_points_elsewhere(sample: Sample, language: str) -> None:
    page = render(sample(japanese=language == "ja"), language=language)
    for forbidden in ("http:", "https:", "src=", "href=", "@import", "url(", "<script", "<link", "<iframe"):
        assert forbidden not in page


def test_everything_is_escaped(sample: Sample) -> None:
    evil = "<script>alert('x')</script>\" onload=\"y"

    def poisoned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: inner if key in ("key", "kind") else poisoned(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [poisoned(inner) for inner in value]
        return value + evil if isinstance(value, str) else value

    report = poisoned(sample())
    report["loss"]["columns"] = {evil: 0.5}
    report["job"]["columns"] = {evil: {"role": evil}}
    report["seconds"] = {evil: 1.0}
    page = render(report)
    assert "<script" not in page
    assert 'onload="y' not in page
    assert "&lt;script&gt;" in page
    Outline(page)


def test_warnings_stand_open_and_notes_are_folded(sample: Sample) -> None:
    page = render(sample())
    warned = re.search(r'<section class="warnings"><h2>Mind</h2><ul class="mind">(.*?)</ul>', page)
    folded = re.search(r"<details [^>]*><summary><h2>How it was read</h2> \(2\)</summary><ul [^>]*>(.*?)</ul>", page)
    assert warned is not None
    assert folded is not None
    assert "3,120 of 30,240 records" in warned[1]
    assert folded[1] == "<li>Read as CP932.</li><li>Column “month”: dates are read as %Y-%m.</li>"
    assert warned.start() < folded.start()


def test_a_broken_promise_is_not_stated_as_a_fact(sample: Sample) -> None:
    report = sample()
    report["verified"] = False
    report["promises"][0] |= {"achieved": 3, "holds": False}
    page, words = render(report), words_in("en")
    assert words("verdict_broken") in page
    assert words("verdict_kept") not in page
    assert words("broken") in page
    assert words("means_broken", promise="Every released record") in page
    assert words("summary_k", achieved="3") not in page


@pytest.mark.parametrize(
    ("language", "badge", "reason"),
    [
        ("en", "promises nothing here", "all records are one group"),
        ("ja", "この条件では何も約束しません", "一つのグループ"),
    ],
)
def test_a_promise_that_promises_nothing_is_not_shown_as_kept(
    sample: Sample, language: str, badge: str, reason: str
) -> None:
    report, words = sample(), words_in(language)
    report["promises"][1] |= {"vacuous": True, "why_vacuous": "ungrouped"}
    page = render(report, language=language)
    assert words("verdict_kept") in page
    assert page.count(badge) == 1
    assert reason in page
    assert words("skewness") not in page  # what is not promised protects from nothing
    report["promises"][0] |= {"vacuous": True, "why_vacuous": "ungrouped"}
    page = render(report, language=language)
    assert words("verdict_none") in page
    assert words("verdict_kept") not in page
    assert words("summary_k", achieved="5") not in page


def test_a_report_without_a_verdict_says_so() -> None:
    assert words_in("en")("verdict_unknown") in render({})


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_part_may_be_absent(sample: Sample, language: str) -> None:
    whole = sample()
    for key in whole:
        Outline(render({name: value for name, value in whole.items() if name != key}, language=language))
    Outline(render({}, language=language))
    for key in ("columns", "group_sizes", "notes", "warnings", "seconds", "job", "promises", "source"):
        Outline(render({**whole, key: type(whole[key])()}, language=language))


def test_a_section_without_data_is_empty() -> None:
    empty = [section({}, words_in("en")) for section in SECTIONS]
    assert [bool(part) for part in empty] == [True] + [False] * (len(SECTIONS) - 1)


def test_the_report_is_not_changed(sample: Sample) -> None:
    report = sample()
    render(report)
    assert report == sample()


def test_the_dangers_follow_from_the_promises(sample: Sample) -> None:
    words, report = words_in("en"), sample()
    page = render(report)
    assert words("homogeneity_text", columns="“cost”") in page
    assert words("skewness") in page
    assert words("small_steps") not in page
    assert words("kept_columns_text", columns="“clinic”") in page

    closeness = {"kind": "closeness", "name": "t-closeness of cost", "column": "cost", "parameters": {"t": 0.2}}
    report["promises"].append({**closeness, "target": 0.2, "achieved": 0.18, "holds": True, "vacuous": False})
    page = render(report)
    assert words("homogeneity") not in page
    assert words("small_steps") in page

    report["columns"] = [column for column in report["columns"] if column["role"] == "quasi"]
    report["removed"] = 0
    page = render(report)
    assert words("none_sensitive") in page
    assert words("kept_columns") not in page
    assert words("removal_text", removed="0") not in page


def test_rare_values_alone_give_no_picture(sample: Sample) -> None:
    report = sample()
    nothing = {"labels": [], "counts": [], "other": 40, "missing": 0}
    report["columns"] = [{"name": "town", "role": "quasi", "type": "category", "before": nothing, "after": nothing}]
    assert words_in("en")("only_rare", k=5) in render(report)


def test_a_password_does_not_reach_the_page(sample: Sample) -> None:
    report = sample()
    address = "postgresql://clerk:hunter@2/x@host/db"
    report["job"]["source"] = {"sql": address, "query": "select 1"}
    report["source"] = {"path": "postgresql://clerk:hunter2@host/db"}
    page = render(report)
    assert "hunter" not in page
    assert "postgresql://clerk:…@" in page


def test_nor_does_a_password_among_the_parameters_of_an_address(sample: Sample) -> None:
    report = sample()
    address = "postgresql://host/db?user=clerk&password=hunter2&sslpassword=hunter3&connect_timeout=5"
    report["job"]["source"] = {"sql": address, "query": "select 1"}
    page = render(report)
    assert "hunter" not in page
    assert "connect_timeout=5" in page


def test_the_settings_that_were_set_are_shown(sample: Sample) -> None:
    page = render(sample())
    assert '<th scope="row">columns.age</th><td>role: quasi, type: number</td>' in page
    assert '<th scope="row">privacy.k</th><td>5</td>' in page


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(JobError, match="en or ja"):
        render({}, language="fr")


def many(sample: Sample) -> dict[str, Any]:
    report = sample()
    column = report["columns"][1]
    report["columns"] = [{**column, "name": f"c{place}", "ncp": place / 20} for place in range(12)]
    return report


def test_columns_stand_by_their_loss_with_contents_where_they_are_many(sample: Sample) -> None:
    page = render(many(sample))
    names = re.findall(r'<a href="#card-(\d+)">(c\d+)</a>', page)
    assert [name for _, name in names] == [f"c{place}" for place in range(11, -1, -1)]
    assert all(f'id="card-{place}"' in page for place, _ in names)
    assert 'class="contents"' not in render(sample())


def test_the_time_is_that_of_the_place(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert "2026-04-01 08:30 (UTC+09:00)" in render({**sample(), "created": "2026-03-31T23:30:00+00:00"})
    finally:
        monkeypatch.undo()
        time.tzset()
    assert "Made 2025-04-01 09:30" in render(sample())


def test_the_verdict_carries_the_worst_risk_known(sample: Sample) -> None:
    assert "one of 5 records, a risk of 20.0%. No attack was tried." in render(sample())
    attack = {"name": "homogeneity", "column": None, "threat": "attribute", "knows": "quasi", "remedy": "diversity"}
    figures = {"tried": 100, "claims": 50, "hits": 20, "expected": 20.0, "rate": [0.3, 0.5], "baseline": 0.2}
    strong = {**attack, **figures, "control": None, "promised": None, "verdict": "leaks", "leak": 0.12}
    weak = {**strong, "name": "lift", "leak": 0.02}
    page = render({**sample(), "attacks": [weak, strong]})
    assert "Worst risk known: Everybody has the same value is right for 12.0% of the people beyond chance" in page
    few = {"key": "few_people", "values": {"column": "patient", "groups": 7, "of": 20, "k": 5, "one": 2}}
    page = render({**sample(), "attacks": [strong], "warnings": [few]})
    assert "Worst risk known: 7 of 20 groups are of fewer than 5 people, 2 of a single person." in page
    broken = {**weak, "name": "re-run", "verdict": "breaks"}
    page = render({**sample(), "attacks": [strong, broken], "warnings": [few]})
    assert "Worst risk known: The program run again reaches more than a promise allows" in page


def test_groups_of_histories_are_counted_in_people(sample: Sample) -> None:
    report = {**sample(), "history": {"subjects": 100, "published_subjects": 99, "clusters": 33, "utility": {}}}
    page = render(report)
    assert "people with one history" in page
    assert "People in the group" in page
    assert "Records in the group" not in page
