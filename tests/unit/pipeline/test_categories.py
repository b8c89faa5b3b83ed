"""Goods by category, asked for in a job."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import tokumei

LOG = pl.DataFrame(
    {
        "who": [f"p{number % 6}" for number in range(24)],
        "goods": [["10", "20", "30", "40"][number % 4] for number in range(23)] + [None],
        "about": [["RED TEA MUG", "BLUE TEA CUP", "GARDEN SPADE", None][number % 4] for number in range(24)],
    }
)


def _job(categories: object, folder: Path) -> dict:
    columns = {
        "who": "identifier",
        "goods": {"role": "quasi", "type": "category", "categories": categories},
        "about": "identifier",
    }
    return {"columns": columns, "privacy": {"k": 2}, "folder": folder}


def _goods(job: tokumei.Job) -> set[str | None]:
    return set(tokumei.anonymize(LOG, job).data["goods"])


def test_by_a_table(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("goods,kind\n10,cups\n20,cups\n30,tools\n40,other\n")
    job = tokumei.Job.model_validate(_job("kinds.csv", tmp_path))
    release = tokumei.anonymize(LOG, job)
    assert {"cups", "tools"} <= set(release.data["goods"])
    assert not {"10", "20"} & set(release.data["goods"])
    sorted_into = {"column": "goods", "values": 4, "categories": 3}
    assert {"key": "sorted_into_categories", "values": sorted_into} in release.report["notes"]
    assert tokumei.measure(LOG, release, job)["loss"]["ncp"] == pytest.approx(release.report["loss"]["ncp"])


def test_by_machine_from_descriptions(tmp_path: Path) -> None:
    (tmp_path / "kinds.yaml").write_text(
        "otherwise: other\nunknown: unknown\ncategories:\n"
        "  - {name: cups, keywords: [mug, cup]}\n  - {name: tools, keywords: [spade]}\n"
    )
    asked = {"keywords": "kinds.yaml", "described_by": "about"}
    shown = _goods(tokumei.Job.model_validate(_job(asked, tmp_path)))
    assert {"cups", "tools"} <= shown
    assert _goods(tokumei.Job.model_validate(_job({"keywords": "gift-shop", "described_by": "about"}, tmp_path)))


def test_bad_tables_are_refused(tmp_path: Path) -> None:
    (tmp_path / "short.csv").write_text("goods,kind\n10,cups\n")
    (tmp_path / "twice.csv").write_text("goods,kind\n10,cups\n10,tools\n")
    for name, words in (("short.csv", "3 of its values"), ("twice.csv", "two categories"), ("none.csv", "no file")):
        with pytest.raises(tokumei.TokumeiError, match=words):
            _goods(tokumei.Job.model_validate(_job(name, tmp_path)))
    unknown = {**_job({"keywords": "gift-shop", "described_by": "nobody"}, tmp_path)}
    del unknown["folder"]
    with pytest.raises(tokumei.JobError, match="'nobody'"):
        tokumei.load(unknown)
