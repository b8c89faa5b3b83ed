"""What `init` advises: grids, columns that say the same, ready hierarchies, rare values, people; in two languages."""

from __future__ import annotations

import ast
import csv
import io
import math
import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.cli import main
from tokumei.core.columns import Kind, Role
from tokumei.draft.dependencies import ERRORS, parents_of, same_numbers, tells
from tokumei.draft.grids import TAIL, number_settings, rounding
from tokumei.draft.inside import found_inside
from tokumei.draft.names import _TABLE
from tokumei.draft.profile import Profile
from tokumei.draft.shapes import SHAPES
from tokumei.draft.words import MEANINGS, REASONS, because
from tokumei.draft.words import SHAPES as SHAPE_WORDS
from tokumei.errors import OutputError
from tokumei.examples_data import hospital_csv
from tokumei.job import load

DRAFT = Path(tokumei.__file__).parent / "draft"


# ── words ──


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", REASONS)
def test_both_languages_say_the_same_values(key: str) -> None:
    english, japanese = REASONS[key]
    assert places(english) == places(japanese)
    assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", japanese)


def keys() -> Iterator[str]:
    """Every key of a reason in the code."""
    for path in [*DRAFT.glob("*.py"), DRAFT.parent / "cli" / "init.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in ("Reason", "because", "left_out", "words"):
                yield str(node.args[0].value)


def test_every_reason_has_words() -> None:
    assert set(keys()) <= set(REASONS)
    assert {hint.meaning for hint, _, _ in _TABLE} <= set(MEANINGS)
    assert {shape.name for shape in SHAPES} <= set(SHAPE_WORDS)


# ── columns that tell others ──

CODES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=60)


@settings(deadline=None)
@given(CODES)
def test_a_column_tells_another_where_the_other_records_of_its_value_agree(pairs: list[tuple[int, int]]) -> None:
    one, other = (np.array(codes, dtype=np.int32) for codes in zip(*pairs, strict=True))
    alone = Counter(left for left, _ in pairs)
    judged = len(pairs) - len(alone)
    told = sum(max(Counter(right for left, right in pairs if left == value).values()) - 1 for value in alone)
    unsure = len(pairs) - max(Counter(right for _, right in pairs).values())
    expected = unsure > 0 and 2 * judged > len(pairs) and judged - told <= ERRORS * unsure * judged / len(pairs)
    assert tells(one, other) == expected


def test_numbers_that_rise_or_fall_together_say_the_same() -> None:
    draw = np.random.default_rng(1)
    birth = draw.integers(1930, 2010, 500).astype(np.float64)
    age = 2024 - birth - draw.integers(0, 2, 500)
    assert same_numbers(birth, age)
    assert not same_numbers(birth, draw.permutation(age))
    assert not same_numbers(birth, np.full(500, 7.0))
    assert same_numbers(birth * 1e300, age)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=60))
def test_a_ready_hierarchy_is_a_tree_without_a_wrong_label(rows: list[tuple[int, int, int]]) -> None:
    codes = [np.array(column, dtype=np.int32) for column in zip(*rows, strict=True)]
    names = [tuple(f"{letter}{number}" for number in range(9)) for letter in "abc"]
    made = parents_of(names[0], {"b": (codes[1], names[1]), "c": (codes[2], names[2])}, codes[0])
    above: dict[str, str] = {}
    for value, parent, top in made.rows:
        assert above.setdefault(parent, top) == top or parent == "*"
        real = {(names[1][b], names[2][c]) for a, b, c in rows if names[0][a] == value}
        if real and parent != "*":
            assert parent in {parents for parents, _ in real}


# ── what names people inside texts ──


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("連絡は090-1234-5678まで", {"phone"}),
        ("山田さんに会った", {"person_name"}),
        ("Ask Dr. Smith about it", {"person_name"}),
        ("お客様、皆さん、お母さん、店員さん", set()),
        ("a.b@example.co.jp へ", {"email"}),
        ("番号は1234 5678 9018です", {"my_number"}),
        ("番号は1234 5678 9012です", set()),
        ("4111-1111-1111-1111 で払った", {"card"}),
        ("4111-1111-1111-1112 で払った", set()),
        ("部品 123456789012345678", set()),
        ("2024-01-02 に 1,234 円", set()),
    ],
)
def test_what_names_people_is_counted_inside_texts(text: str, keys: set[str]) -> None:
    assert found_inside(pl.Series([text, "何もない"]), np.array([3, 1])) == dict.fromkeys(keys, 3)


def test_a_draft_counts_what_texts_hold_and_quotes_none_of_it(tmp_path: Path) -> None:
    secret = "080-9999-1111"
    rows = [
        f"{20 + i % 50},とても静かで良い宿でした。{i}番の部屋の担当は山田さん、電話は{secret}です。" for i in range(60)
    ]
    (tmp_path / "t.csv").write_text("age,note\n" + "\n".join(rows) + "\n", encoding="utf-8")
    text = tokumei.draft_job(tmp_path / "t.csv", advise=True).text
    assert "60 of its cells hold telephone numbers; 60 of its cells hold what reads like a name" in text
    assert secret not in text
    assert "山田" not in text


# ── grids ──


def numbers(values: list[int]) -> Profile:
    distinct = sorted(set(values))
    return Profile(
        name="n",
        codes=np.array([distinct.index(value) for value in values], dtype=np.int32),
        distinct=len(distinct),
        filled=len(values),
        values=tuple(map(str, distinct)),
        counts=tuple(values.count(value) for value in distinct),
        kind=Kind.NUMBER,
        numbers=np.append(np.array(distinct, dtype=np.float64), np.nan),
        whole=True,
    )


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=80), st.integers(2, 10))
@settings(deadline=None)
def test_grids_are_round_and_tails_are_small(values: list[int], k: int) -> None:
    made = number_settings(numbers(values), k)
    step = made.get("ends", 1)
    assert step / 10 ** math.floor(math.log10(step)) in (1, 2, 5)
    for end, beyond in (
        ("top", [value for value in values if value >= made.get("top", math.inf)]),
        ("bottom", [value for value in values if value <= made.get("bottom", -math.inf)]),
    ):
        if end in made:
            assert made[end] % step == 0
            assert k <= len(beyond) <= TAIL * len(values)


def test_exact_figures_are_rounded_to_a_tenth_of_a_usual_one() -> None:
    assert rounding(numbers([9_800, 9_810, 120_000])) == 500
    assert rounding(numbers([1, 2, 3])) is None


def _unique_values(source: str, release: pl.DataFrame, columns: dict[str, dict[str, Any]]) -> dict[str, set[str]]:
    """Values of quasi-identifiers that one record of the source alone has and the release shows.

    An end of a grid that the job gives is there whoever has it.
    """
    rows = list(csv.DictReader(io.StringIO(source)))
    shown: dict[str, set[str]] = {}
    for name, column in columns.items():
        counts = Counter(item for row in rows for item in row[name].split("|"))
        labels = release[name].cast(pl.String).drop_nulls().unique().to_list()
        parts = {part.strip() for label in labels for part in re.split(r"[\[\]{};|]", label)}
        shown[name] = {part for part in parts if counts.get(part) == 1 and not _is_given(part, column)}
    return {name: found for name, found in shown.items() if found}


def _is_given(part: str, column: dict[str, Any]) -> bool:
    if column["type"] != "number" or "ends" not in column:
        return False
    own = [column[end] + step for end in ("top", "bottom") if end in column for step in (-1, 0, 1)]
    return int(part) in own or int(part) % column["ends"] in (0, column["ends"] - 1)


def _quasi(content: dict[str, Any]) -> dict[str, dict[str, Any]]:
    columns = content["columns"].items()
    return {name: column for name, column in columns if isinstance(column, dict) and column["role"] == "quasi"}


@pytest.mark.parametrize("records", [300, 2_000])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_release_from_a_draft_shows_no_value_that_one_person_has(tmp_path: Path, language: str, records: int) -> None:
    source = hospital_csv(language, records)  # type: ignore[arg-type]
    (tmp_path / "hospital.csv").write_text(source, encoding="utf-8")
    made = tokumei.draft_job(tmp_path / "hospital.csv", folder=tmp_path, advise=True, language=language)
    made.write(tmp_path / "job.yaml")
    release = tokumei.anonymize(None, tmp_path / "job.yaml")
    assert _unique_values(source, release.data, _quasi(yaml.safe_load(made.text))) == {}


def test_without_grids_and_tails_such_values_are_shown(tmp_path: Path) -> None:
    source = hospital_csv("en", 300)
    (tmp_path / "hospital.csv").write_text(source, encoding="utf-8")
    content = yaml.safe_load(tokumei.draft_job(tmp_path / "hospital.csv", folder=tmp_path).text)
    birth = content["columns"]["birth_year"]
    assert {"ends", "top"} <= set(birth), "every draft has them"
    shown = []
    for bare in (False, True):
        content["columns"]["birth_year"] = {"role": "quasi", "type": "number"} if bare else birth
        content["source"] = str(tmp_path / "hospital.csv")
        release = tokumei.anonymize(None, content)
        shown.append(_unique_values(source, release.data, {"birth_year": content["columns"]["birth_year"]}))
    assert shown[0] == {}
    assert shown[1]["birth_year"]


# ── whole drafts ──


def survey(records: int = 600) -> pl.DataFrame:
    """People with one or two answers: a year of birth, an age and a band; a town in a county; a rare hobby."""
    draw = random.Random(4)
    people = []
    for number in range(records):
        birth = draw.randint(1940, 2005)
        town = draw.randint(0, 23)
        hobby = f"rare {number}" if number % 100 == 0 else draw.choice(["chess", "cards", "dance"])
        person = [f"R{number * 7:05}", birth, 2024 - birth - draw.randint(0, 1), f"town {town}", f"county {town // 4}"]
        answers = [f"2023-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}" for _ in range(1 + (number % 2))]
        people += [[*person, hobby, day, draw.randint(1, 9)] for day in answers]
    names = ["respondent", "birth_year", "age", "town", "county", "hobby", "answer_date", "score"]
    frame = pl.DataFrame(people, schema=names, orient="row")
    return frame.with_columns(age_band=pl.col("age") // 10 * 10)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.csv"
    survey().write_csv(path)
    return path


def test_advice_is_told_as_comments_and_applied_where_that_is_asked(answers: Path) -> None:
    told = tokumei.draft_job(answers, folder=answers.parent)
    done = tokumei.draft_job(answers, folder=answers.parent, advise=True)
    said = "“birth_year”, “age”, “age_band” say the same: keep one"
    assert f"#   {said}" in told.text
    assert said not in done.text
    assert told.files == {}
    assert [one.key for one in told.proposals] == [one.key for one in done.proposals]
    before, after = (load(yaml.safe_load(made.text)) for made in (told, done))
    assert before.columns["age"].role is Role.QUASI
    assert {name for name in after.columns if after.columns[name].role is Role.IDENTIFIER} == {
        "respondent",
        "age",
        "age_band",
        "county",
    }
    assert before.person is None
    assert (after.person, after.one_per) == ("respondent", None)
    assert "one_per: {person: last, by: answer_date}" in done.text, "as a comment"


def test_a_ready_hierarchy_and_a_table_of_rare_values_lie_beside_the_job(answers: Path) -> None:
    made = tokumei.draft_job(answers, folder=answers.parent, advise=True)
    assert set(made.files) == {"answers.town.levels.csv", "answers.hobby.categories.csv"}
    made.write(answers.parent / "job.yaml")
    release = tokumei.anonymize(None, answers.parent / "job.yaml")
    assert release.report["verified"]
    assert (release.report["records"], release.report["people"]["people"]) == (900, 600)
    towns = set(release.data["town"].cast(pl.String))
    assert towns <= {f"town {n}" for n in range(24)} | {f"county {n}" for n in range(6)} | {"*"}
    assert not any("rare" in label for label in release.data["hobby"].cast(pl.String).to_list())


def test_files_that_exist_are_not_replaced_unasked(answers: Path) -> None:
    made = tokumei.draft_job(answers, folder=answers.parent, advise=True)
    (answers.parent / "answers.town.levels.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match=r"town\.levels\.csv"):
        made.write(answers.parent / "job.yaml")
    assert not (answers.parent / "job.yaml").exists()
    made.write(answers.parent / "job.yaml", force=True)


def test_many_records_a_person_are_a_history(tmp_path: Path) -> None:
    draw = random.Random(2)
    lines = ["customer_id,day,goods,code,price,list"]
    for number in range(2_000):
        goods = draw.randint(0, 11)
        customer = "" if number % 50 == 0 else f"C{draw.randint(0, 60)}"
        items = "|".join(draw.sample("abcd", 2))
        day = f"2024-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
        lines.append(f"{customer},{day},thing {goods},{goods:04},{draw.randint(1, 400)},{items}")
    (tmp_path / "log.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = tokumei.draft_job(tmp_path / "log.csv", folder=tmp_path, advise=True)
    made.write(tmp_path / "job.yaml")
    job = load(tmp_path / "job.yaml")
    assert job.subject == "customer_id"
    assert job.columns["price"].role is Role.QUASI
    assert (job.columns["list"].role, job.columns["list"].setting("separator")) == (Role.QUASI, "|")
    assert job.columns["code"].role is Role.IDENTIFIER
    release = tokumei.anonymize(None, job)
    assert release.report["verified"]
    assert release.report["records"] == 1_960


def test_codes_of_one_length_are_offered_their_prefixes(tmp_path: Path) -> None:
    rows = "".join(f"{13101 + 7 * (i % 40)},{i % 5}\n" for i in range(200))
    (tmp_path / "t.csv").write_text("area code,age\n" + rows, encoding="utf-8")
    made = tokumei.draft_job(tmp_path / "t.csv")
    assert '# or: "area code": {role: quasi, type: category, hierarchy: {prefixes: [3, 1]}}' in made.text


def test_serial_numbers_are_identifiers(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("x,age\n" + "".join(f"{i},{i % 9}\n" for i in range(95, 195)), encoding="utf-8")
    made = tokumei.draft_job(tmp_path / "t.csv")
    assert made.guesses[0].role is Role.IDENTIFIER
    assert "follow one another" in because(made.guesses[0].reasons, "en")


def test_dates_that_an_era_does_not_have_are_told(tmp_path: Path) -> None:
    rows = "".join(f"昭和{50 + i % 16}年1月{1 + i % 28}日,{i % 7}\n" for i in range(100))
    (tmp_path / "t.csv").write_text("生年月日,年齢\n" + rows, encoding="utf-8")
    made = tokumei.draft_job(tmp_path / "t.csv", language="ja")
    assert made.guesses[0].kind is Kind.CATEGORY
    assert "要確認" in made.text
    assert "outside of their era" in made.text


@pytest.mark.parametrize("advise", [False, True])
def test_what_is_offered_in_place_of_a_setting_can_stand_there(answers: Path, advise: bool) -> None:
    made = tokumei.draft_job(answers, folder=answers.parent, language="ja", advise=advise)
    offered = re.findall(r"^  # または：(.*)$", made.text, re.MULTILINE)
    assert any("fiscal_year" in one for one in offered)
    for one in offered:
        content = yaml.safe_load(made.text)
        content["columns"] |= yaml.safe_load(one)
        load(content)


def test_a_draft_speaks_japanese(answers: Path) -> None:
    made = tokumei.draft_job(answers, language="ja")
    comments = [line.split("#", 1)[1] for line in made.text.split("\n") if "#" in line and "one_per" not in line]
    assert all(re.search("[\u3040-\u30ff\u4e00-\u9fff]", comment) for comment in comments)
    assert load(yaml.safe_load(made.text)).output.language == "ja"
    with pytest.raises(tokumei.JobError, match="no language"):
        tokumei.draft_job(answers, language="fr")


# ── the command ──


def test_the_command_advises_in_the_language_of_the_terminal(
    answers: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(answers.parent)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert main(["init", "answers.csv"]) == 0
    assert "同じことを言っている" in capsys.readouterr().out
    assert main(["init", "answers.csv", "--language", "en", "--advise", "--force"]) == 0
    said = capsys.readouterr().out
    assert "Done in the job:" in said
    assert "answers.town.levels.csv" in said
    assert main(["init", "answers.csv", "--language", "en", "--advise", "-o", "-"]) == 2
    assert "name the job with `-o`" in capsys.readouterr().err


def test_the_command_takes_titles_and_files_without_a_header(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = hospital_csv("en", 60).split("\n")
    Path("titled.csv").write_text("\n".join(["Visits", "", *lines]), encoding="utf-8")
    Path("bare.csv").write_text("\n".join(lines[1:]), encoding="utf-8")
    for name, option in (("titled", "--header-row 3"), ("bare", "--no-header")):
        assert main(["init", f"{name}.csv"]) == 2
        assert option in capsys.readouterr().err
        assert main(["init", f"{name}.csv", *option.split()]) == 0
        assert main(["run", f"{name}.job.yaml", "--quiet"]) == 0
        assert main(["verify", f"out/{name}.csv", "--job", f"{name}.job.yaml"]) == 0
    assert load("titled.job.yaml").source.header_row == 3  # type: ignore[union-attr]
    assert "column_2" in load("bare.job.yaml").columns
    assert main(["init", "bare.csv", "--no-header", "--header-row", "1"]) == 2
    assert "leave one of them out" in capsys.readouterr().err
