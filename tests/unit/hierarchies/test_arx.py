"""Hierarchy files in and out."""

from __future__ import annotations

import csv
import gzip

import pytest

from real_data import data_folder, needs_data
from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError, SourceError
from tokumei.hierarchies import read_arx, write_arx

ROWS = [["苺", "果物", "食べ物", "*"], ["柿", "果物", "食べ物", "*"], ["赤", "色", "色", "*"]]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_delimiters_and_encodings_are_found(tmp_path, delimiter, encoding):
    file = tmp_path / "h.csv"
    file.write_bytes("\r\n".join(delimiter.join(row) for row in ROWS).encode(encoding))
    assert read_arx(file).rows() == ROWS


def test_the_other_delimiters_may_stand_inside_the_labels(tmp_path):
    file = tmp_path / "h.csv"
    file.write_text('a, b;"x;y";*\nc;"x;y";*\n')
    assert read_arx(file).leaves == ("a, b", "c")


def test_gzip_and_a_missing_star(tmp_path):
    file = tmp_path / "h.csv.gz"
    file.write_bytes(gzip.compress(b"a;X\nb;Y\n"))
    assert read_arx(file).rows() == [["a", "X", "*"], ["b", "Y", "*"]]


def test_one_column_is_a_flat_hierarchy(tmp_path):
    file = tmp_path / "h.csv"
    file.write_text("a\nb\n")
    assert read_arx(file).rows() == [["a", "*"], ["b", "*"]]


def test_what_is_written_is_read_back(tmp_path):
    tree = Hierarchy.from_rows([['a;"b', "X\ny", "*"], ["", "leer", "*"]])
    write_arx(tree, tmp_path / "h.csv")
    assert read_arx(tmp_path / "h.csv").rows() == tree.rows()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("secret;X;*\nb;*\n", "row 2 has 2 levels"),
        ("secret;X;*\nsecret;Y;*\n", "rows 1 and 2 are for the same value"),
        ("secret;X;P;*\nb;X;Q;*\n", "two parents"),
    ],
)
def test_wrong_files_are_refused_by_name_and_row(tmp_path, text, words):
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(JobError, match=words) as caught:
        read_arx(file)
    assert "bad.csv" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(SourceError, match="no hierarchy file"):
        read_arx(tmp_path / "absent.csv")
    with pytest.raises(SourceError, match="is a folder"):
        read_arx(tmp_path)
    (tmp_path / "broken").write_bytes(b"a;\x81\xff\xfd;*")
    with pytest.raises(SourceError, match="not valid UTF-8 at byte 3"):
        read_arx(tmp_path / "broken")
    with pytest.raises(SourceError, match="'klingon' is not known"):
        read_arx(tmp_path / "broken", encoding="klingon")


@needs_data
def test_the_hierarchies_of_adult_are_read():
    folder = data_folder() / "adult"
    sizes = {file.stem.removeprefix("adult_hierarchy_"): read_arx(file) for file in folder.glob("*_hierarchy_*.csv")}
    assert len(sizes) == 9
    assert len(sizes["native-country"].leaves) == 41
    assert sizes["sex"].height == 1


@pytest.mark.parametrize("content", [b"\x1f\x8bSecret", gzip.compress(b"a;b\n" * 100, mtime=0)[:20] + b"SecretSecret"])
def test_a_broken_gzip_file_is_not_quoted(tmp_path, content):
    (tmp_path / "h.csv").write_bytes(content)
    with pytest.raises(SourceError, match="not a whole gzip file") as caught:
        read_arx(tmp_path / "h.csv")
    assert "Secret" not in str(caught.value)


@pytest.mark.parametrize("delimiter", ["", "ab", "\n"])
def test_a_delimiter_is_one_character(tmp_path, delimiter):
    (tmp_path / "h.csv").write_text("a;b\n")
    with pytest.raises(JobError, match="one character"):
        read_arx(tmp_path / "h.csv", delimiter=delimiter)


@pytest.mark.parametrize("encoding", ["a\0b", "unicode_escape"])
def test_encodings_that_make_no_text_are_refused(tmp_path, encoding):
    (tmp_path / "h.csv").write_bytes(b"a\\ud800;b\n")
    with pytest.raises((JobError, SourceError), match="encoding"):
        read_arx(tmp_path / "h.csv", encoding=encoding)


@pytest.mark.parametrize("name", ["a\0.csv", "\ud800.csv"])
def test_a_name_that_no_file_can_have(tmp_path, name):
    with pytest.raises(SourceError, match="No hierarchy file can be called"):
        read_arx(tmp_path / name)


def test_a_label_that_is_too_long_is_told_by_its_line(tmp_path):
    before = csv.field_size_limit(1000)
    try:
        (tmp_path / "h.csv").write_text(f"a;{'b' * 2000};*\n")
        with pytest.raises(JobError, match="line 1"):
            read_arx(tmp_path / "h.csv")
    finally:
        csv.field_size_limit(before)
