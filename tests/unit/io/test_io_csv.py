"""CSV and TSV: what is detected, what is kept apart, what is refused."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.files import as_utf8
from tokumei.core.notes import Note
from tokumei.errors import SourceError
from tokumei.io import csv_files
from tokumei.io.sources import Reading, read_file


def read(folder: Path, content: str | bytes, name: str = "t.csv", **options: str) -> Reading:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_file(path, **options)


def refused(folder: Path, content: str | bytes, name: str = "t.csv", **options: str) -> str:
    with pytest.raises(SourceError) as caught:
        read(folder, content, name, **options)
    return str(caught.value)


def test_plain_utf8_has_text_columns(tmp_path: Path) -> None:
    reading = read(tmp_path, "名前,age\n山田,30\n佐藤,4\n")
    assert reading.frame.to_dict(as_series=False) == {"名前": ["山田", "佐藤"], "age": ["30", "4"]}
    assert reading.facts.encoding == "utf-8"
    assert reading.facts.rows == 2
    assert reading.facts.sha256 is not None
    assert len(reading.facts.sha256) == 64


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    reading = read(tmp_path, b"\xef\xbb\xbfa,b\n1,2\n")
    assert reading.frame.columns == ["a", "b"]
    assert Note("byte_order_mark") in reading.facts.notes


@pytest.mark.parametrize("given", [None, "cp932", "Shift_JIS", "sjis"])
def test_cp932_is_detected_or_given(tmp_path: Path, given: str | None) -> None:
    options = {} if given is None else {"encoding": given}
    reading = read(tmp_path, "住所,氏名\n東京都①,髙橋\n大阪,ｶﾅ\n".encode("cp932"), **options)
    assert reading.frame.rows() == [("東京都①", "髙橋"), ("大阪", "ｶﾅ")]
    assert reading.facts.encoding == "cp932"
    assert reading.facts.notes[0] == (Note("cp932_found") if given is None else Note("encoding", {"encoding": "CP932"}))


def test_utf16_is_read_by_its_byte_order_mark(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tb\n町\t2\n".encode("utf-16"), "t.tsv").frame.rows() == [("町", "2")]


def test_western_accents_are_not_taken_for_japanese(tmp_path: Path) -> None:
    content = "name,town\nNoël,Orléans\nHélène,Besançon\n".encode("latin-1")
    assert "give its `encoding`" in refused(tmp_path, content)
    assert read(tmp_path, content, encoding="latin-1").frame["name"].to_list() == ["Noël", "Hélène"]


def test_broken_utf8_tells_byte_and_line(tmp_path: Path) -> None:
    message = refused(tmp_path, b"a,b\n1,2\n3,\xff\xfe\n", encoding="utf-8")
    assert "byte 11" in message
    assert "line 3" in message
    assert "encoding" in message


@pytest.mark.parametrize("given", [None, "euc-jp", "EUC_JP", "eucJP-ms"])
def test_euc_jp_is_detected_or_given(tmp_path: Path, given: str | None) -> None:
    options = {} if given is None else {"encoding": given}
    content = "住所,氏名\n東京都①,山田\n大阪,カナ\n".encode("euc_jis_2004")
    reading = read(tmp_path, content, **options)
    assert reading.frame.rows() == [("東京都①", "山田"), ("大阪", "カナ")]
    assert reading.facts.encoding == "euc-jp"
    assert reading.facts.notes[0] == (Note("euc_found") if given is None else Note("encoding", {"encoding": "EUC-JP"}))


@pytest.mark.parametrize("broken", [b"\x00", b"\x80", b"\xa0", b"\xfd", b"\xff"])
def test_bytes_that_cp932_does_not_have_are_not_taken_for_it(tmp_path: Path, broken: bytes) -> None:
    with pytest.raises(SourceError, match="not valid UTF-8"):
        read(tmp_path, "住所,氏名\n東京都,髙橋\n".encode("cp932") + b"a," + broken + b"b\n")


def test_half_width_katakana_of_cp932_is_not_taken_for_euc_jp(tmp_path: Path) -> None:
    reading = read(tmp_path, "ｼﾒｲ,ｼﾞｭｳｼｮ\nﾔﾏﾀﾞ ﾀﾛｳ,ﾄｳｷｮｳﾄ\nｻﾄｳ,ｵｵｻｶﾌ\n".encode("cp932"))
    assert reading.facts.encoding == "cp932"


@given(st.lists(st.sampled_from("東京都大阪府山田花子あいうえおアイウエオ、。１２"), min_size=4), st.booleans())
@settings(max_examples=50, deadline=None)
def test_full_width_texts_are_told_apart_by_their_bytes(signs: list[str], euc: bool) -> None:
    text = "".join(signs)
    notes: list[Note] = []
    decoded, encoding = as_utf8(text.encode("euc-jp" if euc else "cp932"), None, "The file", notes)
    assert (decoded.decode(), encoding) == (text, "euc-jp" if euc else "cp932")


def test_broken_cp932_and_unknown_encodings(tmp_path: Path) -> None:
    assert "is not valid cp932" in refused(tmp_path, b"a\n\x81\x20\n", encoding="cp932")
    assert "not known" in refused(tmp_path, "a\n1\n", encoding="klingon")


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_delimiter_is_detected(tmp_path: Path, mark: str) -> None:
    rows = [["a", "b", "c"], ["1", "x y", ""], ["2", "", "z"]]
    reading = read(tmp_path, "\n".join(mark.join(row) for row in rows))
    assert reading.frame.columns == ["a", "b", "c"]
    assert reading.facts.delimiter == mark


def test_decimal_commas_do_not_win_over_semicolons(tmp_path: Path) -> None:
    reading = read(tmp_path, "a;b\n1,5;2,25\n1,75;3,5\n")
    assert reading.facts.delimiter == ";"
    assert reading.facts.decimal == ","


def test_delimiters_inside_quotes_do_not_count(tmp_path: Path) -> None:
    reading = read(tmp_path, 'a;b\n"x,y,z";1\n"u,v,w";2\n')
    assert reading.facts.delimiter == ";"
    assert reading.frame["a"].to_list() == ["x,y,z", "u,v,w"]


def test_delimiter_and_decimal_can_be_given(tmp_path: Path) -> None:
    reading = read(tmp_path, "a,b|c\n1,2|3\n", delimiter="|", decimal=",")
    assert reading.frame.columns == ["a,b", "c"]
    assert reading.facts.decimal == ","
    assert "one ASCII character" in refused(tmp_path, "a,b\n1,2\n", delimiter=",,")


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["1.234,56", "7"], ","),
        (["1,234.56", "7"], "."),
        (["0,5"], ","),
        (["12.5"], "."),
        (["1.234.567"], ","),
        (["1,234,567"], "."),
        (["12", "13"], None),
        (["v1.2.3", "a,b"], None),
    ],
)
def test_the_decimal_mark_is_detected(tmp_path: Path, cells: list[str], mark: str | None) -> None:
    assert read(tmp_path, "n|m\n" + "".join(f"{cell}|x\n" for cell in cells)).facts.decimal == mark


def test_numbers_that_can_be_read_in_two_ways_are_told(tmp_path: Path) -> None:
    semicolon = read(tmp_path, "n;m\n1,234;x\n").facts
    tab = read(tmp_path, "n\tm\n1,234\tx\n").facts
    assert (semicolon.decimal, tab.decimal) == (",", ".")
    assert Note("decimal_guessed", {"mark": ","}, warning=True) in semicolon.notes


def test_an_empty_field_is_missing_and_a_quoted_one_is_empty(tmp_path: Path) -> None:
    assert read(tmp_path, 'a,b\n,""\n"",\n').frame.rows() == [(None, ""), ("", None)]


def test_blank_lines_are_no_records(tmp_path: Path) -> None:
    assert read(tmp_path, "a,b\n1,2\n\n3,4\n\n\n").frame.rows() == [("1", "2"), ("3", "4")]
    assert read(tmp_path, "a,b\r\n1,\r\n\r\n").frame.rows() == [("1", None)]
    assert read(tmp_path, "\n\na,b\n1,2\n").frame.rows() == [("1", "2")]


def test_a_row_of_empty_fields_is_a_record(tmp_path: Path) -> None:
    assert read(tmp_path, "a,b\n,\n1,2\n").frame.rows() == [(None, None), ("1", "2")]


def test_in_a_single_column_an_empty_line_is_a_missing_value(tmp_path: Path) -> None:
    assert read(tmp_path, "a\n1\n\n2\n").frame.rows() == [("1",), (None,), ("2",)]


def test_line_breaks_and_quotes_inside_fields(tmp_path: Path) -> None:
    assert read(tmp_path, 'a,b\n"x\ny","he said ""no"""\n').frame.rows() == [("x\ny", 'he said "no"')]
    assert read(tmp_path, '"a\nb",c\n1,2\n').frame.columns == ["a\nb", "c"]


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_ends(tmp_path: Path, ending: str) -> None:
    assert read(tmp_path, ending.join(["a,b", "1,2", "3,"])).frame.rows() == [("1", "2"), ("3", None)]


@pytest.mark.parametrize("row", ["1", "1,2,3", '"x,y"'])
def test_a_ragged_row_is_told_by_its_number(tmp_path: Path, row: str) -> None:
    message = refused(tmp_path, f"a,b\n1,2\n{row}\n5,\n")
    assert "record 2" in message
    assert "header has 2" in message


def test_short_rows_are_found_among_quoted_delimiters(tmp_path: Path) -> None:
    assert "record 2 has 1 fields" in refused(tmp_path, 'a,b\n"p,q",\n"x,y"\n')


def test_an_open_quote_is_told(tmp_path: Path) -> None:
    message = refused(tmp_path, 'a,b\n1,2\n"secret,3\n')
    assert "secret" not in message


def test_quotes_inside_fields_are_read_as_they_stand_where_no_field_is_quoted(tmp_path: Path) -> None:
    reading = read(tmp_path, 'a,b\n5" disk,x\n6" d,\n"" t,z\n'.replace('"" t', 'u"" t'))
    assert reading.frame.rows() == [('5" disk', "x"), ('6" d', None), ('u"" t', "z")]
    assert Note("plain_quotes") in reading.facts.notes
    assert "record 2 has 1 fields" in refused(tmp_path, 'a,b\n5" disk,x\n6" d\n')
    message = refused(tmp_path, 'a,b\n"x","y"\n"p" q,r\n')
    assert "line 3" in message


def test_between_tabs_quotes_may_mean_nothing(tmp_path: Path) -> None:
    content = 'label\ttext\nham\t"Hi" she said\nspam\t"call now\n'
    assert read(tmp_path, content, "t.tsv").frame.rows() == [("ham", '"Hi" she said'), ("spam", '"call now')]
    assert read(tmp_path, 'a\tb\n"x\ty"\t2\n', "t.tsv").frame.rows() == [("x\ty", "2")]


def test_long_texts(tmp_path: Path) -> None:
    long = "あ" * 200_000
    assert read(tmp_path, f"a,b\n{long},1\n\n{long},\n").frame.rows() == [(long, "1"), (long, None)]


def test_empty_files_and_files_without_records(tmp_path: Path) -> None:
    assert "is empty" in refused(tmp_path, "")
    assert "is empty" in refused(tmp_path, "\n \n")
    assert "is empty" in refused(tmp_path, b"\xef\xbb\xbf")
    assert "no records" in refused(tmp_path, "a,b\n")
    assert "no records" in refused(tmp_path, "a,b")


def test_column_names_must_be_there_and_differ(tmp_path: Path) -> None:
    assert "'a'" in refused(tmp_path, "a,b,a\n1,2,3\n")
    assert "column 2" in refused(tmp_path, "a,,c\n1,2,3\n")


def test_large_files_come_as_dictionaries_with_the_same_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quoted = ('""', "")
    content = "id,town,note\n" + "".join(f"{i},{'東京' if i % 3 else '大阪'},{quoted[i % 2]}\n" for i in range(50))
    small = read(tmp_path, content)
    monkeypatch.setattr(csv_files, "LARGE_BYTES", 10)
    large = read(tmp_path, content)
    assert isinstance(large.frame.schema["town"], pl.Categorical)
    assert large.frame.schema["id"] == pl.String
    assert large.frame.with_columns(pl.all().cast(pl.String)).equals(small.frame)
