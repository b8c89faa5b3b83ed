"""A stored recoding on next month's data: the same labels, what has no place is counted, bad input is a sentence."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.cli import main

TOWNS = ["kanazawa,ishikawa", "komatsu,ishikawa", "fukui,fukui-ken", "sabae,fukui-ken", "nara,nara-ken"]
K = 5


def visits(seed: int, records: int = 600, **more: list[Any]) -> pl.DataFrame:
    rng = random.Random(seed)
    towns = [town.split(",")[0] for town in TOWNS[:-1]]
    frame = pl.DataFrame(
        {
            "age": [rng.randrange(20, 95) for _ in range(records)],
            "born": [f"{rng.randrange(1930, 2005)}-{rng.randrange(1, 13):02}-15" for _ in range(records)],
            "town": [rng.choice(towns) for _ in range(records)],
            "zip": [f"{rng.choice([920, 921, 600])}{rng.randrange(9):04}" for _ in range(records)],
            "sex": [rng.choice("fm") for _ in range(records)],
            "ill": [rng.choice(["flu", "cold", "cough"]) for _ in range(records)],
        }
    )
    return frame.with_columns(**{name: pl.Series(values) for name, values in more.items()})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "towns.csv").write_text("\n".join(TOWNS), encoding="utf-8")
    visits(1).write_csv("visits.csv")
    visits(2).write_csv("next.csv")
    return tmp_path


def job(by: str = "column", **changes: Any) -> dict[str, Any]:
    return {
        "source": "visits.csv",
        "columns": {
            "age": {"role": "quasi", "type": "number", "ends": "round", "top": 90},
            "born": {"role": "quasi", "type": "date", "hierarchy": {"levels": ["year", "decade"]}, "at_least": "year"},
            "town": {"role": "quasi", "type": "category", "hierarchy": "towns.csv"},
            "zip": {"role": "quasi", "type": "category", "hierarchy": {"prefixes": [5, 3]}},
            "sex": {"role": "quasi", "type": "category"},
            "ill": {"role": "sensitive", "type": "category"},
        },
        "privacy": {"k": K, "l_diversity": {"ill": {"distinct": 2}}, "suppress": 0.05},
        "method": {"recoding": by},
        "output": {"data": "out.csv", "recoding": "recoding.json"},
        "seed": 0,
        **changes,
    }


def quasi(release: tokumei.Release, name: str) -> set[str]:
    return set(release.data[name].cast(pl.String).drop_nulls())


@pytest.mark.parametrize("by", ["column", "level"])
def test_next_month_has_the_same_labels(folder: Path, by: str) -> None:
    release = tokumei.run(job(by))
    again = tokumei.apply("recoding.json", "next.csv")
    assert again.report["verified"]
    assert again.report["removed"] < 60
    for name in ("age", "born", "zip", "sex"):
        assert quasi(again, name) <= quasi(release, name)
    assert {promise["kind"] for promise in again.report["promises"]} >= {"k", "distinct", "top", "ends", "at_least"}


def test_the_file_holds_no_value_that_fewer_than_k_have(folder: Path) -> None:
    rare = visits(1)
    sexes = ["x"] * (K - 1) + rare["sex"].to_list()[K - 1 :]
    asked = job(privacy={"k": K, "suppress": 0.3})
    release = tokumei.anonymize(rare.with_columns(sex=pl.Series(sexes)), asked)
    assert "x" not in [value for values in release.recoding["columns"]["sex"]["values"] for value in values]
    assert release.recoding["columns"]["town"]["nodes"]
    assert "visits.csv" not in json.dumps(release.recoding)


def test_values_without_a_place_are_removed_and_counted(folder: Path) -> None:
    tokumei.run(job())
    new = visits(3)
    new = new.with_columns(sex=pl.Series(["x"] * 40 + new["sex"].to_list()[40:]))
    release = tokumei.apply("recoding.json", new)
    warnings = {one["key"]: one["values"] for one in release.report["warnings"]}
    assert warnings["without_place"] == {"records": 600, "without_place": 40, "columns": ["sex"]}
    assert release.report["removed"] == 40 + warnings.get("small_groups", {"removed": 0})["removed"]
    assert "x" not in quasi(release, "sex")
    with pytest.raises(tokumei.PromiseError, match="removed"):
        tokumei.apply("recoding.json", new, suppress=0.01)


def test_a_value_that_the_hierarchy_lacks_has_a_place_where_everything_has(folder: Path) -> None:
    others = dict.fromkeys(["age", "born", "zip", "sex", "ill"], "identifier")
    release = tokumei.run(job(privacy={"k": 400}, columns={**job()["columns"], **others}))
    new = visits(3)
    new = new.with_columns(town=pl.Series(["atlantis"] * 40 + new["town"].to_list()[40:]))
    assert quasi(release, "town") == {"*"}
    again = tokumei.apply("recoding.json", new)
    assert again.report["removed"] == 0
    assert quasi(again, "town") == {"*"}


def test_missing_values_have_a_place_where_enough_had_none(folder: Path) -> None:
    frame = visits(1)
    with_gaps = frame.with_columns(sex=pl.when(pl.col("age") % 4 == 0).then(None).otherwise(pl.col("sex")))
    stored = tokumei.anonymize(with_gaps, job()).recoding
    release = tokumei.apply(stored, visits(2).with_columns(sex=pl.Series([None] * 300 + ["f", "m"] * 150)))
    assert release.report["verified"]
    assert release.data["sex"].null_count() > 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not valid JSON"),
        ("[]", "not a stored recoding"),
        ('{"columns": {}}', "not a stored recoding"),
        ('{"kind": "tokumei recoding"}', "job_sha256"),
    ],
)
def test_what_is_no_recoding_is_said(folder: Path, content: str, said: str) -> None:
    Path("broken.json").write_text(content, encoding="utf-8")
    with pytest.raises(tokumei.JobError, match=said):
        tokumei.apply("broken.json", "next.csv")


def test_a_recoding_that_was_changed_is_refused(folder: Path) -> None:
    tokumei.run(job())
    stored = json.loads(Path("recoding.json").read_text(encoding="utf-8"))
    del stored["columns"]["sex"]
    with pytest.raises(tokumei.JobError, match="was changed"):
        tokumei.apply(stored, "next.csv")
    stored = json.loads(Path("recoding.json").read_text(encoding="utf-8"))
    stored["columns"]["sex"] = {"values": [["f"]], "level": 1}
    with pytest.raises(tokumei.JobError, match="exactly one of"):
        tokumei.apply(stored, "next.csv")


def test_data_of_another_form_are_refused(folder: Path) -> None:
    tokumei.run(job())
    with pytest.raises(tokumei.DataError, match="sex"):
        tokumei.apply("recoding.json", visits(2).drop("sex"))
    with pytest.raises(tokumei.DataError, match="extra"):
        tokumei.apply("recoding.json", visits(2, extra=[1] * 600))
    with pytest.raises(tokumei.DataError, match="whole numbers"):
        tokumei.apply("recoding.json", visits(2).with_columns(pl.col("age") + 0.5))
    with pytest.raises(tokumei.DataError, match="age"):
        tokumei.apply("recoding.json", visits(2).with_columns(age=pl.lit("old")))
    with pytest.raises(tokumei.Infeasible, match="have a place"):
        tokumei.apply("recoding.json", visits(2).with_columns(sex=pl.lit("x")))


def test_ranges_that_end_with_values_of_the_source_are_not_stored(folder: Path) -> None:
    columns = {**job()["columns"], "age": {"role": "quasi", "type": "number"}}
    with pytest.raises(tokumei.JobError, match="set `ends` of the column"):
        tokumei.anonymize(None, job(columns=columns))
    with pytest.raises(tokumei.JobError, match=r"ends in \.json"):
        tokumei.anonymize(None, job(output={"recoding": "recoding.csv"}))


def test_the_command_writes_a_release_and_its_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("job.yaml").write_text(json.dumps(job()), encoding="utf-8")
    assert main(["run", "job.yaml", "-q"]) == 0
    assert main(["apply", "recoding.json", "next.csv", "-o", "again.csv", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["released"] == len(pl.read_csv("again.csv"))
    assert Path("again.csv.report.html").is_file()
    assert main(["verify", "again.csv", "--job", "job.yaml"]) == 0
    capsys.readouterr()
    assert main(["apply", "recoding.json", "next.csv", "-o", "again.csv"]) == 2
    assert main(["apply", "recoding.json", "missing.csv", "-o", "third.csv"]) == 2
    assert main(["apply", "visits.csv", "next.csv", "-o", "third.csv"]) == 2
    assert "recoding" in capsys.readouterr().err
    assert not Path("third.csv").exists()


def test_keys_and_other_files_are_found_from_where_the_recoding_lies(folder: Path) -> None:
    columns = {**job()["columns"], "card": {"role": "identifier", "pseudonym": {"key": "card.key"}}}
    frame = visits(1).with_columns(card=pl.Series(range(600)).cast(pl.String))
    frame.write_csv("visits.csv")
    output = {"data": "out.csv", "recoding": "stored/recoding.json"}
    release = tokumei.run(job(columns=columns, output=output))
    again = tokumei.apply("stored/recoding.json", frame)
    assert set(again.data["card"]) >= set(release.data["card"])
