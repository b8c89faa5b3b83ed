"""The number of threads comes from one place, and no result depends on it."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core import threads
from tokumei.errors import JobError
from tokumei.text import TextSettings, mask_texts, text_column


def test_the_environment_says_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKUMEI_THREADS", "3")
    assert threads.workers() == 3
    assert threads.parallel(lambda number: number * number, range(5)) == [0, 1, 4, 9, 16]
    monkeypatch.setenv("TOKUMEI_THREADS", "none")
    with pytest.raises(JobError, match="TOKUMEI_THREADS"):
        threads.workers()


@pytest.mark.parametrize("asked", [{}, {"mask": "least"}, {"merge": True}, {"equal": True}])
def test_texts_are_masked_alike_on_any_number_of_threads(
    asked: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(5)
    texts = ["".join(rng.choice(list("abcdef"), rng.integers(1, 8))) for _ in range(300)]
    column, settings = text_column(texts), TextSettings(n=3, k=3, **asked)  # type: ignore[arg-type]
    monkeypatch.setattr(threads, "_WORTH_A_THREAD", 1)
    releases = []
    for count in ("1", "2", "5"):
        monkeypatch.setenv("TOKUMEI_THREADS", count)
        releases.append(mask_texts(column, settings, registry="collection").strings())
    assert releases[0] == releases[1] == releases[2]
