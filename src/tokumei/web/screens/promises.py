"""The promises screen: k in words, diversity and closeness of sensitive columns, removal, and what k costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, join
from tokumei.web.screens.columns import problem_part
from tokumei.web.screens.curve import curve
from tokumei.web.screens.frame import Setting, address, field, page, post_button
from tokumei.web.screens.purpose import purpose
from tokumei.web.screens.risk import risk_panel
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["EFFORTS", "FORMS", "promises_page"]

FORMS = ("none", "distinct", "entropy", "recursive")
EFFORTS = ("fast", "default", "best")


def promises_page(setting: Setting, session: Session) -> str:
    """The promises screen."""
    words = setting.words
    form = element(
        "form",
        element("div", _k(session, words), class_="card"),
        _sensitive(session, words),
        element("div", _rest(session, words), class_="card fields"),
        element("noscript", element("button", words("save"), type="submit")),
        method="post",
        action=address(session, "promises"),
        data_live=True,
        autocomplete="off",
    )
    return page(
        setting,
        words("step_promises"),
        element(
            "div",
            element(
                "div",
                element("h1", words("promises_title")),
                element("p", words("promises_lead"), class_="lead"),
                problem_part(session, words),
                form,
                purpose(session, words),
                element("p", post_button(address(session, "runs"), words("run_now"), kind="main")),
                curve(session, words),
            ),
            risk_panel(session, words),
            class_="beside",
        ),
        session=session,
        screen="promises",
    )


def _k(session: Session, words: Words) -> Html:
    k = session.job["privacy"].get("k")
    known = isinstance(k, int) and k >= 2
    said = words("k_words", others=words.number(k - 1), k=words.number(k), share=words.percent(1 / k)) if known else ""
    control = element("input", type="number", name="k", min=2, max=100_000, step=1, value=k, id="k", required=True)
    return join([field(words("k_label"), control, kind="large"), element("p", said, id="k-words", data_part=True)])


def _sensitive(session: Session, words: Words) -> Html:
    names = session.columns("sensitive")
    places = {column["name"]: place for place, column in enumerate(session.survey["columns"])}
    cards = [_promised(session, name, places[name], words) for name in names if name in places]
    return element(
        "section",
        element("h2", words("sensitive_title")),
        *(cards or [element("p", words("sensitive_none"), class_="lead")]),
    )


def _promised(session: Session, name: str, place: int, words: Words) -> Html:
    privacy: Mapping[str, Any] = session.job["privacy"]
    diversity = (privacy.get("l_diversity") or {}).get(name) or {}
    form = next((one for one in FORMS[1:] if one in diversity), "none")
    value = diversity.get(form)
    c, el = value if isinstance(value, list) and len(value) == 2 else ("", value if value is not None else "")
    closeness = (privacy.get("t_closeness") or {}).get(name)
    t = closeness.get("t") if isinstance(closeness, Mapping) else closeness
    options = [element("option", words(f"form_{one}"), value=one, selected=one == form) for one in FORMS]
    return element(
        "fieldset",
        element("legend", name),
        field(words("diversity_form"), element("select", *options, name=f"form-{place}", id=f"form-{place}")),
        field(
            words("form_l"),
            element(
                "input", type="number", name=f"l-{place}", id=f"l-{place}", min=1, step="any", value=el, class_="short"
            ),
        )
        if form != "none"
        else EMPTY,
        field(
            words("form_c"),
            element(
                "input", type="number", name=f"c-{place}", id=f"c-{place}", min=0, step="any", value=c, class_="short"
            ),
        )
        if form == "recursive"
        else EMPTY,
        field(
            words("closeness_of"),
            element(
                "input",
                type="number",
                name=f"t-{place}",
                id=f"t-{place}",
                min=0,
                max=1,
                step="any",
                value="" if t is None else t,
                class_="short",
            ),
        ),
        element("p", words("closeness_words"), class_="hint"),
        class_="card fields row",
        id=f"promised-{place}",
        data_part=True,
    )


def _rest(session: Session, words: Words) -> Html:
    job = session.job
    suppress = float(job["privacy"].get("suppress") or 0) * 100
    effort = (job.get("method") or {}).get("effort", "default")
    return join(
        [
            field(
                words("suppress_label"),
                element("input", type="number", name="suppress", min=0, max=100, step="any", value=f"{suppress:g}"),
                hint=words("suppress_words"),
            ),
            field(
                words("effort_label"),
                element(
                    "select",
                    *(element("option", words(f"effort_{one}"), value=one, selected=one == effort) for one in EFFORTS),
                    name="effort",
                ),
            ),
            element("input", type="hidden", name="attack", value=""),
            element(
                "label",
                element("input", type="checkbox", name="attack", value="1", checked=bool(job.get("attack"))),
                element("span", words("attack_label")),
                class_="check",
            ),
        ]
    )
