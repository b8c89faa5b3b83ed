"""The result: five sentences, downloads, the evidence, and the report in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tokumei.report.evidence import checks_of
from tokumei.report.evidence.forms import Check
from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.reading import promises_of
from tokumei.report.schema import Report
from tokumei.report.sections import SECTIONS
from tokumei.report.sections.promises import promise_name
from tokumei.web.screens.frame import Setting, address, field, page
from tokumei.web.session import Run, Session
from tokumei.web.words import Words

__all__ = ["ABOUT", "FILES", "result_page"]

FILES = {
    "release": "download_release",
    "report.html": "download_report",
    "report.json": "download_report_json",
    "evidence/internal.html": "download_internal",
    "evidence/public.html": "download_public",
}
"""What a run wrote → its words."""
ABOUT = ("purpose", "recipient", "approver", "date", "remarks")


def result_page(setting: Setting, session: Session, run: Run | None, *, more: Html = EMPTY) -> str:
    """The result of a run, or the way to one."""
    words = setting.words
    report = None if run is None else run.report
    if run is None or report is None:
        return page(
            setting,
            words("step_result"),
            element("h1", words("result_title")),
            element("p", words("result_none"), class_="lead"),
            element("p", element("a", words("step_runs"), href=address(session, "runs"), class_="button")),
            session=session,
            screen="result",
        )
    data = cast(Report, report)
    return page(
        setting,
        words("step_result"),
        element("h1", words("result_of", number=run.number)),
        _others(session, run, words),
        SECTIONS[0](data, words),
        _five(report, words),
        _downloads(session, run, words),
        _about(session, run, report, words),
        more,
        element(
            "section",
            element("h2", words("report_in_place")),
            *(section(data, words) for section in SECTIONS[1:]),
            class_="report",
        ),
        session=session,
        screen="result",
    )


def _others(session: Session, run: Run, words: Words) -> Html:
    """The way to the results of other runs."""
    done = [one for one in session.runs if one.task.state == "done" and one is not run]
    links = [
        element(
            "li",
            element("a", words("run_number", number=one.number), href=f"{address(session, 'result')}?run={one.number}"),
        )
        for one in done
    ]
    return element("nav", element("ul", *links, class_="links"), aria_label=words("result_other")) if links else EMPTY


def _five(report: Mapping[str, Any], words: Words) -> Html:
    kept = [promise_name(one, words) for one in promises_of(cast(Report, report)) if one.kept]
    promised = words("five_promised_text", promises=words("comma").join(kept)) if kept else words("five_promised_none")
    items = (
        ("five_promised", promised),
        ("five_open", words("five_open_text", limits=words("limits"))),
        ("five_lost", _lost(report, words)),
        ("five_attacks", _attacked(report, words)),
        ("five_people", words("five_people_text")),
    )
    return element(
        "section",
        element("h2", words("five_title")),
        element(
            "dl",
            *(element("div", element("dt", words(key)), element("dd", said)) for key, said in items),
            class_="card five",
        ),
    )


def _lost(report: Mapping[str, Any], words: Words) -> str:
    loss = report.get("loss") or {}
    columns = loss.get("columns") or {}
    most = max(columns, key=lambda name: columns[name] or 0.0, default=None)
    if most is None:
        return "–"
    return words(
        "five_lost_text",
        ncp=words.percent(loss.get("ncp")),
        column=most,
        most=words.percent(columns[most]),
        removed=words.number(report.get("removed")),
        records=words.number(report.get("records")),
    )


def _attacked(report: Mapping[str, Any], words: Words) -> str:
    tried = [one["verdict"] for one in report.get("attacks") or [] if one["verdict"] != "not tried"]
    if not tried:
        return words("five_attacks_none")
    return words("five_attacks_text", tried=len(tried), breaks=tried.count("breaks"), leaks=tried.count("leaks"))


def _downloads(session: Session, run: Run, words: Words) -> Html:
    where = f"{address(session, 'runs')}/{run.number}/files"
    links = [
        element("li", element("a", words(key), href=f"{where}/{name}", download=True)) for name, key in FILES.items()
    ]
    links.append(element("li", element("a", words("open_print"), href=f"{where}/report.html?show=1", target="_blank")))
    return element(
        "section",
        element("h2", words("downloads")),
        element("p", element("a", words("download_all"), href=f"{where}/all.zip", class_="button", download=True)),
        element("ul", *links, class_="links"),
    )


def _about(session: Session, run: Run, report: Mapping[str, Any], words: Words) -> Html:
    about: Mapping[str, Any] = session.job.get("about") or {}
    judged = about.get("judgements") or {}
    controls = [
        field(
            words(f"about_{name}"),
            element("textarea", str(about.get(name) or ""), name=name, rows=2)
            if name in ("purpose", "remarks")
            else element("input", name=name, value=str(about.get(name) or "")),
        )
        for name in ABOUT
    ]
    lists = [
        element(
            "details",
            element("summary", words(law)),
            *(_check(one, str(judged.get(one.key) or ""), words) for one in checks),
            open=(law, words.language) == ("japan", "ja") or None,
        )
        for law, checks in checks_of(report, words).items()
    ]
    form = element(
        "form",
        *controls,
        element("h3", words("checklist")),
        element("p", words("evidence_draft"), class_="hint"),
        *lists,
        element("p", element("button", words("evidence_write"), type="submit")),
        method="post",
        action=f"{address(session, 'runs')}/{run.number}/about",
        data_live=True,
        autocomplete="off",
        class_="card fields",
    )
    return element(
        "section",
        element("h2", words("evidence_form")),
        element("p", words("evidence_form_text"), class_="lead"),
        form,
    )


def _check(one: Check, judged: str, words: Words) -> Html:
    """What was done, what is left to judge, and a field for the judgement."""
    return element(
        "div",
        element("h4", words(one.key)),
        element("p", words("check_columns"), words("colon"), one.columns or words("check_none"), class_="hint"),
        element("ul", *(element("li", sentence) for sentence in one.done), class_="hint") if one.done else EMPTY,
        field(
            one.question,
            element(
                "textarea", judged, name=one.key, rows=2, aria_label=f"{words('evidence_judgement')} {words(one.key)}"
            ),
        ),
        class_="judge",
    )
