"""The key figures as tiles."""

from __future__ import annotations

from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.reading import only_texts
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["section", "total_seconds"]


def section(report: Report, words: Words) -> Html:
    """Records, groups, loss and time; a figure that is not there has no tile."""
    tiles = [tile for tile in _tiles(report, words) if tile]
    if not tiles:
        return EMPTY
    return element("dl", *tiles, class_="figures", aria_label=words("figures"))


def total_seconds(seconds: dict[str, float]) -> float:
    """The whole time: the stage `total` where there is one, the sum of the stages otherwise."""
    return seconds["total"] if "total" in seconds else sum(seconds.values())


def _tiles(report: Report, words: Words) -> list[Html]:
    records = report.get("records") or 0

    def share(count: int | None) -> str:
        return words("hint_share", share=words.percent(count / records)) if count is not None and records else ""

    def whole(key: str, count: int | None, hint: str = "") -> Html:
        return _tile(words(f"figure_{key}"), words.number(count), hint) if count is not None else EMPTY

    released, removed = report.get("released"), report.get("removed")
    average, prec, loss = report.get("average_group"), report.get("prec"), report.get("loss")
    counted = [
        whole("records", report.get("records")),
        whole("released", released, share(released)),
        whole("removed", removed, share(removed)),
    ]
    people = "_people" if report.get("history") or report.get("linked") else ""
    if only_texts(report):
        return [*counted, *_of_texts(report, words), _time(report, words)]
    return [
        *counted,
        whole("groups", report.get("groups")),
        whole("smallest", report.get("smallest_group"), words(f"hint_smallest{people}")),
        EMPTY
        if average is None
        else _tile(words("figure_average"), words.number(average, 1), words(f"hint_average{people}")),
        *_of_people(report, words),
        EMPTY if loss is None else _tile(words("figure_ncp"), words.percent(loss["ncp"]), words("hint_ncp")),
        EMPTY if prec is None else _tile(words("figure_prec"), words.percent(prec), words("hint_prec")),
        whole("discernibility", report.get("discernibility"), words("hint_discernibility")),
        _time(report, words),
    ]


def _of_people(report: Report, words: Words) -> list[Html]:
    """Whose the records are, where the job says so."""
    figures = report.get("people")
    if not figures:
        return []
    most = figures.get("most_records")
    hints = {
        "smallest_people": words("hint_different_people"),
        "records_a_person": "" if most is None else words("hint_most_records", most=words.number(most)),
    }
    tiles = {
        "people": (figures.get("people"), 0),
        "smallest_people": (figures.get("smallest_group"), 0),
        "average_people": (figures.get("average_group"), 1),
        "records_a_person": (figures.get("records_a_person"), 1),
    }
    return [
        _tile(words(f"figure_{key}"), words.number(value, digits), hints.get(key, ""))
        for key, (value, digits) in tiles.items()
        if value is not None
    ]


def _of_texts(report: Report, words: Words) -> list[Html]:
    """Where nothing but texts is released, a record has no group: how much is masked stands in its place."""
    several = len(report["text"]) > 1
    return [
        _tile(words("text_characters"), words.percent(figures["character_masking_rate"]), name if several else "")
        for name, figures in report["text"].items()
    ]


def _time(report: Report, words: Words) -> Html:
    seconds = report.get("seconds")
    if not seconds:
        return EMPTY
    total = total_seconds(seconds)
    stages = {stage: spent for stage, spent in seconds.items() if stage != "total"}
    longest = max(stages, key=lambda stage: stages[stage], default=None)
    hint = "" if longest is None else words("hint_stage", stage=words.known(f"stage_{longest}", longest))
    return _tile(words("figure_seconds"), words("seconds", value=words.number(total, 2 if total < 10 else 1)), hint)


def _tile(name: str, value: str, hint: str = "") -> Html:
    return element(
        "div",
        element("dt", name),
        element("dd", value, class_="big"),
        element("dd", hint, class_="hint") if hint else EMPTY,
    )
