"""`tokumei vectors` makes vectors that `tokumei hierarchy` can open."""

from __future__ import annotations

from pathlib import Path

import pytest

from tokumei.cli import main
from tokumei.hierarchies.semantic.vectors import open_vectors

pytest.importorskip("scipy", reason="training vectors needs the extra `vectors`")

TEXTS = ["apple pear fruit", "pear apple fruit juice", "car truck road", "truck car road wheel"] * 6


def test_texts_become_vectors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "texts.txt").write_text("\n".join(TEXTS))
    words = ["vectors", str(tmp_path / "texts.txt"), "-o", str(tmp_path / "v"), "--dimensions", "3", "--least", "2"]
    assert main(words) == 0
    assert "8 words" in capsys.readouterr().out
    vectors = open_vectors(tmp_path / "v", [])
    assert vectors is not None
    assert vectors.matrix.shape == (8, 3)
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0


def test_too_little_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "texts.txt").write_text("one two\n")
    assert main(["vectors", str(tmp_path / "texts.txt"), "-o", str(tmp_path / "v")]) == 2
    assert "too few" in capsys.readouterr().err
    assert not (tmp_path / "v").exists()
