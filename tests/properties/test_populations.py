"""δ-presence and k-map against people counted one by one, from labels."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei

Person = tuple[int, str]
PEOPLE = st.lists(st.tuples(st.integers(20, 40), st.sampled_from("abc")), min_size=6, max_size=60)
COLUMNS: dict[str, Any] = {"age": {"role": "quasi", "type": "number"}, "town": {"role": "quasi", "type": "category"}}


def fits(person: Person, group: tuple[str, str]) -> bool:
    """What the words say: a range from … to, a set, a value, or anything."""
    age, town = group
    low, high = age[1:-1].split(";") if age.startswith("[") else (age, age)
    between = age == "*" or int(low) <= person[0] <= int(high)
    return between and (town == "*" or person[1] in (town[1:-1].split(";") if town.startswith("{") else [town]))


def frame(people: list[Person]) -> pl.DataFrame:
    return pl.DataFrame(people, schema={"age": pl.Int64, "town": pl.String}, orient="row")


def released(people: list[Person], source: list[Person], promise: dict[str, Any]) -> tokumei.Release | None:
    """None where the job says that it cannot be kept."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "people.csv"
        frame(people).write_csv(file)
        (name, asked), *_ = promise.items()
        job = {"columns": COLUMNS, "privacy": {"k": 2, name: {"population": str(file), **asked}}}
        try:
            return tokumei.anonymize(frame(source), job)
        except tokumei.Infeasible:
            return None


def fitting_all(people: list[Person], source: list[Person]) -> int:
    """How many people fit one group of all records."""
    ages, towns = zip(*source, strict=True)
    return sum(min(ages) <= age <= max(ages) and town in towns for age, town in people)


def groups(release: tokumei.Release) -> Counter[tuple[str, str]]:
    return Counter(release.data.select(pl.all().cast(pl.String)).rows())


@settings(deadline=None, max_examples=40)
@given(PEOPLE, st.integers(2, 5), st.sampled_from([0.2, 0.4, 0.6, 0.9]))
def test_at_most_a_share_of_those_who_fit_a_group_is_in_the_data(people: list[Person], every: int, most: float) -> None:
    source = people[::every]
    if len(source) < 2:
        return
    release = released(people, source, {"presence": {"at_most": most}})
    if release is None:
        assert len(source) > most * fitting_all(people, source)
        return
    shares = [size / sum(fits(one, group) for one in people) for group, size in groups(release).items()]
    assert max(shares) <= most + 1e-9
    (promise,) = [one for one in release.report["promises"] if one["kind"] == "presence"]
    assert promise["achieved"] == max(shares)


@settings(deadline=None, max_examples=40)
@given(PEOPLE, st.integers(1, 4), st.integers(2, 12))
def test_at_least_k_people_of_the_population_fit_a_group(people: list[Person], every: int, k: int) -> None:
    source = people[::every]
    if len(source) < 2:
        return
    release = released(people, source, {"k_map": {"k": k}})
    if release is None:
        assert fitting_all(people, source) < k
        return
    fewest = min(sum(fits(one, group) for one in people) for group in groups(release))
    assert fewest >= k
    (promise,) = [one for one in release.report["promises"] if one["kind"] == "map"]
    assert promise["achieved"] == fewest
