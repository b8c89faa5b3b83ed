"""Pictures: lengths in proportion, labels that fit, and no accident on empty data."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree

import pytest

from tokumei.report import svg

CAPTION = svg.Caption(key="a", title="Title", description="Description")


def write(value: float) -> str:
    return f"{value:g}"


def sizes(picture: str, kind: str, side: str) -> list[float]:
    parsed = ElementTree.fromstring(picture)
    return [float(part.attrib[side]) for part in parsed.iter("rect") if part.attrib["class"] == kind]


def test_bars_are_in_proportion() -> None:
    across = sizes(svg.horizontal_bars(["a", "b"], [0.5, 0.25], caption=CAPTION, write=write), "strong", "width")
    assert across[0] == pytest.approx(2 * across[1], abs=0.05)
    up = sizes(svg.bar_chart(["a", "b"], [400, 100], caption=CAPTION, write=write), "strong", "height")
    assert up[0] == pytest.approx(4 * up[1], abs=0.05)


@pytest.mark.parametrize(("draw", "side"), [(svg.histogram, "height"), (svg.paired_bars, "width")])
def test_before_and_after_share_a_scale(draw, side: str) -> None:  # type: ignore[no-untyped-def]
    picture = draw(["a", "b"], [100, 50], [50, 100], caption=CAPTION, write=write)
    before, after = sizes(picture, "pale", side), sizes(picture, "strong", side)
    assert before == after[::-1]
    assert before[0] == pytest.approx(2 * before[1], abs=0.05)
    alone = draw(["a", "b"], [100, 50], None, caption=CAPTION, write=write)
    assert sizes(alone, "pale", side) == []
    assert len(sizes(alone, "strong", side)) == 2


def test_a_line_marks_its_point() -> None:
    lines = [("utility", [0.9, 0.5, 0.4]), ("risk", [0.1, 0.5, 0.8])]
    picture = svg.line_chart([2, 3, 4], lines, caption=CAPTION, write=write, write_x=write, mark=(3, "best k = 3"))
    parsed = ElementTree.fromstring(picture)
    assert len(list(parsed.iter("polyline"))) == 2
    assert sorted(float(dot.attrib["r"]) for dot in parsed.iter("circle")) == [2.5] * 4 + [5.5] * 2
    marked = next(part for part in parsed.iter("line") if part.attrib["class"] == "mark")
    large = [dot for dot in parsed.iter("circle") if dot.attrib["r"] == "5.5"]
    assert {dot.attrib["cx"] for dot in large} == {marked.attrib["x1"]}
    names = [float(part.attrib["y"]) for part in parsed.iter("text") if part.attrib.get("class", "").startswith("name")]
    assert abs(names[0] - names[1]) >= svg.FONT


def test_labels_that_would_collide_are_thinned() -> None:
    labels = [f"{start}–{start + 499}" for start in range(0, 10_000, 500)]
    picture = svg.histogram(labels, [1.0] * 20, caption=CAPTION, write=write)
    parsed = ElementTree.fromstring(picture)
    shown = [part for part in parsed.iter("text") if part.text in labels]
    places = [(float(part.attrib["x"]), svg.text_width(part.text or "", 11)) for part in shown]
    assert len(places) >= 3
    for (x, width), (following, next_width) in itertools.pairwise(places):
        assert following - next_width / 2 > x + width / 2


def test_a_long_name_is_cut_and_told_in_full() -> None:
    name = "傷病名" * 30
    picture = svg.horizontal_bars([name], [0.5], caption=CAPTION, write=write)
    shown = re.search(r"<title>(傷病名)+</title>([^<]*…)</text>", picture)
    assert shown
    assert svg.text_width(shown[2]) <= 480 * 0.38


@pytest.mark.parametrize("values", [[], [0.0, 0.0]])
def test_nothing_to_draw_is_no_accident(values: list[float]) -> None:
    labels = [str(place) for place in range(len(values))]
    for draw in (svg.horizontal_bars, svg.bar_chart):
        ElementTree.fromstring(draw(labels, values, caption=CAPTION, write=write))
    for draw_two in (svg.histogram, svg.paired_bars):
        ElementTree.fromstring(draw_two(labels, values, values, caption=CAPTION, write=write))
    ElementTree.fromstring(
        svg.line_chart(values, [("a", values)], caption=CAPTION, write=write, write_x=write, mark=(0, "k"))
    )


@pytest.mark.parametrize("highest", [0.0003, 0.07, 1, 3, 9.99, 10, 1480, 123_456_789])
def test_ticks_are_round_and_reach_the_top(highest: float) -> None:
    ticks = svg.nice_ticks(highest)
    assert ticks[0] == 0
    assert ticks[-1] >= highest * (1 - 1e-9)
    assert 2 <= len(ticks) <= 5
    assert len(f"{ticks[1]:.1e}".rstrip("0")) <= 8
