"""Growth as a picture: lines over two logarithmic axes, as a plain SVG file."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise

__all__ = ["log_log"]

COLOURS = ("#0b5cad", "#c2410c", "#15803d", "#6aa5e0", "#e8935f", "#74c08f")
WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 170, 40, 52

Line = Sequence[tuple[float, float]]


def log_log(
    title: str,
    lines: Mapping[str, Line],
    *,
    x_label: str,
    write_x: Callable[[float], str],
    write_y: Callable[[float], str],
    mark: tuple[float, float, str] | None = None,
) -> str:
    """Named lines of (x, y); `mark` is a point to stay below, with a word."""
    points = [point for line in lines.values() for point in line] + ([mark[:2]] if mark else [])
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y, high_y = _decade(min(y for _, y in points), math.floor), _decade(max(y for _, y in points), math.ceil)

    def across(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(x / low_x) / math.log(high_x / low_x)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * math.log(y / low_y) / math.log(high_y / low_y)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(title, LEFT, 22, size=14),
        _text(x_label, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, anchor="middle", colour="#555"),
    ]
    decades = round(math.log10(high_y / low_y))
    for value in (low_y * 10**step for step in range(decades + 1)):
        parts.append(_rule(LEFT, up(value), WIDTH - RIGHT, up(value)))
        parts.append(_text(write_y(value), LEFT - 8, up(value) + 4, anchor="end", colour="#555"))
    for x in sorted({x for line in lines.values() for x, _ in line}):
        parts.append(_text(write_x(x), across(x), HEIGHT - BOTTOM + 18, anchor="middle", colour="#555"))
    if mark:
        x, y = across(mark[0]), up(mark[1])
        parts.append(f'<path d="M{x - 7:.1f} {y:.1f}h14M{x:.1f} {y - 7:.1f}v14" stroke="#111" stroke-width="2"/>')
        parts.append(_text(mark[2], x - 10, y - 8, anchor="end"))
    ends = {name: up(line[-1][1]) for name, line in lines.items()}
    places = _apart(ends)
    for colour, (name, line) in zip(COLOURS, lines.items(), strict=False):
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in line:
            said = escape(f"{name}, {write_x(x)}: {write_y(y)}")
            parts.append(
                f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="3.5" fill="{colour}"><title>{said}</title></circle>'
            )
        parts.append(_text(name, WIDTH - RIGHT + 12, places[name] + 4, colour=colour))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _decade(value: float, towards: Callable[[float], int]) -> float:
    return 10.0 ** towards(math.log10(value))


def _apart(wanted: Mapping[str, float], gap: float = 16.0) -> dict[str, float]:
    """Places of labels near the wanted ones, none on another."""
    order = sorted(wanted, key=lambda name: wanted[name])
    found = dict(wanted)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + gap)
    return found


def _text(text: str, x: float, y: float, *, anchor: str = "start", colour: str = "#111", size: int = 12) -> str:
    shape = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}"'
    return f"<text {shape}>{escape(text)}</text>"


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'
