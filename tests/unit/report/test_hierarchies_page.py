"""The page of hierarchies: in the report's design, in both languages, escaped, however deep the tree is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tokumei.report.hierarchies import hierarchies_page

STEPS: list[dict[str, Any] | None] = [
    {"label": "fruit <i>", "covered": 3, "top": True},
    {"text": "orange", "source": "fact"},
    {"text": "blood orange ≈ <orange>", "source": "inferred"},
    None,
    {"text": "柿 ?", "source": "unplaced"},
]


def page(steps: list[dict[str, Any] | None], language: str = "en") -> str:
    counts = {"fact": 1, "inferred": 1, "corrected": 1, "unplaced": 1}
    candidate = {"direction": "food > <b>fruit</b>", "loss": 0.25, "values": 4, **counts, "steps": steps}
    return hierarchies_page([candidate], column="<goods>", k=2, language=language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Hierarchies of &lt;goods&gt;", "1 inferred", "Loss of the column alone at k = 2: 25.0%")),
        ("ja", ("&lt;goods&gt;の階層", "推定 1 件", "損失：25.0%")),
    ],
)
def test_a_tree_is_shown_in_the_words_of_its_reader(language: str, said: tuple[str, ...]) -> None:
    shown = page(STEPS, language)
    for words in (*said, "blood orange ≈ &lt;orange&gt;", "fruit &lt;i&gt; (3)", f'lang="{language}"'):
        assert words in shown
    assert "<b>fruit" not in shown
    assert shown.count("<details") == shown.count("</details>") == 2
    assert not re.search(r"https?://|<script", shown)
    assert "prefers-color-scheme:dark" in shown


def test_a_tree_may_be_deeper_than_the_stack() -> None:
    deep: list[dict[str, Any] | None] = [{"label": "n", "covered": 1, "top": False}] * 3000 + [None] * 3000
    assert page(deep).count("</details>") == 3001
