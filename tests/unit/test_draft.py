"""`init`: guesses with reasons, and a draft that is a valid job."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.draft import draft_job, draft_of
from tokumei.draft.guess import guess
from tokumei.draft.names import hint, plain
from tokumei.draft.profile import Profile
from tokumei.draft.render import written
from tokumei.draft.shapes import shape_of
from tokumei.draft.unique import recognisable, unique_in_combination, unique_records
from tokumei.draft.words import because
from tokumei.errors import OutputError, SourceError
from tokumei.examples_data import hospital_csv
from tokumei.job import load


@pytest.mark.parametrize(
    ("names", "role"),
    [
        (
            "氏名 名前 患者ID 会員番号 マイナンバー 電話番号 メール 携帯 フリガナ 口座番号 患者番号",
            Role.IDENTIFIER,
        ),
        ("name PatientID patient_name SSN phoneNumber E-mail customer_id MemberNo uuid respondent", Role.IDENTIFIER),
        ("生年月日 年齢 性別 郵便番号 住所 都道府県 市区町村 職業 学歴 国籍 受診日 診療年月 病院名", Role.QUASI),
        ("dob BirthYear age Sex zip_code address city occupation education nationality visit_date", Role.QUASI),
        ("病名 傷病名 診断 年収 給与 世帯年収 既往歴 宗教 医療費 処方薬", Role.SENSITIVE),
        ("diagnosis disease_name salary household_income religion cost medication ICD-10", Role.SENSITIVE),
    ],
)
def test_names_in_two_languages_suggest_roles(names: str, role: Role) -> None:
    assert {name: found.role if (found := hint(name)) else None for name in names.split()} == dict.fromkeys(
        names.split(), role
    )


@pytest.mark.parametrize("name", ["message", "image", "package", "Identity crisis", "hospital", "x"])
def test_a_word_inside_another_suggests_nothing(name: str) -> None:
    assert hint(name) is None


def test_names_are_compared_without_their_spelling() -> None:
    assert plain("PatientID") == plain("patient_id") == plain("Ｐａｔｉｅｎｔ ID") == "patient id"


@pytest.mark.parametrize(
    ("values", "shape"),
    [
        (["a@b.jp", "c.d@e.co.jp"], "email"),
        (["03-1234-5678", "090-1234-5678", "+81 90 1234 5678"], "phone"),
        (["100-0001", "〒920-0293", "９２０-０２９３"], "postal"),
        (["123456789018"], "my_number"),
        (["4111 1111 1111 1111"], "card"),
        (["https://example.com/1"], "url"),
        (["192.168.0.1"], "ip"),
        (["123e4567-e89b-12d3-a456-426614174000"], "uuid"),
        (["123-45-6789"], "ssn"),
        (["123456789012", "1234"], None),
        (["2024-01-02", "word"], None),
    ],
)
def test_values_have_shapes(values: list[str], shape: str | None) -> None:
    found = shape_of(values, [1] * len(values))
    assert (found.name if found else None) == shape


def test_a_shape_needs_nine_of_ten_cells() -> None:
    values = ["a@b.jp", "none"]
    assert shape_of(values, [90, 10]) is not None
    assert shape_of(values, [89, 11]) is None


def profile(name: str, cells: list[str | None], kind: Kind = Kind.CATEGORY, separator: str | None = None) -> Profile:
    """A profile without a file."""
    values = sorted({cell for cell in cells if cell is not None})
    place = {value: number for number, value in enumerate(values)}
    return Profile(
        name=name,
        codes=np.array([len(values) if cell is None else place[cell] for cell in cells], dtype=np.int32),
        distinct=len(values),
        filled=sum(cell is not None for cell in cells),
        values=tuple(values),
        counts=tuple(cells.count(value) for value in values),
        kind=kind,
        separator=separator,
    )


def test_a_column_of_unknown_name_is_a_quasi_identifier() -> None:
    found = guess(profile("x", ["a", "b"] * 50))
    assert (found.role, found.kind) == (Role.QUASI, Kind.CATEGORY)


def test_values_that_are_nearly_all_different_name_their_records() -> None:
    assert guess(profile("x", [f"v{i}" for i in range(100)])).role is Role.IDENTIFIER
    assert guess(profile("x", [f"v{i}" for i in range(10)])).role is Role.QUASI, "ten records say little"


def test_whole_numbers_of_one_length_that_all_differ_are_keys_and_amounts_are_not() -> None:
    keys = [str(100_000 + 7 * i) for i in range(100)]
    amounts = [str(3 * i) for i in range(100)]
    assert guess(profile("x", keys, Kind.NUMBER)).role is Role.IDENTIFIER
    assert guess(profile("x", amounts, Kind.NUMBER)).role is Role.QUASI


def test_a_number_in_the_name_does_not_make_a_key_of_few_values() -> None:
    assert guess(profile("education-num", [str(i % 16) for i in range(1000)], Kind.NUMBER)).role is Role.QUASI
    assert guess(profile("invoice_no", [str(i) for i in range(1000)], Kind.NUMBER)).role is Role.IDENTIFIER


def test_codes_that_look_like_numbers_are_categories() -> None:
    assert guess(profile("性別", ["1", "2", "9"] * 20, Kind.NUMBER)).kind is Kind.CATEGORY
    assert guess(profile("年齢", ["10", "20", "35"] * 20, Kind.NUMBER)).kind is Kind.NUMBER


def test_months_written_as_numbers_are_dates() -> None:
    found = guess(profile("診療年月", ["202401", "202402", "202312"] * 20, Kind.NUMBER))
    assert found.kind is Kind.DATE
    assert found.settings["format"] == "%Y%m"


def test_postal_codes_get_a_hierarchy_of_prefixes() -> None:
    found = guess(profile("郵便番号", ["100-0001", "920-0293"] * 20))
    assert (found.role, found.kind) == (Role.QUASI, Kind.CATEGORY)
    assert found.settings["hierarchy"] == {"prefixes": [3, 2, 1]}


def test_a_set_of_drugs_is_recoded_although_its_name_is_sensitive() -> None:
    draw = random.Random(1)
    cells: list[str | None] = ["|".join(sorted(draw.sample("abcdef", 3))) for _ in range(100)]
    found = guess(profile("drugs", cells, Kind.SET, "|"))
    assert (found.role, found.kind) == (Role.QUASI, Kind.SET)


def test_amounts_with_thousands_are_no_sets() -> None:
    cells: list[str | None] = ["1,000円以上 3,000円未満", "10,000円以上 20,000円未満", "使わない"] * 20
    assert guess(profile("cost", cells, Kind.SET, ",")).kind is Kind.CATEGORY


def test_constant_and_empty_columns_are_kept() -> None:
    assert guess(profile("version", ["1"] * 30)).role is Role.KEEP
    assert guess(profile("version", ["1"] * 29 + [None])).role is Role.QUASI, "empty is a value of its own"
    assert guess(profile("version", [None] * 30)).role is Role.KEEP


def test_reasons_quote_no_values() -> None:
    secret = "Qxz"
    found = guess(profile("x", [f"{secret}{i}" for i in range(100)]))
    assert secret not in because(found.reasons, "en")


def test_uniqueness_counts_records_that_no_other_equals() -> None:
    a = np.array([0, 0, 1, 1, 2], dtype=np.int32)
    b = np.array([0, 0, 0, 1, 0], dtype=np.int32)
    assert unique_records([a]) == 1
    assert unique_records([b]) == 1
    assert unique_records([a, b]) == 3


def test_uniqueness_finds_the_few_columns_that_do_it() -> None:
    key = np.arange(50, dtype=np.int32)
    noise = np.zeros(50, dtype=np.int32)
    found = unique_in_combination({"noise": noise, "key": key, "more": noise})
    assert found is not None
    assert (found.few, found.by_few, found.together) == (("key",), 50, 50)


def test_records_of_one_person_alone_are_counted_where_people_are() -> None:
    age = np.array([0, 0, 0, 1, 1, 2], dtype=np.int32)
    person = np.array([7, 7, 7, 7, 8, 9], dtype=np.int32)
    by_records = recognisable({"age": age}, k=3)
    by_people = recognisable({"age": age}, k=3, person=person)
    assert (by_records["unique"], by_records["below_k"]) == (1, 3)
    assert (by_people["unique"], by_people["below_k"], by_people["unique_by_few"]) == (4, 6, 4)


def test_uniqueness_does_not_overflow_with_many_large_columns() -> None:
    columns = {str(i): np.arange(1000, dtype=np.int32)[::-1] for i in range(30)}
    found = unique_in_combination(columns)
    assert found is not None
    assert found.together == 1000


@pytest.mark.parametrize(
    "value",
    [
        "plain",
        "with space",
        "no",
        "yes",
        "null",
        "1",
        "1.5",
        "a: b",
        "#x",
        "年齢",
        "",
        "a\nb",
        "'",
        '"',
        "-",
        "ｷ",
        "2024-01-01",
    ],
)
def test_names_are_written_so_that_yaml_reads_them_back(value: str) -> None:
    assert yaml.safe_load(f"{written(value)}: {written({'a': value})}") == {value: {"a": value}}


@pytest.fixture
def hospital(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "hospital.csv"
    path.parent.mkdir()
    path.write_text(hospital_csv("ja", 300), encoding="cp932")
    return path


def test_the_draft_of_a_hospital_is_a_job_with_the_expected_roles(hospital: Path) -> None:
    made = draft_job(hospital, folder=hospital.parents[1])
    content = yaml.safe_load(made.text)
    job = load(content)
    assert content["source"] == "data/hospital.csv"
    assert {name: (column.role, column.type) for name, column in job.columns.items()} == {
        "患者ID": (Role.IDENTIFIER, None),
        "生年": (Role.QUASI, Kind.NUMBER),
        "性別": (Role.QUASI, Kind.CATEGORY),
        "市町村": (Role.QUASI, Kind.CATEGORY),
        "受診月": (Role.QUASI, Kind.DATE),
        "職業": (Role.QUASI, Kind.CATEGORY),
        "処方薬": (Role.QUASI, Kind.SET),
        "傷病名": (Role.SENSITIVE, Kind.CATEGORY),
        "医療費": (Role.SENSITIVE, Kind.NUMBER),
    }
    assert job.privacy.l_diversity["傷病名"].distinct == 2
    assert job.output.language == "ja"
    assert {"source_size", "cp932_found", "unique_records"} <= {note.key for note in made.remarks}
    assert "By the quasi-identifiers (" in made.text


def test_every_drafted_column_can_be_read_as_its_type(tmp_path: Path) -> None:
    """Dates whose day and month cannot be told apart, and values that look published, do not break the draft."""
    from tokumei.io.encode import encode
    from tokumei.io.sources import read_file

    path = tmp_path / "odd.csv"
    rows = [f"{1 + i % 9:02d}/{1 + i % 5:02d}/2024,{'*' if i % 3 else '[1;2]'},{i % 4}" for i in range(60)]
    path.write_text("day,sign,level\n" + "\n".join(rows) + "\n", encoding="utf-8")
    job = load(yaml.safe_load(draft_job(path, folder=tmp_path).text))
    specs = [column.spec(name, column.type or Kind.CATEGORY) for name, column in job.columns.items()]
    assert isinstance(specs[0], ColumnSpec)
    table, _ = encode(read_file(path).frame, specs)
    assert table.records == 60
    assert job.columns["day"].format == "%d/%m/%Y"
    assert job.columns["sign"].role is Role.IDENTIFIER


def test_a_draft_always_has_a_quasi_identifier(tmp_path: Path) -> None:
    path = tmp_path / "ids.csv"
    path.write_text("id,salary\n" + "".join(f"{i},{i % 7}\n" for i in range(40)), encoding="utf-8")
    assert load(yaml.safe_load(draft_job(path).text)).columns["salary"].role is Role.QUASI


def test_k_is_no_larger_than_the_table(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    path.write_text("age\n1\n2\n2\n", encoding="utf-8")
    assert load(yaml.safe_load(draft_job(path, k=5).text)).privacy.k == 3


def test_settings_of_the_reader_are_kept_in_the_job(hospital: Path) -> None:
    content = yaml.safe_load(draft_job(hospital, folder=hospital.parent, encoding="cp932", delimiter=",").text)
    assert content["source"] == {"file": "hospital.csv", "encoding": "cp932", "delimiter": ","}


def test_a_query_on_a_database_can_be_drafted(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "people.db") as base:
        base.execute("create table people (name text, age integer)")
        base.executemany("insert into people values (?, ?)", [(f"n{i}", i % 9) for i in range(40)])
    base.close()
    content = yaml.safe_load(draft_job("sqlite:///people.db", folder=tmp_path, query="select * from people").text)
    assert content["source"] == {"sql": "sqlite:///people.db", "query": "select * from people"}
    assert content["output"]["data"] == "out/database.csv"
    assert load(content).columns["name"].role is Role.IDENTIFIER


def test_an_identifier_that_returns_is_offered_as_the_subject(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("customer_id,price\n" + "".join(f"{i % 50},{i}\n" for i in range(200)), encoding="utf-8")
    assert "# subject: customer_id" in draft_job(path).text


def test_column_names_with_line_breaks_stay_in_their_place(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text('"a\nb: c # d",age\n' + "".join(f"x{i % 3},{i}\n" for i in range(30)), encoding="utf-8")
    assert set(load(yaml.safe_load(draft_job(path).text)).columns) == {"a\nb: c # d", "age"}


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)
CELLS = {
    "number": st.integers(-(2**40), 2**40),
    "real": st.floats(),
    "date": st.dates(),
    "flag": st.booleans(),
    "text": st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    "nothing": st.none(),
}


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[object]]:
    """Columns of one kind each, with empty fields."""
    records = draw(st.integers(1, 30))
    kinds = draw(st.dictionaries(NAMES, st.sampled_from(list(CELLS)), min_size=1, max_size=5))
    return {
        name: draw(st.lists(st.none() | CELLS[kind], min_size=records, max_size=records))
        for name, kind in kinds.items()
    }


@given(tables(), st.booleans(), st.sampled_from(["en", "ja"]))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_table_gets_a_valid_draft_that_keeps_all_columns(
    columns: dict[str, list[object]], advise: bool, language: str
) -> None:
    import polars as pl

    from tokumei.io.sources import Reading, SourceFacts

    frame = pl.DataFrame(columns, strict=False)
    reading = Reading(frame, SourceFacts(kind="frame", rows=frame.height))
    made = draft_of(reading, {"file": "x.csv"}, advise=advise, language=language)
    job = load(yaml.safe_load(made.text))
    assert set(job.columns) == set(columns)
    assert [one.name for one in made.guesses] == list(columns)


def test_a_draft_does_not_replace_a_file_unasked(hospital: Path, tmp_path: Path) -> None:
    made = draft_job(hospital, folder=tmp_path)
    place = tmp_path / "job.yaml"
    place.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="--force"):
        made.write(place)
    assert place.read_text(encoding="utf-8") == "mine"
    made.write(place, force=True)
    assert load(place).privacy.k == 5
    with pytest.raises(OutputError, match="folder"):
        made.write(tmp_path, force=True)
    with pytest.raises(OutputError, match="written"):
        made.write(tmp_path / "no" / "job.yaml")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "job.yaml"]


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no file"):
        draft_job(tmp_path / "none.csv")
