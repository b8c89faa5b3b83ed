"""Takahashi et al., Figure 9: items deleted from BMS-WebView-2, nothing removed."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from real_data import data_folder, needs_data
from set_columns import sets, table
from tokumei.core.columns import SetColumn
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.top_down import TopDown

DELETED = {2: 53.6, 5: 62.6, 10: 67.1, 20: 71.5, 50: 77.5}
"""k → percent of all items, measured with another implementation of the same rules."""


@pytest.fixture(scope="module")
def webview() -> SetColumn:
    folder = data_folder()
    assert folder is not None
    with gzip.open(folder / "bms" / "BMS2.txt.gz", "rt") as lines:
        return sets([[item for item in line.split() if item not in ("-1", "-2")] for line in lines if line.strip()])


@needs_data
@pytest.mark.real
def test_data_are_those_of_table_1(webview: SetColumn) -> None:
    assert (len(webview), len(webview.items), len(webview.values)) == (77_512, 358_278, 3_340)


@needs_data
@pytest.mark.real
@pytest.mark.parametrize("k", DELETED)
def test_items_deleted(webview: SetColumn, k: int) -> None:
    recoding = TopDown(k=k, score="takahashi").recode(table(webview), [SetDimension(webview)])
    items = recoding.columns["items"]
    kept = np.diff(items.offsets)[items.entry].sum()  # type: ignore[attr-defined]
    assert np.bincount(recoding.group).min() >= k
    assert not recoding.removed.any()
    # 0.3 is what ties make of it (k = 2 has most), 0.05 the rounding of the printed figure.
    assert 100 * (1 - kept / len(webview.items)) == pytest.approx(DELETED[k], abs=0.35)


@needs_data
@pytest.mark.real
@pytest.mark.parametrize(("k", "most"), [(2, 0.44), (10, 0.60)])
def test_the_default_deletes_fewer(webview: SetColumn, k: int, most: float) -> None:
    recoding = TopDown(k=k).recode(table(webview), [SetDimension(webview)])
    items = recoding.columns["items"]
    kept = np.diff(items.offsets)[items.entry].sum()  # type: ignore[attr-defined]
    assert np.bincount(recoding.group).min() >= k
    assert 1 - kept / len(webview.items) < most
