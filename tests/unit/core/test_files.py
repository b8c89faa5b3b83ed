"""One place reads files, and says in one sentence what is wrong with them without quoting them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from tokumei.core.files import read_bytes, read_text, read_yaml
from tokumei.errors import JobError, SourceError

SECRET = "佐藤花子 1984"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_a_text_is_read_whatever_it_was_saved_as(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "t.txt").write_text(SECRET, encoding=encoding)
    assert read_text(tmp_path / "t.txt", "list") == SECRET


def test_a_named_encoding_is_the_only_one_that_is_tried(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(SECRET, encoding="cp932")
    assert read_text(tmp_path / "t.txt", "list", encoding="Shift_JIS") == SECRET
    with pytest.raises(SourceError, match="not valid UTF-8 at byte 1") as caught:
        read_text(tmp_path / "t.txt", "list", encoding="utf-8")
    assert "1984" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13"])
def test_an_encoding_that_is_none_is_refused(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "t.txt").write_text("a")
    with pytest.raises(SourceError, match="is not known"):
        read_text(tmp_path / "t.txt", "list", encoding=encoding)


def test_packed_files_are_unpacked_only_where_they_may_be(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    for name, content in (
        ("t.gz", gzip.compress(SECRET.encode(), mtime=0)),
        ("t.zst", zstandard.compress(SECRET.encode())),
        ("unnamed", gzip.compress(SECRET.encode(), mtime=0)),
    ):
        (tmp_path / name).write_bytes(content)
        assert read_text(tmp_path / name, "list", packed=True) == SECRET
        assert read_bytes(tmp_path / name, "list") == content


def test_a_packed_file_that_was_cut_is_refused(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    for name, content in (("t.gz", gzip.compress(b"ab" * 999)), ("t.zst", zstandard.compress(os.urandom(999)))):
        (tmp_path / name).write_bytes(content[:-9])
        with pytest.raises(SourceError, match="not a whole"):
            read_bytes(tmp_path / name, "list", packed=True)


@pytest.mark.parametrize("name", ["t.gz", "t.zst"])
def test_a_file_that_is_not_packed_is_not_quoted(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("hanako 1984")
    with pytest.raises(SourceError, match="not a whole") as caught:
        read_text(tmp_path / name, "list", packed=True)
    assert "ha" not in str(caught.value).replace(str(tmp_path), "")


def test_what_is_not_a_readable_file_is_said_with_its_purpose_and_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> str:
        with pytest.raises(JobError) as caught:
            read_text(path, "file of rules", error=JobError)
        return str(caught.value)

    assert refused(tmp_path / "none").startswith("There is no file of rules '")
    assert "is a folder" in refused(tmp_path)
    assert "No file of rules can be called" in refused(tmp_path / "a\0b")
    assert "No file of rules can be called" in refused(tmp_path / "a\ud800")
    assert "cannot be read" in refused(tmp_path / ("a" * 5000))
    assert "secret" not in refused(Path("postgresql://me:secret@host/db"))
    (tmp_path / "closed").write_text("x")

    def closed(path: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", closed)
    assert "no permission to read the file of rules" in refused(tmp_path / "closed")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [1", "not valid YAML (line 1)"),
        ("a: 1\nb: c: d", "(line 2): mapping values are not allowed here"),
        ("a: 1\nb: 'secret", "not valid YAML (line 2)"),
        ("a: 1\nb: !secret x", "not valid YAML (line 2)"),
        ("a: 1\nb: *secret", "not valid YAML (line 2)"),
        ("a: 1\nb: secret\x07", "a character that YAML does not allow (line 2)"),
        ('a: "secret\\ud800"', "half of a pair of surrogates"),
        ("[" * 100_000, "nested too deep"),
        ("a: 2020-13-45", "has no meaning"),
        ("a: " + "9" * 5000, "has no meaning"),
        ("a: !!bool secret", "has no meaning"),
    ],
)
def test_yaml_that_cannot_be_read_is_one_sentence_without_a_quote(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "t.yaml"
    file.write_bytes(text.encode())
    for source, name in ((file, f"The job file {str(file)!r}"), (text, "The job file")):
        with pytest.raises(JobError) as caught:
            read_yaml(source, "job file")
        assert words in str(caught.value)
        assert str(caught.value).startswith(name)
        assert "secret" not in str(caught.value)


def test_yaml_that_names_itself_is_read_once() -> None:
    content = read_yaml("&a [x, *a]", "job file")
    assert content[1] is content


def test_yaml_is_read_with_a_byte_order_mark_and_in_japanese_encodings(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_bytes(b"\xef\xbb\xbf" + "名前: 佐藤".encode())
    assert read_yaml(tmp_path / "t.yaml", "job file") == {"名前": "佐藤"}
    (tmp_path / "t.yaml").write_text("名前: 佐藤", encoding="cp932")
    assert read_yaml(tmp_path / "t.yaml", "job file") == {"名前": "佐藤"}
