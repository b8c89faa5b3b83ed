"""A real browser on a real server: Debian's chromium with its driver, where they are."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

selenium = pytest.importorskip("selenium", reason="the browser tests need selenium (extra `dev`)")
pytest.importorskip("starlette", reason="the studio needs the extra `studio`")

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tokumei.demo import example_files

ROOT = Path(__file__).resolve().parents[2]
SHOTS = Path(__file__).parent / "shots"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
SECONDS = 40


@dataclass
class Tab:
    """A browser, with what the tests do in it; clicks are counted."""

    driver: webdriver.Chrome
    width: int
    clicks: int = 0

    def go(self, address: str) -> None:
        """Opens an address."""
        self.driver.get(address)

    def one(self, css: str) -> WebElement:
        """The element, once it is there."""
        return self.until(lambda: next(iter(self.all(css)), None))

    def all(self, css: str) -> list[WebElement]:
        """The elements that are there now."""
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def click(self, css: str) -> None:
        """One click."""
        element = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.clicks += 1

    def choose_file(self, path: Path) -> None:
        """A file in the chooser: one click to open it, one to choose."""
        self.one("input[type=file]").send_keys(str(path))
        self.clicks += 2

    def text(self, css: str) -> str:
        """What the element says."""
        return str(self.one(css).text)

    def select(self, css: str, value: str) -> None:
        """Another choice in a list, as a person makes it."""
        from selenium.webdriver.support.ui import Select

        Select(self.one(css)).select_by_value(value)

    def until(self, happens: Callable[[], Any]) -> Any:
        """Waits until something is the case, and gives it."""
        patience = WebDriverWait(self.driver, SECONDS, 0.05, ignored_exceptions=[StaleElementReferenceException])
        return patience.until(lambda _: happens())

    def shoot(self, name: str) -> None:
        """The page as a picture, for people to look at."""
        SHOTS.mkdir(exist_ok=True)
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": self.width, "height": min(height, 3000), "scale": 1}
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        (SHOTS / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth"))

    def complaints(self) -> list[str]:
        """What the console says: refused requests, errors in scripts."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio with nothing open: its address with the token."""
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
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("chromium and its driver are not here")
    opened: list[webdriver.Chrome] = []

    def make(*, language: str = "en", width: int = 1280, dark: bool = False) -> Tab:
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--lang={language}"):
            options.add_argument(argument)
        options.add_argument(f"--window-size={width},900")
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service(DRIVER))
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
