"""Progress: bars for a terminal, notes for everyone, silence on request."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tokumei.cli.bars import Noted, TerminalProgress, listener
from tokumei.cli.first_run import ask_for_patience, kernels_are_cached
from tokumei.cli.say import aligned
from tokumei.core.elsewhere import wait_for_kernels
from tokumei.core.progress import Silent


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_log_file_sees_notes_and_no_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with listener(quiet=False) as progress:
        progress.stage("read", 100)
        progress.advance(50)
        progress.note("Read as cp932.")
    assert sys.stderr.getvalue() == "tokumei: Read as cp932.\n"  # type: ignore[attr-defined]


def test_quiet_means_quiet_on_a_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    progress = listener(quiet=True)
    assert isinstance(progress, Noted)
    progress.note("unheard")
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_terminal_sees_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    progress = listener(quiet=False)
    assert isinstance(progress, TerminalProgress)
    with progress:
        progress.advance()
        progress.stage("partition", 10)
        progress.advance(5)
        progress._bars.refresh()
        progress.stage("verify")
        progress.note("[a;b] is no markup")
    seen = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "verify" in seen
    assert "50%" in seen
    assert "[a;b] is no markup" in seen


def test_wide_characters_are_aligned() -> None:
    assert aligned([("年齢", "a"), ("x", "b")], indent=0) == "年齢  a\nx     b"


def test_the_first_run_is_known_by_missing_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert not kernels_are_cached(tmp_path, search=True, sets=False)
    cache = tmp_path / "partition" / "__pycache__"
    cache.mkdir(parents=True)
    (cache / "cuts.divide.nbi").touch()
    assert kernels_are_cached(tmp_path, search=False, sets=False)
    assert not kernels_are_cached(tmp_path, search=True, sets=False)
    (cache / "improve.search.nbi").touch()
    assert kernels_are_cached(tmp_path, search=True, sets=False)
    assert not kernels_are_cached(tmp_path, search=True, sets=True)
    (cache / "improve.search.nbi").write_bytes(b"tokens.Tokens")
    assert kernels_are_cached(tmp_path, search=True, sets=True)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert not kernels_are_cached(tmp_path, search=True, sets=False)


def test_at_the_first_run_another_process_helps_and_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            said.append(command[-1])

        def wait(self) -> None:
            said.append("waited")

    monkeypatch.setattr("tokumei.cli.first_run.kernels_are_cached", lambda package, **_: False)
    monkeypatch.setattr("subprocess.Popen", Process)
    monkeypatch.setenv("TOKUMEI_THREADS", "2")
    progress = Silent()
    monkeypatch.setattr(progress, "note", said.append)
    ask_for_patience(progress)
    wait_for_kernels()
    wait_for_kernels()
    assert said == [said[0], "tokumei.cli.first_run", "waited"]
    assert "compiles" in said[0]
    said.clear()
    ask_for_patience(progress, sets=True)
    wait_for_kernels()
    assert said[1:] == ["sets", "waited"]
    said.clear()
    ask_for_patience(progress, search=False)
    wait_for_kernels()
    assert len(said) == 1
