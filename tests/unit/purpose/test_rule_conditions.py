"""Rules from jobs and files: what they allow, and what their errors name."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rule_bits import has_bit
from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, Role, SetColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.rules import Rules, Space, runs_of
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.job import RuleJob
from tokumei.pipeline.conditions import resolve
from tokumei.pipeline.rules import read_rules, rules_from

DAY = 86_400_000_000
DATES = ("1976-12-31", "1977-01-01", "1979-12-31", "1980-01-01")


def people() -> Table:
    """Six records; height and date with null, jobs under a hierarchy with a leaf that nobody has."""
    moments = np.array([(date.fromisoformat(day) - date(1970, 1, 1)).days for day in DATES]) * DAY
    jobs = Hierarchy.from_rows([["welder", "factory"], ["fitter", "factory"], ["nurse", "care"]])
    return Table(
        (
            NumberColumn(
                name="height",
                role=Role.QUASI,
                codes=np.array([0, 1, 2, 3, 4, 5], dtype=np.int32),
                values=np.array([160, 165, 168, 171, 180]),
                has_null=True,
            ),
            DateColumn(
                name="birth",
                role=Role.QUASI,
                codes=np.array([0, 1, 2, 3, 3, 4], dtype=np.int32),
                values=moments.astype(np.int64),
                labels=DATES,
                has_null=True,
            ),
            CategoryColumn(
                name="job",
                role=Role.QUASI,
                codes=np.array([0, 1, 0, 1, 0, 1], dtype=np.int32),
                values=("nurse", "welder"),
                hierarchy=jobs,
            ),
            CategoryColumn(
                name="town", role=Role.QUASI, codes=np.array([0, 1, 2, 0, 1, 2], dtype=np.int32), values=("a", "b", "c")
            ),
            SetColumn(
                name="ills",
                role=Role.QUASI,
                offsets=np.array([0, 1, 3, 3, 4, 6, 7]),
                items=np.array([0, 0, 1, 2, 0, 1, 1], dtype=np.int32),
                values=("asthma", "cold", "gout"),
                null=np.zeros(6, dtype=bool),
            ),
            TextColumn(
                name="note",
                role=Role.QUASI,
                offsets=np.zeros(7, dtype=np.int64),
                points=np.zeros(0, dtype=np.uint32),
                null=np.zeros(6, dtype=bool),
            ),
        ),
        6,
    )


def resolved(when: dict[str, Any]) -> Rules:
    return resolve(rules_from([{"name": "offer", "when": when}], "The job"), people(), {})


def whom(when: dict[str, Any]) -> list[int]:
    """The records that a rule is for."""
    return np.flatnonzero(has_bit(resolved(when).of_records(people()), 0)).tolist()


@pytest.mark.parametrize(
    ("when", "records"),
    [
        ({"height": {"from": 165, "to": 171}}, [1, 2, 3]),
        ({"height": {"over": 165, "under": 171}}, [2]),
        ({"height": {"from": 168}}, [2, 3, 4]),
        ({"height": {"under": 165.5}}, [0, 1]),
        ({"height": 168}, [2]),
        ({"height": ["160", "180.0"]}, [0, 4]),
        ({"height": [""]}, [5]),
        ({"birth": {"from": date(1977, 1, 1), "to": date(1979, 12, 31)}}, [1, 2]),
        ({"birth": {"from": 1977, "to": 1979}}, [1, 2]),
        ({"birth": {"over": "1977-01"}}, [2, 3, 4]),
        ({"birth": {"under": "1977"}}, [0]),
        ({"birth": "1979"}, [2]),
        ({"job": "factory"}, [1, 3, 5]),
        ({"job": ["nurse", "fitter"]}, [0, 2, 4]),
        ({"town": ["a", "c"]}, [0, 2, 3, 5]),
        ({"town": "*", "job": "nurse"}, [0, 2, 4]),
        ({"ills": {"has": ["asthma"]}}, [0, 1, 4]),
        ({"ills": {"has": ["asthma", "cold"]}}, [1, 4]),
        ({"ills": {"has": ["cold"]}, "town": "b"}, [1, 4]),
    ],
)
def test_whom_a_rule_is_for(when: dict[str, Any], records: list[int]) -> None:
    assert whom(when) == records


def test_leaves_that_nobody_has_are_judged_too() -> None:
    leaves = resolved({"job": "factory"}).leaves["job"]
    assert has_bit(leaves.bits[leaves.segment], 0).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ({"heigth": 3}, "'heigth': there is no such column"),
        ({"height": {"from": "tall"}}, "'height': `from: tall` is no number"),
        ({"height": {"from": 3, "over": 2}}, "'height': `from` and `over`"),
        ({"height": {"from": 3, "to": 2}}, "'height': the range is empty"),
        ({"height": {}}, "'height'"),
        ({"height": {"has": ["x"]}}, "'height': `has` is for set columns"),
        ({"height": "tall"}, "'height': 'tall' is no number"),
        ({"birth": {"from": "yesterday"}}, "'birth': `from: yesterday` is no date"),
        ({"job": "factories"}, "'job': 'factories' is no node of its hierarchy"),
        ({"job": {"from": 3}}, "'job': ranges are for numbers and dates"),
        ({"town": ["a", "d"]}, "'town': 'd' is no value of the column"),
        ({"ills": "asthma"}, "'ills': it is a set column"),
        ({"ills": {"has": ["flu"]}}, "'ills': no record has the items 'flu'"),
        ({"note": "hello"}, "'note': rules cannot ask about free text"),
        ({"height": {"form": 3}}, "'height': the key 'form' is not known"),
    ],
)
def test_errors_name_the_rule_and_the_condition(when: dict[str, Any], said: str) -> None:
    with pytest.raises(JobError) as raised:
        resolved(when)
    assert "'offer'" in str(raised.value)
    assert f"condition on {said}" in str(raised.value)


def test_a_column_that_is_not_quasi_is_refused() -> None:
    from tokumei.job import ColumnJob

    rules = [RuleJob.model_validate({"name": "offer", "when": {"clinic": "x"}})]
    with pytest.raises(JobError, match="not a quasi-identifier"):
        resolve(rules, people(), {"clinic": ColumnJob(role=Role.KEEP)})


def test_two_rules_of_one_name_are_refused() -> None:
    with pytest.raises(JobError, match="More than one rule is called 'offer'"):
        resolve(rules_from([{"name": "offer", "when": {"town": "a"}}] * 2, "The job"), people(), {})


def test_rules_from_yaml_and_csv_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        "- {name: tall, weight: 2, when: {height: {from: 165, under: 180}, town: '*'}}\n"
        "- {name: young, when: {birth: {over: 1977-01-01}, town: [a, b]}}\n"
        "- {name: ill, when: {ills: {has: [asthma, cold]}, job: factory}}\n",
        encoding="utf-8",
    )
    (tmp_path / "rules.csv").write_text(
        "name,weight,height,birth,town,ills,job\n"
        "tall,2,[165;180),,*,,\n"
        "young,,,(1977-01-01;],{a;b},,\n"
        "ill,,,,,has {asthma;cold},factory\n",
        encoding="utf-8",
    )
    table = people()
    one, two = (resolve(read_rules(tmp_path / name), table, {}) for name in ("rules.yaml", "rules.csv"))
    assert one.names == two.names == ("tall", "young", "ill")
    assert one.weight.tolist() == two.weight.tolist() == [2, 1, 1]
    assert np.array_equal(one.of_records(table), two.of_records(table))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("rules.yaml", "- {name: a, when: {x: 1}", "not valid YAML"),
        ("rules.yaml", "name: a", "does not hold a list"),
        ("rules.yaml", "- {name: a}", "rule 'a': it has no condition"),
        ("rules.yaml", "- {when: {x: 1}}", "rule number 1: the key 'name' is needed"),
        ("rules.yaml", "- {name: a, weight: -1, when: {x: 1}}", "rule 'a': Input should be greater than 0"),
        ("rules.yaml", "[]", "it holds no rules"),
        ("rules.csv", "rule,x\na,1\n", "has no column `name`"),
        ("rules.csv", "name,x\na,1,2\n", "line 2 has more cells"),
    ],
)
def test_broken_files_of_rules(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(JobError, match=said):
        read_rules(tmp_path / name)


def test_a_missing_file_of_rules(tmp_path: Path) -> None:
    with pytest.raises(JobError, match="There is no file of rules"):
        read_rules(tmp_path / "none.yaml")


def test_segments_hold_the_bits_of_many_rules() -> None:
    rng = np.random.default_rng(0)
    allowed = rng.random((130, 50)) < 0.5
    space = Space.from_runs(50, 130, [(rule, runs_of(allowed[rule])) for rule in range(0, 130, 2)])
    for rule in range(130):
        expected = allowed[rule] if rule % 2 == 0 else np.ones(50, dtype=bool)
        assert np.array_equal(has_bit(space.bits[space.segment], rule), expected)
