"""A real browser on a real server: Debian's chromium with its driver, where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from studio_browser import SECONDS, Tab
from tokumei.demo import example_files

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio with nothing open: its address with the token."""
    pytest.importorskip("starlette", reason="the studio needs the extra `studio`")
    command = [sys.executable, "-m", "tokumei", "studio", "--no-browser"]
    environment = {**os.environ, "TMPDIR": str(tmp_path_factory.mktemp("studio"))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as one:
        assert one.stdout is not None
        assert one.stderr is not None
        yield one.stdout.readline().strip()
        one.terminate()
        rest = one.stdout.read() + one.stderr.read()
        assert one.wait(timeout=20) == 0
    assert "Traceback" not in rest
    assert len(rest.splitlines()) == 3  # where the copies lie, how to stop, that it ended: no log of requests


@pytest.fixture
def browse() -> Iterator[Callable[..., Tab]]:
    """Makes browsers: `browse(language=, width=, dark=)`."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="the browser tests need selenium (extra `dev`)")
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("chromium and its driver are not here")
    opened: list[Any] = []

    def make(*, language: str = "en", width: int = 1280, dark: bool = False) -> Tab:
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--lang={language}"):
            options.add_argument(argument)
        options.add_argument(f"--window-size={width},900")
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        opened.append(driver)
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        driver.set_script_timeout(SECONDS)
        return Tab(driver, width)

    yield make
    for driver in opened:
        driver.quit()


@pytest.fixture(scope="session")
def hospital(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up hospital in CP932, as a file to choose."""
    place = tmp_path_factory.mktemp("hospital") / "hospital.csv"
    place.write_bytes(example_files("ja")["hospital.csv"])
    return place


@pytest.fixture(scope="session")
def axe() -> str:
    """The rules of accessibility, from npm."""
    place = Path(os.environ.get("TOKUMEI_AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
    if not place.exists():
        pytest.skip("axe-core is not here: npm install --no-save axe-core")
    return place.read_text(encoding="utf-8")
