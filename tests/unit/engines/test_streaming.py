"""A source that is read piece by piece, from files to files."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.cli import main
from tokumei.engines import streaming
from tokumei.engines.staging import Staging
from tokumei.job import engine_refusals, load
from tokumei.pipeline import engine_choice


def people(records: int = 400, seed: int = 1) -> pl.DataFrame:
    """Made-up records; `fits` says which age a record has, so that a release can be held against it."""
    rng = np.random.default_rng(seed)
    age = rng.integers(20, 40, records)
    return pl.DataFrame(
        {
            "name": [f"n{number}" for number in range(records)],
            "age": age,
            "town": rng.choice(["東京", "大阪", "京都", "奈良"], records),
            "sick": rng.choice(["flu", "cold", "cough"], records),
            "fits": age,
        }
    )


def job(source: Any, output: Path, **more: Any) -> dict[str, Any]:
    return {
        "source": source,
        "columns": {
            "name": "identifier",
            "age": {"role": "quasi", "type": "number"},
            "town": {"role": "quasi", "type": "category"},
            "sick": {"role": "sensitive", "type": "category"},
            "fits": "keep",
        },
        "privacy": {"k": 5},
        "engine": "streaming",
        "output": {"data": str(output)},
        **more,
    }


def rows(path: Path) -> list[Any]:
    frame = pl.read_csv(path, infer_schema=False) if path.suffix == ".csv" else pl.read_parquet(path)
    return frame.with_columns(pl.all().cast(pl.String)).rows()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches and buckets so small that there are many."""
    monkeypatch.setattr(streaming, "BATCH", 37)
    monkeypatch.setattr(streaming, "BUCKET", 50)


@pytest.mark.parametrize("ending", ["csv", "parquet", ""])
@pytest.mark.parametrize("source", ["csv", "parquet", "csv folder", "parquet folder"])
@pytest.mark.usefixtures("small")
def test_from_every_source_to_every_output(source: str, ending: str, tmp_path: Path) -> None:
    frame = people()
    kind = source.split()[0]
    place = tmp_path / "in"
    place.mkdir()
    for number, part in enumerate(frame.iter_slices(150 if "folder" in source else 1_000)):
        getattr(part, f"write_{kind}")(place / f"{number}.{kind}")
    named = {kind: str(place)} if "folder" in source else str(place / f"0.{kind}")
    target = tmp_path / ("release" + (f".{ending}" if ending else ""))
    found = tokumei.run(job(named, target))
    assert found.report["engine"]["name"] == "streaming"
    assert found.report["records"] == found.report["released"] == 400
    assert tokumei.verify(target, job(named, target)).ok
    released = found.data.collect()
    assert released.columns == ["age", "town", "sick", "fits"]
    assert sorted(released["fits"].cast(pl.Int64).to_list()) == sorted(frame["fits"].to_list())
    for age, fits in zip(released["age"].cast(pl.String), released["fits"].cast(pl.Int64), strict=True):
        low, _, high = age.strip("[]").partition(";")
        assert int(low) <= fits <= int(high or low)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"in", target.name, f"{target.name}.report.html", f"{target.name}.report.json"}


@pytest.mark.usefixtures("small")
def test_with_a_seed_the_order_of_the_source_decides_nothing(tmp_path: Path) -> None:
    frame = people()
    releases = []
    for number, order in enumerate((np.arange(400), np.random.default_rng(2).permutation(400))):
        frame[order].write_parquet(tmp_path / f"{number}.parquet")
        target = tmp_path / f"release{number}.parquet"
        asked = job(str(tmp_path / f"{number}.parquet"), target, seed=7)
        asked["columns"] = {**asked["columns"], "sick": "identifier", "fits": "identifier"}
        tokumei.run(asked)
        releases.append(rows(target))
    assert releases[0] == releases[1]


@pytest.mark.usefixtures("small")
def test_without_a_seed_rows_leave_shuffled(tmp_path: Path) -> None:
    frame = people().sort("fits")
    frame.write_parquet(tmp_path / "in.parquet")
    releases = []
    for number in range(2):
        tokumei.run(job(str(tmp_path / "in.parquet"), tmp_path / f"{number}.parquet"))
        releases.append(pl.read_parquet(tmp_path / f"{number}.parquet")["fits"].to_list())
    assert releases[0] != releases[1]
    assert all(release != sorted(release) for release in releases)
    assert all(sorted(release) == frame["fits"].to_list() for release in releases)


def test_records_that_are_divided_between_groups(tmp_path: Path) -> None:
    frame = pl.DataFrame({"age": [30] * 1_000 + [90], "fits": [30] * 1_000 + [90]})
    frame.write_parquet(tmp_path / "in.parquet")
    asked = {**job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet"), "privacy": {"k": 2}}
    asked["columns"] = {"age": {"role": "quasi", "type": "number"}, "fits": "keep"}
    assert tokumei.run(asked).report["groups"] == 2
    released = pl.read_parquet(tmp_path / "out.parquet").with_columns(pl.col("age").cast(pl.String))
    assert released["age"].value_counts().sort("count").rows() == [("[30;90]", 2), ("30", 999)]
    assert sorted(released.filter(pl.col("age") == "[30;90]")["fits"].to_list()) == [30, 90]


def test_a_source_that_changes_between_the_passes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    people().write_parquet(source)
    publish = streaming.Streaming.publish

    def changed(self: Any, *arguments: Any, **named: Any) -> Any:
        people(seed=9).write_parquet(source)
        return publish(self, *arguments, **named)

    monkeypatch.setattr(streaming.Streaming, "publish", changed)
    with pytest.raises(tokumei.SourceError, match="changed while it was read"):
        tokumei.run(job(str(source), target))
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_a_release_that_breaks_its_promise_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "release"
    people().write_parquet(source)
    tokumei.run(job(str(source), target))
    before = rows(target / "part-00000.parquet")
    write = Staging.write

    def spoiled(self: Any, frame: pl.DataFrame, people: Any) -> None:
        write(self, frame.with_columns(pl.Series("town", [f"t{number}" for number in range(frame.height)])), people)

    monkeypatch.setattr(Staging, "write", spoiled)
    with pytest.raises(tokumei.PromiseError, match="k-anonymity: 1 where 5 is promised"):
        tokumei.run(job(str(source), target), force=True)
    assert rows(target / "part-00000.parquet") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "in.parquet",
        "release",
        "release.report.html",
        "release.report.json",
    ]


def test_an_output_that_exists_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "release"
    people().write_parquet(source)
    tokumei.run(job(str(source), target))
    (target / "stray.txt").write_text("of the old one")
    with pytest.raises(tokumei.OutputError, match="exists"):
        tokumei.run(job(str(source), target))
    tokumei.run(job(str(source), target), force=True)
    assert [path.name for path in target.iterdir()] == ["part-00000.parquet"]


def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "release"
    people().write_parquet(source)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    with pytest.raises(tokumei.OutputError, match="disk is full"):
        tokumei.run(job(str(source), target))
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_auto_streams_what_is_larger_than_half_of_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "in.parquet"
    people().write_parquet(source)
    asked = {**job(str(source), tmp_path / "out.parquet"), "engine": "auto"}
    size = source.stat().st_size
    assert engine_choice.engine_for(tokumei.load(asked)) == "local"
    monkeypatch.setattr(engine_choice, "available_memory", lambda: 2 * size - 1)
    assert engine_choice.engine_for(tokumei.load(asked)) == "streaming"
    assert engine_choice.engine_for(tokumei.load({**asked, "attack": True})) == "local"
    assert tokumei.run(asked).report["engine"]["name"] == "streaming"


def test_auto_streams_where_only_an_engine_writes_the_output(tmp_path: Path) -> None:
    people().write_parquet(tmp_path / "in.parquet")
    asked = {**job(str(tmp_path / "in.parquet"), tmp_path / "release"), "engine": "auto"}
    assert tokumei.run(asked).report["engine"]["name"] == "streaming"
    assert (tmp_path / "release" / "part-00000.parquet").exists()


def test_kept_lists_go_with_their_records(tmp_path: Path) -> None:
    frame = people().with_columns(pl.concat_list("fits", "fits").alias("pairs"))
    frame.write_parquet(tmp_path / "in.parquet")
    asked = job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet", seed=1)
    asked["columns"] = {**asked["columns"], "pairs": "keep"}
    tokumei.run(asked)
    released = pl.read_parquet(tmp_path / "out.parquet")
    assert [[fits, fits] for fits in released["fits"].to_list()] == released["pairs"].to_list()


@pytest.mark.parametrize("files", [1, 2])
@pytest.mark.parametrize("bad", ["n1,30,東京\n", "\n"])
def test_short_rows_of_text_tables_are_refused(files: int, bad: str, tmp_path: Path) -> None:
    for number in range(files):
        people(seed=number).write_csv(tmp_path / f"{number}.csv")
    asked = job({"csv": str(tmp_path)} if files > 1 else str(tmp_path / "0.csv"), tmp_path.parent / f"{files}.csv")
    tokumei.run(asked, force=True)
    with (tmp_path / f"{files - 1}.csv").open("a", encoding="utf-8") as file:
        file.write(bad + "n2,30,東京,flu,30\n")
    with pytest.raises(tokumei.SourceError, match="is ragged"):
        tokumei.run(asked, force=True)


def test_a_folder_of_what_only_memory_judges_is_verified_too(tmp_path: Path) -> None:
    frame = people().with_columns(pl.lit("no pain").alias("note"))
    asked = job(None, tmp_path / "out.parquet")
    asked["columns"] = {**asked["columns"], "note": {"role": "quasi", "type": "text", "within": "group"}}
    asked = {**asked, "engine": "local", "output": {}}
    released = tokumei.anonymize(frame, asked).data
    (tmp_path / "release").mkdir()
    for number, part in enumerate(released.iter_slices(150)):
        part.write_parquet(tmp_path / "release" / f"{number}.parquet")
    assert engine_refusals(load(asked))
    assert tokumei.verify(tmp_path / "release", asked).ok
    released.head(1).with_columns(pl.lit("elsewhere").alias("town")).write_parquet(tmp_path / "release" / "0.parquet")
    assert not tokumei.verify(tmp_path / "release", asked).ok


def test_a_column_that_a_release_lacks_is_named_as_the_job_does(tmp_path: Path) -> None:
    people().write_parquet(tmp_path / "in.parquet")
    asked = job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet")
    tokumei.run(asked)
    other = {**asked, "columns": {**asked["columns"], "region": {"role": "quasi", "type": "category"}}}
    with pytest.raises(tokumei.DataError, match=r"does not have 'region', which"):
        tokumei.verify(tmp_path / "out.parquet", other)


def test_what_works_in_memory_says_so(tmp_path: Path) -> None:
    people().write_parquet(tmp_path / "in.parquet")
    asked = job(str(tmp_path / "in.parquet"), tmp_path / "out.parquet")
    for call in (
        lambda: tokumei.anonymize(people(), asked),
        lambda: tokumei.sweep(asked, [2, 3]),
        lambda: tokumei.measure(people(), people(), asked),
    ):
        with pytest.raises(tokumei.JobError, match="`engine: streaming` is for `run` and `verify`"):
            call()


def test_sentences_have_no_numbers_of_rows_that_are_not_the_sources(tmp_path: Path) -> None:
    frame = people().with_columns(pl.col("age").cast(pl.String))
    frame = frame.with_columns(
        pl.when(pl.col("name") == "n17").then(pl.lit("old")).otherwise(pl.col("age")).alias("age")
    )
    frame.write_csv(tmp_path / "in.csv")
    with pytest.raises(tokumei.DataError, match="age") as error:
        tokumei.run(job(str(tmp_path / "in.csv"), tmp_path / "out.csv"))
    assert "row" not in str(error.value)


def test_the_command_line_runs_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import yaml

    people().write_parquet(tmp_path / "in.parquet")
    (tmp_path / "job.yaml").write_text(yaml.safe_dump(job("in.parquet", Path("release")), allow_unicode=True))
    assert main(["run", str(tmp_path / "job.yaml"), "--language", "ja"]) == 0
    assert main(["verify", str(tmp_path / "release"), "--job", str(tmp_path / "job.yaml")]) == 0
    assert "k-anonymity" in capsys.readouterr().out
    shutil.rmtree(tmp_path / "release")


VALUES = st.one_of(st.none(), st.integers(0, 5))


@settings(max_examples=40, deadline=None)
@given(
    cells=st.lists(st.tuples(VALUES, VALUES, st.sampled_from("ab")), min_size=4, max_size=60),
    k=st.integers(2, 4),
    suppress=st.sampled_from([0.0, 0.1]),
)
def test_counted_records_give_what_records_give(
    cells: list[Any], k: int, suppress: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("counted")
    frame = pl.DataFrame(cells, schema={"a": pl.Int64, "b": pl.Int64, "s": pl.String}, orient="row")
    frame.write_parquet(place / "in.parquet")
    reports = []
    for engine in ("local", "streaming"):
        asked = {
            "source": str(place / "in.parquet"),
            "columns": {
                "a": {"role": "quasi", "type": "number"},
                "b": {"role": "quasi", "type": "category"},
                "s": {"role": "sensitive", "type": "category"},
            },
            "privacy": {"k": k, "suppress": suppress},
            "engine": engine,
            "output": {"data": str(place / f"{engine}.csv")},
        }
        try:
            reports.append(tokumei.run(asked).report)
        except tokumei.Infeasible as error:
            reports.append({"refused": str(error)})
    local, counted = reports
    for name in ("refused", "groups", "smallest_group", "removed", "group_sizes", "discernibility"):
        assert counted.get(name) == local.get(name)
    if "loss" in local:
        assert counted["loss"]["ncp"] == pytest.approx(local["loss"]["ncp"])
