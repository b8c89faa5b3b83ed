"""Files that are sent: bounded, under a name of ours, gone at the end."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio_client import Client
from tokumei.errors import SourceError
from tokumei.web.uploads import display_name, receive


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\名簿.xlsx", "名簿.xlsx"),
        ("a\nb\x00c.csv", "abc.csv"),
        ("", "data.csv"),
        ("x" * 500 + ".csv", "x" * 116 + ".csv"),
    ],
)
def test_a_name_is_shown_without_folders(sent: str, shown: str) -> None:
    assert display_name(sent) == shown


def test_a_name_is_never_a_path(client: Client) -> None:
    session = client.open(b"a,b\n1,2\n3,4\n5,6\n", "../../../evil.csv")
    assert session.title == "evil.csv"
    assert session.path is not None
    assert session.path == session.folder / "source.csv"


def test_copies_are_readable_by_their_owner_alone(client: Client) -> None:
    session = client.open(b"a,b\n1,2\n3,4\n5,6\n")
    assert session.path is not None
    for place in (client.studio.folder.path, session.folder):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE(session.path.stat().st_mode) == 0o600


def test_what_is_too_large_leaves_nothing(tmp_path: Path) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1024

    with pytest.raises(SourceError, match="larger than"):
        asyncio.run(receive(chunks(), tmp_path / "a", most=10_000))
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_file_is_a_sentence(client: Client) -> None:
    answer = client.ask("POST", "/open", b"%PDF-", x_file_name="letter.pdf")
    assert answer.status == 400
    assert "Known endings" in answer.text
    japanese = client.ask("POST", "/open", b"%PDF-", x_file_name="letter.pdf", accept_language="ja")
    assert "拡張子" in japanese.text


def test_a_file_that_cannot_be_read_says_why_without_our_paths(client: Client) -> None:
    session = client.open(b"a,b\n1,2\n3\n", "broken.csv")
    assert session.state == "failed"
    page = client.get(f"/s/{session.key}/data").text
    assert "broken.csv" in page
    assert str(client.studio.folder.path) not in page.split("<footer>")[0]


def test_a_closed_file_is_gone(client: Client) -> None:
    session = client.open(b"a,b\n1,2\n3,4\n5,6\n")
    assert client.post(f"/s/{session.key}/close").status == 303
    assert not session.folder.exists()
    assert client.get(f"/s/{session.key}/data").status == 404


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_however_the_studio_ends_its_folder_goes(number: signal.Signals, tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("a,b\n1,2\n3,4\n5,6\n")
    command = [sys.executable, "-m", "tokumei", "studio", str(data), "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    ) as one:
        assert one.stdout is not None
        assert one.stdout.readline().startswith("http://127.0.0.1:")
        folder = next(tmp_path.glob("tokumei-studio-*"))
        assert str(folder) in one.stdout.readline()
        one.send_signal(number)
        one.wait(timeout=20)
    end = time.monotonic() + 10
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not folder.exists()
    assert data.exists()
