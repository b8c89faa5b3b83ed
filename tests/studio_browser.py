"""A browser as the tests use it: what a person does on a page, and pictures of it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["SECONDS", "Tab"]

SHOTS = Path(__file__).parent / "browser" / "shots"
SECONDS = 180


@dataclass
class Tab:
    """A browser, with what the tests do in it; clicks are counted."""

    driver: Any
    width: int
    clicks: int = 0

    def go(self, address: str) -> None:
        """Opens an address."""
        self.driver.get(address)

    def one(self, css: str) -> Any:
        """The element, once it is there."""
        return self.until(lambda: next(iter(self.all(css)), None))

    def all(self, css: str) -> list[Any]:
        """The elements that are there now."""
        return self.driver.find_elements("css selector", css)

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
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.support.ui import WebDriverWait

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
