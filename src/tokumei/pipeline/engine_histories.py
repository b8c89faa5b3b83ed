"""The road of an engine for histories: people are dealt into blocks, and each block goes the ordinary way.

    profile → deal → (code → recode → publish, block by block) → write → verify → report → commit

What is global stays global: dictionaries, domains and scales of loss, hierarchies, pseudonyms, the bound on removals,
the order of rows. What is verified is what was written, read back: whole histories, whatever their block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Verification
from tokumei.core.published import published_names
from tokumei.core.table import Table
from tokumei.engines import HistoryEngine, WrittenHistories
from tokumei.engines.histories import BLOCK
from tokumei.engines.streaming_histories import alike_in_parts
from tokumei.errors import DataError, Infeasible, PromiseError
from tokumei.history import Diversity
from tokumei.history.anonymize import refuse_unreachable
from tokumei.history.blocks import blocks_needed, blocks_of
from tokumei.history.by_length import fewest_removed
from tokumei.history.pseudonyms import fresh_names
from tokumei.io.counted import RECORDS, tallied
from tokumei.io.scanning import PARQUET, files_in, scan_file, scan_parquet
from tokumei.io.values import as_texts, with_numbers
from tokumei.job import Job
from tokumei.pipeline.block_figures import BlockFigures, pooled_figures
from tokumei.pipeline.by_engine import or_discarded
from tokumei.pipeline.history_figures import ToldApart, beside_history
from tokumei.pipeline.history_profile import Profile, profile_of
from tokumei.pipeline.making import Stopwatch
from tokumei.pipeline.publishing import publish
from tokumei.pipeline.reading import models_of
from tokumei.pipeline.recoding import recode
from tokumei.pipeline.reporting import report_from
from tokumei.pipeline.verifying import (
    Knowledge,
    judge_histories,
    judge_part,
    knowledge_of_file,
    knowledge_of_source,
    refuse_broken,
)
from tokumei.privacy.compilation import compile_predicates, sensitive_columns

__all__ = ["histories_made_by", "verify_history_files"]

Counts = npt.NDArray[np.int64]


def histories_made_by(
    engine: HistoryEngine, job: Job, *, force: bool, progress: Progress
) -> tuple[WrittenHistories, dict[str, Any]]:
    """A release that was written and keeps its promises, beside its target; and its report.

    *Promise*: the subjects of a block stand with others of their block, at least k of them, and publish the same rows.
    At most a share `suppress` of all records is removed: every block may remove what its histories' lengths alone ask
    for, and of what is left its part by its records. With one block the release is what memory makes.
    Raises PromiseError where it would not keep its promises; nothing is left of it then.
    """
    with or_discarded(engine):
        return _made(engine, job, force, progress)


def _made(engine: HistoryEngine, job: Job, force: bool, progress: Progress) -> tuple[WrittenHistories, dict[str, Any]]:
    watch = Stopwatch()
    with watch("count"):
        engine, profile = profile_of(engine, job, progress)
    with watch("deal"):
        size = _cluster_size(profile)
        block = _dealt(engine, profile, size)
    work = _Work(profile, _shares(profile, block, size), _pseudonyms(block))
    with watch("anonymize"):
        written, figures = engine.release(
            with_numbers(profile.subjects, BLOCK, block.astype(np.int64), np.zeros(len(block), dtype=bool)),
            profile.columns,
            work,
            force=force,
            progress=progress,
        )
    with or_discarded(written):
        progress.stage("verify")
        with watch("verify"):
            verification, beside = _verified(written, profile, figures)
        progress.stage("report")
        with watch("measure"):
            pooled = pooled_figures(figures, job, profile.whole.meaning, beside)
            report = report_from(profile.whole, pooled, verification)
        report["engine"] = {"name": engine.name, "blocks": len(figures)}
        report["release"] = written.facts()
        report["seconds"] = {stage: round(spent, 3) for stage, spent in watch.seconds.items()}
    return written, report


def _cluster_size(profile: Profile) -> int:
    """How many subjects a cluster has at the least. Raises where the values of all records cannot keep a promise."""
    whole = profile.whole
    models = [model for model in whole.models if model.column is not None]
    for model in models:
        assert model.column is not None
        column = profile.coded[model.column].column
        assert column is not None
        model.refuse_type(column.kind)
        if model.kind == "distinct":
            model.refuse_impossible(Table((column,), len(column)), spare=0)
    different = Diversity(compile_predicates(models, whole.table), {}).different if models else 0
    return max(whole.job.privacy.k, different)


def _dealt(engine: HistoryEngine, profile: Profile, size: int) -> npt.NDArray[np.int32]:
    """Subject → block."""
    job = profile.whole.job
    counts = _counts(profile)
    blocks = job.engine.pieces or blocks_needed(counts, size=size)
    traits = np.zeros((len(counts), 0))
    if min(blocks, len(counts) // size) > 1:
        assert job.subject is not None
        sums = engine.traits(job.subject, profile.places).sort(job.subject).drop(job.subject)
        traits = np.asarray(sums.to_numpy(), dtype=np.float64) / counts[:, None]
    if job.removals is not None and len(counts) >= size:
        spare = int(job.removals * int(counts.sum()) + 1e-9)
        refuse_unreachable(counts, size, spare)
        while blocks > 1 and sum(_least(counts, blocks_of(counts, traits, blocks, size=size), size)) > spare:
            blocks //= 2  # what a border costs may be more than is left
    return blocks_of(counts, traits, blocks, size=size)


def _counts(profile: Profile) -> Counts:
    counts: Counts = profile.subjects[RECORDS].to_numpy().astype(np.int64)
    return counts


def _least(counts: Counts, block: npt.NDArray[np.int32], size: int) -> list[int]:
    """Block → how many records the lengths of its histories alone remove."""
    return [fewest_removed(counts[block == number], size) for number in range(int(block.max()) + 1)]


def _shares(profile: Profile, block: npt.NDArray[np.int32], size: int) -> list[float | None]:
    """Block → the share of its records that may be removed; None where nothing bounds it."""
    counts, removals = _counts(profile), profile.whole.job.removals
    if removals is None or len(counts) < size:
        return [removals] * (int(block.max()) + 1)
    least = _least(counts, block, size)
    records = np.bincount(block, weights=counts).astype(np.int64).tolist()
    left = int(removals * sum(records) + 1e-9) - sum(least)
    spare = [own + left * size // sum(records) for own, size in zip(least, records, strict=True)]
    # Rounded down, it is what may be removed again.
    return [min((own + 0.5) / size, 1.0) if own else 0.0 for own, size in zip(spare, records, strict=True)]


def _pseudonyms(block: npt.NDArray[np.int32]) -> list[tuple[str, ...]]:
    """Block → names for its subjects, of which no two are the same."""
    names = fresh_names(len(block))
    ends = np.cumsum(np.bincount(block)).tolist()
    return [tuple(names[low:high]) for low, high in zip([0, *ends[:-1]], ends, strict=True)]


@dataclass(frozen=True, eq=False)
class _Work:
    """What is done with a block."""

    profile: Profile
    shares: Sequence[float | None]
    names: Sequence[tuple[str, ...]]

    def __call__(self, number: int, frame: Any) -> tuple[Any, BlockFigures]:
        """The rows that a block publishes, and what it adds to the report."""
        prepared = self.profile.block(frame)
        # The order of rows is drawn over all blocks, so that no seed need make one here.
        job = prepared.job.model_copy(update={"seed": None})
        if self.shares[number] is not None:
            privacy = job.privacy.model_copy(update={"suppress": self.shares[number]})
            job = job.model_copy(update={"privacy": privacy})
        prepared = replace(prepared, job=job)
        try:
            outcome = replace(recode(prepared, SILENT), names=self.names[number])
        except Infeasible:
            if len(self.names) == 1:
                raise
            raise Infeasible(
                f"One of {len(self.names):,} blocks of histories cannot keep the promises by itself. Set "
                "`engine.pieces` to fewer blocks, 1 for none, or promise less."
            ) from None
        return as_texts(publish(prepared, outcome)[0]), BlockFigures.of(prepared, outcome)


def _verified(
    written: WrittenHistories, profile: Profile, figures: Sequence[BlockFigures]
) -> tuple[Verification, ToldApart | None]:
    """What the written release keeps, and whom the columns beside its histories tell apart."""
    job, names = profile.whole.job, published_names(profile.whole.names, written.columns)
    if sorted(written.columns) != sorted(names):
        raise PromiseError("The release has not the columns that the job publishes, and nothing was written.")
    released = sum(block.loss.released for block in figures)
    known = knowledge_of_source(profile.whole, removed=sum(block.loss.removed for block in figures))
    assert job.subject is not None
    judge = _Judge(job, known)
    parts = written.each_part(job.subject, published_names(job.grouped, written.columns), judge)
    verification = judge_histories([found for found, _ in parts], job, known)
    if verification.records != released:
        raise PromiseError(
            f"The release has {verification.records:,} records where {released:,} are published: nothing was written."
        )
    refuse_broken(verification)
    apart = [told for _, told in parts if told is not None]
    return verification, reduce(ToldApart.added, apart) if apart else None


@dataclass(frozen=True, eq=False)
class _Judge:
    """What is done with a part of what was written."""

    job: Job
    known: Knowledge

    def __call__(self, frame: Any) -> tuple[Verification, ToldApart | None]:
        """What it keeps, and whom the columns beside its histories tell apart."""
        beside = ToldApart.of(frame, self.job) if beside_history(self.job) else None
        return judge_part(frame, self.job, self.known), beside


def verify_history_files(place: Path, job: Job) -> Verification:
    """Whether a release of histories in files keeps the promises of a job: a folder of Parquet files, or a file, read
    part by part."""
    scan = scan_parquet(files_in(place, PARQUET)) if place.is_dir() else scan_file(place, {})
    assert job.subject is not None
    judged = [job.subject, *published_names(job.grouped, scan.names)]
    missing = [name for name in judged if name not in scan.names]
    if missing:
        raise DataError(
            f"The release does not have {', '.join(map(repr, missing))}, which the job publishes. Is it the release of "
            "another job?"
        )
    sensitive = [name for name in sensitive_columns(models_of(job)) if name in scan.names]
    values = tallied(scan.lazy, sensitive or [job.subject]).drop(RECORDS)
    known = knowledge_of_file(values, job, scan.facts(0))
    parts = [judge_part(part, job, known) for part in alike_in_parts(scan.lazy, job.subject, judged[1:])]
    return judge_histories(parts, job, known)
