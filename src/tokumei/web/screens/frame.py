"""What every page has: head, steps, the job so far, foot."""

from __future__ import annotations

from dataclasses import dataclass

from tokumei.report.markup import EMPTY, Html, element, join
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["SCREENS", "Setting", "address", "alert", "field", "marked", "page", "post_button", "steps"]

SCREENS = ("data", "columns", "promises", "runs", "result")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a page is made in: the reader's words, where copies lie, and where the reader is."""

    words: Words
    folder: str
    path: str


def address(session: Session, screen: str = "data") -> str:
    """Where a screen of a file is."""
    return f"/s/{session.key}/{screen}"


def page(setting: Setting, title: str, *parts: str, session: Session | None = None, screen: str = "") -> str:
    """A whole page."""
    words = setting.words
    named = [title] + ([session.title] if session is not None else []) + ["tokumei"]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", " – ".join(named)),
        element("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        element("link", rel="stylesheet", href="/static/page.css"),
        element("link", rel="stylesheet", href="/static/studio.css"),
        element("script", src="/static/studio.js", defer=True),
    )
    body = element(
        "body",
        element("a", words("skip"), href="#content", class_="skip"),
        _top(setting, session),
        steps(session, screen, words) if session is not None and session.state == "open" else EMPTY,
        element("main", *parts, _job(session, words), id="content", tabindex="-1"),
        element(
            "div",
            id="said",
            role="status",
            aria_live="polite",
            class_="said",
            data_lost=words("lost"),
            data_saved=words("saved"),
        ),
        element("footer", words("stays", folder=setting.folder)),
        data_screen=screen or None,
    )
    return "<!doctype html>\n" + element("html", head, body, lang=words.language) + "\n"


def steps(session: Session, screen: str, words: Words) -> Html:
    """The five screens, in their order; the one at hand is marked."""
    items = [
        element(
            "li",
            element(
                "a",
                element("b", str(place), aria_hidden="true"),
                element("span", words(f"step_{name}")),
                href=address(session, name),
                aria_current="step" if name == screen else None,
            ),
        )
        for place, name in enumerate(SCREENS, start=1)
    ]
    return element("nav", element("ol", *items), class_="steps", aria_label=words("steps"))


def field(label: str, control: Html, *, hint: str = "", kind: str = "") -> Html:
    """A control with its label before it."""
    said = element("small", hint, class_="hint") if hint else EMPTY
    return element("label", element("span", label), control, said, class_=f"field {kind}".strip())


def marked(text: str) -> Html:
    """A sentence whose `settings` are set as code."""
    parts = text.split("`")
    return join(
        element("code", part) if place % 2 and place < len(parts) - 1 else part for place, part in enumerate(parts)
    )


def alert(title: str, text: str, *more: str, kind: str = "bad") -> Html:
    """Something that went wrong, as a sentence."""
    return element(
        "div",
        element("strong", title) if title else EMPTY,
        element("p", marked(text)),
        *more,
        class_=f"alert {kind}",
        role="alert" if kind == "bad" else None,
    )


def post_button(
    action: str, label: str, *, kind: str = "", name: str = "", value: str = "", title: str | None = None
) -> Html:
    """A button that changes something."""
    hidden = element("input", type="hidden", name=name, value=value) if name else EMPTY
    return element(
        "form",
        hidden,
        element("button", label, type="submit", class_=kind or None, aria_label=title),
        method="post",
        action=action,
        class_="inline",
    )


def _top(setting: Setting, session: Session | None) -> Html:
    words = setting.words
    brand = element("a", join([element("b", "tokumei 匿名"), " ", words("studio")]), href="/", class_="brand")
    name = element("span", session.title, class_="file") if session is not None else EMPTY
    tongues = [
        element(
            "button",
            label,
            type="submit",
            name="language",
            value=code,
            lang=code,
            aria_pressed="true" if code == words.language else "false",
        )
        for code, label in (("ja", "日本語"), ("en", "English"))
    ]
    switch = element(
        "form",
        element("input", type="hidden", name="back", value=setting.path),
        element("div", *tongues, role="group", aria_label=words("language"), class_="tongues"),
        method="post",
        action="/language",
    )
    return element("header", brand, name, switch, class_="top")


def _job(session: Session | None, words: Words) -> Html:
    if session is None or session.state != "open":
        return EMPTY
    return element(
        "details",
        element("summary", words("job_file")),
        element("p", marked(words("job_file_text")), class_="lead"),
        element("pre", session.text(), id="job", data_part=True, tabindex="0"),
        element("p", element("a", words("download_job"), href=f"/s/{session.key}/job.yaml", download=True)),
        class_="jobfile",
    )
