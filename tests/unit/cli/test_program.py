"""The command line around the library: words in, streams and exit status out. The pipeline is a stand-in here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import tokumei
from tokumei.cli import main
from tokumei.cli.app import COMMANDS
from tokumei.errors import DataError, Infeasible

JOB = """
source: data.csv
columns: {age: {role: quasi, type: number}, note: keep}
privacy: {k: 3}
output: {data: out/data.csv, report: out/report.html}
"""
REPORT = {
    "verified": True,
    "promises": [
        {
            "kind": "k",
            "name": "k-anonymity",
            "column": None,
            "parameters": {"k": 3},
            "target": 3,
            "achieved": 4,
            "holds": True,
            "vacuous": False,
        }
    ],
    "records": 1000,
    "released": 1000,
    "removed": 0,
    "groups": 200,
    "smallest_group": 4,
    "loss": {"ncp": 0.125, "columns": {"年齢": 0.125}},
    "average_group": 5.0,
}


@dataclass
class Pipeline:
    """Stands in for the pipeline: remembers the calls, returns or raises what it is told."""

    report: dict[str, Any] = field(default_factory=lambda: dict(REPORT))
    raises: BaseException | None = None
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)

    def _call(self, name: str, *args: Any, **options: Any) -> None:
        self.calls.append((name, args, options))
        if self.raises is not None:
            raise self.raises

    def run(self, job: Any, *, force: bool = False, progress: Any = None) -> Any:
        progress.stage("read", 10)
        progress.advance(3)
        progress.note("A note.")
        self._call("run", job, force=force)
        return types.SimpleNamespace(report=self.report)

    def verify(self, release: Any, job: Any, *, persons: Any = None) -> Any:
        self._call("verify", release, job)
        assert persons is None
        ok = self.report["verified"]
        content = {"ok": ok, "promises": self.report["promises"]}
        return types.SimpleNamespace(ok=ok, to_dict=lambda: content)

    def measure(self, original: Any, release: Any, job: Any) -> dict[str, Any]:
        self._call("measure", original, release, job)
        return self.report


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> Pipeline:
    stand_in = Pipeline()
    monkeypatch.setitem(sys.modules, "tokumei.pipeline", stand_in)  # type: ignore[arg-type]
    monkeypatch.setattr(tokumei, "pipeline", stand_in, raising=False)
    monkeypatch.setattr("tokumei.cli.first_run.kernels_are_cached", lambda package, **_: True)
    return stand_in


@pytest.fixture
def job(tmp_path: Path) -> str:
    path = tmp_path / "job.yaml"
    path.write_text(JOB, encoding="utf-8")
    return str(path)


def test_run_says_what_was_promised_what_it_cost_and_where_it_is(
    pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", job]) == 0
    out, err = capsys.readouterr()
    for words in (
        "Every promise is kept",
        "k-anonymity",
        "Promised 3",
        "Achieved 4",
        "12.50%",
        "out/report.html",
        "年齢",
    ):
        assert words in out
    assert err == "tokumei: A note.\n"
    assert pipeline.calls[0][2] == {"force": False}


def test_run_in_json_is_one_document(pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", job, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == REPORT


def test_run_quietly_says_nothing(pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", job, "--quiet", "--force"]) == 0
    assert capsys.readouterr() == ("", "")
    assert pipeline.calls[0][2] == {"force": True}


def test_settings_of_the_call_go_before_the_job(pipeline: Pipeline, job: str) -> None:
    words = ["--k", "7", "--set", "method.effort=best", "--set", "columns.age={role: quasi, type: category}"]
    assert main(["run", job, *words, "--set", "output.language=ja"]) == 0
    resolved = pipeline.calls[0][1][0]
    assert resolved.privacy.k == 7
    assert resolved.method.effort == "best"
    assert resolved.columns["age"].type == "category"
    assert resolved.output.language == "ja"
    assert resolved.folder == Path(job).parent


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--set", "k"], "NAME=VALUE"),
        (["--set", "privacy..k=2"], "NAME=VALUE"),
        (["--set", "privacy.k={"], "not valid YAML"),
        (["--set", "privacy.z=2"], "`privacy.z`: this key is not known"),
        (["--set", "source.x.y=2"], "source"),
        (["--k", "1"], "`privacy.k`"),
        (["--k", "0"], "`privacy.k`"),
        (["--k", "many"], "--k"),
    ],
)
def test_wrong_settings_are_named(
    pipeline: Pipeline, job: str, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", job, *words]) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert out == ""
    assert pipeline.calls == []


@pytest.mark.parametrize(
    ("error", "status"), [(DataError("The data are wrong."), 2), (Infeasible("No release can keep it."), 1)]
)
def test_an_error_is_a_sentence_and_a_status(
    pipeline: Pipeline, job: str, error: Exception, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.raises = error
    assert main(["run", job, "--json", "-q"]) == status
    out, err = capsys.readouterr()
    assert err == f"tokumei: {error}\n"
    assert json.loads(out) == {"error": str(error), "exit": status}


def test_an_error_that_nobody_foresaw_shows_no_trace_and_no_value(
    pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.raises = ValueError("could not convert '田中'")
    assert main(["run", job, "-q"]) == 2
    out, err = capsys.readouterr()
    assert "ValueError" in err
    assert "TOKUMEI_DEBUG" in err
    assert "田中" not in out + err
    assert "Traceback" not in out + err


def test_debugging_shows_the_trace(pipeline: Pipeline, job: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKUMEI_DEBUG", "1")
    pipeline.raises = ValueError("inside")
    with pytest.raises(ValueError, match="inside"):
        main(["run", job, "-q"])


def test_ctrl_c_says_that_nothing_was_written(pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]) -> None:
    pipeline.raises = KeyboardInterrupt()
    assert main(["run", job, "-q"]) == 130
    assert "Stopped; nothing was written." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "words"),
    [(MemoryError(), "memory"), (OSError(28, "No space left on device", "out.csv"), "No space left on device")],
)
def test_the_limits_of_a_machine_are_sentences(
    pipeline: Pipeline, job: str, error: BaseException, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.raises = error
    assert main(["run", job, "-q"]) == 2
    assert words in capsys.readouterr().err


def test_verify_passes_judgement_by_its_status(
    pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "release.csv", "--job", job]) == 0
    assert "Every promise holds in release.csv." in capsys.readouterr().out
    pipeline.report["verified"] = False
    (promise,) = pipeline.report["promises"]
    pipeline.report["promises"] = [{**promise, "achieved": 1, "holds": False}]
    assert main(["verify", "release.csv", "--job", job]) == 1
    out = capsys.readouterr().out
    assert "NOT every promise holds in release.csv: k-anonymity" in out
    assert "BROKEN" in out
    assert main(["verify", "release.csv", "--job", job, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_what_promises_nothing_is_not_called_kept(
    pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (promise,) = pipeline.report["promises"]
    pipeline.report |= {"verified": False, "promises": [{**promise, "vacuous": True, "why_vacuous": "ungrouped"}]}
    assert main(["verify", "release.csv", "--job", job]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Nothing is promised in release.csv.")
    assert "nothing  k-anonymity" in out
    assert "kept" not in out
    assert main(["run", job]) == 0  # nothing is broken
    assert capsys.readouterr().out.startswith("Nothing is promised\n")


def test_what_histories_and_rules_are_worth_reaches_the_terminal(
    pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.report |= {
        "history": {"utility": {"total": 0.25, "columns": {"day": 0.25}, "removed": 0.125}},
        "purpose": {
            "overall": {"f1": 0.75},
            "rules": [{"name": "young", "f1": 0.5}, {"name": "old", "f1": 1.0}, {"name": "none", "f1": None}],
        },
    }
    assert main(["run", job]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "All rules (F1) 0.75 young 0.5 old 1 none –" in words
    assert "Utility U (lower is better) 0.25 Records removed 12.5% day 0.25" in words
    assert main(["measure", "original.csv", "release.csv", "--job", job]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "Utility U (lower is better) 0.25 Records removed 12.50% All rules (F1) 0.75 young 0.5 old 1 none –" in words


def test_measure_prints_losses(pipeline: Pipeline, job: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "original.csv", "release.csv", "--job", job]) == 0
    assert "12.50%" in capsys.readouterr().out
    assert main(["measure", "original.csv", "release.csv", "--job", job, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["loss"]["ncp"] == 0.125


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run"], "Missing argument 'JOB'. See `tokumei run --help`."),
        (["verify", "x.csv"], "--job"),
        (["nothing"], "No such command 'nothing'"),
        (["run", "x", "--nothing"], "No such option"),
        (["run", "none.yaml"], "no job file"),
    ],
)
def test_a_wrong_call_is_status_2(
    pipeline: Pipeline, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert sentence in err
    assert out == ""
    assert main([*words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["exit"] == 2


def test_without_words_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out = capsys.readouterr().out
    assert all(f"\n  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"tokumei {name}" in capsys.readouterr().out


def test_the_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tokumei {tokumei.__version__}\n"


def test_the_schema_knows_the_short_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert {"source", "columns", "privacy", "method", "output", "seed"} <= set(schema["else"]["properties"])
    assert {"tables", "person", "linked"} <= set(schema["then"]["required"])
    assert "folder" not in {*schema["then"]["properties"], *schema["else"]["properties"]}
    for table in (schema["else"], schema["$defs"]["TableJob"]):
        bare, *models = table["properties"]["columns"]["additionalProperties"]["oneOf"]
        assert bare["enum"] == ["identifier", "quasi", "sensitive", "keep"]
        assert {"$ref": "#/$defs/QuasiText"} in models
    assert "hierarchy" not in schema["$defs"]["QuasiText"]["properties"]


def command(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "tokumei", *words], capture_output=True, env=environment, timeout=60, **options
    )


def test_a_terminal_that_knows_no_kanji_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "病院.csv"
    path.write_text("氏名,年齢\n" + "".join(f"人{i},{i % 9}\n" for i in range(30)), encoding="utf-8")
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = command("init", str(path), "-o", str(tmp_path / "job.yaml"), env=ascii_only)
    assert done.returncode == 0, done.stderr
    assert "年齢" in (tmp_path / "job.yaml").read_text(encoding="utf-8")
    done = command("run", "病院.yaml", "--json", env=ascii_only, text=True)
    assert done.returncode == 2
    assert "病院" in json.loads(done.stdout)["error"]


def test_a_reader_that_stops_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m tokumei schema | head -c 10", shell=True, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""


def test_init_writes_a_job_and_says_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text("name,age\n" + "".join(f"n{i},{i % 9}\n" for i in range(30)), encoding="utf-8")
    assert main(["init", "people.csv"]) == 0
    out = capsys.readouterr().out
    assert "tokumei run people.job.yaml" in out
    assert "identifier" in out
    assert Path("people.job.yaml").exists()
    assert main(["init", "people.csv"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["init", "people.csv", "--force", "--k", "3"]) == 0
    assert "k: 3" in Path("people.job.yaml").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["init", "people.csv", "-o", "-"]) == 0
    assert "columns:" in capsys.readouterr().out


def test_settings_can_be_changed_wherever_a_job_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data.csv").write_text("age\n" + "\n".join(str(number % 5) for number in range(20)) + "\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "source: data.csv\ncolumns: {age: {role: quasi, type: number}}\nprivacy: {k: 2}\noutput: {data: out.csv}\n"
    )
    assert main(["run", str(job), "--quiet"]) == 0
    data, release = str(tmp_path / "data.csv"), str(tmp_path / "out.csv")
    assert main(["verify", release, "--job", str(job), "--set", "privacy.k=4"]) == 0
    assert main(["verify", release, "--job", str(job), "--set", "privacy.k=19"]) == 1
    assert main(["sweep", str(job), "--k", "2,4", "--set", "method.effort=fast", "--quiet"]) == 0
    assert main(["measure", data, release, "--job", str(job), "--set", "x"]) == 2
    assert "NAME=VALUE" in capsys.readouterr().err
