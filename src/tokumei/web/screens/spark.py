"""A distribution as small as a word."""

from __future__ import annotations

from collections.abc import Sequence

from tokumei.report.markup import EMPTY, Html, element

__all__ = ["spark"]

HEIGHT, STEP, GAP = 26, 8, 1


def spark(heights: Sequence[float], label: str) -> Html:
    """Bars side by side; what they stand for is not written."""
    if not heights:
        return EMPTY
    bars = [
        element(
            "rect",
            class_="strong",
            x=place * STEP,
            y=HEIGHT - max(height * HEIGHT, 1.0),
            width=STEP - GAP,
            height=max(height * HEIGHT, 1.0),
        )
        for place, height in enumerate(heights)
    ]
    return element(
        "svg",
        *bars,
        viewBox=f"0 0 {len(heights) * STEP} {HEIGHT}",
        width=len(heights) * STEP,
        height=HEIGHT,
        role="img",
        aria_label=label,
        class_="spark",
    )
