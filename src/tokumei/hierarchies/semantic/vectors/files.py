"""The user's own vectors: word2vec, fastText or GloVe files, converted once and memory-mapped from then on."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tokumei.core.files import check_file, explained
from tokumei.errors import OutputError, SourceError
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["convert", "open_file", "write"]

_FASTTEXT_MODEL = (793712314).to_bytes(4, "little")
_LONGEST_WORD = 1000


def open_file(path: str | Path, *, cache: str | Path | None = None) -> WordVectors:
    """Vectors from a file, or from a folder that `convert` made; a file is converted on first use.

    The converted form is kept beside the file as `NAME.vectors`, or under `cache`.
    """
    source = Path(path)
    if source.is_dir():
        return _opened(source)
    check_file(source, "vectors file")
    folder = (Path(cache) if cache else source.parent) / f"{source.name}.vectors"
    if not _current(folder, source):
        convert(source, folder)
    return _opened(folder)


def convert(path: str | Path, folder: str | Path) -> None:
    """Writes the vectors of a text or binary file as arrays that can be memory-mapped.

    Raises SourceError where the file is truncated or a vector has another number of dimensions than the first.
    """
    source = Path(path)
    write(folder, _entries(source), str(source), state=_state(source))


def write(
    folder: str | Path,
    entries: Iterator[tuple[bytes, npt.NDArray[np.float32]]],
    name: str,
    *,
    state: dict[str, int] | None = None,
) -> None:
    """Writes words and vectors into a new folder, which appears only when it is complete."""
    target = Path(folder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".vectors-", dir=target.parent))
    except OSError as error:
        raise OutputError(
            f"The vectors cannot be written to {str(target)!r}: {error.strerror or type(error).__name__}."
        ) from None
    try:
        words: list[bytes] = []
        dimensions = 0
        with open(work / "raw", "wb") as raw:
            for word, vector in entries:
                dimensions = len(vector)
                words.append(word)
                raw.write(vector.astype("<f4").tobytes())
        if not words:
            raise SourceError(f"The vectors file {name!r} holds no vectors.")
        matrix = np.memmap(work / "raw", dtype="<f4", mode="r", shape=(len(words), dimensions))
        np.save(work / "matrix.npy", matrix)
        del matrix
        (work / "raw").unlink()
        hashes = np.array([_hash(word) for word in words], dtype=np.uint64)
        order = np.argsort(hashes, kind="stable")
        np.save(work / "hashes.npy", hashes[order])
        np.save(work / "rows.npy", order.astype(np.int32))
        np.save(work / "offsets.npy", np.cumsum([0, *(len(word) for word in words)], dtype=np.int64))
        (work / "words.bin").write_bytes(b"".join(words))
        (work / "meta.json").write_text(json.dumps({"name": name, **(state or {})}), encoding="utf-8")
        if target.exists():
            shutil.rmtree(target)
        work.rename(target)
    except OSError as error:
        raise OutputError(
            f"The vectors cannot be written to {str(target)!r}: {error.strerror or type(error).__name__}."
        ) from None
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _opened(folder: Path) -> WordVectors:
    try:
        matrix = np.load(folder / "matrix.npy", mmap_mode="r")
        hashes = np.load(folder / "hashes.npy", mmap_mode="r")
        rows = np.load(folder / "rows.npy", mmap_mode="r")
        offsets = np.load(folder / "offsets.npy", mmap_mode="r")
        words = np.memmap(folder / "words.bin", dtype=np.uint8, mode="r")
    except (OSError, ValueError):
        raise SourceError(f"{str(folder)!r} is not a folder of converted vectors.") from None

    def lookup(word: str) -> int:
        text = word.encode("utf-8", "replace")
        key = np.uint64(_hash(text))
        place = int(np.searchsorted(hashes, key))
        while place < len(hashes) and hashes[place] == key:  # two words may share a hash: compare the words
            row = int(rows[place])
            if words[offsets[row] : offsets[row + 1]].tobytes() == text:
                return row
            place += 1
        return -1

    return WordVectors(folder.name.removesuffix(".vectors"), matrix, lookup)


def _entries(source: Path) -> Iterator[tuple[bytes, npt.NDArray[np.float32]]]:
    with explained(source, "vectors file"), _stream(source) as stream:
        if stream.peek(4)[:4] == _FASTTEXT_MODEL:
            raise SourceError(
                f"The file {str(source)!r} is a fastText model, not a table of vectors. Use its .vec file."
            )
        first = stream.readline(1 << 20)
        head = first.split()
        if len(head) == 2 and all(part.isdigit() for part in head):
            count, dimensions = int(head[0]), int(head[1])
            if _is_text(stream.peek(1 << 16)[: 1 << 16], dimensions):
                yield from _text(source, stream, dimensions, count, 2)
            else:
                yield from _binary(source, stream, dimensions, count)
        else:
            dimensions = len(head) - 1
            if dimensions < 2:
                raise SourceError(f"The vectors file {str(source)!r} does not begin with a word and its numbers.")
            yield _parsed(source, first, dimensions, 1)
            yield from _text(source, stream, dimensions, None, 2)


def _stream(source: Path) -> io.BufferedReader:
    stream = open(source, "rb")  # noqa: SIM115
    if stream.peek(2)[:2] == b"\x1f\x8b":
        stream.close()
        return io.BufferedReader(gzip.open(source, "rb"), 1 << 16)
    return stream


def _is_text(sample: bytes, dimensions: int) -> bool:
    line = sample.split(b"\n", 1)[0].split(b" ")
    try:
        numbers = [float(part) for part in line[-min(dimensions, 3) :] if part]
    except ValueError:
        return False
    return bool(numbers)


def _text(
    source: Path, stream: io.BufferedReader, dimensions: int, count: int | None, line: int
) -> Iterator[tuple[bytes, npt.NDArray[np.float32]]]:
    found = 0
    for number, content in enumerate(stream, start=line):
        if content.strip():
            yield _parsed(source, content, dimensions, number)
            found += 1
    if count is not None and found != count:
        raise SourceError(
            f"The vectors file {str(source)!r} says that it has {count:,} vectors and has {found:,}: it is truncated."
        )


def _parsed(source: Path, content: bytes, dimensions: int, line: int) -> tuple[bytes, npt.NDArray[np.float32]]:
    parts = content.rstrip().rsplit(b" ", dimensions)
    try:
        if len(parts) != dimensions + 1:
            raise ValueError
        vector = np.array(parts[1:], dtype=np.float32)
    except ValueError:
        raise SourceError(
            f"The vectors file {str(source)!r}: line {line} is not a word and {dimensions} numbers."
        ) from None
    return parts[0], vector


def _binary(
    source: Path, stream: io.BufferedReader, dimensions: int, count: int
) -> Iterator[tuple[bytes, npt.NDArray[np.float32]]]:
    for number in range(count):
        word = bytearray()
        while (byte := stream.read(1)) not in (b" ", b""):
            word += byte
            if len(word) > _LONGEST_WORD:
                raise SourceError(
                    f"The vectors file {str(source)!r}: vector {number + 1} is not where it should be. Is the number "
                    f"of dimensions, {dimensions}, right?"
                )
        numbers = stream.read(4 * dimensions)
        if len(numbers) < 4 * dimensions:
            raise SourceError(
                f"The vectors file {str(source)!r} says that it has {count:,} vectors and ends within vector "
                f"{number + 1:,}: it is truncated."
            )
        yield bytes(word).lstrip(b"\n"), np.frombuffer(numbers, dtype="<f4").astype(np.float32)


def _hash(word: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(word, digest_size=8).digest(), "little")


def _state(source: Path) -> dict[str, int]:
    known = source.stat()
    return {"size": known.st_size, "changed": known.st_mtime_ns}


def _current(folder: Path, source: Path) -> bool:
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return {key: meta.get(key) for key in ("size", "changed")} == _state(source)
