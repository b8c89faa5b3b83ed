"""Everything that can be wrong with a call: one clear sentence, the right status, and nothing written."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tokumei.cli import main

SECRET = "Zyx987"
"""Stands in cells; must never be seen in a message."""
GOOD = "name,age,town\n" + "".join(f"{SECRET}{i},{20 + i % 7},{'abc'[i % 3]}\n" for i in range(60))


class Place:
    """A folder with data and a job, and a way to run it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.settings: dict[str, Any] = {
            "source": "data.csv",
            "columns": {
                "name": "identifier",
                "age": {"role": "quasi", "type": "number"},
                "town": {"role": "quasi", "type": "category"},
            },
            "privacy": {"k": 3},
            "output": {"data": "out/release.csv", "report": "out/report.html"},
        }
        self.data(GOOD)

    def data(self, content: str | bytes) -> None:
        """Replaces the data."""
        (self.folder / "data.csv").write_bytes(content if isinstance(content, bytes) else content.encode())

    @property
    def job(self) -> Path:
        """The job file as the settings stand."""
        path = self.folder / "job.yaml"
        path.write_text(yaml.safe_dump(self.settings), encoding="utf-8")
        return path

    def run(self, *words: str) -> tuple[int, str]:
        """Runs the job; returns the status and the sentence on standard error."""
        status = main(["run", str(self.job), "--quiet", *words])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        assert SECRET not in out + err
        return status, err

    def fails(self, *sayings: str, status: int = 2, words: tuple[str, ...] = ()) -> None:
        """Asserts that the run fails with these words, and that no file appeared."""
        job = self.job
        before = self.files()
        found, sentence = self.run(*words)
        assert found == status, sentence
        for saying in sayings:
            assert saying in sentence
        assert sentence.count("\n") == 1, "one or two sentences on one line"
        assert self.files() == before
        assert job.exists()

    def files(self) -> dict[str, bytes | None]:
        """All that lies in the folder."""
        return {str(path): path.read_bytes() if path.is_file() else None for path in self.folder.rglob("*")}


@pytest.fixture
def place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Place:
    return Place(tmp_path, capsys)


def test_the_job_itself_is_good(place: Place) -> None:
    assert place.run() == (0, "")
    assert sorted(path.name for path in (place.folder / "out").iterdir()) == [
        "release.csv",
        "report.html",
        "report.json",
    ]
    assert json.loads((place.folder / "out" / "report.json").read_text(encoding="utf-8"))["verified"] is True
    assert SECRET not in (place.folder / "out" / "release.csv").read_text(encoding="utf-8")


def test_a_missing_file(place: Place) -> None:
    place.settings["source"] = "none.csv"
    place.fails("none.csv")


@pytest.mark.parametrize(("content", "saying"), [("", "empty"), ("\n", "empty"), ("name,age,town\n", "no records")])
def test_an_empty_file(place: Place, content: str, saying: str) -> None:
    place.data(content)
    place.fails("data.csv", saying)


def test_a_column_that_is_not_there(place: Place) -> None:
    place.settings["columns"]["height"] = {"role": "quasi", "type": "number"}
    place.fails("'height'", "'age'")


def test_a_column_without_a_role(place: Place) -> None:
    del place.settings["columns"]["name"]
    place.fails("'name'", "others: drop")


def test_a_column_without_a_role_can_be_dropped(place: Place) -> None:
    del place.settings["columns"]["name"]
    place.settings["others"] = "drop"
    assert place.run() == (0, "")


def test_duplicated_column_names(place: Place) -> None:
    place.data(GOOD.replace("name,age,town", "name,age,age", 1))
    place.fails("'age'", "more than one")


def test_words_in_a_number_column(place: Place) -> None:
    lines = GOOD.splitlines()
    lines[4] = f"x,{SECRET},a"
    lines[9] = f"x,{SECRET},a"
    place.data("\n".join(lines) + "\n")
    place.fails("'age'", "number", "2 of its values", "rows 4, 9")


@pytest.mark.parametrize("k", ["0", "1", "-3"])
def test_k_that_protects_nobody(place: Place, k: str) -> None:
    place.fails("`privacy.k`", words=("--k", k))


def test_k_larger_than_the_table(place: Place) -> None:
    place.fails("61", "60", status=1, words=("--k", "61"))


def test_broken_utf_8(place: Place) -> None:
    place.data(GOOD.encode() + b"\xe3\x81,20,\xff\xfea\n" + "名\n".encode())
    place.fails("data.csv")


def test_a_folder_as_output(place: Place) -> None:
    (place.folder / "out" / "release.csv").mkdir(parents=True)
    place.fails("release.csv", "folder")


@pytest.mark.parametrize("name", ["release.csv", "report.html", "report.json"])
def test_an_output_that_exists(place: Place, name: str) -> None:
    (place.folder / "out").mkdir()
    (place.folder / "out" / name).write_text("mine", encoding="utf-8")
    place.fails(name, "--force")
    assert place.run("--force") == (0, "")
    assert (place.folder / "out" / name).read_text(encoding="utf-8") != "mine"


def test_a_full_disk(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    job = place.job
    before = place.files()

    def full(*args: Any, **options: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert main(["run", str(job), "--quiet"]) == 2
    monkeypatch.undo()
    assert "full" in place.capsys.readouterr().err
    assert place.files() == before


def test_ctrl_c_while_writing_leaves_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    job = place.job
    before = place.files()

    def stop(*args: Any, **options: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_text", stop)
    assert main(["run", str(job), "--quiet"]) == 130
    monkeypatch.undo()
    assert place.files() == before


def test_a_release_and_the_wrong_job(place: Place) -> None:
    assert place.run() == (0, "")
    place.settings["columns"] = {"weight": {"role": "quasi", "type": "number"}}
    assert main(["verify", str(place.folder / "out" / "release.csv"), "--job", str(place.job)]) == 2
    assert "'weight'" in place.capsys.readouterr().err


def test_a_source_that_was_never_anonymized_breaks_its_promise(place: Place) -> None:
    plain = place.folder / "plain.csv"
    plain.write_text("age,town\n" + "".join(f"{i},a\n" for i in range(30)), encoding="utf-8")
    assert main(["verify", str(plain), "--job", str(place.job), "--json"]) == 1
    assert json.loads(place.capsys.readouterr().out)["ok"] is False


def test_an_identifier_in_a_release_is_not_passed(place: Place) -> None:
    plain = place.folder / "plain.csv"
    plain.write_text("name,age,town\n" + f"{SECRET},1,a\n" * 30, encoding="utf-8")
    assert main(["verify", str(plain), "--job", str(place.job)]) in (1, 2)


def test_a_release_that_was_made_verifies_and_measures(place: Place) -> None:
    assert place.run() == (0, "")
    release = str(place.folder / "out" / "release.csv")
    assert main(["verify", release, "--job", str(place.job), "--json"]) == 0
    assert json.loads(place.capsys.readouterr().out)["ok"] is True
    assert main(["measure", str(place.folder / "data.csv"), release, "--job", str(place.job), "--json"]) == 0
    measured = json.loads(place.capsys.readouterr().out)
    told = json.loads((place.folder / "out" / "report.json").read_text(encoding="utf-8"))
    assert measured["loss"]["ncp"] == pytest.approx(told["loss"]["ncp"])
