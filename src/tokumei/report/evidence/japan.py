"""The checklist of Japan's rules on anonymously processed information, item by item, and what is to be published."""

from __future__ import annotations

from tokumei.report.evidence.forms import (
    RECODED,
    Check,
    Document,
    blank,
    checklist,
    columns_of,
    named_promises,
    part,
    parts_of,
    published_columns,
)
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.words import Words

__all__ = ["checks", "items", "rules", "safety"]


def rules(report: Document, words: Words) -> Html:
    """Article 34 of the Enforcement Rules, numbers 1 to 5."""
    return part("japan", words, checklist(checks(report, words), report, words))


def checks(report: Document, words: Words) -> list[Check]:
    """The same, item by item."""
    identifiers, quasi = columns_of(report, role="identifier"), columns_of(report, role="quasi")
    shown = columns_of(report, published=("as is",))
    rows = [
        ([*identifiers, *quasi], _of_descriptions(report, words)),
        (identifiers, _of_codes(report, words)),
        (identifiers, _of_links(report, words)),
        ([*quasi, *shown], _of_peculiar(report, words)),
        (published_columns(report), _of_the_whole(report, words)),
    ]
    return [
        Check(f"japan_{number}", words("comma").join(columns), done, words(f"open_{number}"))
        for number, (columns, done) in enumerate(rows, start=1)
    ]


def items(report: Document, words: Words, *, public: bool) -> Html:
    """The list of Article 43, paragraph 3, and what paragraph 4 asks where the release is given to others."""
    listed = element("ul", *(element("li", name) for name in published_columns(report)), class_="items")
    third = element("p", words("items_third"), " ", blank(words)) if not public else EMPTY
    repeated = [
        name
        for name, column in ((report.get("job") or {}).get("columns") or {}).items()
        if isinstance(column, dict) and column.get("pseudonym")
    ]
    mind = element("p", words("items_pseudonyms"), class_="mark") if repeated else EMPTY
    return part("items", words, element("div", listed, third, element("p", words("items_told")), mind, class_="card"))


def safety(report: Document, words: Words) -> Html:
    """What tells how the data were processed, with blanks for where it lies and who may read it."""
    job = report.get("job") or {}
    kept = [words("safety_source"), words("safety_job"), words("safety_report")]
    for name, column in (job.get("columns") or {}).items():
        if isinstance(column, dict) and isinstance(column.get("pseudonym"), dict):
            kept.append(words("safety_key", column=words("quoted", name=name)))
    if job.get("ledger"):
        kept.append(words("safety_ledger"))
    head = tuple(words(f"safety_{key}") for key in ("what", "where", "who", "until"))
    rows = [(what, blank(words), blank(words), blank(words)) for what in kept]
    return part("safety", words, element("div", table(head, rows, kind="form"), class_="card"))


def _of_descriptions(report: Document, words: Words) -> list[str]:
    deleted = columns_of(report, role="identifier", published=("not published",))
    recoded, masked = columns_of(report, published=RECODED), columns_of(report, published=("text",))
    return [
        words(key, columns=words.names(columns, most=40))
        for key, columns in (("done_deleted", deleted), ("done_recoded", recoded), ("done_masked", masked))
        if columns
    ]


def _of_codes(report: Document, words: Words) -> list[str]:
    deleted = columns_of(report, role="identifier", published=("not published",))
    return [
        *([words("done_deleted", columns=words.names(deleted, most=40))] if deleted else []),
        *_renamed(report, words),
    ]


def _of_links(report: Document, words: Words) -> list[str]:
    output = (report.get("job") or {}).get("output") or {}
    kept = output.get("order") == "keep" or output.get("format") is not None
    shuffled = [] if report.get("tables") and not report.get("linked") else [words("done_shuffled")]
    return [*_renamed(report, words), *([words("done_order_kept")] if kept else shuffled)]


def _renamed(report: Document, words: Words) -> list[str]:
    if report.get("tables"):
        return [words("done_linked" if report.get("linked") else "done_apart")]
    named = columns_of(report, published=("pseudonyms",))
    return [words("done_pseudonyms", columns=words.names(named, most=40))] if named else []


def _of_peculiar(report: Document, words: Words) -> list[str]:
    policies = named_promises(report, words, policies=True)
    people = [
        one["people"]["smallest_group"] for _, one in parts_of(report) if "smallest_group" in (one.get("people") or {})
    ]
    smallest = report.get("smallest_group") or min(people, default=None)
    return [
        *([words("done_policies", names=words("comma").join(policies))] if policies else []),
        *([words("done_removed", count=words.number(report["removed"]))] if report.get("removed") else []),
        *([words("done_k", k=words.number(smallest))] if smallest else []),
    ]


def _of_the_whole(report: Document, words: Words) -> list[str]:
    promises, warnings = named_promises(report, words, policies=False), report.get("warnings") or []
    shown = columns_of(report, published=("as is",))
    return [
        *([words("done_promises", names=words("comma").join(promises))] if promises else []),
        *([words("done_as_is", columns=words.names(shown, most=40))] if shown else []),
        *([words("done_warned", count=words.number(len(warnings)))] if warnings else []),
    ]
