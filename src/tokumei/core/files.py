"""Files of bytes, of text and of YAML: the one place that opens them and words what can be wrong with them.

A message says what the file is for and what its name is; it never quotes a byte of it, since a file that cannot be read
may still hold what has to be protected. `what` is the purpose as it stands after "the": `job file`, `file of rules`.
"""

from __future__ import annotations

import gzip
import importlib
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tokumei.core.notes import Note
from tokumei.errors import JobError, SourceError, TokumeiError

__all__ = [
    "as_utf8",
    "check_file",
    "explained",
    "has_surrogates",
    "inner_ending",
    "read_bytes",
    "read_encoded",
    "read_text",
    "read_yaml",
    "zstd",
]

Kind = type[TokumeiError]

_ENDINGS = {".gz": "gzip", ".zst": "zstd"}
_MAGIC = {"gzip": b"\x1f\x8b", "zstd": b"\x28\xb5\x2f\xfd"}
_NO_CP932 = re.compile("[\x00\x80\uf8f0-\uf8f3]")
"""NUL, and what the codec makes of bytes that CP932 leaves free: a file with them is broken, or something else."""
_BOM = b"\xef\xbb\xbf"
_UTF8 = ("utf-8", "utf8", "utf-8-sig")
_JAPANESE = ("cp932", "shift-jis", "sjis", "ms932", "windows-31j")
_EUC = ("euc-jp", "eucjp", "ujis", "eucjp-ms", "x-euc-jp")
_USUAL = (0xA1, 0xA3, *range(0xB0, 0xD0))
"""First bytes in EUC-JP of full-width punctuation, digits and letters, and of the kanji in common use."""
_SURROGATE = re.compile("[\ud800-\udfff]")


def inner_ending(path: Path) -> tuple[str, str | None]:
    """The ending that tells the format, and the compression around it: `a.csv.gz` → (`.csv`, `gzip`)."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _ENDINGS:
        return (suffixes[-2] if len(suffixes) > 1 else ""), _ENDINGS[suffixes[-1]]
    return (suffixes[-1] if suffixes else ""), None


def check_file(path: str | Path, what: str, *, error: Kind = SourceError) -> None:
    """Refuses what is not a file that can be opened: nothing there, a folder, no permission."""
    with explained(path, what, error=error):
        if Path(path).is_dir():
            raise IsADirectoryError
        Path(path).stat()
        if not os.access(path, os.R_OK):
            raise PermissionError


def read_bytes(path: str | Path, what: str, *, packed: bool = False, error: Kind = SourceError) -> bytes:
    """The whole content; with `packed`, unpacked where the name or the first bytes say gzip or zstd."""
    path = Path(path)
    with explained(path, what, error=error):
        content = path.read_bytes()
    return _unpacked(content, path, what, error) if packed else content


def read_text(
    path: str | Path,
    what: str,
    *,
    encoding: str | None = None,
    packed: bool = False,
    notes: list[Note] | None = None,
    error: Kind = SourceError,
) -> str:
    """The text of a file: in `encoding`, or in UTF-8 with or without a mark, UTF-16 with one, EUC-JP or CP932.

    What is worth telling is added to `notes`. Raises `error`, which is one sentence, for a file that is not there or is
    not text.
    """
    return read_encoded(path, what, encoding=encoding, packed=packed, notes=notes, error=error)[0]


def read_encoded(
    path: str | Path,
    what: str,
    *,
    encoding: str | None = None,
    packed: bool = False,
    notes: list[Note] | None = None,
    error: Kind = SourceError,
) -> tuple[str, str]:
    """The same with the name of the encoding that the file has."""
    content = read_bytes(path, what, packed=packed, error=error)
    where = f"The {what} {str(path)!r}"
    plain, had = as_utf8(content, encoding, where, [] if notes is None else notes, error=error)
    return plain.decode(), had


def read_yaml(source: Path | str, what: str, *, error: Kind = JobError) -> Any:
    """What a YAML file (a Path) or a YAML text (a str) holds, as plain data.

    Raises `error` with one sentence, and with the line where it is known, for what is not valid YAML, is nested too
    deep, or has characters that no text may have: control characters, and halves of a pair of surrogates.
    """
    import yaml

    text = source if isinstance(source, str) else read_text(source, what, error=error)
    where = f"The {what}" if isinstance(source, str) else f"The {what} {str(source)!r}"
    try:
        content = yaml.safe_load(text)
    except yaml.reader.ReaderError as problem:
        line = text.count("\n", 0, problem.position) + 1
        raise error(f"{where} has a character that YAML does not allow (line {line:,}). Remove it.") from None
    except yaml.YAMLError as problem:
        raise error(f"{where} is not valid YAML{_yaml_problem(problem)}.") from None
    except RecursionError:
        raise error(f"{where} is nested too deep to be read.") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # numbers and dates out of range
        raise error(f"{where} is not valid YAML: a number, a date or a tag in it has no meaning.") from None
    if has_surrogates(content):
        raise error(f"{where} has half of a pair of surrogates (`\\ud83d`, say), which is no character. Remove it.")
    return content


@contextmanager
def explained(path: str | Path, what: str, *, error: Kind = SourceError) -> Iterator[None]:
    """What the system says when a file is opened or read, as one sentence."""
    name = repr(str(path))
    try:
        yield
    except FileNotFoundError:
        if ":/" in str(path):  # a database's URL, given in place of a file, may hold a password
            raise error(
                f"A URL stands where a {what} is named. A database is given as `source: {{sql: URL, query: …}}`."
            ) from None
        raise error(f"There is no {what} {name}.") from None
    except IsADirectoryError:
        raise error(f"The {what} {name} is a folder, not a file.") from None
    except PermissionError:
        raise error(f"There is no permission to read the {what} {name}.") from None
    except (gzip.BadGzipFile, zlib.error, EOFError):
        raise error(f"The {what} {name} is not a whole gzip file.") from None
    except OSError as problem:
        raise error(f"The {what} {name} cannot be read: {problem.strerror or type(problem).__name__}.") from None
    except ValueError as problem:
        if isinstance(problem, UnicodeEncodeError) or "embedded null" in str(problem):
            raise error(f"No {what} can be called {name}. Correct the name.") from None
        raise


def as_utf8(
    content: bytes, encoding: str | None, where: str, notes: list[Note], *, error: Kind = SourceError
) -> tuple[bytes, str]:
    """The content as UTF-8 without a byte order mark, and the name of the encoding that it had."""
    if encoding is None and content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    given = (encoding or "utf-8").lower().replace("_", "-")
    if given in _UTF8:
        if content.startswith(_BOM):
            content = content[len(_BOM) :]
            notes.append(Note("byte_order_mark"))
        broken = _broken_utf8(content)
        if broken is None:
            return content, "utf-8"
        if encoding is None and (japanese := _as_euc(content)) is not None:
            notes.append(Note("euc_found"))
            return japanese.encode(), "euc-jp"
        if encoding is None and (japanese := _as_cp932(content)) is not None:
            notes.append(Note("cp932_found"))
            return japanese.encode(), "cp932"
        raise error(f"{where} is not valid UTF-8 {_place(content, broken)}. Correct it, or give its `encoding`.")
    codec = "cp932" if given in _JAPANESE else "euc-jp" if given in _EUC else given
    try:
        text = (_decoded_euc(content) if codec == "euc-jp" else content.decode(codec)).removeprefix("\ufeff")
        plain = text.encode()
    except (LookupError, ValueError) as problem:
        if isinstance(problem, UnicodeDecodeError):
            raise error(
                f"{where} is not valid {encoding} {_place(content, problem.start)}. Correct it, or give another "
                "`encoding`."
            ) from None
        if isinstance(problem, UnicodeEncodeError):
            raise error(f"{where} is not text in {encoding}. Give another `encoding`.") from None
        raise error(f"The encoding {encoding!r} is not known. Try 'utf-8', 'cp932' or 'euc-jp'.") from None
    notes.append(Note("encoding", {"encoding": codec.upper()}))
    return plain, codec


def zstd() -> Any:
    """The module that packs and unpacks zstd: of Python 3.14 and later, or the package that stands in for it."""
    try:
        return importlib.import_module("compression.zstd")
    except ImportError:
        return importlib.import_module("zstandard")


def _unpacked(content: bytes, path: Path, what: str, error: Kind) -> bytes:
    by_content = next((name for name, magic in _MAGIC.items() if content.startswith(magic)), None)
    compression = inner_ending(path)[1] or by_content
    if compression == "gzip":
        with explained(path, what, error=error):
            return gzip.decompress(content)
    if compression == "zstd":
        try:
            return _unpacked_zstd(content)
        except (zstd().ZstdError, EOFError):
            raise error(f"The {what} {str(path)!r} is not a whole zstd file.") from None
    return content


def _unpacked_zstd(packed: bytes) -> bytes:
    """Frame after frame; EOFError where the last one is cut, at which a reader of streams would stop without a word."""
    module = zstd()
    parts: list[bytes] = []
    while packed:
        frame = module.ZstdDecompressor()
        frame = frame if hasattr(module, "ZstdFile") else frame.decompressobj()
        parts.append(frame.decompress(packed))
        if not frame.eof:
            raise EOFError
        packed = frame.unused_data
    return b"".join(parts)


def _as_cp932(content: bytes) -> str | None:
    """The content as CP932 text; None where it is not, or where it is rather a Western text or no text at all.

    An accented letter of a Western encoding with the letter after it often makes a valid, wrong Japanese character; but
    it stands alone inside a word, where Japanese characters stand together.
    """
    try:
        text = content.decode("cp932")
    except UnicodeDecodeError:
        return None
    if _NO_CP932.search(text):
        return None
    sample = text[: 1 << 20]
    foreign = len(re.findall(r"[^\x00-\x7f]", sample))
    alone = len(re.findall(r"(?<=[A-Za-z])[^\x00-\x7f](?![^\x00-\x7f])", sample))
    return None if alone * 2 > foreign else text


def _as_euc(content: bytes) -> str | None:
    """The content as EUC-JP text; None where it is not, or where it is rather CP932 in half-width katakana.

    The first byte of most characters of CP932 is none of EUC-JP. What remains is half-width katakana, an even number of
    them in every run: read as EUC-JP these are kanji without any kana, and often rare ones.
    """
    try:
        text = _decoded_euc(content)
    except UnicodeDecodeError:
        return None
    sample = text[: 1 << 20]
    foreign = re.findall(r"[^\x00-\x7f]", sample)
    if any("\u3041" <= sign <= "\u30fe" for sign in foreign):
        return text
    usual = sum(sign.encode("euc_jp", "replace")[0] in _USUAL for sign in foreign)
    return text if usual * 10 >= len(foreign) * 9 else None


def _decoded_euc(content: bytes) -> str:
    """EUC-JP, with the numbers in circles and other characters that makers of systems have added to it."""
    try:
        return content.decode("euc_jp")
    except UnicodeDecodeError:
        return content.decode("euc_jis_2004")


def _broken_utf8(content: bytes) -> int | None:
    """Where the content stops being UTF-8."""
    if content.isascii():
        return None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.start
    return None


def _place(content: bytes, byte: int) -> str:
    line = content.count(b"\n", 0, byte) + 1
    return f"at byte {byte + 1:,} (line {line:,})"


def _yaml_problem(problem: Exception) -> str:
    """The line, and what is wrong there unless that quotes the text."""
    mark = getattr(problem, "problem_mark", None)
    said = getattr(problem, "problem", None)
    where = f" (line {mark.line + 1:,})" if mark else ""
    return where if not said or "'" in said else f"{where}: {said}"


def has_surrogates(content: Any) -> bool:
    """Whether a text in the content cannot be written; each part is looked at once, however often it is named."""
    rest, seen = [content], set()
    while rest:
        part = rest.pop()
        if isinstance(part, str):
            if _SURROGATE.search(part):
                return True
        elif isinstance(part, (dict, list, set, tuple)) and id(part) not in seen:
            seen.add(id(part))
            rest.extend(part)
            if isinstance(part, dict):
                rest.extend(part.values())
    return False
