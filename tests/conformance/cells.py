"""How to ask for a feature: the smallest job of each mechanism, and what each feature adds to it.

A new mechanism is one line in BASES; a new feature is one line in ASKED, and one in `effects` where it can be seen.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from conformance.tables import HOME, KINDS, population_file
from tokumei.job.capabilities import FEATURES, MECHANISMS

__all__ = ["ASKED", "BASES", "CELLS", "LIMITS", "K", "base", "job_for"]

Job = dict[str, Any]
Change = Callable[[Job], object]
K = 3
TREES: dict[str, dict[str, Any]] = {
    "age": {"intervals": [5, 10, 20]},
    "day": {"levels": ["month", "year"]},
    "town": {"prefixes": [1]},
    "items": {"prefixes": [1]},
    "note": {"prefixes": [1]},
}
WHEN: dict[str, Any] = {
    "age": {"from": 40},
    "day": {"from": "2011-06-01"},
    "town": HOME,
    "items": {"has": ["a2"]},
    "note": "no pain",
}
"""Column → what a rule asks of it."""


def _quasi(name: str, **settings: Any) -> Job:
    return {"role": "quasi", "type": KINDS[name], **settings}


def _table(**method: Any) -> Job:
    return {"columns": {"age": _quasi("age")}, "method": method}


BASES: dict[str, Job] = {
    "ncp": _table(score="ncp"),
    "median": _table(score="median"),
    "prec": _table(score="prec"),
    "takahashi": _table(score="takahashi"),
    "tfidf": _table(score="tfidf", rules=[]),
    "purpose": _table(score="purpose", rules=[]),
    "gain": _table(score="gain", label=""),
    "column": _table(recoding="column"),
    "level": _table(recoding="level"),
    "km": {"columns": {"items": _quasi("items")}, "privacy": {"km": {"column": "items", "m": 2}}},
    "text": {"columns": {"note": _quasi("note")}},
    "history": {"columns": {"person": "identifier", "age": _quasi("age")}, "subject": "person"},
}


def base(mechanism: str) -> Job:
    """The smallest job of a mechanism; rows stay side by side with the source's, removed ones too."""
    job = deepcopy(BASES[mechanism])
    job["privacy"] = {"k": K, **job.get("privacy", {})}
    marked = {"removed": "mark"} if "subject" in job else {}
    return {"method": {}, "output": {"order": "keep", **marked}, **job}


def job_for(mechanism: str, *changes: Change) -> Job:
    """A job of a mechanism with changes; rules and labels that a score needs are about the columns that it has."""
    job = base(mechanism)
    for change in changes:
        change(job)
    method = job["method"]
    if method.get("rules") == []:
        method["rules"] = _rules(job)
    if method.get("label") == "":
        method["label"] = "sick"
        _beside("sick", "sensitive")(job)
    return job


def _rules(job: Job) -> list[Job]:
    asked = [name for name in job["columns"] if name in WHEN and "within" not in job["columns"][name]]
    return [{"name": f"by {name}", "when": {name: WHEN[name]}} for name in asked]


def _only(name: str, **settings: Any) -> Change:
    """The quasi-identifier in place of the base's, or beside the one that is the mechanism's own."""

    def change(job: Job) -> None:
        job["columns"].pop("age", None)
        job["columns"][name] = _quasi(name, **settings)

    return change


def _also(name: str, **settings: Any) -> Change:
    return lambda job: job["columns"].setdefault(name, _quasi(name, **settings))


def _beside(name: str, role: str, **settings: Any) -> Change:
    """A column that is published as it is; a history has to accept that."""

    def change(job: Job) -> None:
        shown = {"shown": True} if "subject" in job else {}
        job["columns"].setdefault(name, {"role": role, **settings, **shown})

    return change


def _put(section: str, **settings: Any) -> Change:
    return lambda job: job[section].update(settings)


def _both(*changes: Change) -> Change:
    return lambda job: [change(job) for change in changes]


def _own(**settings: Any) -> Change:
    """Settings of the mechanism's own column."""

    def change(job: Job) -> None:
        name = next(name for name in job["columns"] if name in KINDS)
        job["columns"][name].update({setting: value(name) for setting, value in settings.items()})

    return change


def _text(job: Job) -> None:
    """Beside the groups; a history has to accept that, and may remove the records of nearly all who have texts."""
    beside = {"within": "table", "shown": True, "all_masked": True} if "subject" in job else {}
    job["columns"].setdefault("note", _quasi("note", **beside))


def _within(job: Job) -> None:
    job["columns"]["note"] = _quasi("note", within="group")


def _several(job: Job) -> None:
    _also("remark" if "note" in job["columns"] else "town")(job)


def _hierarchy(name: str) -> Change:
    """A hierarchy of single values: of a text where that is the mechanism's column, to be refused."""

    def change(job: Job) -> None:
        own = "note" if "note" in job["columns"] else name
        _only(own, hierarchy=TREES[own])(job)

    return change


def _item_hierarchy(job: Job) -> None:
    own = "note" if "note" in job["columns"] else "items"
    _only(own, hierarchy=TREES[own])(job)


def _suppress(job: Job) -> None:
    job["privacy"]["suppress"] = 0.07 if "subject" in job else 0.02  # one person of sixteen, or one record
    job["output"]["removed"] = "mark"
    _beside("pay", "keep")(job)  # tells a mark from a group that publishes everything
    if job["method"].get("score") == "takahashi":  # which removes where it splits by an item
        _also("items")(job)


def _suppress_sets(job: Job) -> None:
    """From sets alone, where the mechanism makes groups of them."""
    if "note" not in job["columns"] and "recoding" not in job["method"]:
        _only("items")(job)
    _suppress(job)


def _sensitive(**promise: Any) -> Change:
    column = {"type": "number"} if promise.pop("number", False) else {"type": "category"}
    name = "pay" if column["type"] == "number" else "sick"
    tree = {"hierarchy": {"prefixes": [1]}} if promise.pop("tree", False) else {}
    ((kind, asked),) = promise.items()
    return _both(_beside(name, "sensitive", **column, **tree), lambda job: job["privacy"].update({kind: {name: asked}}))


def _likely(change: Change) -> Change:
    """A line of three people has no value that is not much more likely in it than in all."""
    return _both(change, lambda job: job["privacy"].update(k=8) if "subject" in job else None)


def _population(**promise: dict[str, Any]) -> Change:
    ((kind, asked),) = promise.items()
    return lambda job: job["privacy"].update({kind: {"population": population_file(), **asked}})


def _km(job: Job) -> None:
    """Of the set, or of the text where that is the mechanism's column, to be refused."""
    column = "note" if "note" in job["columns"] else "items"
    _also(column)(job)
    job["privacy"]["km"] = {"column": column, "m": 2}


def _subject(job: Job) -> None:
    """Without what histories do not have."""
    job["columns"] = {"person": "identifier", "age": _quasi("age")}
    job["subject"] = "person"
    job["method"].clear()
    job["privacy"].pop("km", None)


def _recoding(job: Job) -> None:
    """Without what only splits have."""
    by = job["method"].get("recoding", "column")
    job["method"].clear()
    job["method"]["recoding"] = by


def _stored(job: Job) -> None:
    """Of ranges that end with no value of the source."""
    if "age" in job["columns"] and "subject" not in job:
        job["columns"]["age"]["ends"] = 5
    job["output"]["recoding"] = "recoding.json"


def _where(job: Job) -> None:
    _beside("pay", "keep")(job)
    job["where"] = {"pay": {"over": 2}}


def _derive(job: Job) -> None:
    _beside("sick", "keep")(job)
    _beside("kind", "keep")(job)
    job["derive"] = {"kind": {"prefix_of": "sick", "length": 1}}


def _pseudonym(job: Job) -> None:
    job["columns"]["person"] = {"role": "identifier", "pseudonym": "random"}


def _one_per(job: Job) -> None:
    _beside("pay", "keep")(job)
    job["columns"]["person"] = "identifier"
    job.update(person="person", one_per={"person": "last", "by": "pay"})


def _person(job: Job) -> None:
    """All records of everybody; one, where what is beside the groups counts records."""
    if "note" in job["columns"] or "km" in job["privacy"]:
        _one_per(job)
    job["columns"]["person"] = "identifier"
    job["person"] = "person"


def _person_and_removals(job: Job) -> None:
    _person(job)
    if "one_per" not in job:
        _suppress(job)


def _suppress_people(job: Job) -> None:
    _suppress(job)
    job["columns"]["person"] = "identifier"
    job["person"] = "person"
    job["privacy"].update(suppress=0.2, suppress_by="person")


def _ledger(job: Job) -> None:
    """A new one each time; a table has to know its people."""
    if "subject" not in job:
        _one_per(job)
    job["ledger"] = str(Path(mkdtemp()) / "releases.ledger")


ASKED: dict[str, dict[str, Change]] = {
    "number": {"": _only("age")},
    "date": {"": _only("day")},
    "category": {"": _only("town")},
    "set": {"": _only("items")},
    "text": {"": _text},
    "within": {"": _within},
    "null": {"": lambda job: None},  # in the data
    "several": {"": _several},
    "hierarchy": {name: _hierarchy(name) for name in ("age", "day", "town")},
    "item_hierarchy": {"": _item_hierarchy},
    "publish": {
        "nodes": _own(hierarchy=TREES.get, publish=lambda name: "nodes"),
        "values": _own(publish=lambda name: "values"),
        "values of a tree": _own(hierarchy=TREES.get, publish=lambda name: "values"),
        "ranges": _own(hierarchy=TREES.get, publish=lambda name: "ranges"),
    },
    "weight": {"": _both(_several, _own(weight=lambda name: 9.0))},
    "sensitive": {"": _beside("sick", "sensitive")},
    "keep": {"": _beside("pay", "keep")},
    "k": {"": _put("privacy", k=4)},
    "l_diversity": {
        "distinct": _sensitive(l_diversity={"distinct": 2}),
        "entropy": _sensitive(l_diversity={"entropy": 1.5}),
        "recursive": _sensitive(l_diversity={"recursive": [3, 2]}),
    },
    "t_closeness": {
        "equal": _sensitive(t_closeness=0.5),
        "ordered": _sensitive(t_closeness=0.4, number=True),
        "hierarchical": _sensitive(t_closeness={"t": 0.4, "distance": "hierarchical"}, tree=True),
    },
    "alpha_k": {"": _sensitive(alpha_k=0.75), "number": _sensitive(alpha_k=0.75, number=True)},
    "beta_likeness": {
        "": _likely(_sensitive(beta_likeness=1.5)),
        "number": _likely(_sensitive(beta_likeness=2, number=True)),
    },
    "presence": {"": _population(presence={"at_most": 0.4})},
    "k_map": {"": _population(k_map={"k": 12})},
    "attack": {"true": lambda job: job.update(attack=True), "full": lambda job: job.update(attack={"full": True})},
    "km": {"": _km},
    "suppress": {"": _suppress, "sets": _suppress_sets},
    "suppress_by": {"": _suppress_people},
    "recoding": {"": _recoding},
    "stored": {"": _stored},
    "score": {"": lambda job: job["method"].setdefault("score", "ncp")},
    "effort": {"fast": _put("method", effort="fast"), "best": _put("method", effort="best")},
    "rules": {"": _put("method", rules=[])},
    "label": {"": _put("method", label="")},
    "cluster": {
        **{cluster: _put("method", cluster=cluster) for cluster in ("count", "similar")},
        **{match: _put("method", match=match) for match in ("sort", "assign")},
        "count, sort": _put("method", cluster="count", match="sort"),
    },
    "surplus": {"again": _put("method", surplus="again")},
    "subject": {"": _subject},
    "where": {"": _where},
    "derive": {"": _derive},
    "person": {
        "": _person,
        "one record each": _one_per,
        **{
            f"with {kind}": _both(_sensitive(**promise), _person)
            for kind, promise in {
                "distinct": {"l_diversity": {"distinct": 2}},
                "entropy": {"l_diversity": {"entropy": 1.5}},
                "recursive": {"l_diversity": {"recursive": [3, 2]}},
                "closeness": {"t_closeness": 0.4, "number": True},
                "likeness": {"beta_likeness": 1.5},
                "alpha": {"alpha_k": 0.95},
            }.items()
        },
        "with removals": _person_and_removals,
    },
    "one_per": {"": _one_per},
    "at_least": {
        "age": _only("age", hierarchy=TREES["age"], at_least=10),
        "day": _only("day", hierarchy=TREES["day"], at_least="year"),
        "town": _only("town", hierarchy=TREES["town"], at_least=1),
    },
    "at_most": {
        "age": _only("age", hierarchy=TREES["age"], at_most=TREES["age"]["intervals"][-1]),
        "town": _only("town", hierarchy=TREES["town"], at_most=1),
    },
    "top": {"both": _only("age", top=50, bottom=25), "top": _only("age", top=50)},
    "ends": {
        "width": _only("age", ends=5),
        "round": _only("age", ends="round"),
        "days": _only("day", ends="round"),
        "with top": _only("age", ends=4, top=50),
    },
    "rare": {do: _beside("sick", "keep", type="category", rare={"below": 15, "do": do}) for do in ("pool", "remove")},
    "pseudonym": {"random": _pseudonym},
    "absence": {"": _only("items", absence="hide")},
    "ledger": {"": _ledger},
    "round": {"keep": _beside("pay", "keep", round=3), "sensitive": _beside("pay", "sensitive", round=3)},
}
"""Feature → form → what it adds to a base."""

LIMITS: dict[str, Change] = {
    "set": lambda job: job["columns"].update({"items": "identifier", "age": _quasi("age")}),
    "hidden_sensitive": lambda job: job["columns"]["sick"].pop("shown"),
    "hidden_keep": lambda job: job["columns"]["pay"].pop("shown"),
    "hidden_text": lambda job: job["columns"]["note"].pop("shown"),
    "equal_text": lambda job: job["columns"]["note"].update(equal=True),
    "text_weight": lambda job: job["columns"].update(note=_quasi("note", within="table", shown=True, weight=2.0)),
    "people": lambda job: job.pop("one_per"),
    "people_text": _both(lambda job: job.pop("one_per", None), _also("note")),
    "people_km": _both(lambda job: job.pop("one_per", None), _km),
    "person": lambda job: [job.pop(name) for name in ("person", "one_per")],
    "ledger_text": _also("note"),
    "km": _km,
    "t_closeness": _sensitive(t_closeness=0.5),
    "beta_likeness": _sensitive(beta_likeness=1.5),
    "presence": _population(presence={"at_most": 0.4}),
    "k_map": _population(k_map={"k": 12}),
    "item_hierarchy": _item_hierarchy,
    "at_most": _only("age", hierarchy=TREES["age"], at_most=TREES["age"]["intervals"][-1]),
    "tree_absence": _only("items", absence="hide", hierarchy=TREES["items"]),
    "other_pseudonym": lambda job: job["columns"].update(card={"role": "identifier", "pseudonym": "random"}),
    "suppress": _put("privacy", suppress=0.1),
    "ledger": _ledger,
    "bounds": _put("output", numbers="bounds"),
    "made_hierarchy": _only("town", hierarchy={"frequency": True}),
    "exact_ends": lambda job: job["columns"]["age"].pop("ends"),
    "within": _within,
    "rare": _beside("sick", "keep", type="category", rare={"below": 15, "do": "pool"}),
    "paper": _put("method", cluster="count", match="sort"),
    "sensitive": _beside("sick", "sensitive", type="category"),
    "keep": _beside("pay", "keep"),
    "text": _also("note", within="table", shown=True),
    "pseudonym": _pseudonym,
}
"""Feature of a limit → what makes a job break it."""

CELLS = [(mechanism, feature, form) for mechanism in MECHANISMS for feature in FEATURES for form in ASKED[feature]]
"""Every cell of the table, in each form of its feature."""
