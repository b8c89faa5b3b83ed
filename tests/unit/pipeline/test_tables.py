"""Several tables about the same people: one release, linked by a pseudonym or apart, all of it or nothing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from hospital import DATA, TABLES, in_files, job
from tokumei.cli import main
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.job import TablesJob, load_any
from tokumei.privacy.linked import LinkedAnonymity
from tokumei.report import render


def refusal(data: Any = DATA, /, **more: Any) -> str:
    with pytest.raises(tokumei.TokumeiError) as said:
        tokumei.anonymize(data, job(**more))
    return str(said.value)


def possessions(tables: dict[str, pl.DataFrame]) -> dict[str, Counter[Any]]:
    """Pseudonym → its rows over all tables, counted."""
    own: dict[str, Counter[Any]] = {}
    for name, frame in tables.items():
        for person, *row in frame.rows():
            own.setdefault(person, Counter())[(name, *row)] += 1
    return own


def test_whoever_is_linked_has_what_k_people_have() -> None:
    release = tokumei.anonymize(DATA, job())
    own = possessions({name: one.data for name, one in release.tables.items()})
    alike = Counter(frozenset(rows.items()) for rows in own.values())
    assert min(alike.values()) >= 3
    assert release.report["promises"][0]["achieved"] == min(alike.values())
    assert release.report["groups"] == len(alike)
    assert release.report["verified"]
    assert len(own) > 30  # most people are there
    assert sum(name == "visits" for rows in own.values() for name, *_ in rows) > 20


def test_a_table_of_one_row_a_person_keeps_one_row_a_person() -> None:
    published = tokumei.anonymize(DATA, job()).tables["patients"].data
    assert published["patient"].is_unique().all()


def test_pseudonyms_are_fresh_and_agree() -> None:
    first, second = (tokumei.anonymize(DATA, job()) for _ in range(2))
    names = [set(release.tables["patients"].data["patient"]) for release in (first, second)]
    assert not names[0] & set(DATA["patients"]["patient"])
    assert len(names[0] & names[1]) < len(names[0]) / 4
    assert set(first.tables["visits"].data["patient"]) <= names[0]


def test_tables_apart_publish_what_a_job_of_each_publishes() -> None:
    release = tokumei.anonymize(DATA, job(linked=False))
    for name, table in TABLES.items():
        alone = tokumei.anonymize(DATA[name], {**table, "person": "patient", "privacy": {"k": 3}, "seed": 1})
        assert release.tables[name].data.equals(alone.data)
        assert "patient" not in release.tables[name].data.columns
    promised = [(promise["table"], promise["unit"]) for promise in release.report["promises"]]
    assert promised == [(name, "people") for name in TABLES]


def test_a_promise_of_a_column_holds_in_every_table_that_has_it() -> None:
    ill = {"role": "sensitive", "type": "category"}
    tables = {"visits": {"columns": {**TABLES["visits"]["columns"], "ill": ill}}}
    asked = job(linked=False, tables=tables)
    asked["privacy"]["l_diversity"] = {"ill": {"distinct": 2}}
    kinds = [(promise["kind"], promise["table"]) for promise in tokumei.anonymize(DATA, asked).report["promises"]]
    assert kinds == [("k", "patients"), ("k", "visits"), ("distinct", "visits"), ("k", "drugs")]


def test_verification_sees_a_row_that_is_changed_in_one_table() -> None:
    release = tokumei.anonymize(DATA, job())
    tables = {name: one.data for name, one in release.tables.items()}
    assert tokumei.verify(release, job()).ok
    assert tokumei.verify(tables, job()).ok
    ill = tables["visits"]["ill"].cast(pl.String)
    changed = tables["visits"].with_columns(pl.Series("ill", ["other", *ill[1:]]))
    found = tokumei.verify({**tables, "visits": changed}, job())
    assert not found.ok
    assert found.broken[0].kind == "linked"


def test_tables_that_hold_by_themselves_need_not_hold_together() -> None:
    """Two of everything in each table, but paired otherwise: over both, everybody is alone."""

    def table(labels: str) -> PublishedTable:
        column = PublishedColumn(pl.Series([ord(one) - 97 for one in labels]).to_numpy().astype("int32"), ("x", "y"))
        names = PublishedColumn(pl.Series(range(4)).to_numpy().astype("int32"), ("1", "2", "3", "4"))
        return PublishedTable({"who": names, "v": column}, 4)

    model, columns = LinkedAnonymity(2), {"a": ["v"], "b": ["v"]}
    alike = model.check({"a": table("aabb"), "b": table("aabb")}, subject="who", columns=columns)
    crossed = model.check({"a": table("aabb"), "b": table("abab")}, subject="who", columns=columns)
    assert (alike.promises[0].holds, alike.smallest_group) == (True, 2)
    assert (crossed.promises[0].holds, crossed.smallest_group) == (False, 1)


def test_a_run_writes_every_table_and_one_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = in_files(tmp_path)
    assert main(["run", str(path)]) == 0
    written = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert written == ["drugs.csv", "patients.csv", "report.html", "report.json", "visits.csv"]
    assert "k-anonymity over all tables" in capsys.readouterr().out
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert {report["tables"][name]["release"]["path"] for name in TABLES} == {f"{name}.csv" for name in TABLES}
    assert main(["verify", str(tmp_path / "out"), "--job", str(path)]) == 0
    assert main(["run", str(path)]) == 2  # it exists
    assert "--force" in capsys.readouterr().err


def test_nothing_is_written_where_one_table_fails(tmp_path: Path) -> None:
    path = in_files(tmp_path, {**DATA, "drugs": DATA["drugs"].head(0)})
    assert main(["run", str(path)]) == 2
    assert not (tmp_path / "out").exists()


def test_a_changed_file_is_found_by_verify(tmp_path: Path) -> None:
    path = in_files(tmp_path)
    tokumei.run(path)
    file = tmp_path / "out" / "drugs.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], *lines[2:]]), encoding="utf-8")
    assert main(["verify", str(tmp_path / "out"), "--job", str(path)]) == 1


def test_a_release_is_written_by_its_own_hand(tmp_path: Path) -> None:
    release = tokumei.anonymize(DATA, job(output={"files": "parquet"}))
    release.write(tmp_path / "there")
    assert pl.read_parquet(tmp_path / "there" / "visits.parquet").height == release.tables["visits"].data.height
    assert tokumei.verify(tmp_path / "there", job(output={"files": "parquet"})).ok


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("linked", [True, False])
def test_the_page_has_every_table(linked: bool, language: str) -> None:
    release = tokumei.anonymize(DATA, job(linked=linked))
    page = render(release.report, language=language)
    assert all(f"<h3>{name}</h3>" in page for name in TABLES)
    assert ("仮名" if language == "ja" else "pseudonym") in page or not linked
    assert "<table" in release._repr_html_()


def test_strangers_are_counted_and_refused_left_out_or_kept() -> None:
    few = {**DATA, "patients": DATA["patients"].tail(36)}
    strangers = DATA["visits"].filter(pl.col("patient").is_in(["P0", "P1", "P2", "P3"]))
    count = strangers["patient"].n_unique()
    said = refusal(few)
    assert f"Table 'visits': {count} of its" in said
    assert "`strangers: drop`" in said
    dropped = tokumei.anonymize(few, job(strangers="drop"))
    assert dropped.tables["visits"].report["records"] == DATA["visits"].height - strangers.height
    kept = tokumei.anonymize(few, job(strangers="keep"))
    assert kept.tables["visits"].report["records"] == DATA["visits"].height
    for release, key in ((dropped, "strangers_drop"), (kept, "strangers_keep")):
        note = release.report["warnings"][0]
        assert (note["key"], note["table"], note["values"]["people"]) == (key, "visits", count)
    assert tokumei.anonymize(few, job(linked=False, strangers="drop")).report["verified"]


def test_keys_that_do_not_match_at_all_are_said() -> None:
    other = {**DATA, "visits": DATA["visits"].with_columns(patient=pl.lit("V") + pl.col("patient"))}
    assert "Do the keys match?" in refusal(other, strangers="drop")


@pytest.mark.parametrize("linked", [True, False])
def test_what_is_wrong_with_a_table_is_said_with_its_name(linked: bool) -> None:
    nobody = {**DATA, "visits": DATA["visits"].with_columns(patient=pl.lit(None, dtype=pl.String))}
    assert "Table 'visits'" in refusal(nobody, linked=linked)
    assert "do not say whose they are" in refusal(nobody, linked=linked)
    assert "Table 'drugs': The frame has no records" in refusal({**DATA, "drugs": DATA["drugs"].head(0)}, linked=linked)
    assert "Table 'drugs'" in refusal({**DATA, "drugs": DATA["drugs"].drop("dose")}, linked=linked)


def test_fewer_people_than_k_are_refused() -> None:
    assert "fewer than k = 50" in refusal(k=50)
    assert "Table 'patients'" in refusal(k=50, linked=False)


def test_a_table_of_which_nothing_would_be_left_is_refused() -> None:
    assert "Table 'drugs': no 3 people" in refusal({**DATA, "drugs": DATA["drugs"].head(2)})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"linked": None}, "`linked`"),
        ({"privacy": {"k": 3, "km": {"column": "ill", "m": 2}}}, "`privacy.km`"),
        ({"privacy": {"k": 3, "l_diversity": {"fee": {"distinct": 2}}}}, "which no table has"),
        ({"subject": "patient"}, "this key is not known"),
        ({"person": "birth"}, "must have 'birth'"),
        ({"tables": {"patients": TABLES["patients"]}}, "several tables stand here"),
        ({"tables": {**TABLES, "a/b": TABLES["drugs"]}}, "the name of a table is that of its file"),
        ({"tables": {**TABLES, "Drugs": TABLES["drugs"]}}, "differ in case alone"),
        ({"tables": {**TABLES, "drugs": {"columns": {"patient": "identifier"}}}}, "table 'drugs': no column has"),
        ({"output": {"report": "a.txt"}}, "must end in .html"),
        ({"output": {"files": "parquet", "encoding": "cp932"}}, "`encoding` is for text files"),
        ({"output": {"order": "keep"}}, "`output.order`: this key is not known"),
    ],
)
def test_a_job_that_makes_no_sense_is_refused(change: dict[str, Any], said: str) -> None:
    asked = {key: value for key, value in {**job(), **change}.items() if value is not None}
    with pytest.raises(tokumei.JobError, match="The job") as refused:
        load_any(asked)
    assert said in str(refused.value)


def test_calls_that_take_one_table_say_so() -> None:
    with pytest.raises(tokumei.JobError, match="several `tables`"):
        tokumei.load(job())
    with pytest.raises(tokumei.JobError, match="a mapping with a frame"):
        tokumei.anonymize(DATA["visits"], job())
    with pytest.raises(tokumei.JobError, match="give one for each"):
        tokumei.anonymize({"visits": DATA["visits"]}, job())
    with pytest.raises(tokumei.JobError, match=r"output\.folder"):
        tokumei.run(job())
    with pytest.raises(tokumei.JobError, match="Leave the persons out"):
        tokumei.verify(DATA, job(), persons=DATA["patients"])


def test_a_file_is_no_release_of_several_tables(tmp_path: Path) -> None:
    with pytest.raises(tokumei.DataError, match="are a folder"):
        tokumei.verify(tmp_path / "none.csv", job())


def test_an_output_is_not_written_over_its_source(tmp_path: Path) -> None:
    path = in_files(tmp_path)
    asked = load_any(path)
    assert isinstance(asked, TablesJob)
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, "output": {"folder": "."}}), encoding="utf-8")
    with pytest.raises(tokumei.JobError, match="its own source"):
        tokumei.run(path, force=True)


def test_the_order_of_the_rows_does_not_matter() -> None:
    shuffled = {name: frame.sample(fraction=1.0, shuffle=True, seed=9) for name, frame in DATA.items()}
    found = [
        sorted(
            sorted(rows.items(), key=repr)
            for rows in possessions({name: one.data for name, one in release.tables.items()}).values()
        )
        for release in (tokumei.anonymize(data, job()) for data in (DATA, shuffled))
    ]
    assert found[0] == found[1]
