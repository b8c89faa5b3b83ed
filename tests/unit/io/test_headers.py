"""Titles above the header and files without a header are noticed, and read as the job says."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.errors import SourceError
from tokumei.io.headers import check_first_row, header_below
from tokumei.io.sources import read_file
from workbooks import Rows, ods, xls

HEADER = ["患者", "生年", "性別", "町"]
RECORDS = [
    ["P1", 1986, "女", "堺市"],
    ["P2", 1964, "男", "堺市"],
    ["P3", 1967, "男", "仙台市"],
    ["P4", 2014, "女", "仙台市"],
]
TITLES = [["受診者一覧（令和6年度）", None, None, None], [None, None, None, None]]


def _csv(rows: Rows) -> bytes:
    return "\n".join(",".join("" if cell is None else str(cell) for cell in row) for row in rows).encode()


def _bare_titles(rows: Rows) -> bytes:
    """Without the commas that a spreadsheet writes after a title."""
    return "\n".join(line.rstrip(",") for line in _csv(rows).decode().split("\n")).encode()


def _tabs(rows: Rows) -> bytes:
    return _bare_titles(rows).replace(b",", b"\t")


def _xlsx(rows: Rows) -> bytes:
    xlsxwriter = pytest.importorskip("xlsxwriter")
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet("s")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return content.getvalue()


FORMATS: dict[str, Callable[[Rows], bytes]] = {
    "t.csv": _csv,
    "bare.csv": _bare_titles,
    "tabs.csv": _tabs,
    "t.tsv": _tabs,
    "t.xlsx": _xlsx,
    "t.xlsm": _xlsx,
    "t.xls": xls,
    "t.ods": ods,
}


@pytest.fixture(params=FORMATS)
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Rows], Path]:
    """Rows as a file of every format that has a row of names."""

    def written(rows: Rows) -> Path:
        path = tmp_path / request.param
        path.write_bytes(FORMATS[request.param](rows))
        return path

    return written


def _cells(path: Path, **options: object) -> tuple[list[str], list[str]]:
    frame = read_file(path, **options).frame  # type: ignore[arg-type]
    return frame.columns, [str(cell).removesuffix(".0") for cell in frame.rows()[0]]


def test_a_header_in_the_first_row_needs_no_word(write: Callable[[Rows], Path]) -> None:
    assert _cells(write([HEADER, *RECORDS])) == (HEADER, ["P1", "1986", "女", "堺市"])


def test_titles_above_the_header_are_noticed_and_read_over(write: Callable[[Rows], Path]) -> None:
    path = write([*TITLES, HEADER, *RECORDS])
    with pytest.raises(SourceError, match=r"titles above its header.*`source: \{file: …, header_row: 3\}`") as caught:
        read_file(path)
    assert "令和" not in str(caught.value)
    assert _cells(path, header_row=3) == (HEADER, ["P1", "1986", "女", "堺市"])


def test_a_missing_header_is_noticed_and_names_are_made_up_or_given(write: Callable[[Rows], Path]) -> None:
    path = write(RECORDS)
    with pytest.raises(SourceError, match=r"no header.*header: false.*names: \[…\].*header_row: 1") as caught:
        read_file(path)
    assert "P1" not in str(caught.value)
    numbered = ["column_1", "column_2", "column_3", "column_4"]
    assert _cells(path, header=False) == (numbered, ["P1", "1986", "女", "堺市"])
    assert _cells(path, names=HEADER) == (HEADER, ["P1", "1986", "女", "堺市"])
    assert _cells(path, header_row=1)[0] == ["P1", "1986", "女", "堺市"]


def test_a_header_below_the_last_row_is_refused(write: Callable[[Rows], Path]) -> None:
    with pytest.raises(SourceError, match="has 5 rows, and `header_row` is 9"):
        read_file(write([HEADER, *RECORDS]), header_row=9)


def test_a_title_may_have_line_breaks_in_its_quotes(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('"a title\nof two lines"\n\nage,town\n1,x\n2,y\n', encoding="utf-8")
    assert read_file(path, header_row=3).frame.columns == ["age", "town"]


def test_names_of_a_workbook_name_all_its_columns(tmp_path: Path) -> None:
    (tmp_path / "t.ods").write_bytes(ods(RECORDS))
    with pytest.raises(SourceError, match="has 4 columns, and `names` has 2"):
        read_file(tmp_path / "t.ods", names=["a", "b"])


@pytest.mark.parametrize(
    "rows",
    [
        [["県", "2019", "2020", "2021"], ["東京", "1", "2", "3"], ["大阪", "4", "2", "3"], ["京都", "1", "1", "3"]],
        [["1", "2", "3"], ["0", "1", "1"], ["1", "1", "0"], ["0", "0", "1"]],
        [["x"], ["a|b"], ["a"], ["b|a"], ["b"]],
        [["", "a", "b"], ["1", "2", "3"], ["2", "3", "4"], ["3", "4", "5"]],
        [["a", "a"], ["1", "2"], ["2", "3"], ["3", "4"]],
        [["name"], ["name"], ["x"]],
        [[]],
        [],
    ],
)
def test_what_can_be_a_header_is_one(rows: list[list[str]]) -> None:
    check_first_row(rows, "The file")
    assert header_below(rows) is None


NAMES = st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=2, max_size=6, unique=True)


@settings(deadline=None)
@given(NAMES, st.integers(0, 3), st.integers(0, 3), st.data())
def test_a_header_of_words_over_figures_is_found_below_any_titles(
    names: list[str], titles: int, blank: int, data: st.DataObject
) -> None:
    cell = st.integers(0, 9999).map(str)
    records = data.draw(st.lists(st.lists(cell, min_size=len(names), max_size=len(names)), min_size=3, max_size=8))
    above: Sequence[list[str]] = [["A title", *[""] * (len(names) - 1)]] * titles + [[""] * len(names)] * blank
    rows = [*above, names, *records]
    assert header_below(rows) == (len(above) + 1 if titles else None)
