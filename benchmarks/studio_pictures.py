"""The pictures of the studio in the READMEs: its columns screen on the made-up hospital, in English and Japanese.

Needs chromium with its driver, and selenium (extra `dev`).
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tokumei.demo import example_files

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
WIDTH, HEIGHT = 1120, 860
PICTURES = {"en": "studio.png", "ja": "studio.ja.png"}


def shoot(language: str, target: Path) -> None:
    """One picture: a studio is started, a file opened, and its columns are shown."""
    from selenium import webdriver

    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "hospital.csv"
        file.write_bytes(example_files("ja" if language == "ja" else "en")["hospital.csv"])
        command = [sys.executable, "-m", "tokumei", "studio", str(file), "--no-browser", "--language", language]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": name}) as studio:
            assert studio.stdout is not None
            address = studio.stdout.readline().strip()
            options = webdriver.ChromeOptions()
            options.binary_location = str(shutil.which("chromium"))
            for argument in ("--headless=new", "--no-sandbox", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}"):
                options.add_argument(argument)
            options.add_experimental_option("prefs", {"intl.accept_languages": language})
            driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
            try:
                metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                driver.get(address)
                driver.implicitly_wait(60)
                driver.find_element("css selector", "a.button[href$=columns]").click()
                driver.find_element("css selector", ".share")
                time.sleep(0.5)
                shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
                target.write_bytes(base64.b64decode(shot["data"]))
            finally:
                driver.quit()
                studio.terminate()


def main() -> None:
    """Both pictures."""
    for language, name in PICTURES.items():
        shoot(language, IMAGES / name)
        print(f"docs/images/{name}")


if __name__ == "__main__":
    main()
