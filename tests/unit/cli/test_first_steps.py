"""A newcomer's way: init, run as it is, verify, measure."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest

from tokumei.cli import main
from tokumei.examples_data import hospital_csv


def survey_csv(records: int = 240) -> str:
    """Answers to a survey that never was, with the troubles of real tables: gaps, codes, era dates, a constant."""
    draw = random.Random(3)
    rows = [["会員番号", "氏名", "生年月日", "性別", "郵便番号", "メール", "職業", "年収", "来店日", "版", "備考欄"]]
    for number in range(records):
        rows.append(
            [
                str(100000 + 3 * number),
                f"山田{number}",
                f"昭和{draw.randint(30, 63)}年{draw.randint(1, 12)}月{draw.randint(1, 28)}日",
                draw.choice(["1", "2", "9"]),
                f"{draw.choice(['920', '921', '100', '101'])}-{draw.randint(0, 9):04d}",
                f"a{number}@example.com" if number % 5 else "",
                draw.choice(["会社員", "自営業", "学生", "無職", ""]),
                draw.choice(["300万円未満", "500万円未満", "1,000万円未満", "1,000万円以上"]),
                f"2024/{draw.randint(1, 12)}/{draw.randint(1, 28)}",
                "2024-1",
                "",
            ]
        )
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def without(name: str, text: str) -> str:
    """A CSV without one of its columns."""
    rows = list(csv.reader(io.StringIO(text)))
    place = rows[0].index(name)
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows([*row[:place], *row[place + 1 :]] for row in rows)
    return out.getvalue()


SOURCES = {
    "hospital": (without("drugs", hospital_csv("en", 400)), "utf-8-sig"),
    "sets": (hospital_csv("ja", 400), "utf-8"),
    "survey": (survey_csv(), "cp932"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_draft_runs_as_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text, encoding = SOURCES[name]
    Path(f"{name}.csv").write_bytes(text.encode(encoding))
    job = f"{name}.job.yaml"
    assert main(["init", f"{name}.csv"]) == 0
    assert main(["run", job, "--quiet"]) == 0, capsys.readouterr().err
    capsys.readouterr()
    report = json.loads(Path("out", f"{name}.report.json").read_text(encoding="utf-8"))
    assert report["verified"] is True
    assert report["smallest_group"] >= 5
    assert main(["verify", f"out/{name}.csv", "--job", job, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    assert main(["measure", f"{name}.csv", f"out/{name}.csv", "--job", job, "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)["loss"]["columns"]
    items = {column["name"] for column in report["columns"] if column.get("published") == "items"}
    assert set(measured) == set(report["loss"]["columns"])
    for column, loss in report["loss"]["columns"].items():
        # Without its order a release shows how many items are left in all, not of each record.
        assert measured[column] == pytest.approx(loss, rel=0.15 if column in items else 1e-6), column


def test_nothing_that_names_a_person_is_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("survey.csv").write_bytes(survey_csv().encode("cp932"))
    assert main(["init", "survey.csv"]) == 0
    assert main(["run", "survey.job.yaml", "--quiet"]) == 0
    with Path("out", "survey.csv").open(encoding="cp932") as release:
        header = next(csv.reader(release))
    assert not {"会員番号", "氏名", "メール"} & set(header)
    assert {"生年月日", "性別", "郵便番号", "職業", "年収", "来店日"} <= set(header)
    for page, encoding in {"survey.csv": "cp932", "survey.report.html": "utf-8", "survey.report.json": "utf-8"}.items():
        assert "山田" not in Path("out", page).read_text(encoding=encoding)
