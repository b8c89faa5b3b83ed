"""A report as a run would make it, from made-up figures."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from tokumei.core.promise import Promise


def bars(labels: list[str], counts: list[float], other: float = 0, missing: float = 0) -> dict[str, Any]:
    return {"labels": labels, "counts": counts, "other": other, "missing": missing}


def promise(kind: str, name: str, target: float, achieved: float | None, **facts: Any) -> dict[str, Any]:
    """A promise of a report, kept unless it is said otherwise."""
    given = {"kind": kind, "name": name, "target": target, "achieved": achieved, "holds": True, **facts}
    return Promise(**given).to_dict()


def bell(places: int, centre: float, width: float, total: float) -> list[float]:
    heights = [math.exp(-(((place - centre) / width) ** 2)) for place in range(places)]
    return [round(total * height / sum(heights)) for height in heights]


def smoothed(counts: list[float]) -> list[float]:
    padded = [counts[0], *counts, counts[-1]]
    return [round(sum(padded[place : place + 3]) / 3, 2) for place in range(len(counts))]


def sample_columns(japanese: bool) -> list[dict[str, Any]]:
    ages = [f"{start}–{start + 4}" for start in range(15, 90, 5)]
    age_counts = bell(len(ages), 4.5, 4.2, 30162)
    jobs = (
        ["会社員", "公務員", "自営業", "医療・福祉", "教育・研究", "農林漁業", "運輸・通信", "サービス業"]
        if japanese
        else [
            "Office work",
            "Craft and repair",
            "Management",
            "Sales",
            "Other service",
            "Machine operation",
            "Transport",
            "Farming and fishing",
        ]
    )
    job_counts = [9120.0, 6480, 4300, 3890, 2510, 1870, 1102, 640]
    months = [f"2024-{month:02}" for month in range(1, 13)]
    month_counts = [2400.0, 2310, 2600, 2550, 2480, 2390, 2510, 2620, 2450, 2580, 2660, 2612]
    diseases = ["高血圧", "糖尿病", "喘息", "腰痛"] if japanese else ["Hypertension", "Diabetes", "Asthma", "Back pain"]
    names = (
        ["受付番号", "年齢", "性別", "受診月", "職業", "傷病名", "医療費", "医療機関"]
        if japanese
        else ["receipt_id", "age", "sex", "month", "occupation", "disease", "cost", "clinic"]
    )
    cost_labels = [f"{start}–{start + 499}" for start in range(0, 8000, 500)] + ["≥ 8000"]
    cost_counts = [round(9000 * math.exp(-place / 3.3)) for place in range(17)]
    return [
        {"name": names[0], "role": "identifier", "published": "not published"},
        {"name": names[1], "role": "quasi", "type": "number", "published": "ranges", "ncp": 0.0412,
         "distinct_before": 73, "distinct_after": 512,
         "before": bars(ages, age_counts, 14), "after": bars(ages, smoothed(age_counts), 21.5)},
        {"name": names[2], "role": "quasi", "type": "category", "published": "values", "ncp": 0.0214,
         "distinct_before": 2, "distinct_after": 3,
         "before": bars(["男", "女"] if japanese else ["Male", "Female"], [16020, 14142]),
         "after": bars(["男", "女"] if japanese else ["Male", "Female"], [15810.5, 14351.5])},
        {"name": names[3], "role": "quasi", "type": "date", "published": "ranges", "ncp": 0.124, "distinct_before": 12,
         "distinct_after": 44, "before": bars(months, month_counts), "after": bars(months, smoothed(month_counts))},
        {"name": names[4], "role": "quasi", "type": "category", "published": "nodes", "ncp": 0.0871,
         "distinct_before": 14, "distinct_after": 21, "before": bars(jobs, job_counts, 190, 60),
         "after": bars(jobs, [8800, 6300, 4420, 3700, 2600, 2002, 1230, 750], 299, 61)},
        {"name": names[5], "role": "sensitive", "type": "category", "published": "as is", "distinct_before": 5,
         "distinct_after": 5, "before": bars(diseases, [12010, 8804, 5330, 4002], 16),
         "after": bars(diseases, [12010, 8804, 5330, 4002], 16)},
        {"name": names[6], "role": "sensitive", "type": "number", "published": "as is", "distinct_before": 4012,
         "distinct_after": 4012, "before": bars(cost_labels, cost_counts), "after": bars(cost_labels, cost_counts)},
        {"name": names[7], "role": "keep", "type": "category", "published": "as is"},
    ]  # fmt: skip


def make_sample(*, japanese: bool = False) -> dict[str, Any]:
    columns = sample_columns(japanese)
    name = {column["role"] + str(place): column["name"] for place, column in enumerate(columns)}
    disease = name["sensitive5"]
    return {
        "title": "2024 年度レセプト（加工済み）" if japanese else "Receipts of 2024",
        "created": "2025-04-01 09:30",
        "verified": True,
        "promises": [
            promise("k", "k-anonymity", 5, 5, parameters={"k": 5}),
            promise("distinct", f"distinct l-diversity of {disease}", 3, 3, column=disease, parameters={"l": 3}),
            promise("suppress", "removed records", 0.01, 0.0026, parameters={"suppress": 0.01}),
        ],
        "records": 30240,
        "released": 30162,
        "removed": 78,
        "groups": 4213,
        "smallest_group": 5,
        "average_group": 30162 / 4213,
        "discernibility": 245_330,
        "loss": {"ncp": 0.0684, "columns": {c["name"]: c["ncp"] for c in columns if "ncp" in c}},
        "prec": 0.913,
        "group_sizes": [
            *(
                {"low": size, "high": size, "groups": count, "records": size * count}
                for size, count in zip(range(5, 15), (1480, 960, 640, 410, 260, 150, 90, 60, 41, 30), strict=True)
            ),
            {"low": 15, "high": 61, "groups": 92, "records": 2110},
        ],
        "columns": columns,
        "notes": [
            {"key": "encoding", "values": {"encoding": "CP932"}},
            {"key": "date_format", "values": {"column": name["quasi3"], "format": "%Y-%m"}},
        ],
        "warnings": [
            {"key": "rare_values", "values": {"column": name["sensitive6"], "records": 3120, "of": 30240, "k": 5}},
        ],
        "seconds": {"read": 0.21, "partition": 0.094, "refine": 0.62, "verify": 0.05, "measure": 0.03, "write": 0.11},
        "version": "0.1.0",
        "job": {
            "source": {"file": "receipts.csv"},
            "columns": {column["name"]: {"role": column["role"], "type": column.get("type")} for column in columns},
            "privacy": {"k": 5, "l_diversity": {disease: {"distinct": 3}}, "t_closeness": {}, "suppress": 0.01},
            "method": {"algorithm": "top-down", "score": "ncp", "effort": "default", "rules": None},
            "output": {"data": "out/receipts.csv", "report": "out/report.html", "order": "shuffle"},
            "seed": 0,
        },
        "source": {"path": "receipts.csv", "sha256": "9f2c" * 16},
        "release": {"path": "out/receipts.csv", "sha256": "51ab" * 16},
    }


@pytest.fixture
def sample() -> Callable[..., dict[str, Any]]:
    """Makes a fresh report."""
    return make_sample
