"""Further questions to a release: does another file keep the promises, and what do attackers reach?"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from tokumei.core.promise import Promise
from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.report.schema import Report
from tokumei.report.sections import attacks
from tokumei.report.sections.promises import figure_of, promise_name
from tokumei.web.screens.frame import address, alert
from tokumei.web.screens.progress import progress
from tokumei.web.screens.start import dropping
from tokumei.web.session import Run, Session
from tokumei.web.tasks import Task
from tokumei.web.words import Words

__all__ = ["checking"]


def checking(session: Session, run: Run, words: Words) -> Html:
    """Both, with what was asked already."""
    where = f"{address(session, 'runs')}/{run.number}"
    return join([_attack(run, where, words), _verify(run, where, words)])


def _attack(run: Run, where: str, words: Words) -> Html:
    task = run.attack
    parts: list[Html] = []
    if task is None or task.state in ("cancelled", "failed"):
        parts += [alert("", words.said(task.error))] if task is not None and task.error else []
        box = element("input", type="checkbox", name="full", value="1")
        parts.append(
            element(
                "form",
                element("label", box, element("span", words("attack_full")), class_="check"),
                element("button", words("attack_now"), type="submit", class_="quiet"),
                method="post",
                action=f"{where}/attack",
            )
        )
    elif task.state == "running":
        parts.append(progress(task, f"{where}/attack/events", words, label=words("attack_now")))
    else:
        parts.append(attacks.section(cast(Report, {"attacks": task.result["attacks"]}), words))
    return element(
        "section",
        element("h2", words("attack_now")),
        element("p", words("attack_text"), class_="lead"),
        *parts,
        id="attack",
        data_part=True,
    )


def _verify(run: Run, where: str, words: Words) -> Html:
    shown = [
        _verified(name, task, f"{where}/verify/{place}/events", words)
        for place, (name, task) in enumerate(run.verifications)
    ]
    return element(
        "section",
        element("h2", words("verify_other")),
        element("p", words("verify_other_text"), class_="lead"),
        element("div", *reversed(shown), id="verified", data_part=True),
        dropping(words, action=f"{where}/verify"),
        id="verify",
    )


def _verified(name: str, task: Task, events: str, words: Words) -> Html:
    file = Path(name).name
    if task.state == "running":
        return progress(task, events, words, label=words("verify_other"))
    if task.state != "done":
        return alert(file, words.said(task.error)) if task.error else EMPTY
    fine = bool(task.result["ok"])
    promises = [Promise.from_dict(one) for one in task.result["promises"]]
    rows = [
        (
            promise_name(one, words),
            figure_of(one, one.target, words),
            figure_of(one, one.achieved, words),
            words("state_nothing" if one.vacuous else "state_kept" if one.holds else "state_broken"),
        )
        for one in promises
    ]
    said = words("verify_ok" if fine else "verify_not", file=file)
    head = (words("promise"), words("target"), words("achieved"), words("holds"))
    return element(
        "div",
        element("strong", said),
        table(head, rows, numbers=(1, 2)),
        class_=f"alert {'good' if fine else 'bad'}",
        role="status",
    )
