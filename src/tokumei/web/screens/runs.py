"""The screen of runs: progress, a card for each, and two or more side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.report.markup import EMPTY, Html, element
from tokumei.web.compared import changes
from tokumei.web.screens.columns import problem_part
from tokumei.web.screens.frame import Setting, address, alert, page, post_button
from tokumei.web.screens.progress import progress
from tokumei.web.session import Run, Session
from tokumei.web.words import Words

__all__ = ["attack_counts", "runs_page"]


def runs_page(setting: Setting, session: Session, *, compared: Html = EMPTY, chosen: Sequence[int] = ()) -> str:
    """The screen of runs."""
    words = setting.words
    done = [run for run in session.runs if run.task.state == "done"]
    cards = [_card(session, run, words, chosen) for run in reversed(session.runs)]
    listed: list[Html] = [element("p", words("runs_none"), class_="lead")] if not cards else []
    if cards:
        listed.append(element("div", *cards, class_="many runs", id="cards", data_part=True))
    if len(done) >= 2:
        listed.append(element("p", element("button", words("compare_now"), type="submit", class_="quiet")))
    elif done:
        listed.append(element("p", words("compare_need"), class_="hint"))
    return page(
        setting,
        words("step_runs"),
        element("h1", words("runs_title")),
        element("p", words("runs_lead"), class_="lead"),
        problem_part(session, words),
        element("p", post_button(address(session, "runs"), words("run_again"), kind="main")),
        element("form", *listed, method="get", action=address(session, "runs"), id="compare"),
        compared,
        session=session,
        screen="runs",
    )


def _card(session: Session, run: Run, words: Words, chosen: Sequence[int]) -> Html:
    state = run.task.state
    where = f"{address(session, 'runs')}/{run.number}"
    parts: list[Html] = []
    if state == "running":
        parts.append(progress(run.task, f"{where}/events", words, label=words("run_progress", number=run.number)))
        parts.append(
            element(
                "button",
                words("cancel"),
                type="submit",
                formaction=f"{where}/cancel",
                formmethod="post",
                class_="quiet",
                aria_label=words("cancel_run", number=run.number),
            )
        )
    elif state == "failed":
        parts.append(alert("", words.said(run.task.error)))
        parts += [
            element(
                "p", element("a", words("see_column", column=name), href=f"{address(session, 'columns')}#line-{place}")
            )
            for place, name in session.mentioned(run.task.error)
        ]
    elif state == "done" and run.report is not None:
        parts += _done(session, run, run.report, words, chosen)
    badge = element(
        "span",
        words(f"run_{state}"),
        class_=f"badge {'no' if state == 'failed' else 'open' if state != 'done' else ''}",
    )
    return element(
        "article",
        element("h2", element("span", words("run_number", number=run.number)), badge),
        _changed(session, run, words),
        *parts,
        class_="card",
        id=f"run-{run.number}",
    )


def _done(session: Session, run: Run, report: Mapping[str, Any], words: Words, chosen: Sequence[int]) -> list[Html]:
    figures = [
        ("card_k", words.value(run.job["privacy"].get("k"))),
        ("card_loss", words.percent((report.get("loss") or {}).get("ncp"))),
        ("card_removed", words.number(report.get("removed"))),
        ("card_groups", words.number(report.get("groups"))),
        ("card_attacks", attack_counts(report, words)),
        ("card_seconds", words("seconds", value=words.number(run.task.elapsed, 1))),
    ]
    facts = [element("div", element("dt", words(key)), element("dd", value)) for key, value in figures]
    return [
        element("dl", *facts, class_="facts"),
        element(
            "p",
            element(
                "a",
                words("see_result"),
                href=f"{address(session, 'result')}?run={run.number}",
                class_="button",
                aria_label=words("see_result_of", number=run.number),
            ),
        ),
        element(
            "label",
            element("input", type="checkbox", name="run", value=str(run.number), checked=run.number in chosen),
            element("span", words("compare_choose", number=run.number)),
            class_="check",
        ),
    ]


def _changed(session: Session, run: Run, words: Words) -> Html:
    if run.number == 1:
        return element("p", words("changed_first"), class_="about")
    earlier = session.runs[run.number - 2]
    said = changes(earlier.job, run.job)
    if not said:
        return element("p", words("changed_nothing"), class_="about")
    return element(
        "div",
        element("p", words("changed_since", number=earlier.number), class_="about"),
        element("ul", *(element("li", element("code", one)) for one in said), class_="changes"),
    )


def attack_counts(report: Mapping[str, Any], words: Words) -> str:
    """How many attacks reached something."""
    attacks = [one for one in report.get("attacks") or [] if one.get("verdict") != "not tried"]
    if not attacks:
        return words("card_attacks_none")
    counts = {verdict: sum(one["verdict"] == verdict for one in attacks) for verdict in ("breaks", "leaks")}
    return words("card_attacks_found", tried=len(attacks), **counts)
