"""Attacks on releases of every kind, in the run and on files; limits; and what is said where something is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import tokumei
from tokumei.attacks.trying import ATTACKS
from tokumei.cli.app import app
from tokumei.report import render, summary
from tokumei.report.words import LANGUAGES, PHRASES, words_in


@pytest.fixture(scope="module")
def people() -> pl.DataFrame:
    random = np.random.default_rng(3)
    ages = random.integers(20, 80, 300)
    towns = random.choice(["north", "south", "east", "west"], 300)
    ill = np.where(random.random(300) < 0.85, np.where(ages < 50, "cold", "gout"), "flu")
    return pl.DataFrame(
        {
            "name": [f"n{place}" for place in range(300)],
            "age": ages.tolist(),
            "town": towns.tolist(),
            "ill": ill.tolist(),
        }
    )


def job(**more: Any) -> dict[str, Any]:
    columns = {"name": "identifier", "age": {"role": "quasi", "type": "number"}, "ill": {"role": "sensitive"}}
    columns["town"] = {"role": "quasi", "type": "category"}
    return {"columns": columns, "privacy": {"k": 5}, **more}


def by_name(findings: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in findings}


def test_a_run_is_attacked_where_the_job_asks_for_it(people: pl.DataFrame) -> None:
    report = tokumei.anonymize(people, job(attack=True)).report
    findings = by_name(report["attacks"])
    assert findings["row-order"]["verdict"] == "chance"
    assert findings["re-run"]["rate"][0] <= 1 / 5
    assert findings["nearly"]["column"] == "ill"
    assert findings["tight-cells"]["hits"] == findings["tight-cells"]["claims"]
    assert findings["determined"] == {**findings["determined"], "verdict": "not tried", "needs": "also"}
    assert "attacks" not in tokumei.anonymize(people, job()).report


def test_kept_order_breaks_the_promise_in_the_run_and_on_the_file(people: pl.DataFrame) -> None:
    kept = job(output={"order": "keep"}, attack=True)
    release = tokumei.anonymize(people, kept)
    for findings in (release.report["attacks"], tokumei.attack(people, release, kept)["attacks"]):
        order = by_name(findings)["row-order"]
        assert (order["hits"], order["verdict"], order["remedy"]) == (300, "breaks", "shuffle")


def test_kept_order_is_seen_though_the_job_does_not_tell(people: pl.DataFrame) -> None:
    """A file of another tool: it is not known whose the rows are, but rows drawn by lot fit far fewer people."""
    release = tokumei.anonymize(people, job(output={"order": "keep"}))
    attacked = tokumei.attack(people, release.data, job())
    order = by_name(attacked["attacks"])["row-order"]
    assert order["verdict"] == "breaks"
    assert order["control"] < 0.5
    assert not attacked["ok"]


def test_a_shuffled_file_of_ours_is_no_more_than_chance(people: pl.DataFrame) -> None:
    attacked = tokumei.attack(people, tokumei.anonymize(people, job()), job())
    findings = by_name(attacked["attacks"])
    assert attacked["ok"]
    assert findings["row-order"]["verdict"] != "breaks"
    assert findings["re-run"]["verdict"] == "chance"  # the program made the same rows again


def test_an_original_that_is_not_the_releases_is_refused(people: pl.DataFrame) -> None:
    release = tokumei.anonymize(people, job())
    with pytest.raises(tokumei.DataError, match=r"0 fit a row of the release.*another original"):
        tokumei.attack(people.with_columns(pl.col("age") + 100), release, job())
    texts = pl.DataFrame({"note": ["ab", "ab", "cd", "cd"]})
    notes = {"columns": {"note": {"role": "quasi", "type": "text"}}, "privacy": {"k": 2}}
    with pytest.raises(tokumei.DataError, match="another original"):
        tokumei.attack(pl.DataFrame({"note": ["xyz"] * 4}), tokumei.anonymize(texts, notes), notes)


def test_a_few_newcomers_are_a_leak_however_few(people: pl.DataFrame) -> None:
    both = [tokumei.anonymize(people.head(count), job()) for count in (300, 298)]
    newcomers = by_name(tokumei.attack(people, both[0], job(), also=both[1])["attacks"])["newcomers"]
    assert (newcomers["claims"], newcomers["verdict"]) == (2, "leaks")


def test_rows_that_mark_removed_records_are_no_newcomers(people: pl.DataFrame) -> None:
    marked = job(output={"removed": "mark"}, privacy={"k": 5, "suppress": 0.5})
    release = tokumei.anonymize(people, marked)
    longer = pl.concat([release.data.cast(pl.String), pl.DataFrame({name: ["*"] * 3 for name in release.data.columns})])
    newcomers = by_name(tokumei.attack(people, release, marked, also=longer)["attacks"])["newcomers"]
    assert (newcomers["tried"], newcomers["verdict"]) == (0, "not tried")


def test_a_release_of_another_tool_is_not_made_again(people: pl.DataFrame) -> None:
    other = people.select(pl.col("age") // 20 * 20, "town", "ill").with_columns(pl.col("age").cast(pl.String) + "-99")
    findings = by_name(tokumei.attack(people, other, job())["attacks"])
    assert (findings["re-run"]["verdict"], findings["re-run"]["needs"]) == ("not tried", "program")
    assert findings["nearly"]["tried"] == 300


def test_people_with_several_records_are_found_more_often(people: pl.DataFrame) -> None:
    twice = pl.concat([people] * 4)  # every person four times
    report = tokumei.anonymize(twice, job(attack=True)).report
    again = by_name(report["attacks"])["re-run"]
    assert again["verdict"] == "leaks"
    assert again["hits"] / again["claims"] > 1.5 / 5


def test_ends_on_a_grid_prove_nobody(people: pl.DataFrame) -> None:
    coarse = job(attack=True)
    coarse["columns"]["age"] = {"role": "quasi", "type": "number", "ends": 10}
    coarse["columns"]["town"] = {"role": "quasi", "type": "category", "hierarchy": {"prefixes": [1]}}
    tight = by_name(tokumei.anonymize(people, job(attack=True)).report["attacks"])["tight-cells"]
    wide = by_name(tokumei.anonymize(people, coarse).report["attacks"])["tight-cells"]
    assert tight["leak"] > 0.05
    assert wide["leak"] < tight["leak"] / 2


def test_a_limit_refuses_a_release_that_tells_more(people: pl.DataFrame, tmp_path: Path) -> None:
    people.write_csv(tmp_path / "people.csv")
    limited = job(attack={"limits": {"inference": 0.01}}, source=str(tmp_path / "people.csv"))
    limited["output"] = {"data": str(tmp_path / "out.csv")}
    with pytest.raises(tokumei.PromiseError, match=r"`attack.limits.inference: 0.01`.*Nothing was written") as refusal:
        tokumei.run(limited)
    assert refusal.value.exit_status == 1
    assert not (tmp_path / "out.csv").exists()
    limited["attack"] = {"limits": {"inference": 1, "membership": 1}}
    assert tokumei.run(limited).report["verified"]


def test_more_privacy_leaves_less_to_attack(people: pl.DataFrame) -> None:
    shares = {}
    for name, privacy in (("k", {}), ("alpha", {"alpha_k": {"ill": 0.6}}), ("beta", {"beta_likeness": {"ill": 0.5}})):
        asked = job(attack=True, privacy={"k": 5, **privacy})
        asked["columns"]["ill"] = {"role": "sensitive", "type": "category"}
        findings = by_name(tokumei.anonymize(people, asked).report["attacks"])
        shares[name] = findings["nearly"]["leak"] + findings["lift"]["leak"]
        assert findings["nearly"]["verdict"] != "breaks"
    assert shares["alpha"] < shares["k"]
    assert shares["beta"] < shares["k"]


def test_two_releases_leave_fewer_values_than_one(people: pl.DataFrame) -> None:
    drawn = np.random.default_rng(0).choice([f"illness {number}" for number in range(40)], 300)
    people = people.with_columns(pl.Series("ill", drawn))
    first = tokumei.anonymize(people, job())
    second = tokumei.anonymize(people, job(method={"score": "median"}))
    findings = by_name(tokumei.attack(people, first, job(), also=second)["attacks"])
    assert findings["determined"]["verdict"] == "leaks"
    assert findings["newcomers"]["claims"] == 0
    one_less = tokumei.anonymize(people[1:], job())
    newcomer = by_name(tokumei.attack(people, first, job(), also=one_less)["attacks"])["newcomers"]
    assert (newcomer["tried"], newcomer["hits"]) == (1, 1)


def test_sets_tell_what_is_not_in_them() -> None:
    random = np.random.default_rng(1)
    cells = [",".join(random.choice(list("abcdef"), random.integers(1, 4), replace=False)) for _ in range(400)]
    frame = pl.DataFrame({"items": cells})
    asked = {"columns": {"items": {"role": "quasi", "type": "set"}}, "privacy": {"k": 3}, "attack": True}
    findings = by_name(tokumei.anonymize(frame, asked).report["attacks"])
    assert findings["set-absence"]["verdict"] == "leaks"
    assert findings["whole-set"]["verdict"] == "leaks"
    assert findings["beyond-m"]["needs"] == "km"
    asked["privacy"] = {"k": 3, "km": {"column": "items", "m": 1}}
    assert by_name(tokumei.anonymize(frame, asked).report["attacks"])["beyond-m"]["tried"] > 0


@pytest.mark.parametrize(("equal", "verdict"), [(False, "leaks"), (True, "chance")])
def test_who_knows_a_text_finds_its_row_unless_texts_are_equal(equal: bool, verdict: str) -> None:
    random = np.random.default_rng(0)
    words = ["red", "green", "blue", "old", "new", "car", "boat", "bike"]
    texts = [" ".join(random.choice(words, 3)) for _ in range(400)]
    asked = {
        "columns": {"note": {"role": "quasi", "type": "text", "n": 2, "equal": equal}},
        "privacy": {"k": 4},
        "attack": True,
    }
    findings = by_name(tokumei.anonymize(pl.DataFrame({"note": texts}), asked).report["attacks"])
    assert findings["known-text"]["verdict"] == verdict
    assert findings["re-run"]["verdict"] == verdict


@pytest.mark.parametrize(("more", "leaks"), [({}, True), ({"equal": True}, False), ({"registry": "collection"}, False)])
def test_who_masks_a_list_by_the_same_program_reads_masked_texts_unless_they_are_equal(
    more: dict[str, Any], leaks: bool
) -> None:
    random = np.random.default_rng(0)
    words = ["red", "green", "blue", "old", "new", "car", "boat", "bike"]
    texts = [" ".join(random.choice(words, 3)) for _ in range(400)]
    asked = {
        "columns": {"note": {"role": "quasi", "type": "text", "n": 3, **more}},
        "privacy": {"k": 4},
        "attack": {"full": True},
    }
    finding = by_name(tokumei.anonymize(pl.DataFrame({"note": texts}), asked).report["attacks"])["simulation"]
    assert (finding["verdict"] == "leaks") == leaks
    assert finding["tried"] > 0


def test_a_dictionary_with_a_value_that_no_row_has_is_found(people: pl.DataFrame) -> None:
    towns = pl.Enum(["north", "south", "east", "west", "nowhere"])
    release = people.select("age", pl.col("town").cast(towns), "ill")
    finding = by_name(tokumei.attack(people, release, job())["attacks"])["dictionaries"]
    assert (finding["column"], finding["claims"]) == ("town", 1)


def test_a_release_with_more_records_than_its_original_is_refused(people: pl.DataFrame) -> None:
    release = tokumei.anonymize(people, job())
    with pytest.raises(tokumei.DataError, match="300 records, the original 200"):
        tokumei.attack(people[:200], release, job())


def test_a_release_without_the_job_s_columns_is_refused(people: pl.DataFrame) -> None:
    with pytest.raises(tokumei.DataError, match=r"'age'.*release of another job"):
        tokumei.attack(people, people.select("town", "ill"), job())


def test_every_attack_has_its_words_in_both_languages() -> None:
    for attack in ATTACKS:
        name = attack.name.rstrip("0123456789").rstrip("-")
        for key in (f"attack_{name}", f"knows_{attack.knows}", f"remedy_{attack.remedy}", f"threat_{attack.threat}"):
            assert key in PHRASES, key
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    for key in PHRASES:
        if key.startswith(("needs_", "knows_", "remedy_", "threat_")):
            assert all(words_in(language)(key) for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_terminal_show_attacks_and_risk(people: pl.DataFrame, language: str) -> None:
    report = tokumei.anonymize(people, job(attack={"population": 3_000})).report
    page, lines = render(report, language=language), summary(report, language)
    for key in ("attacks", "risk", "risk_unique", "risk_population_unique_pitman"):
        assert PHRASES[key][LANGUAGES.index(language)] in page  # type: ignore[arg-type]
    assert PHRASES["attack_tight-cells"][LANGUAGES.index(language)] in lines  # type: ignore[arg-type]
    assert report["risk"]["before"]["unique"] > report["risk"]["after"]["unique"] == 0


def test_the_command_attacks_files_and_leaves_with_the_verdict(people: pl.DataFrame, tmp_path: Path) -> None:
    people.write_csv(tmp_path / "people.csv")
    asked = job(source="people.csv", output={"data": "out.csv", "order": "keep"})
    (tmp_path / "job.yaml").write_text(json.dumps(asked), encoding="utf-8")
    runner = CliRunner()
    assert runner.invoke(app, ["run", str(tmp_path / "job.yaml"), "--quiet"]).exit_code == 0
    files = [str(tmp_path / "people.csv"), str(tmp_path / "out.csv"), "--job", str(tmp_path / "job.yaml")]
    kept = runner.invoke(app, ["attack", *files, "--json"])
    assert kept.exit_code == 1
    assert by_name(json.loads(kept.stdout)["attacks"])["row-order"]["verdict"] == "breaks"
    tried = runner.invoke(app, ["run", str(tmp_path / "job.yaml"), "--force", "--set", "attack=true"])
    assert tried.exit_code == 1
    assert "An attack reaches more than a promise allows" in tried.stdout


def test_a_file_of_the_population_tells_how_many_fit_a_group(people: pl.DataFrame, tmp_path: Path) -> None:
    pl.concat([people] * 3).write_csv(tmp_path / "register.csv")
    asked = job(attack={"population": str(tmp_path / "register.csv")})
    report = tokumei.anonymize(people, asked).report
    assert report["risk"]["population"] == 3 * len(people)
    assert report["risk"]["after"]["journalist_highest"] <= report["risk"]["after"]["prosecutor_highest"] / 3
    assert PHRASES["risk_journalist_highest"][0] in render(report, language="en")
    people.drop(people.columns[0]).write_csv(tmp_path / "other.csv")
    with pytest.raises(tokumei.JobError, match="leave `size` out"):
        tokumei.anonymize(people, job(attack={"population": {"file": "other.csv", "size": 9}}))


def test_a_population_without_the_columns_is_told(people: pl.DataFrame, tmp_path: Path) -> None:
    people.select("age").write_csv(tmp_path / "register.csv")
    asked = job(privacy={"k": 5, "presence": {"population": str(tmp_path / "register.csv"), "at_most": 0.5}})
    with pytest.raises(tokumei.DataError, match=r"'register.csv' lacks 'town'.*quasi-identifier"):
        tokumei.anonymize(people, asked)


@pytest.mark.parametrize(
    ("promise", "said"),
    [({"presence": {"at_most": 0.2}}, "smallest possible `at_most`"), ({"k_map": {"k": 900}}, "has 600 people")],
)
def test_a_population_that_is_too_small_is_told(
    people: pl.DataFrame, tmp_path: Path, promise: dict[str, dict[str, Any]], said: str
) -> None:
    pl.concat([people] * 2).write_csv(tmp_path / "register.csv")
    ((name, asked),) = promise.items()
    privacy = {"k": 5, name: {"population": str(tmp_path / "register.csv"), **asked}}
    with pytest.raises(tokumei.Infeasible, match=said):
        tokumei.anonymize(people, job(privacy=privacy))


def test_full_attacks_have_people_left_out_as_their_control(people: pl.DataFrame) -> None:
    findings = by_name(tokumei.anonymize(people, job(attack={"full": True})).report["attacks"])
    for name in ("singling-out", "linkability", "inference"):
        assert findings[name]["tried"] > 0
        assert findings[name]["control"] is not None
    assert findings["shadow"]["tried"] > 0
    assert findings["shadow"]["baseline"] >= 0.5
    assert by_name(tokumei.anonymize(people, job(attack=True)).report["attacks"])["shadow"]["needs"] == "full"


def test_masks_are_filled_in_from_what_can_be_read() -> None:
    texts = ["north hospital"] * 30 + ["south hospital"] * 30 + ["north hospitad", "south hospitax"]
    asked = {
        "columns": {"note": {"role": "quasi", "type": "text", "n": 2}},
        "privacy": {"k": 5},
        "attack": {"full": True},
    }
    finding = by_name(tokumei.anonymize(pl.DataFrame({"note": texts}), asked).report["attacks"])["fill-in"]
    assert finding["claims"] >= 2
    assert finding["hits"] < finding["claims"]  # what was never published is not guessed


def test_a_report_that_is_handed_out_confirms_guesses(people: pl.DataFrame, tmp_path: Path) -> None:
    people.write_csv(tmp_path / "people.csv")
    people[1:].write_csv(tmp_path / "fewer.csv")
    reports = []
    for name in ("people", "fewer"):
        asked = job(source=str(tmp_path / f"{name}.csv"), seed=7)
        asked["output"] = {"data": str(tmp_path / f"{name}.out.csv"), "report": str(tmp_path / f"{name}.html")}
        tokumei.run(asked)
        reports.append(tmp_path / f"{name}.json")
    original, release = tmp_path / "people.csv", tmp_path / "people.out.csv"
    findings = by_name(tokumei.attack(original, release, job(), report=reports[0], also=reports[1])["attacks"])
    assert (findings["report-hash"]["claims"], findings["report-hash"]["verdict"]) == (40, "leaks")
    assert findings["report-details"]["claims"] == 2
    assert findings["report-difference"]["claims"] > 0
    public = {**json.loads(reports[0].read_text(encoding="utf-8")), "source": {}, "job": {}, "columns": []}
    findings = by_name(tokumei.attack(original, release, job(), report=public, also=reports[1])["attacks"])
    assert [findings[f"report-{name}"]["claims"] for name in ("hash", "details", "difference")] == [0, 0, 0]
    with pytest.raises(tokumei.SourceError, match="is no report"):
        tokumei.attack(original, release, job(), report=original)
