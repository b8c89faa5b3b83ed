"""Pictures as inline SVG: no script, no font, no file.

Colours come from the page's style sheet, so that they follow light and dark. Every picture has a title and a
description for those who do not see it; the page puts a table of the same figures behind it.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tokumei.report.markup import EMPTY, Html, element, join

__all__ = ["Caption", "bar_chart", "histogram", "horizontal_bars", "line_chart", "paired_bars"]

FONT = 12.0
Write = Callable[[float], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What a picture says in words; `key` makes its ids unique on the page."""

    key: str
    title: str
    description: str


def horizontal_bars(
    labels: Sequence[str],
    values: Sequence[float],
    *,
    caption: Caption,
    write: Write,
    highest: float | None = None,
    width: float = 480,
) -> Html:
    """One bar a row with its figure at the end: for parts that have long names."""
    row, thickness = 27.0, 14.0
    top = highest or max(values, default=0.0) or 1.0
    figure = max((text_width(write(value)) for value in values), default=0.0) + 16
    left = min(max((text_width(label) for label in labels), default=0.0) + 10, width * 0.38)
    span = width - left - figure
    parts = []
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        y = place * row + row / 2
        length = max(span * min(value / top, 1.0), 1.0)
        parts += [
            _text(fit(label, left - 10), left - 10, y, anchor="end", full=label),
            _bar(left, y - thickness / 2, span, thickness, "track"),
            _bar(left, y - thickness / 2, length, thickness, "strong", f"{label}: {write(value)}"),
            _text(write(value), width, y, anchor="end", kind="figure"),
        ]
    return _picture(width, max(len(labels), 1) * row, parts, caption)


def paired_bars(
    labels: Sequence[str],
    before: Sequence[float],
    after: Sequence[float] | None,
    *,
    caption: Caption,
    write: Write,
    width: float = 320,
) -> Html:
    """A wide pale bar for before with a narrow strong bar for after inside it, one row a value.

    Without `after` the bars stand alone.
    """
    row, thickness = 19.0, 13.0
    top = max([*before, *(after or ())], default=0.0) or 1.0
    left = min(max((text_width(label, 11) for label in labels), default=0.0) + 8, width * 0.42)
    span = width - left - 2
    parts = []
    for place, label in enumerate(labels):
        y = place * row + row / 2
        said = f"{label}: {write(before[place])}" + (f" → {write(after[place])}" if after is not None else "")
        parts.append(_text(fit(label, left - 8, 11), left - 8, y, anchor="end", kind="small", full=label))
        kind = "pale" if after is not None else "strong"
        parts.append(_bar(left, y - thickness / 2, max(span * before[place] / top, 0.75), thickness, kind, said))
        if after is not None:
            parts.append(_bar(left, y - 2.5, max(span * after[place] / top, 0.75), 5, "strong", said, radius=1.5))
    parts.append(element("line", class_="axis", x1=left, x2=left, y1=0, y2=len(labels) * row))
    return _picture(width, max(len(labels), 1) * row, parts, caption)


def histogram(
    labels: Sequence[str],
    before: Sequence[float],
    after: Sequence[float] | None = None,
    *,
    caption: Caption,
    write: Write,
    width: float = 320,
    height: float = 160,
) -> Html:
    """Upright bars side by side over ordered bins; with `after`, a narrow strong bar inside the pale one."""
    left, bottom, head = 40.0, 24.0, 8.0
    ticks = nice_ticks(max([*before, *(after or ())], default=0.0))
    span, rise = width - left - 2, height - bottom - head
    slot = span / max(len(labels), 1)
    gap = min(slot * 0.14, 3.0)
    floor = head + rise
    parts = _grid(ticks, left, width, floor, rise, write)
    for place, label in enumerate(labels):
        x = left + place * slot + gap / 2
        said = f"{label}: {write(before[place])}" + (f" → {write(after[place])}" if after is not None else "")
        tall = rise * before[place] / ticks[-1]
        parts.append(_bar(x, floor - tall, slot - gap, tall, "strong" if after is None else "pale", said))
        if after is not None:
            inner, tall = (slot - gap) * 0.42, rise * after[place] / ticks[-1]
            parts.append(_bar(x + (slot - gap - inner) / 2, floor - tall, inner, tall, "strong", said, radius=1))
    parts.append(element("line", class_="axis", x1=left, x2=width, y1=floor, y2=floor))
    parts += _bin_labels(labels, left, slot, floor + 14)
    return _picture(width, height, parts, caption)


def bar_chart(
    labels: Sequence[str],
    values: Sequence[float],
    *,
    caption: Caption,
    write: Write,
    x_label: str = "",
    y_label: str = "",
    mark: tuple[int, str] | None = None,
    width: float = 480,
    height: float = 280,
) -> Html:
    """Upright bars with axes that are named; `mark` draws a line before a bar, with a word."""
    left, bottom, head = 52.0, 48.0, 26.0
    ticks = nice_ticks(max(values, default=0.0))
    span, rise = width - left - 2, height - bottom - head
    slot = span / max(len(labels), 1)
    gap = min(slot * 0.2, 6.0)
    floor = head + rise
    parts = _grid(ticks, left, width, floor, rise, write)
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        tall = max(rise * value / ticks[-1], 1.0 if value else 0.0)
        x = left + place * slot + gap / 2
        parts.append(_bar(x, floor - tall, slot - gap, tall, "strong", f"{label}: {write(value)}"))
    parts.append(element("line", class_="axis", x1=left, x2=width, y1=floor, y2=floor))
    parts += _bin_labels(labels, left, slot, floor + 15)
    parts.append(_text(x_label, left + span / 2, height - 8, anchor="middle", kind="quiet"))
    parts.append(_text(y_label, 0, 8, kind="quiet"))
    if mark is not None:
        x = left + mark[0] * slot
        parts.append(element("line", class_="mark", x1=x, x2=x, y1=2, y2=floor))
        parts.append(_text(mark[1], max(x, text_width(y_label) + 6) + 6, 8, kind="marked"))
    return _picture(width, height, parts, caption)


def line_chart(
    xs: Sequence[float],
    lines: Sequence[tuple[str, Sequence[float]]],
    *,
    caption: Caption,
    write: Write,
    write_x: Write,
    x_label: str = "",
    y_label: str = "",
    mark: tuple[float, str] | None = None,
    width: float = 640,
    height: float = 320,
) -> Html:
    """Named lines over one axis, at most four; `mark` is a place on the axis with a word (the best k, say)."""
    left, bottom, head = 52.0, 48.0, 30.0
    right = max((text_width(name) for name, _ in lines), default=0.0) + 14
    ticks = nice_ticks(max((value for _, values in lines for value in values), default=0.0))
    low, high = min(xs, default=0.0), max(xs, default=1.0)
    span, rise = width - left - right, height - bottom - head
    floor = head + rise

    def across(x: float) -> float:
        return left + span * ((x - low) / (high - low) if high > low else 0.5)

    def up(y: float) -> float:
        return floor - rise * y / ticks[-1]

    parts = _grid(ticks, left, left + span, floor, rise, write)
    step = max(math.ceil(len(xs) * 34 / span), 1)
    parts += [_text(write_x(x), across(x), floor + 15, anchor="middle", kind="small") for x in xs[::step]]
    if mark is not None:
        x = across(mark[0])
        parts.append(element("line", class_="mark", x1=x, x2=x, y1=head - 6, y2=floor))
        late = mark[0] > (low + high) / 2
        parts.append(
            _text(mark[1], x - 6 if late else x + 6, head - 10, anchor="end" if late else "start", kind="marked")
        )
    ends = _apart([up(values[-1]) for _, values in lines if values], FONT + 3)
    for place, ((name, values), end) in enumerate(zip(lines, ends, strict=False)):
        points = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in zip(xs, values, strict=True))
        parts.append(element("polyline", class_=f"line line{place % 4}", points=points))
        for x, y in zip(xs, values, strict=True):
            marked = mark is not None and x == mark[0]
            said = element("title", f"{name}, {write_x(x)}: {write(y)}")
            parts.append(
                element("circle", said, class_=f"dot dot{place % 4}", cx=across(x), cy=up(y), r=5.5 if marked else 2.5)
            )
        parts.append(_text(name, left + span + 10, end, kind=f"name{place % 4}"))
    parts.append(_text(x_label, left + span / 2, height - 8, anchor="middle", kind="quiet"))
    parts.append(_text(y_label, 0, 8, kind="quiet"))
    return _picture(width, height, parts, caption)


def nice_ticks(highest: float, most: int = 4) -> list[float]:
    """Round figures from 0 to at least `highest`, at most `most` steps."""
    if highest <= 0:
        return [0.0, 1.0]
    power = 10.0 ** math.floor(math.log10(highest / most))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power * most >= highest * (1 - 1e-9))
    return [step * place for place in range(math.ceil(highest / step - 1e-9) + 1)]


def text_width(text: str, size: float = FONT) -> float:
    """About how wide a text is drawn: wide characters take the whole size, others about half."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return size * (wide + 0.56 * (len(text) - wide))


def fit(text: str, width: float, size: float = FONT) -> str:
    """The text, or as much of its beginning as there is room for."""
    if text_width(text, size) <= width:
        return text
    cut = len(text)
    while cut > 1 and text_width(text[:cut] + "…", size) > width:
        cut -= 1
    return text[:cut].rstrip() + "…"


def _apart(places: Sequence[float], distance: float) -> list[float]:
    """Places moved down until no two are closer than `distance`, in their order."""
    moved = list(places)
    order = sorted(range(len(moved)), key=lambda place: moved[place])
    for one, following in pairwise(order):
        moved[following] = max(moved[following], moved[one] + distance)
    return moved


def _picture(width: float, height: float, parts: Sequence[str], caption: Caption) -> Html:
    title, description = f"{caption.key}-title", f"{caption.key}-desc"
    return element(
        "svg",
        element("title", caption.title, id=title),
        element("desc", caption.description, id=description),
        join(parts),
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        role="img",
        aria_labelledby=f"{title} {description}",
        style=f"max-width:{width * 1.15:.0f}px",
    )


def _bar(x: float, y: float, width: float, height: float, kind: str, said: str = "", radius: float = 2) -> Html:
    return element(
        "rect",
        element("title", said) if said else EMPTY,
        class_=kind,
        x=float(x),
        y=float(y),
        width=float(max(width, 0.0)),
        height=float(max(height, 0.0)),
        rx=radius,
    )


def _text(text: str, x: float, y: float, *, anchor: str = "start", kind: str = "", full: str = "") -> Html:
    if not text:
        return EMPTY
    whole = element("title", full) if full and full != text else EMPTY
    # A fixed shift centres the line in every browser; dominant-baseline differs among fonts.
    return element("text", whole, text, x=float(x), y=float(y + 4), text_anchor=anchor, class_=kind or None)


def _grid(ticks: Sequence[float], left: float, right: float, floor: float, rise: float, write: Write) -> list[str]:
    parts: list[str] = []
    for tick in ticks:
        y = floor - rise * tick / ticks[-1]
        if tick:
            parts.append(element("line", class_="grid", x1=left, x2=float(right), y1=y, y2=y))
        parts.append(_text(write(tick), left - 6, y, anchor="end", kind="small"))
    return parts


def _bin_labels(labels: Sequence[str], left: float, slot: float, y: float) -> list[str]:
    """As many of the labels as fit side by side, evenly spaced, the first among them."""
    widest = max((text_width(label, 11) for label in labels), default=0.0) + 14
    step = max(math.ceil(widest / slot), 1)
    return [
        _text(
            label,
            max(left + (place + 0.5) * slot, left + text_width(label, 11) / 2 - 12),
            y,
            anchor="middle",
            kind="small",
        )
        for place, label in enumerate(labels)
        if place % step == 0
        and left + (place + 0.5) * slot + text_width(label, 11) / 2 <= left + slot * len(labels) + 4
    ]
