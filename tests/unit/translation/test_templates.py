"""The matcher: sentences are recognised by their templates, and what stands in their holes is kept."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.translation import catalogue, translated
from tokumei.translation.japanese import PARTS, SENTENCES
from tokumei.translation.templates import Catalogue, Template, shape

SAID = Catalogue(
    {
        "There is no {what:s} {name!r}.": "{what}{name}がありません。",
        "Column {column!r} has {count:n} values.": "列{column}の値は {count} 個です。",
        "Column {column!r} has {count:n} values. Its names are {names:list}.": "列{column}：{count} 個、{names}。",
        "{where:where}: {problems:clauses}": "{where}：{problems}",
        "It is {hint:s} Correct it.": "{hint}直してください。",
        "Use {ways:or}.": "{ways} を使います。",
        "Levels are {levels:words}.": "段は {levels} です。",
    },
    {
        "job file": "ジョブファイル",
        "The {what:s} {name!r}": "{what}{name}",
        "{places:places}: {why:known}": "{places}：{why}",
        "this key is not known; perhaps `{near}` is meant": "キーがありません。`{near}` でしょうか",
        "this key is needed": "キーが必要です",
        "too long.": "長すぎます。",
    },
)


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("There is no job file 'a b.yaml'.", "ジョブファイル「a b.yaml」がありません。"),
        ('There is no thing "it\'s".', "thing「it's」がありません。"),
        (r"There is no job file 'a\'b\\'.", r"ジョブファイル「a\'b\\」がありません。"),
        ("Column 'age' has 1,234 values.", "列「age」の値は 1,234 個です。"),
        ("Column 'a' has 3 values. Its names are 'b', 'c' and 4 more.", "列「a」：3 個、「b」、「c」、ほか4件。"),
        ("Column 'a' has 3 values. Its names are 'b', 'c' or 'd'.", "列「a」：3 個、「b」、「c」、「d」。"),
        ("Column 'a' has 3 values. Its names are none.", "列「a」：3 個、なし。"),
        ("The job file 'a.yaml': `k`: this key is needed.", "ジョブファイル「a.yaml」：`k`：キーが必要です。"),
        (
            "The job file 'j': `a`, `b`: this key is not known; perhaps `k` is meant; `c`: this key is needed.",
            "ジョブファイル「j」：`a`、`b`：キーがありません。`k` でしょうか。`c`：キーが必要です。",
        ),
        ("The job file 'j': `a`: what nobody knows.", "ジョブファイル「j」：`a`: what nobody knows。"),
        ("It is too long. Correct it.", "長すぎます。直してください。"),
        ("Use `a: 1` or `b`.", "`a: 1` か `b` を使います。"),
        ("Levels are 5, 10.", "段は 5、10 です。"),
    ],
)
def test_a_sentence_is_said_in_japanese(english: str, japanese: str) -> None:
    assert SAID.translated(english) == japanese


@pytest.mark.parametrize(
    "text",
    ["", "Nobody knows this.", "job file", "Column age has 3 values.", "Column 'a' has many values.", "Use a or b."],
)
def test_what_no_template_knows_stays_as_it_is(text: str) -> None:
    assert SAID.translated(text) == text


def test_a_clause_has_no_full_stop_of_its_own() -> None:
    assert SAID.translated("Column 'a' has 3 values") == "列「a」の値は 3 個です"


def test_english_is_not_touched() -> None:
    sentence = "The query gives no records."
    assert translated(sentence, "en") is sentence
    assert translated(sentence, "ja") == "クエリの結果にレコードがありません。"


def test_a_shape_says_nothing_of_the_holes() -> None:
    assert shape("a {b!r} c.") == shape("a {d:n} c")
    assert shape("a {{b}}") != shape("a {b}")


@pytest.mark.parametrize("pairs", [SENTENCES, PARTS], ids=["sentences", "parts"])
def test_no_two_templates_have_one_shape(pairs: dict[str, str]) -> None:
    shapes = [shape(source) for source in pairs]
    assert sorted(one for one in set(shapes) if shapes.count(one) > 1) == []


@pytest.mark.parametrize("source", [*SENTENCES, *PARTS])
def test_a_translation_names_the_holes_of_its_template(source: str) -> None:
    target = {**SENTENCES, **PARTS}[source]
    names = {name for name, _ in Template.of(source, target).holes}
    assert set(re.findall(r"(?<!\{)\{(\w+)\}(?!\})", target.replace("{{", "").replace("}}", ""))) <= names


WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789_あ漢-", min_size=1, max_size=8).filter(
    lambda word: word not in PARTS  # which are translated too
)
NAME = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(repr)
HELD: dict[str, st.SearchStrategy[str]] = {
    "": WORD,
    "r": NAME,
    "n": st.integers(0, 10**7).map(lambda number: f"{number:,}"),
    "list": st.lists(NAME, min_size=1, max_size=3).map(", ".join),
    "words": st.lists(WORD, min_size=1, max_size=3).map(", ".join),
    "or": st.lists(WORD.map(lambda word: f"`{word}`"), min_size=1, max_size=2).map(" or ".join),
    "s": WORD,
    "known": st.just("this key is needed"),
    "where": NAME.map(lambda name: f"The job file {name}"),
    "places": WORD.map(lambda word: f"`{word}`"),
    "clauses": st.just("`a`: this key is needed"),
}
JAPANESE = {"known": "このキーが必要です", "clauses": "`a`：このキーが必要です"}


def expected(kind: str, held: str) -> list[str]:
    """What of a hole's content must stand in the translation."""
    if kind in JAPANESE:
        return [JAPANESE[kind]]
    if kind in ("r", "list", "where"):
        return [name[1:-1] for name in re.findall(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", held)]
    return re.findall(r"[^,`\s]+", held) if kind in ("words", "or") else [held]


@given(st.data())
def test_whatever_stands_in_its_holes_a_sentence_is_recognised_and_keeps_it(data: st.DataObject) -> None:
    template = Template.of(*data.draw(st.sampled_from(list(SENTENCES.items()))))
    held = {name: data.draw(HELD[kind], label=name) for name, kind in template.holes}
    sentence = re.sub(  # in one pass: what stands in a hole may have braces too
        r"\{\{|\}\}|\{(\w+)(?:![rs]|:\w+)?\}",
        lambda part: part[0][0] if part[1] is None else held[part[1]],
        template.source,
    )
    said = catalogue().translated(sentence)
    assert said != sentence
    for name, kind in template.holes:
        if f"{{{name}}}" in template.target:
            assert all(part in said for part in expected(kind, held[name])), said
