"""Markup that cannot be written unescaped: a plain string is escaped wherever it is put, `Html` is not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["EMPTY", "Html", "element", "join", "table"]

VOID = frozenset({"meta", "br", "hr", "col", "input", "link"})


class Html(str):
    """Markup that is already escaped. Only this module, and constant texts, make it."""

    __slots__ = ()


EMPTY = Html("")


def join(parts: Iterable[str]) -> Html:
    """Parts one after the other, each escaped unless it is markup."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def element(tag: str, *children: str, **attributes: str | float | bool | None) -> Html:
    """An element; `class_` stands for class and `_` for `-` in names, None and False leave an attribute out."""
    written = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        plain = name.rstrip("_").replace("_", "-")
        written.append(f" {plain}" if value is True else f' {plain}="{escape(_text(value))}"')
    start = f"<{tag}{''.join(written)}>"
    return Html(start if tag in VOID else f"{start}{join(children)}</{tag}>")


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    caption: str = "",
    numbers: Iterable[int] = (),
    kind: str = "",
) -> Html:
    """A table with a header row; the first cell of a row is its header, columns in `numbers` are set as figures."""
    figures = frozenset(numbers)

    def style(place: int) -> str | None:
        return "number" if place in figures else None

    header = join(
        element("th", cell, scope="col", class_=style(place)) if cell else element("td", class_=style(place))
        for place, cell in enumerate(head)
    )
    body = join(
        element(
            "tr",
            *(
                element("td", cell, class_=style(place)) if place else element("th", cell, scope="row")
                for place, cell in enumerate(row)
            ),
        )
        for row in rows
    )
    return element(
        "div",
        element(
            "table",
            element("caption", caption) if caption else EMPTY,
            element("thead", element("tr", header)),
            element("tbody", body),
            class_=kind or None,
        ),
        class_="scroll",
        tabindex="0",
        role="group",
        aria_label=caption or None,
    )


def _text(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
