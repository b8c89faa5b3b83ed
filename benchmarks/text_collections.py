"""The real collections of short texts that the text benchmarks run on."""

from __future__ import annotations

import csv
import gzip
import os
import random
from collections.abc import Iterator
from pathlib import Path

__all__ = ["collections", "folder", "fukuoka_sample", "institutions", "million", "survey_answers", "trades"]


def folder() -> Path:
    """Where the real data sets are."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    return Path(os.environ.get("TOKUMEI_DATA", default))


def collections() -> dict[str, list[str]]:
    """Name → texts, in the order of the paper's experiment and ours."""
    return {
        "387 names in Fukuoka": fukuoka_sample(),
        "medical institutions": [row["name"] for row in _medical()],
        "Kumamoto food licences": _licences(),
        "Japanese reviews": [row[2] for row in _tsv("texts_ja/jrte_pn.tsv.gz")],
        "English messages": [row[1] for row in _tsv("texts_en/SMSSpamCollection.tsv.gz")][1:],
    }


def survey_answers(column: str = "recommend_text") -> tuple[str, list[str]]:
    """A column of free answers of the survey of Fukui, and its answers that are not empty."""
    with gzip.open(folder() / "fukui_survey" / "fukui_tourism_survey_fy2023.csv.gz", "rt", encoding="utf-8") as lines:
        return column, [row[column] for row in csv.DictReader(lines) if row[column]]


def fukuoka_sample(size: int = 387, seed: int = 0) -> list[str]:
    """As many names of Fukuoka prefecture as the paper had of Fukuoka city, drawn without return."""
    names = [row["name"] for row in _medical() if row["code9"].startswith("40")]
    return random.Random(seed).sample(names, size)


def million(size: int = 1_000_000, seed: int = 0) -> list[str]:
    """Texts of about 50 characters: an institution with its address, a trade name, and another institution."""
    draw = random.Random(seed)
    medical, trades = _medical(), _licences()
    texts: list[str] = []
    for _ in range(size):
        first, second = draw.choice(medical), draw.choice(medical)
        texts.append(first["name"] + first["address"] + draw.choice(trades) + second["name"])
    return texts


def institutions() -> list[tuple[str, str]]:
    """Names and addresses of medical institutions."""
    return [(row["name"], row["address"]) for row in _medical()]


def trades() -> list[str]:
    """Names of trades."""
    return _licences()


def _medical() -> list[dict[str, str]]:
    with gzip.open(folder() / "names" / "medical_institutions_jp.csv.gz", "rt", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _licences() -> list[str]:
    with gzip.open(folder() / "names" / "kumamoto_food_licences.csv.gz", "rt", encoding="utf-8") as lines:
        return [row["屋号"] for row in csv.DictReader(lines)]


def _tsv(name: str) -> Iterator[list[str]]:
    with gzip.open(folder() / name, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")
