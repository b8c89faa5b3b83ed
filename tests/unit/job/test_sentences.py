"""What is wrong with a job is said in English, with the place and the remedy; never a traceback."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tokumei.errors import JobError
from tokumei.job import load

AGE = {"role": "quasi", "type": "number"}
GOOD: dict[str, Any] = {"columns": {"age": AGE}, "privacy": {"k": 5}}
ROLES = "identifier, quasi, sensitive, keep"


def _column(column: object) -> dict[str, Any]:
    return {"columns": {"x": column, "age": AGE}, "privacy": {"k": 5}}


def _rule(rule: object) -> dict[str, Any]:
    return {**GOOD, "method": {"score": "purpose", "rules": [rule]}}


def _privacy(**privacy: object) -> dict[str, Any]:
    return {**GOOD, "privacy": {"k": 5, **privacy}}


SAID: dict[str, tuple[object, str]] = {
    "nothing": ({}, "`columns`, `privacy`: this key is needed."),
    "no columns": ({**GOOD, "columns": {}}, "`columns`: at least one is needed here."),
    "columns as a list": ({**GOOD, "columns": ["age"]}, "`columns`: a mapping is needed here."),
    "privacy as a number": ({**GOOD, "privacy": 5}, "`privacy`: a mapping is needed here."),
    "no quasi": (
        {"columns": {"a": "keep"}, "privacy": {"k": 2}},
        "no column has the role quasi, so there is nothing to",
    ),
    "a typo at the top": ({**GOOD, "privcy": {}}, "`privcy`: this key is not known; perhaps `privacy` is meant."),
    "a typo below": ({**GOOD, "method": {"scor": "ncp"}}, "`method.scor`: this key is not known; perhaps `score`"),
    "a typo in a column": (
        _column({**AGE, "heirarchy": "t.csv"}),
        "`columns.x.heirarchy`: this key is not known; perhaps",
    ),
    "a typo in a source": ({**GOOD, "source": {"file": "a.csv", "delimter": ";"}}, "perhaps `delimiter` is meant."),
    "a typo in a rule": (
        _rule({"nam": "a", "when": {"age": 1}}),
        "`method.rules.0.nam`: this key is not known; perhaps",
    ),
    "a typo in a condition": (_rule({"name": "a", "when": {"age": {"form": 1}}}), "perhaps `from` is meant."),
    "an unknown key": (
        {**GOOD, "colour": 1},
        "known are source, columns, others, subject, person, where, one_per, derive, privacy, method, attack, output",
    ),
    "a key that is not written": ({**GOOD, "folder": "there"}, "`folder`: this key is not known; paths are relative"),
    "a wrong role": (_column("qasi"), f"`columns.x`: `role` is one of {ROLES}."),
    "a wrong role in a mapping": (_column({"role": "qasi"}), f"`columns.x`: `role` is one of {ROLES}."),
    "no role": (_column({"type": "number"}), f"`columns.x`: `role` is one of {ROLES}."),
    "a role that is a list": (_column({"role": ["quasi"]}), f"`columns.x`: `role` is one of {ROLES}."),
    "a role that is a mapping": (_column({"role": {"quasi": 1}}), f"`columns.x`: `role` is one of {ROLES}."),
    "a column that is nothing": (
        _column(None),
        f"`columns.x`: a column is a role ({ROLES}), or a mapping with `role`.",
    ),
    "a column that is a number": (_column(3), "`columns.x`: a column is a role"),
    "a wrong type": (
        _column({"role": "quasi", "type": "int"}),
        "`columns.x`: `type` is one of number, date, category,",
    ),
    "a type that is a list": (_column({"role": "quasi", "type": ["set"]}), "`columns.x`: `type` is one of number,"),
    "a key that is a number": ({**GOOD, "columns": {3: "quasi"}}, "`columns.3`: a key is a text: put it in quotation"),
    "a name in brackets": (
        {**GOOD, "columns": {"<x>": {**AGE, "foo": 1}, "a[0]": {**AGE, "foo": 1}}},
        "`columns.<x>.foo`, `columns.a[0].foo`: this key is not known.",
    ),
    "k of one": (_privacy(k=1), "`privacy.k`: k must be at least 2: with k = 1 every record may be unique."),
    "k in parts": (_privacy(k=2.5), "`privacy.k`: Input should be a valid integer"),
    "a huge k": (_privacy(k=10**400), "`privacy.k`: Input should be less than or equal to 2147483647."),
    "a huge share": (_privacy(suppress=10**400), "`privacy.suppress`: Input should be a valid number."),
    "a share above one": (_privacy(suppress=1.5), "`privacy.suppress`: Input should be less than or equal to 1."),
    "no form of diversity": (
        _privacy(l_diversity={"age": {}}),
        "l-diversity is exactly one of distinct, entropy, recurs",
    ),
    "diversity of no sensitive column": (
        _privacy(l_diversity={"age": {"distinct": 2}}),
        "`privacy.l_diversity` names 'age', which is not a column with the role sensitive.",
    ),
    "closeness that is true": (
        _privacy(t_closeness={"age": True}),
        "`privacy.t_closeness.age`: a mapping is needed here.",
    ),
    "k^m of a number": (
        _privacy(km={"column": "age", "m": 2}),
        "`privacy.km` names 'age', which is not a column with the role quasi and the type set.",
    ),
    "a subject that is none": (
        {**GOOD, "subject": "age"},
        "`subject` names 'age', which is not a column with the role id",
    ),
    "a wrong score": ({**GOOD, "method": {"score": "npc"}}, "`method.score`: Input should be 'ncp', 'median'"),
    "a score without rules": (
        {**GOOD, "method": {"score": "tfidf"}},
        "`score: tfidf` needs `rules`: set them, or take",
    ),
    "a score without a label": (
        {**GOOD, "method": {"score": "gain"}},
        "`score: gain` needs the column that the release",
    ),
    "no rules": ({**GOOD, "method": {"rules": []}}, "`rules` is an empty list: name a rule, or leave it out."),
    "rules as a number": ({**GOOD, "method": {"rules": 3}}, "`method.rules`: a list is needed here."),
    "a setting of another format": (
        {**GOOD, "source": {"file": "a.parquet", "delimiter": ","}},
        "`source`: `delimiter` is for files that end in .csv, .tsv, .tab, .txt: leave it out.",
    ),
    "a query that is missing": ({**GOOD, "source": {"sql": "sqlite:///a"}}, "`source.query`: this key is needed."),
    "a source that is a number": ({**GOOD, "source": 3}, "`source`: a mapping is needed here."),
}


@pytest.mark.parametrize("case", SAID)
def test_a_problem_is_said(case: str) -> None:
    job, said = SAID[case]
    with pytest.raises(JobError) as refusal:
        load(job)  # type: ignore[arg-type]
    sentence = str(refusal.value)
    assert said in sentence
    assert sentence.startswith("The job: ")
    assert re.fullmatch(r"[^\n]+[^.]\.", sentence)
    assert not re.search(
        r"Value error|function-|instance of|dictionary|\btuple\b|Job\b|<(?!x>)\w+>|Condition", sentence
    )


def test_several_problems_are_said_at_once_and_equal_ones_together() -> None:
    job = {
        "columns": {"a": {"role": "keep", "n": 2}, "b": {"role": "keep", "k": 2}, "c": "none", "age": AGE},
        "privacy": {},
        "seed": -1,
    }
    with pytest.raises(JobError) as refusal:
        load(job)
    assert str(refusal.value) == (
        "The job: `columns.a.n`, `columns.b.k`: it belongs to `role: quasi, type: text`; a column with the role "
        f"keep is published as it is; `columns.c`: `role` is one of {ROLES}; `privacy.k`: this key is needed; "
        "`seed`: Input should be greater than or equal to 0."
    )


def test_no_more_problems_are_said_than_a_reader_can_use() -> None:
    columns = {f"c{number}": {**AGE, f"setting{number}": 1} for number in range(50)}
    columns |= {f"d{number}": number for number in range(50)}
    with pytest.raises(JobError) as refusal:
        load({"columns": columns, "privacy": {"k": 0}, "a": 1, "b": 1, "seed": -1, "others": 3, "subject": 4})
    assert str(refusal.value).count("; ") <= 6


def _deep(levels: int) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for _ in range(levels):
        content = {"a": content}
    return content


@pytest.mark.parametrize(
    "job",
    [
        {**GOOD, "x": _deep(5000)},
        {**GOOD, "source": _deep(5000)},
        {**GOOD, "method": _deep(5000)},
        _column(_deep(5000)),
        _column({"role": "quasi", "hierarchy": _deep(5000)}),
        _rule({"name": "a", "when": {"age": _deep(5000)}}),
        _rule({"name": "a", "when": {"age": {"from": _deep(5000)}}}) | {"x": 1},
        {**GOOD, "\ud800": 1},
        _column({**AGE, "\ud800": 1}),
        {**GOOD, None: 1},
    ],
    ids=[
        "a key",
        "source",
        "method",
        "a column",
        "a hierarchy",
        "a rule",
        "an end",
        "surrogate",
        "in a column",
        "none",
    ],
)
def test_what_no_one_would_write_is_refused_all_the_same(job: dict[str, Any]) -> None:
    with pytest.raises(JobError, match="The job: "):
        load(job)


def test_no_value_is_quoted() -> None:
    for job in (_column("Zyx987"), _column({"role": "Zyx987"}), _privacy(k="Zyx987"), {**GOOD, "seed": "Zyx987"}):
        with pytest.raises(JobError) as refusal:
            load(job)
        assert "Zyx987" not in str(refusal.value)
