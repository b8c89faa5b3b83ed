"""Distributions laid over each other: the original as bars, each run as a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.report import svg
from tokumei.report.markup import Html, element
from tokumei.web.words import Words

__all__ = ["overlay"]

WIDTH, HEIGHT, FLOOR, HEAD = 320, 150, 18, 8
MOST = 24
"""So many values are drawn, the most frequent; numbers and dates are few bins anyway."""


def overlay(
    before: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, Any]],
    *,
    names: Sequence[str],
    title: str,
    key: str,
    words: Words,
) -> Html:
    """A picture of one column; values that a run pools as rare have no point in its line."""
    original: dict[str, float] = {}
    for one in before:
        original |= dict(zip(one["labels"], one["counts"], strict=True))
    labels = list(original)
    if len(labels) > MOST:
        labels = sorted(labels, key=lambda label: -original[label])[:MOST]
    lines = [dict(zip(one["labels"], one["counts"], strict=True)) for one in after]
    highest = max([*original.values(), *(value for line in lines for value in line.values()), 1.0])
    slot = WIDTH / max(len(labels), 1)
    rise = HEIGHT - FLOOR - HEAD

    def up(value: float) -> float:
        return HEAD + rise * (1 - value / highest)

    parts = [
        element(
            "rect",
            element("title", f"{label}: {words.number(original[label])}"),
            class_="pale",
            x=place * slot + 1,
            y=up(original[label]),
            width=max(slot - 2, 1.0),
            height=HEIGHT - FLOOR - up(original[label]),
        )
        for place, label in enumerate(labels)
    ]
    for number, (line, name) in enumerate(zip(lines, names, strict=True)):
        points = [(place * slot + slot / 2, up(line[label])) for place, label in enumerate(labels) if label in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(element("polyline", element("title", name), class_=f"line line{number}", points=path))
        parts += [element("circle", class_=f"dot{number}", cx=x, cy=y, r=2.2) for x, y in points]
    ends = labels[:1] + labels[-1:] if len(labels) > 1 else labels
    for place, label in enumerate(ends):
        parts.append(
            element(
                "text",
                svg.fit(label, WIDTH / 2 - 8, 11),
                x=float(WIDTH if place else 0),
                y=float(HEIGHT - 3),
                text_anchor="end" if place else "start",
                class_="small",
            )
        )
    return element(
        "svg",
        element("title", title, id=f"{key}-title"),
        *parts,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby=f"{key}-title",
    )
