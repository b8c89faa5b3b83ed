"""What a feature that was asked for changes in the release, where that can be stated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from conformance.oracles import Row, released
from conformance.tables import KINDS

__all__ = ["EFFECTS"]

Effect = Callable[[list[Row], list[Row], dict[str, Any], dict[str, Any]], bool]
"""The source's rows, the release's, its report and its job → whether the effect is there."""


def _nodes(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """A label that is neither a value nor everything."""
    name = next(name for name, column in job["columns"].items() if "hierarchy" in column)
    values = {item for row in before for item in _parts(name, row[name])}
    return any(part not in values | {"*"} for row in after for part in _parts(name, row[name]))


def _parts(name: str, cell: str | None) -> list[str]:
    if cell is None:
        return []
    return cell.split(",") if KINDS[name] == "set" else [cell]


def _masked(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """Some characters are masked, one by one."""
    pairs = [
        ((old["note"] or "").replace(" ", ""), new["note"] or "")
        for old, new in zip(before, after, strict=True)
        if released([new], job)
    ]
    return any("*" in new for _, new in pairs) and all(len(old) == len(new) for old, new in pairs)


def _publish(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """The form of the labels; with a hierarchy, ranges are other than its nodes."""
    name, publish = next((name, one["publish"]) for name, one in job["columns"].items() if "publish" in one)
    if publish == "nodes":
        return _nodes(before, after, report, job)
    opening = {"values": "{", "ranges": "["}[publish]
    shown = [str(row[name]) for row in after if row[name] != "*"]
    values = {row[name] for row in before}
    return any(label.startswith(opening) for label in shown) and all(
        label.startswith(opening) or label in values for label in shown
    )


def _as_it_was(name: str) -> Effect:
    """The column leaves as it came, but for removed records, of which only a history has some here."""

    def effect(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
        pairs = [(old[name], new[name]) for old, new in zip(before, after, strict=True)]
        return all(new == old or (new == "*" and "subject" in job) for old, new in pairs)

    return effect


def _promised(*kinds: str) -> Effect:
    """One promise of these kinds, about the column that the job names."""

    def effect(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
        columns = [promise["column"] for promise in report["promises"] if promise["kind"] in kinds]
        return len(columns) == 1 and columns[0] in job["columns"]

    return effect


def _removed(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """The record that is like no other is gone, and no more than the share; of a history perhaps none."""
    gone = len(after) - len(released(after, job))
    most = job["privacy"]["suppress"] * len(before)
    if "subject" in job:
        return gone <= most and gone == report["removed"]
    return 1 <= gone <= most and gone == report["removed"] and set(after[-1].values()) == {"*"}


def _whole_people(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """Who is removed is removed with all of her records, and nobody beyond the share."""
    stays = [bool(released([row], job)) for row in after]
    people = {old["person"]: stay for old, stay in zip(before, stays, strict=True)}
    whole = all(people[old["person"]] == stay for old, stay in zip(before, stays, strict=True))
    return whole and len(stays) - sum(stays) <= job["privacy"]["suppress"] * len(stays)


def _histories(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """Pseudonyms, and the figures of histories in the report."""
    name = job["subject"]
    return not {row[name] for row in before} & {row[name] for row in after} and "history" in report


def _renamed(names: list[str], after: list[Row]) -> bool:
    """Every person has one pseudonym, and no two the same."""
    pairs = {pair for pair in zip(names, [row["person"] for row in after], strict=True) if pair[1] != "*"}
    fresh = not any(name == pseudonym for name, pseudonym in pairs)
    shown, pseudonyms = ({pair[side] for pair in pairs} for side in (0, 1))
    return fresh and len(pairs) == len(shown) == len(pseudonyms)


def _same_for_all(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """Records with the same value publish the same."""
    names = [name for name in job["columns"] if name in KINDS]
    pairs = {name: {(old[name], new[name]) for old, new in zip(before, after, strict=True)} for name in names}
    return all(len(pairs[name]) == len({old for old, _ in pairs[name]}) for name in names)


def _left_out(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """The report counts what was not read, and what was."""
    counts = [note["values"] for note in report["notes"] if note["key"].startswith("left_out")]
    return [one["of"] - one["records"] for one in counts] == [len(before)] == [report["records"]]


def _weighed(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """The loss in all is the mean over the columns by their weights, and not the plain one."""
    losses = report["loss"]["columns"]
    weights = {name: job["columns"][name].get("weight", 1.0) for name in losses}
    mean = sum(weights[name] * loss for name, loss in losses.items()) / sum(weights.values())
    return abs(report["loss"]["ncp"] - mean) < 1e-12 and len(set(weights.values())) > 1


def _may_have_more(before: list[Row], after: list[Row], report: dict[str, Any], job: dict[str, Any]) -> bool:
    """Where a label and the same with an item more are both published, some record under the first has the item."""
    had: dict[frozenset[str], set[str]] = {}
    for old, new in zip(before, after, strict=True):
        if new["items"] is not None and old["items"] is not None:
            had.setdefault(frozenset(_parts("items", new["items"])), set()).update(_parts("items", old["items"]))
    return all(item in had[label - {item}] for label in had for item in label if label - {item} in had)


EFFECTS: dict[str, Effect] = {
    "text": _masked,
    "within": lambda before, after, report, job: 0 < report["loss"]["columns"]["note"] < 1,
    "absence": _may_have_more,
    "ledger": lambda before, after, report, job: report["ledger"]["release"] == 1,
    "hierarchy": _nodes,
    "item_hierarchy": _nodes,
    "publish": _publish,
    "weight": _weighed,
    "sensitive": _as_it_was("sick"),
    "keep": _as_it_was("pay"),
    "k": lambda before, after, report, job: report["promises"][0]["target"] == job["privacy"]["k"],
    "l_diversity": _promised("distinct", "entropy", "recursive"),
    "t_closeness": _promised("closeness"),
    "alpha_k": _promised("alpha"),
    "beta_likeness": _promised("likeness"),
    "presence": lambda before, after, report, job: "presence" in [one["kind"] for one in report["promises"]],
    "k_map": lambda before, after, report, job: "map" in [one["kind"] for one in report["promises"]],
    "attack": lambda before, after, report, job: {"row-order"} <= {one["name"] for one in report["attacks"]},
    "km": _promised("km"),
    "suppress": _removed,
    "suppress_by": _whole_people,
    "recoding": _same_for_all,
    "score": lambda before, after, report, job: report["job"]["method"]["score"] == job["method"]["score"],
    "effort": lambda before, after, report, job: report["job"]["method"]["effort"] == job["method"]["effort"],
    "rules": lambda before, after, report, job: len(report["purpose"]["rules"]) == len(job["method"]["rules"]),
    "derive": lambda before, after, report, job: all(row["sick"].startswith(row["kind"]) for row in after),
    "at_least": _promised("at_least"),
    "at_most": _promised("at_most"),
    "top": lambda before, after, report, job: any(str(row["age"]).endswith((";]", "*")) for row in after),
    "ends": _promised("ends"),
    "round": lambda before, after, report, job: all(int(row["pay"]) % 3 == 0 for row in after if row["pay"] != "*"),
    "rare": lambda before, after, report, job: min(Counter(row["sick"] for row in after if row["sick"]).values()) >= 15,
    "pseudonym": lambda before, after, report, job: _renamed([row["person"] for row in before], after),
    "where": _left_out,
    "one_per": _left_out,
    "person": lambda before, after, report, job: (
        _left_out(before, after, report, job)
        if "one_per" in job
        else report["promises"][0]["unit"] == "people" and report["people"]["people"] <= len(before)
    ),
    "cluster": _histories,
    "surplus": lambda before, after, report, job: (
        "several_pseudonyms" in {note["key"] for note in (*report["notes"], *report["warnings"])}
        and len({row["person"] for row in after}) == report["history"]["pseudonyms"]
    ),
    "subject": _histories,
    "null": lambda before, after, report, job: any(None in row.values() for row in before),
}
