"""The first page: a file to drop, a query, an example, and what is open already."""

from __future__ import annotations

from collections.abc import Sequence

from tokumei.report.markup import EMPTY, Html, element
from tokumei.web.screens.frame import Setting, address, alert, field, page, post_button
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["dropping", "start_page"]


def start_page(setting: Setting, sessions: Sequence[Session], *, error: str = "") -> str:
    """Where nothing is open yet, or where more is to be opened."""
    words = setting.words
    return page(
        setting,
        words("start"),
        element("h1", words("start")),
        element("p", words("start_text"), class_="lead"),
        alert(words("went_wrong"), error) if error else EMPTY,
        dropping(words, action="/open"),
        element("p", post_button("/example", words("try_example"), kind="quiet")),
        _query(words),
        _sentences(words),
        _open_files(sessions, words),
    )


def dropping(words: Words, *, action: str, label: str = "drop") -> Html:
    """A place to drop a file on, and a button to choose one."""
    chooser = element("input", type="file", id="file", data_upload=action)
    return element(
        "div",
        element("p", words(label), id="drop-words"),
        element("label", chooser, element("span", words("choose"), class_="button"), for_="file"),
        element("progress", max=100, value=0, hidden=True, aria_label=words("receiving")),
        element("p", class_="error", role="alert", hidden=True),
        element("noscript", element("p", words("needs_script"))),
        class_="drop",
        data_drop=True,
    )


def _query(words: Words) -> Html:
    form = element(
        "form",
        field(
            words("sql_address"),
            element("input", name="sql", required=True, autocomplete="off"),
            hint=words("sql_address_hint"),
        ),
        field(words("sql_query"), element("textarea", "", name="query", rows=3, required=True, spellcheck="false")),
        element("button", words("open"), type="submit"),
        method="post",
        action="/query",
        class_="fields",
    )
    return element("details", element("summary", words("by_query")), form)


def _sentences(words: Words) -> Html:
    form = element(
        "form",
        field(words("sentences_of"), element("textarea", "", name="sentences", rows=8, required=True)),
        element("button", words("open"), type="submit"),
        method="post",
        action="/sentences",
        class_="fields",
    )
    return element("details", element("summary", words("sentences")), form)


def _records(session: Session, words: Words) -> str:
    facts = session.survey.get("facts")
    return words("records_count", count=words.number(facts["rows"])) if facts else ""


def _open_files(sessions: Sequence[Session], words: Words) -> Html:
    if not sessions:
        return EMPTY
    items = [
        element(
            "li",
            element("a", one.title, href=address(one)),
            element("span", _records(one, words), class_="hint"),
            post_button(f"/s/{one.key}/close", "×", kind="quiet", title=words("close_file", title=one.title)),
        )
        for one in sessions
    ]
    return element("section", element("h2", words("open_files")), element("ul", *items, class_="files"))
