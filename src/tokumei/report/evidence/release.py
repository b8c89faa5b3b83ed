"""What the evidence says of the release itself: what it is for, risk, attacks, loss and sample rows."""

from __future__ import annotations

from tokumei.report.evidence.forms import Document, blank, part
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.reading import attack_name
from tokumei.report.words import Words

__all__ = ["about", "attacks", "lost", "risk", "sample"]

RISKS = (("unique", False), ("below_k", False), ("prosecutor_highest", True), ("marketer", True))
"""Figure → whether it is a share."""


def about(report: Document, words: Words, *, public: bool) -> Html:
    """Purpose and recipient; inside also who approved it."""
    given = report.get("about") or (report.get("job") or {}).get("about") or {}
    names = ("purpose", "recipient", "date") if public else ("purpose", "recipient", "approver", "date", "remarks")
    rows: list[tuple[str, str]] = [
        (words(f"about_{name}"), str(given[name]) if given.get(name) else blank(words)) for name in names
    ]
    counts = " / ".join(words.number(report.get(name)) for name in ("records", "released", "removed"))
    rows += [(words("about_records"), counts), (words("about_made"), f"tokumei {report.get('version') or ''}".strip())]
    body = element("div", table(("", ""), rows, kind="facts"), class_="card")
    return part("evidence_about", words, body, lead="")


def risk(report: Document, words: Words) -> Html:
    """Before and after, as far as they were measured; the size of the smallest group always was."""
    found = report.get("risk") or {}
    before, after = (found.get(side) or {} for side in ("before", "after"))
    if not after and report.get("smallest_group"):
        after = {"prosecutor_highest": 1 / report["smallest_group"]}
        if report.get("average_group"):
            after["marketer"] = 1 / report["average_group"]
    if not after:
        return EMPTY
    unknown = words("evidence_not_measured")

    def write(value: float | None, share: bool) -> str:
        return unknown if value is None else words.percent(value) if share else words.number(value)

    rows = [
        (words(f"evidence_risk_{name}"), write(before.get(name), share), write(after.get(name), share))
        for name, share in RISKS
        if name in before or name in after
    ]
    head = ("", words("evidence_risk_before"), words("evidence_risk_after"))
    return part("evidence_risk", words, element("div", table(head, rows, numbers=(1, 2)), class_="card"))


def attacks(report: Document, words: Words) -> Html:
    """What was tried, with its result, and what was not."""
    found = report.get("attacks")
    if not found:
        key = "evidence_attacks_untried" if report.get("public") else "evidence_attacks_none"
        return part("evidence_attacks", words, lead=words(key))
    tried = [one for one in found if one.get("verdict") != "not tried"]
    left = [one for one in found if one.get("verdict") == "not tried"]
    rows = [
        (
            attack_name(one, words),
            words.number(one.get("tried")),
            _right(one, words),
            words.percent(_expected(one)),
            words.known(f"evidence_verdict_{one['verdict']}", str(one["verdict"])),
        )
        for one in tried
    ]
    head = tuple(words(f"evidence_attack{end}") for end in ("", "_tried", "_right", "_chance", "_verdict"))
    cards = [element("div", table(head, rows, numbers=(1, 2, 3)), class_="card")] if rows else []
    if left:
        names = "".join(
            (words("evidence_attacks_left"), ": ", words("comma").join(attack_name(one, words) for one in left))
        )
        cards.append(element("p", names, class_="lead"))
    return part("evidence_attacks", words, *cards, lead="")


def _right(one: Document, words: Words) -> str:
    claims, hits = one.get("claims") or 0, one.get("hits")
    share = one.get("right") if not claims or hits is None else hits / claims
    if share is None:
        return "–"
    low, high = one.get("rate") or (None, None)
    return words.percent(share) + ("" if low is None else f" ({words.percent(low)} – {words.percent(high)})")


def _expected(one: Document) -> float | None:
    for name in ("promised", "control", "baseline"):
        if isinstance(one.get(name), (int, float)):
            return float(one[name])
    return None


def lost(report: Document, words: Words) -> Html:
    """What every column publishes, and what that loses."""
    loss = report.get("loss") or {}
    rows = [
        (
            str(column["name"]),
            words.known(f"role_{column['role']}", str(column["role"])),
            words.known(f"published_{column.get('published')}", str(column.get("published") or "–")),
            words.percent(column.get("ncp")),
        )
        for column in report.get("columns", [])
    ]
    head = (words("column"), words("role"), words("published"), words("ncp"))
    lead = words("evidence_lost_text", ncp=words.percent(loss.get("ncp"))) if loss else ""
    return part(
        "evidence_lost",
        words,
        element("div", table(head, rows, numbers=(3,), kind="overview"), class_="card"),
        lead=lead,
    )


def sample(report: Document, words: Words) -> Html:
    """What the largest groups publish."""
    found = report.get("sample")
    if not found:
        return EMPTY
    names = list(found[0]["cells"])
    head = (words("evidence_sample_at_least" if report.get("public") else "evidence_sample_records"), *names)
    rows = [(words.number(one["records"]), *(one["cells"][name] or "–" for name in names)) for one in found]
    return part("evidence_sample", words, element("div", table(head, rows, kind="sample"), class_="card"))
