"""Guessed kinds."""

from __future__ import annotations

import datetime as dt
from typing import Any

import polars as pl
import pytest

from tokumei.core.columns import Kind
from tokumei.io.guess import guess_kind, guess_separator


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["12", "13", "14", None], Kind.NUMBER),
        (["1.234,5", "2,5", "7"], Kind.NUMBER),
        ([1.5, 2.5], Kind.NUMBER),
        ([1, 2, 1, 2], Kind.CATEGORY),
        (["1", "2", "1"], Kind.CATEGORY),
        (["0123", "0456", "0789"], Kind.CATEGORY),
        (["20111201", "20101231", "20090101"], Kind.DATE),
        (["2011-12-01", "", None], Kind.DATE),
        (["平成23年1月2日"], Kind.DATE),
        (["S32.10.11", "H1.1.8"], Kind.DATE),
        (["昭和32年", "令和元年"], Kind.DATE),
        (["昭和65年", "令和元年"], Kind.DATE),
        (["S32", "T14", "M54.5"], Kind.CATEGORY),
        (["03/04/2011", "05/06/2011"], Kind.DATE),
        ([dt.date(2011, 1, 1)], Kind.DATE),
        ([True, None], Kind.CATEGORY),
        (["cold,flu", "flu", "cold,asthma", "asthma,flu"] * 3, Kind.SET),
        ([["a"], ["b", "c"]], Kind.SET),
        ([f"お客様は{i}日に来院され、頭痛とめまいを訴えて帰宅しました。" for i in range(20)], Kind.TEXT),
        (["Private", "Self-emp", "Private"], Kind.CATEGORY),
        ([None, None], Kind.CATEGORY),
        (["", None], Kind.CATEGORY),
    ],
)
def test_kinds_are_guessed_with_a_reason(values: list[Any], kind: Kind) -> None:
    series = pl.Series("c", values)
    guessed, reason = guess_kind(series)
    assert guessed is kind
    assert reason
    if series.dtype == pl.String:
        assert guess_kind(series.cast(pl.Categorical)) == (guessed, reason)


def test_separators() -> None:
    assert guess_separator(pl.Series(["a;b", "b;c", "a"] * 3)) == ";"
    assert guess_separator(pl.Series(["風邪、頭痛", "頭痛、腹痛", "風邪"] * 3)) == "、"
    assert guess_separator(pl.Series(["a", "b"])) is None
    assert guess_separator(pl.Series([1, 2])) is None
