"""A Japanese reader meets no English sentence, in results, errors, help and progress."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tokumei
from tokumei.cli import main
from tokumei.cli.app import COMMANDS
from tokumei.cli.bars import stage_name
from tokumei.cli.help import wrapped
from tokumei.cli.language import language_of_call
from tokumei.core.text_width import width
from tokumei.job.privacy import PrivacyJob
from tokumei.pipeline.hierarchies import write_hierarchies
from tokumei.report.words import PHRASES

ALLOWED = {
    *("tokumei", "CP932", "UTF", "BOM", "NCP", "Prec", "JSON", "YAML", "CSV", "Excel", "ARX", "csv", "tsv", "parquet"),
    *("jsonl", "xlsx", "xls", "ods", "html", "gram", "Shift_JIS", "LANG"),
    *(
        "word2vec",
        "fastText",
        "GloVe",
        "addresses",
        "countries",
        "icd10",
        "wordnet",
        "gz",
        "zst",
        "PATH",
        "DIR",
        "FILE",
    ),
    *("attacks", "all", "keep", "mask", "remove", "graphemes", "en", "ja", "least", "points", "pass", "collection"),
    *("both", "released"),
    *PrivacyJob.model_fields,
    "text",  # what a file of lines calls its column
}
"""Names and terms that Japanese text has in Latin letters, besides what stands in backticks or quotes."""
_NAMES = re.compile(
    r"`[^`]*`|「[^」]*」|『[^』]*』"  # settings and names
    r"|\{[^{}]*\}|[\w./-]+/[\w./-]+|[\w-]+\.(?:yaml|csv|html|txt)"  # notation, paths
    r"|--?[a-z][\w-]*|<[^>]*>|\b[A-Z][A-Z=]*\b|\[[A-Z]+\]"  # options and their places
)
JOB = """\
source: 台帳.csv
columns:
  番号: identifier
  年齢: {role: quasi, type: number}
  町: {role: quasi, type: category}
  病名: {role: sensitive, type: category}
privacy: {k: 3, l_diversity: {病名: {distinct: 2}}}
output: {data: 公開.csv, report: 報告.html}
"""


def english_in(text: str) -> set[str]:
    """Words in Latin letters that are neither names nor allowed."""
    found = set(re.findall(r"[A-Za-z_]{2,}[A-Za-z0-9_]*", _NAMES.sub(" ", text)))
    return {word for word in found if word not in ALLOWED}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    towns, ills = ("仙台市", "石巻市", "気仙沼市"), ("感冒", "胃炎", "喘息", "花粉症")
    rows = [f"{n},{20 + n % 40},{towns[n % 3]},{ills[n % 4]}" for n in range(60)]
    (tmp_path / "台帳.csv").write_text("\n".join(["番号,年齢,町,病名", *rows, ""]), encoding="cp932")
    (tmp_path / "job.yaml").write_text(JOB, encoding="utf-8")
    (tmp_path / "文.txt").write_text("中央病院\n中央病院\n山田病院\n", encoding="utf-8")
    return tmp_path


CALLS: dict[str, list[str]] = {
    "run": ["run", "job.yaml"],
    "verify": ["verify", "公開.csv", "--job", "job.yaml"],
    "broken": ["verify", "公開.csv", "--job", "job.yaml", "--set", "privacy.k=50"],
    "measure": ["measure", "台帳.csv", "公開.csv", "--job", "job.yaml"],
    "sweep": ["sweep", "job.yaml", "--k", "2,3"],
    "hierarchy": ["hierarchy", "台帳.csv", "町", "--vectors", "none", "-o", "階層"],
    "shown": ["hierarchy", "台帳.csv", "町", "--vectors", "none"],
    "text": ["text", "文.txt", "--k", "2", "-o", "伏せ字.txt"],
}


@pytest.mark.parametrize("name", CALLS)
def test_what_a_command_says_is_japanese(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if name in ("verify", "broken", "measure"):
        assert main(["run", "job.yaml", "--quiet"]) == 0
    assert main(CALLS[name]) == (1 if name == "broken" else 0)
    said = capsys.readouterr()
    assert re.search("[ぁ-ん一-鿿]", said.out)
    assert english_in(said.out) == set()
    assert english_in(said.err) == set()


WRONG: dict[str, list[str]] = {
    "no argument": ["run"],
    "no option": ["verify", "公開.csv"],
    "no command": ["nothing"],
    "unknown option": ["run", "job.yaml", "--nothing"],
    "no value": ["run", "job.yaml", "--k"],
    "wrong number": ["run", "job.yaml", "--k", "many"],
    "out of range": ["text", "文.txt", "--k", "1"],
    "wrong word": ["text", "文.txt", "--mask", "most"],
    "too many": ["run", "job.yaml", "二つ目"],
    "no file": ["run", "ない.yaml"],
    "no such value": ["run", "job.yaml", "--set", "method.score=best"],
    "no such key": ["run", "job.yaml", "--set", "privacy.kk=3"],
    "belongs elsewhere": ["run", "job.yaml", "--set", "columns.町.top=3"],
    "cannot be done": ["run", "job.yaml", "--set", "method.label=病名"],
    "cannot be kept": ["run", "job.yaml", "--k", "5000"],
    "no diversity": ["run", "job.yaml", "--set", "privacy.l_diversity.病名.distinct=9"],
    "no column": ["hierarchy", "台帳.csv", "村"],
    "no such sweep": ["sweep", "job.yaml", "--k", "1:2"],
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_japanese(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(WRONG[name]) in (1, 2)
    said = capsys.readouterr().err
    assert re.match(r"tokumei: .*[ぁ-ん].*。\n$", said)
    assert english_in(said) == set()


def test_an_error_in_json_is_in_the_same_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "ない.yaml", "--json"]) == 2
    assert "ジョブファイル「ない.yaml」が見つかりません。" in capsys.readouterr().out


def test_an_exception_in_python_stays_english(folder: Path) -> None:
    with pytest.raises(tokumei.TokumeiError, match=r"^There is no job file"):
        tokumei.run("ない.yaml")


@pytest.mark.parametrize("command", ["", *(name for name in COMMANDS if name != "init")])
def test_help_is_japanese_and_fits(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*([command] if command else []), "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("使い方: tokumei")
    names = set(COMMANDS) | {"path", "str", "int", "float", "range", "none", "Ctrl"}
    assert english_in(page) - names == set()
    assert max(width(line) for line in page.splitlines()) <= 80


def test_the_language_of_a_call_wins_over_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "ない.yaml", "--language", "en"]) == 2
    assert capsys.readouterr().err == "tokumei: There is no job file 'ない.yaml'.\n"
    assert main(["run", "--help", "--language", "en"]) == 0
    assert capsys.readouterr().out.startswith("Usage: tokumei run")


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ([], "en"),
        (["run", "--language", "ja"], "ja"),
        (["--language=ja", "run"], "ja"),
        (["run", "--language", "ja", "--language", "en"], "en"),
        (["run", "--language"], "en"),
        (["run", "--language", "fr"], "en"),
    ],
)
def test_the_language_of_a_call(monkeypatch: pytest.MonkeyPatch, words: list[str], language: str) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert language_of_call(words) == language


def test_wide_characters_are_aligned(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "job.yaml", "--quiet"]) == 0
    assert main(["verify", "公開.csv", "--job", "job.yaml"]) == 0
    promises = [line for line in capsys.readouterr().out.splitlines() if "目標" in line]
    assert len(promises) == 2
    assert len({width(line[: line.index("目標")]) for line in promises}) == 1


def test_lines_are_broken_by_cells_and_not_before_a_full_stop() -> None:
    assert wrapped("約束を守ります。次です（例）", 16) == ["約束を守ります。", "次です（例）"]
    assert wrapped("約束を守りました。次", 16) == ["約束を守りました。", "次"]
    assert wrapped("約束を守り（`a b`）", 12) == ["約束を守り", "（`a b`）"]
    assert wrapped("約束を守る（例）。」", 14) == ["約束を守る", "（例）。」"]
    assert wrapped("", 10) == [""]


def stages() -> set[str]:
    """The stages that the program names in full."""
    names = set()
    for path in Path(tokumei.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "stage":
                names |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}
    return names


def test_every_stage_has_a_name_in_both_languages() -> None:
    assert {name for name in stages() if f"stage_{name}" not in PHRASES} == set()
    assert stage_name("備考: 2-grams", "ja") == "備考: 2-グラム"
    assert stage_name("memo: equal texts", "ja") == "memo: 同一テキスト"
    assert stage_name("read", "en") == "reading"


def test_the_page_of_hierarchies_is_japanese_too(folder: Path) -> None:
    assert main(["hierarchy", "台帳.csv", "町", "--vectors", "none", "-o", "階層", "--quiet"]) == 0
    page = (folder / "階層" / "report.html").read_text(encoding="utf-8")
    assert '<html lang="ja">' in page
    assert "<h1>町の階層</h1>" in page
    assert english_in(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)) == set()


def test_a_language_that_nobody_speaks_is_refused_in_python(folder: Path) -> None:
    made = tokumei.find_hierarchies("台帳.csv", "町", vectors="none")
    with pytest.raises(tokumei.TokumeiError, match="no language 'fr'"):
        write_hierarchies(made, folder / "階層", language="fr")
    assert not (folder / "階層").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_told_the_language(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help", "--language", "en"]) == 0
    assert "--language en|ja" in capsys.readouterr().out
