"""Tables in which people have several records: `person` makes them the unit of every promise about groups."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.cli import main
from tokumei.report import render

COLUMNS: dict[str, Any] = {
    "patient": "identifier",
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "quasi", "type": "category"},
    "cost": {"role": "sensitive", "type": "number"},
    "ill": {"role": "sensitive", "type": "category"},
}


def stays(people: int = 60, records: int = 240, *, heavy: float = 0.0) -> pl.DataFrame:
    """Stays of patients, whose ages and towns are their own; one of them may have a share of all."""
    draw = random.Random(3)
    own = [(draw.randint(20, 80), draw.choice("abcdef")) for _ in range(people)]
    rows = []
    for number in range(records):
        who = 0 if draw.random() < heavy else number % people
        age, town = own[who]
        rows.append(
            (f"P{who}", age + draw.randint(0, 3), town, draw.randint(1, 9), draw.choice(["flu", "cold", "gout"]))
        )
    return pl.DataFrame(rows, schema=list(COLUMNS), orient="row")


STAYS = stays()


def job(k: int = 4, *, columns: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    privacy = {"k": k, **more.pop("privacy", {})}
    return {"columns": {**COLUMNS, **(columns or {})}, "person": "patient", "privacy": privacy, "seed": 1, **more}


def refusal(data: pl.DataFrame = STAYS, **more: Any) -> str:
    with pytest.raises(tokumei.TokumeiError) as said:
        tokumei.anonymize(data, job(**more))
    return str(said.value)


def test_a_group_of_one_person_is_no_group() -> None:
    alone = job()
    del alone["person"]
    warned = [note["key"] for note in tokumei.anonymize(STAYS, alone).report["warnings"]]
    assert {"repeated_identifier", "few_people"} <= set(warned)
    report = tokumei.anonymize(STAYS, job()).report
    assert not {"repeated_identifier", "few_people"} & {note["key"] for note in report["warnings"]}
    assert report["promises"][0] == {
        "kind": "k",
        "name": "k-anonymity",
        "column": None,
        "parameters": {"k": 4},
        "target": 4,
        "achieved": 4,
        "holds": True,
        "vacuous": False,
        "unit": "people",
    }
    assert report["people"].keys() == {
        "people", "smallest_group", "average_group", "records_a_person", "most_records"
    }  # fmt: skip
    assert (report["people"]["people"], report["people"]["records_a_person"]) == (60, 4.0)


@pytest.mark.parametrize("recoding", ["local", "column"])
def test_one_person_with_half_of_the_records(recoding: str) -> None:
    release = tokumei.anonymize(stays(heavy=0.5), job(method={"recoding": recoding}))
    assert release.report["verified"]
    assert release.report["people"]["smallest_group"] >= 4
    assert release.report["people"]["most_records"] > 100


def test_bad_input_is_told_in_a_sentence() -> None:
    unnamed = STAYS.with_columns(patient=pl.when(pl.int_range(pl.len()) < 7).then(None).otherwise("patient"))
    assert refusal(unnamed) == (
        "7 records do not say whose they are: 'patient' is missing. Leave them out with "
        "`where: {patient: {missing: false}}`."
    )
    assert "names 'nobody', which is not a column with the role identifier" in refusal(person="nobody")
    assert "names 'age', which is not a column with the role identifier" in refusal(person="age")
    assert "'patient'" in refusal(STAYS.drop("patient"))
    assert refusal(k=61) == "k = 61 people, but the table has the records of 60; the largest possible k is 60."
    told = refusal(privacy={"l_diversity": {"ill": {"entropy": 2.999999}}})
    assert "all people as one group reach 2.9" in told
    assert "`one_per`" in told
    ledger = refusal(ledger="people.ledger")
    assert "set `one_per`" in ledger


def test_what_the_whole_reaches_can_be_promised() -> None:
    told = refusal(privacy={"l_diversity": {"ill": {"entropy": 2.999999}}})
    reached = float(told.split("reach ")[1].split(",")[0])
    release = tokumei.anonymize(STAYS, job(privacy={"l_diversity": {"ill": {"entropy": reached}}}))
    assert release.report["verified"]


def test_removals_are_of_records() -> None:
    odd = pl.DataFrame([("P1", 999, "zzz", 1, "flu")], schema=STAYS.schema, orient="row")
    release = tokumei.anonymize(pl.concat([STAYS, odd]), job(privacy={"suppress": 0.01}))
    assert 1 <= release.report["removed"] <= 2
    assert release.report["people"]["people"] == 60


# ── verify, measure, apply ──


def test_a_file_does_not_say_whose_its_rows_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = job(output={"order": "keep"}, privacy={"l_diversity": {"ill": {"entropy": 1.2}}})
    release = tokumei.anonymize(STAYS, asked)
    judged = tokumei.verify(release.data, asked)
    assert judged.ok
    assert [(one.kind, one.unit) for one in judged.promises] == [("k", "records")], "entropy is about people"
    assert [note.key for note in judged.notes] == ["people_not_judged"]
    assert judged.people is None
    known = tokumei.verify(release.data, asked, persons=STAYS)
    assert [(one.kind, one.unit) for one in known.promises] == [("k", "people"), ("entropy", "people")]
    assert known.ok
    assert known.people is not None
    assert known.to_dict()["people"] == release.report["people"]
    STAYS.select("cost", "patient").write_csv(tmp_path / "persons.csv")
    release.data.write_csv(tmp_path / "release.csv")
    (tmp_path / "job.yaml").write_text(str(asked), encoding="utf-8")
    call = ["verify", str(tmp_path / "release.csv"), "--job", str(tmp_path / "job.yaml"), "--language", "en"]
    assert main(call) == 0
    assert "not judged" in capsys.readouterr().out
    assert main([*call, "--persons", str(tmp_path / "persons.csv")]) == 0
    told = capsys.readouterr().out
    assert "k-anonymity, in people" in told
    assert "not judged" not in told


def test_pseudonyms_say_whose_the_rows_are() -> None:
    named = job(columns={"patient": {"role": "identifier", "pseudonym": "random"}})
    release = tokumei.anonymize(STAYS, named)
    judged = tokumei.verify(release.data, named)
    assert judged.ok
    assert judged.promises[0].unit == "people"
    assert judged.people is not None
    assert judged.people.people == 60


def test_persons_that_break_the_promise_are_found() -> None:
    asked = job(output={"order": "keep"})
    release = tokumei.anonymize(STAYS, asked)
    one = STAYS.with_columns(patient=pl.lit("P0"))
    judged = tokumei.verify(release.data, asked, persons=one)
    assert not judged.ok
    assert judged.promises[0].achieved == 1


def test_persons_are_a_row_for_each_of_the_release() -> None:
    asked = job(output={"order": "keep"})
    release = tokumei.anonymize(STAYS, asked)
    with pytest.raises(tokumei.DataError, match="240 rows, and 239 are said whose"):
        tokumei.verify(release.data, asked, persons=STAYS[1:])
    with pytest.raises(tokumei.DataError, match="patient"):
        tokumei.verify(release.data, asked, persons=STAYS.drop("patient"))
    plain = {name: value for name, value in asked.items() if name != "person"}
    with pytest.raises(tokumei.JobError, match="promises nothing of people"):
        tokumei.verify(release.data, plain, persons=STAYS)


def test_measure_counts_people_where_rows_stand_side_by_side() -> None:
    kept = job(output={"order": "keep"})
    release = tokumei.anonymize(STAYS, kept)
    assert tokumei.measure(STAYS, release, kept)["people"] == release.report["people"]
    measured = tokumei.measure(STAYS, tokumei.anonymize(STAYS, job()), job())
    assert "people" not in measured
    assert "people_not_aligned" in [note["key"] for note in measured["notes"]]


def test_a_stored_recoding_is_applied_by_people(tmp_path: Path) -> None:
    columns = {name: {**COLUMNS[name], "ends": 5} if name == "age" else COLUMNS[name] for name in COLUMNS}
    asked = job(
        columns=columns,
        method={"recoding": "column"},
        output={"recoding": str(tmp_path / "recoding.json"), "data": str(tmp_path / "out.csv")},
    )
    STAYS.write_csv(tmp_path / "stays.csv")
    tokumei.run({**asked, "source": str(tmp_path / "stays.csv")})
    again = tokumei.apply(tmp_path / "recoding.json", stays(people=50, records=200))
    assert again.report["verified"]
    assert again.report["people"]["smallest_group"] >= 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_speaks_of_people(language: str) -> None:
    release = tokumei.anonymize(STAYS, job(privacy={"t_closeness": {"cost": 0.4}}, output={"language": language}))
    page = render(release.report, language=language)
    for word in {"en": ("different people", "Records a person"), "ja": ("別々の人", "一人あたりのレコード")}[language]:
        assert word in page


def test_who_is_removed_by_person_is_removed_with_all_her_records() -> None:
    odd = pl.DataFrame([("P1", 999, "zzz", 1, "flu")], schema=STAYS.schema, orient="row")
    source = pl.concat([STAYS, odd])
    asked = job(privacy={"suppress": 0.05, "suppress_by": "person"}, output={"order": "keep", "removed": "mark"})
    release = tokumei.anonymize(source, asked)
    gone = source.filter(release.data["town"] == "*", release.data["cost"] == "*")["patient"].unique()
    assert "P1" in gone.to_list()
    assert release.report["removed"] == source.filter(pl.col("patient").is_in(gone.to_list())).height <= 0.05 * 241
    assert release.report["people"]["people"] == 60 - len(gone)


def test_removal_by_person_needs_people_and_removals() -> None:
    assert "name a `person` and set `suppress`" in refusal(privacy={"suppress_by": "person"})
    one_per = {"person": "last", "by": "cost"}
    assert "leave it out" in refusal(one_per=one_per, privacy={"suppress": 0.1, "suppress_by": "person"})


@pytest.mark.parametrize("full", [False, True])
def test_attacks_find_nobody_in_a_group_of_few(full: bool) -> None:
    report = tokumei.anonymize(STAYS, job(attack={"full": full})).report
    assert not [one for one in report["attacks"] if one["verdict"] == "breaks"]
