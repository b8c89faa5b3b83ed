"""What the evidence says of the release itself: what it is for, risk, attacks, loss and sample rows."""

from __future__ import annotations

from tokumei.core.promise import PEOPLE
from tokumei.report.evidence.forms import Document, blank, part, parts_of
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.reading import attack_name
from tokumei.report.sections.attacks import in_tables
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
    """Before and after, as far as they were measured; the size of the smallest group always was.

    Linked tables have one risk, that of a person over all of them; tables apart have one each.
    """
    whole: list[tuple[str | None, Document]] = [(None, report)]
    found = [(name, _risk_card(one, words)) for name, one in (whole if report.get("risk") else parts_of(report))]
    cards = [card for name, one in found if one for card in _under(name, one, words)]
    if not cards:
        return EMPTY
    people = (report.get("risk") or {}).get("unit") == PEOPLE
    return part("evidence_risk", words, *cards, lead=words("evidence_risk_people_text") if people else None)


def _risk_card(report: Document, words: Words) -> Html:
    found = report.get("risk") or {}
    before, after = (found.get(side) or {} for side in ("before", "after"))
    if not after and report.get("smallest_group"):
        after = {"prosecutor_highest": 1 / report["smallest_group"]}
        if report.get("average_group"):
            after["marketer"] = 1 / report["average_group"]
    if not after:
        return EMPTY
    unknown, people = words("evidence_not_measured"), "_people" if found.get("unit") == PEOPLE else ""

    def write(value: float | None, share: bool) -> str:
        return unknown if value is None else words.percent(value) if share else words.number(value)

    rows = [
        (words(f"evidence_risk_{name}{people}"), write(before.get(name), share), write(after.get(name), share))
        for name, share in RISKS
        if name in before or name in after
    ]
    head = ("", words("evidence_risk_before"), words("evidence_risk_after"))
    return element("div", table(head, rows, numbers=(1, 2)), class_="card")


def _under(name: str | None, card: Html, words: Words) -> list[Html]:
    """A card under the name of its table, where there are several."""
    return [card] if name is None else [element("h3", words("of_table", table=name)), card]


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
        tables: dict[str, list[str]] = {}
        for one in left:
            named = tables.setdefault(attack_name({**one, "table": None}, words), [])
            named += [] if one.get("table") is None else [one["table"]]
        told = "; ".join(in_tables(name, named, words) for name, named in tables.items())
        names = f"{words('evidence_attacks_left')}: {told}"
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
    head = (words("column"), words("role"), words("published"), words("ncp"))
    cards: list[Html] = []
    for name, one in parts_of(report):
        rows = [
            (
                str(column["name"]),
                words.known(f"role_{column['role']}", str(column["role"])),
                words.known(f"published_{column.get('published')}", str(column.get("published") or "–")),
                words.percent(column.get("ncp")),
            )
            for column in one.get("columns", [])
        ]
        card = element("div", table(head, rows, numbers=(3,), kind="overview"), class_="card")
        cards += _under(name, card, words)
    return part("evidence_lost", words, *cards, lead=_loss(report, words))


def _loss(report: Document, words: Words) -> str:
    shares = {name: words.percent(one["loss"].get("ncp")) for name, one in parts_of(report) if one.get("loss")}
    if not shares:
        return ""
    if None in shares:
        return words("evidence_lost_text", ncp=shares[None])
    told = words("comma").join(f"{words('of_table', table=name)} {share}" for name, share in shares.items())
    return words("evidence_lost_tables_text", shares=told)


def sample(report: Document, words: Words) -> Html:
    """What the largest groups publish."""
    cards: list[Html] = []
    for name, one in parts_of(report):
        found = one.get("sample")
        if not found:
            continue
        names = list(found[0]["cells"])
        head = (words("evidence_sample_at_least" if report.get("public") else "evidence_sample_records"), *names)
        rows = [(words.number(row["records"]), *(row["cells"][cell] or "–" for cell in names)) for row in found]
        cards += _under(name, element("div", table(head, rows, kind="sample"), class_="card"), words)
    return part("evidence_sample", words, *cards) if cards else EMPTY
