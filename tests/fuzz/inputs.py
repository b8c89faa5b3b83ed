"""Malformed files of every kind: sources, jobs, rules, registries and hierarchies that are cut, mixed or broken."""

from __future__ import annotations

import gzip
import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import polars as pl
import yaml

from fuzz.jobs import PASSWORD, SECRET

__all__ = ["InputCase", "input_case"]


@dataclass(frozen=True)
class InputCase:
    """A folder of files with `job.yaml` among them, one or more of them broken."""

    number: int
    files: dict[str, bytes]
    job: Any
    """What was done to which file, for a reader."""


Damage = Callable[[random.Random, bytes], bytes]
_ENDINGS = ("csv", "tsv", "parquet", "jsonl", "xlsx", "csv.gz", "csv.zst", "jsonl.gz")


def input_case(number: int) -> InputCase:
    """The case of a number."""
    rng = random.Random(f"input {number}")
    ending = rng.choice(_ENDINGS)
    files = _good(rng, ending)
    target = rng.choice([f"data.{ending}", f"data.{ending}", "job.yaml", "rules.yaml", "town.csv", "registry.txt"])
    damages = rng.sample(sorted(_DAMAGES), rng.choice([1, 1, 1, 2]))
    for name in damages:
        files[target] = _DAMAGES[name](rng, files[target])
    return InputCase(number, files, f"{', '.join(damages)} in {target}, source {ending}")


def _good(rng: random.Random, ending: str) -> dict[str, bytes]:
    rows = 40
    frame = pl.DataFrame(
        {
            "name": [f"{SECRET}{row}" for row in range(rows)],
            "age": [20 + row % 9 for row in range(rows)],
            "town": [f"{SECRET}{'abcd'[row % 4]}" for row in range(rows)],
            "note": [f"{SECRET} likes {'tea' if row % 2 else '米'}" for row in range(rows)],
        }
    )
    job = {
        "source": f"data.{ending}",
        "columns": {
            "name": "identifier",
            "age": {"role": "quasi", "type": rng.choice(["number", "number", "category"])},
            "town": {"role": "quasi", "type": "category", "hierarchy": {"file": "town.csv"}},
            "note": {"role": "quasi", "type": "text", "n": 2, "registry": "registry.txt"},
        },
        "privacy": {"k": 3},
        "method": {"score": "tfidf", "rules": "rules.yaml"},
        "output": {"data": "out/release.csv", "report": "out/report.html"},
    }
    rules = [{"name": "r", "when": {"age": {"from": 22, "to": 25}}}]
    towns = "".join(f"{SECRET}{letter};{'low' if letter < 'c' else 'high'};*\n" for letter in "abcd")
    return {
        f"data.{ending}": _written(frame, ending),
        "job.yaml": yaml.safe_dump(job, allow_unicode=True).encode(),
        "rules.yaml": yaml.safe_dump(rules).encode(),
        "town.csv": towns.encode(),
        "registry.txt": "".join(f"{text}\n" for text in frame["note"]).encode(),
    }


def _written(frame: pl.DataFrame, ending: str) -> bytes:
    form, _, packing = ending.partition(".")
    content = io.BytesIO()
    if form == "csv":
        frame.write_csv(content)
    elif form == "tsv":
        frame.write_csv(content, separator="\t")
    elif form == "parquet":
        frame.write_parquet(content)
    elif form == "jsonl":
        frame.write_ndjson(content)
    else:
        frame.write_excel(content)
    plain = content.getvalue()
    if packing == "gz":
        return gzip.compress(plain, mtime=0)
    if packing == "zst":
        zstandard = __import__("zstandard")
        packed: bytes = zstandard.ZstdCompressor().compress(plain)
        return packed
    return plain


def _cut(rng: random.Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _flip(rng: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice([1, 3, 20])):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _put(*parts: bytes) -> Damage:
    """Puts one of the parts somewhere, at the beginning, or at the end."""

    def put(rng: random.Random, content: bytes) -> bytes:
        place = rng.choice([0, len(content), rng.randrange(len(content) + 1)])
        return content[:place] + rng.choice(parts) + content[place:]

    return put


def _swap(old: bytes, *new: bytes) -> Damage:
    def swap(rng: random.Random, content: bytes) -> bytes:
        return content.replace(old, rng.choice(new), rng.choice([1, -1]))

    return swap


def _whole(*contents: bytes) -> Damage:
    return lambda rng, content: rng.choice(contents)


def _late(rng: random.Random, content: bytes) -> bytes:
    """A value of another type after many rows of the first, as far as the content has lines."""
    lines = content.split(b"\n")
    body = [line for line in lines[1:] if line]
    many = body * 60
    odd = rng.choice([b"2.5", b"x", b"[1]", b"{}", b"true", b"99999999999999999999", b"1e999", b'""', b"null"])
    if many:
        many.append(many[-1].replace(b"20", odd).replace(b"28", odd).replace(b"23", odd))
    return b"\n".join([lines[0], *many]) + b"\n"


def _recoded(encoding: str) -> Damage:
    return lambda rng, content: content.decode("utf-8", "replace").encode(encoding, "replace")


_NUMBERS = (
    b"9223372036854775808",
    b"-9223372036854775809",
    b"1e400",
    b".nan",
    b".inf",
    b"1" * 5000,
    b"true",
    b"[]",
    b"~",
)
_DAMAGES: dict[str, Damage] = {
    "cut": _cut,
    "flipped bytes": _flip,
    "broken UTF-8": _put(b"\xff", b"\xe3\x81", b"\x80\x81", b"\xc0\xaf"),
    "lone surrogate": _put(b"\xed\xa0\x80", b'"\\ud800"', b'"\\udc00x"', b'name: "\\ud800"\n'),
    "NUL bytes": _put(b"\x00", b"\x00" * 20),
    "byte order marks": _put(b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"),
    "deep nesting": _put(b"[" * 5000, b"{a: " * 3000, b'{"a":' * 3000, b"- " * 3000, b"[" * 5000 + b"]" * 5000),
    "whole deep nesting": _whole(
        b"[" * 5000 + b"]" * 5000,
        b"{a: " * 3000 + b"1" + b"}" * 3000,
        b"columns: " + b"[" * 3000 + b"]" * 3000,
        b"".join(b" " * level + b"a:\n" for level in range(1500)),
    ),
    "huge numbers": _swap(b"2", *_NUMBERS),
    "huge k": _swap(b"3", *_NUMBERS),
    "other delimiters": _swap(b",", b";", b"\t", b"|", b",,", b":"),
    "quotes": _put(b'"', b"'", b'""', b'"\n'),
    "line ends": _swap(b"\n", b"\r", b"\r\n", b"\n\n", b"\x0b", b"\xe2\x80\xa8"),
    "late type": _late,
    "UTF-16": _recoded("utf-16"),
    "CP932": _recoded("cp932"),
    "EUC-JP": _recoded("euc-jp"),
    "titles above the header": lambda rng, content: (
        b"A title\n" * rng.randint(1, 3) + b"\n" * rng.randint(0, 2) + content
    ),
    "no header": lambda rng, content: content.partition(b"\n")[2],
    "UTF-32": _recoded("utf-32"),
    "nothing": _whole(b"", b"\n", b" ", b"\x00", b"\xef\xbb\xbf", b"~", b"[]", b"{}", b"null", b"1", b'"x"'),
    "another format": _whole(
        b"PK\x03\x04", b"\x1f\x8b\x08", b"PAR1", b"PAR1PAR1", b"\x28\xb5\x2f\xfd", SECRET.encode()
    ),
    "aliases": _whole(b"a: &a [*a]\n", b"&a [*a, *a]\n", b"columns: &c {x: *c}\n", b"<<: *x\n"),
    "tags": _whole(
        b"!!python/object:os.system x\n", b"!x y\n", b"columns: !!binary zz\n", b"? {a: b}\n: c\n", b"1: 2\n"
    ),
    "URL with a password": _swap(
        b"source: ", f"source: {{sql: 'postgresql://u:{PASSWORD}@localhost:1/x', query: 1}}\nx: ".encode()
    ),
    "JSON": lambda rng, content: json.dumps({"x": content.decode("utf-8", "replace")}).encode(),
}
"""What can be done to a file."""
