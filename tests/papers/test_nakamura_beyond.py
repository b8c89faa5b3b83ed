"""Nakamura and Kikuchi, Tables 13 and 14, and the figures that the default has to reach beyond the paper."""

from __future__ import annotations

import pytest

from contest import CONTEST_COLUMNS, SUBJECT, contest_histories, published_histories, read_contest, with_categories
from contest_attacks import attack_histories
from real_data import data_folder, needs_data
from tokumei.attacks.intervals import hits_allowed
from tokumei.core.columns import CategoryColumn
from tokumei.core.history import Histories
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize
from tokumei.history.categories import gift_shop
from tokumei.history.pseudonyms import pseudonyms
from tokumei.privacy.histories import HistoryAnonymity

TABLE_13 = {2: 0.324, 3: 0.447, 6: 0.590, 10: 0.694, 20: 0.812}
REACHED = {2: 0.223, 6: 0.438}


@pytest.fixture(scope="module")
def contest() -> Histories:
    folder = data_folder()
    assert folder is not None
    return contest_histories(read_contest(folder / "pwscup2018" / "T.csv.gz"))


@needs_data
@pytest.mark.real
def test_categories_by_machine_come_near_table_13(contest: Histories) -> None:
    pl = pytest.importorskip("polars")
    folder = data_folder()
    assert folder is not None
    retail = pl.read_parquet(folder / "online_retail" / "online_retail.parquet").drop_nulls("Description")
    names = dict(zip(retail["StockCode"].str.to_uppercase().to_list(), retail["Description"].to_list(), strict=True))
    goods = contest.table["goods"]
    assert isinstance(goods, CategoryColumn)
    table = gift_shop().sort({code: names[code.upper()] for code in goods.values})
    assert len(set(table.values())) >= 17
    sorted_goods = with_categories(contest, "goods", table)
    for k, there in TABLE_13.items():
        found = utility(anonymize(sorted_goods, k=k, cluster="count", match="sort"))
        assert found.total == pytest.approx(there, abs=0.006)


@needs_data
@pytest.mark.real
@pytest.mark.parametrize("k", REACHED)
def test_the_default_keeps_its_promise_and_reaches_its_utility(contest: Histories, k: int) -> None:
    release = anonymize(contest, k=k)
    assert utility(release).total <= REACHED[k]
    published = published_histories(release, pseudonyms(release, name=SUBJECT), removed="mark")
    assert HistoryAnonymity(k).check(published, subject=SUBJECT, columns=CONTEST_COLUMNS).ok
    for finding in attack_histories(contest, published, subject=SUBJECT, k=k):
        assert finding.verdict != "breaks"
        assert finding.hits is not None
        assert finding.hits < hits_allowed(finding.claims)
