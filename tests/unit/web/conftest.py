"""The studio without a browser, and what it is tried on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio_client import HOST, TOKEN, Client
from tokumei.demo import example_files
from tokumei.web.session import Session
from tokumei.web.studio import Studio


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """The application with nothing open."""
    pytest.importorskip("starlette", reason="the studio needs the extra `studio`")
    from tokumei.web.app import make_app

    studio = Studio()
    yield Client(make_app(studio, token=TOKEN, hosts=[HOST], cookie="tokumei"), studio)
    folder = studio.folder.path
    studio.close()
    assert not folder.exists()


@pytest.fixture(scope="module")
def hospital(client: Client) -> Session:
    """The made-up hospital in Japanese, in CP932."""
    return client.open(example_files("ja")["hospital.csv"])


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The same as files, to compare with the command line."""
    for name, content in example_files("ja").items():
        (tmp_path / name).write_bytes(content)
    return tmp_path
