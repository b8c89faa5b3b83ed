"""Every screen for everybody: rules of accessibility, a phone's width, light and dark, both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from studio_browser import Tab

Browse = Callable[..., Tab]
LOOKS = [("ja", 1280, False), ("en", 390, True), ("ja", 390, False), ("en", 1280, True)]


def violations(tab: Tab, axe: str) -> list[str]:
    """What axe finds on the page."""
    tab.driver.execute_script(axe)
    found = tab.driver.execute_async_script("const done = arguments[0]; axe.run().then(done)")
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize(("language", "width", "dark"), LOOKS)
def test_every_screen_is_for_everybody(
    browse: Browse, address: str, hospital: Path, axe: str, language: str, width: int, dark: bool
) -> None:
    tab = browse(language=language, width=width, dark=dark)
    look = f"{language}-{width}-{'dark' if dark else 'light'}"
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        tab.shoot(f"{look}-{name}")
        found[name] = violations(tab, axe)
        if tab.overflow() > 0:
            found[name].append(f"wider than the window by {tab.overflow()} pixels")

    tab.go(address)
    check("0-start")
    tab.choose_file(hospital)
    tab.one(".steps")
    base = tab.driver.current_url.removesuffix("data")
    tab.go(f"{base}data?values=show")
    check("1-data")
    tab.go(f"{base}columns")
    tab.one(".share")
    check("2-columns")
    tab.go(f"{base}columns/3")
    tab.click("#tree > summary")
    check("2-column")
    tab.go(f"{base}promises")
    tab.one(".share")
    check("3-promises")
    tab.click("button.main")
    tab.one(".runs a.button")
    check("5-runs")
    tab.click(".runs a.button")
    tab.one(".verdict")
    check("6-result")
    tab.go(f"{base}runs")
    tab.click("button.main")
    tab.until(lambda: len(tab.all(".runs a.button")) == 2)
    tab.go(f"{base}runs?run=1&run=2&rows=show")
    check("7-compare")
    assert {name: said for name, said in found.items() if said} == {}
