"""From a file to a release with evidence, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from studio_browser import Tab

Browse = Callable[..., Tab]
CLICKS = 7
"""What `docs/studio.md` says; two of them choose the file."""


@pytest.mark.parametrize("language", ["ja", "en"])
def test_from_a_file_to_a_release_with_evidence(browse: Browse, address: str, hospital: Path, language: str) -> None:
    tab = browse(language=language)
    tab.go(address)
    assert "token" not in tab.driver.current_url
    assert tab.driver.execute_script("return document.documentElement.lang") == language
    tab.choose_file(hospital)
    assert "CP932" in tab.text(".figures")
    tab.shoot(f"{language}-1-data")
    tab.click("a.button[href$=columns]")
    tab.until(lambda: tab.text(".share").startswith("100"))
    tab.shoot(f"{language}-2-columns")
    tab.click("a.button[href$=promises]")
    tab.shoot(f"{language}-3-promises")
    tab.click("button.main")
    tab.click(".runs a.button")
    assert tab.all(".verdict.kept, .verdict:not(.broken):not(.unknown)")
    assert len(tab.all(".five dd")) == 5
    tab.shoot(f"{language}-5-result")
    archive = tab.one("a[href$='all.zip']")
    fetched = tab.driver.execute_async_script(
        "const done = arguments[1]; fetch(arguments[0].href).then(r => r.blob()).then(b => done(b.size))", archive
    )
    tab.clicks += 1  # on the link, whose file a headless browser would keep
    assert fetched > 10_000
    assert tab.clicks == CLICKS
    assert tab.complaints() == []


def test_roles_change_the_risk_while_one_looks_and_reload_loses_nothing(
    browse: Browse, address: str, hospital: Path
) -> None:
    tab = browse()
    tab.go(address)
    tab.choose_file(hospital)
    tab.click("a.button[href$=columns]")
    tab.until(lambda: tab.text(".share") == "100.0%")
    for place in (1, 6):
        tab.select(f"#role-{place}", "identifier")
    tab.until(lambda: "4 quasi-identifiers" in tab.text("#risk"))
    share = tab.text(".share")
    tab.driver.refresh()
    tab.until(lambda: tab.text(".share") == share)
    assert tab.one("#role-6").get_attribute("value") == "identifier"
    tab.click(".jobfile summary")
    assert "処方薬: identifier" in tab.text("#job")


def test_many_columns_change_at_once(browse: Browse, address: str, hospital: Path) -> None:
    tab = browse()
    tab.go(address)
    tab.choose_file(hospital)
    tab.click("a.button[href$=columns]")
    for place in (2, 3):
        tab.click(f"#line-{place} input[type=checkbox]")
    tab.select("select[name=role]", "keep")
    tab.click("button[name=many]")
    tab.until(lambda: "keep" in str(tab.one("#line-2").get_attribute("class")))
    assert tab.one("#role-3").get_attribute("value") == "keep"


def test_two_tabs_do_not_disturb_each_other(browse: Browse, address: str, hospital: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("age,town\n" + "".join(f"{20 + place % 40},t{place % 5}\n" for place in range(60)))
    tab = browse()
    tab.go(address)
    tab.choose_file(hospital)
    tab.one(".steps")
    first = tab.driver.current_url
    tab.driver.switch_to.new_window("tab")
    tab.go(address)
    tab.choose_file(other)
    tab.one(".steps")
    assert tab.driver.current_url != first
    assert tab.text(".file") == "other.csv"
    tab.driver.switch_to.window(tab.driver.window_handles[0])
    tab.driver.refresh()
    assert tab.text(".file") == "hospital.csv"
    assert tab.driver.current_url == first


def test_a_run_can_be_cancelled(browse: Browse, address: str, hospital: Path) -> None:
    tab = browse()
    tab.go(address)
    tab.choose_file(hospital)
    tab.one(".steps")
    tab.go(tab.driver.current_url.replace("/data", "/promises"))
    tab.select("select[name=effort]", "best")
    tab.until(lambda: "effort: best" in str(tab.one("#job").get_attribute("textContent")))
    tab.click("button.main")
    tab.one("button[formaction$=cancel]")
    tab.shoot("en-4-running")
    tab.click("button[formaction$=cancel]")
    tab.until(lambda: tab.text(".runs .badge") == "cancelled")
    assert not tab.all(".runs a.button")


def test_a_wrong_file_is_said_beside_the_chooser(browse: Browse, address: str, tmp_path: Path) -> None:
    letter = tmp_path / "letter.pdf"
    letter.write_bytes(b"%PDF-1.7")
    tab = browse(language="ja")
    tab.go(address)
    tab.choose_file(letter)
    tab.until(lambda: "拡張子" in tab.text(".drop .error"))


def test_a_wrong_token_opens_nothing(browse: Browse, address: str) -> None:
    tab = browse()
    tab.go(address[:-4] + "0000")
    assert "token" in tab.text("main")
    assert not tab.all("input[type=file]")


def test_it_works_with_the_keyboard(browse: Browse, address: str, hospital: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    tab = browse()
    tab.go(address)
    tab.choose_file(hospital)
    tab.click("a.button[href$=columns]")
    tab.one("#role-0")
    tab.driver.execute_script("document.getElementById('role-0').focus()")
    ActionChains(tab.driver).send_keys(Keys.ARROW_DOWN).perform()
    tab.until(lambda: "quasi" in str(tab.one("#line-0").get_attribute("class")))
    assert tab.driver.execute_script("return document.activeElement.id") == "role-0"
    ActionChains(tab.driver).send_keys(Keys.TAB).perform()
    assert "columns/0" in str(tab.driver.switch_to.active_element.get_attribute("href"))


def test_a_column_is_opened_and_its_tree_edited(browse: Browse, address: str, hospital: Path) -> None:
    tab = browse()
    tab.go(address)
    tab.choose_file(hospital)
    tab.click("a.button[href$=columns]")
    tab.click("#line-1 a.open")
    tab.select("#way", "intervals")
    tab.until(lambda: "Level 1" in tab.text("#levels"))
    assert tab.driver.execute_script("return document.activeElement.id") == "way"
    tab.select("#at_least", tab.one("#at_least option:nth-child(2)").get_attribute("value") or "")
    tab.until(lambda: "at_least" in str(tab.one("#job").get_attribute("textContent")))
    tab.go(tab.driver.current_url.replace("columns/1", "columns/2"))
    tab.select("#way", "rows")
    tab.click("#tree > summary")
    tab.one("input[name=target]").send_keys("人")
    tab.click("form[action$=move] button")
    tab.until(lambda: "人" in tab.text("#levels"))
