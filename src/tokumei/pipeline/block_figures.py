"""What a block of histories adds to a report, and the figures of all blocks together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from tokumei.core.notes import Note
from tokumei.evaluation.distributions import Tally, pooled_distributions, tallies
from tokumei.evaluation.loss import Loss, loss_of, pooled_loss
from tokumei.evaluation.set_measures import SetTally, pooled_sets, set_tallies
from tokumei.job import Job
from tokumei.pipeline.attributes import AttributeFacts, attribute_facts, attribute_notes
from tokumei.pipeline.history_figures import HistoryFigures, ToldApart, history_report, people_report
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome
from tokumei.pipeline.reporting import Figures, published_as
from tokumei.pipeline.samples import SHOWN, by_size, sample_of

__all__ = ["BlockFigures", "pooled_figures"]


@dataclass(frozen=True, eq=False)
class BlockFigures:
    """What the report of a block would be made of; nothing here grows with its records but for counts by value."""

    loss: Loss
    tallies: Mapping[str, Tally]
    sets: Mapping[str, SetTally]
    published: Mapping[str, str]
    sample: Sequence[Mapping[str, Any]]
    history: HistoryFigures
    attributes: AttributeFacts
    hidden: Mapping[str, int]
    """Sensitive column → cells that are `*`."""
    notes: Sequence[Note]

    @classmethod
    def of(cls, prepared: Prepared, outcome: Outcome) -> BlockFigures:
        """The figures of a block."""
        job, recoding, histories = prepared.job, outcome.recoding, outcome.histories
        assert histories is not None
        assert prepared.subject is not None
        return cls(
            loss=loss_of(recoding, k=job.privacy.k, weights=job.weights),
            tallies=tallies(prepared.table, recoding),
            sets=set_tallies(recoding),
            published=published_as(recoding),
            sample=sample_of(recoding, job),
            history=HistoryFigures.of(histories, job.weights),
            attributes=attribute_facts(prepared.table, prepared.subject),
            hidden={name: int(flags.sum()) for name, flags in histories.hidden.items()},
            notes=histories.notes,
        )


def pooled_figures(
    blocks: Sequence[BlockFigures], job: Job, meaning: Mapping[str, Any], beside: ToldApart | None
) -> Figures:
    """The figures of all blocks, as if their people had been recoded at once."""
    k = job.privacy.k
    loss = pooled_loss([block.loss for block in blocks], k=k, weights=job.weights)
    sizes = np.concatenate([block.history.sizes for block in blocks])
    largest = sorted((row for block in blocks for row in block.sample), key=by_size)
    return Figures(
        loss=loss,
        people=people_report(sizes, k),
        sizes=sizes,
        distributions=pooled_distributions([block.tallies for block in blocks], k=k),
        published=blocks[0].published,
        notes=[
            *attribute_notes(reduce(AttributeFacts.added, [block.attributes for block in blocks]), job),
            *_made(blocks),
            *_hidden(blocks, loss.released),
            *(() if beside is None else beside.notes(job)),
        ],
        parts={
            "sample": largest[:SHOWN],
            "sets": pooled_sets([block.sets for block in blocks], k=k),
            "meaning": dict(meaning),
            "history": history_report([block.history for block in blocks]),
        },
    )


def _hidden(blocks: Sequence[BlockFigures], released: int) -> list[Note]:
    hidden = {name: sum(block.hidden[name] for block in blocks) for name in blocks[0].hidden}
    return [
        Note("hidden_values", {"column": name, "records": records, "of": released}, warning=True)
        for name, records in hidden.items()
        if records
    ]


def _made(blocks: Sequence[BlockFigures]) -> list[Note]:
    """How clusters were made, in a block or in all of them; where removals were bounded, what that is in sum."""
    larger = next((note for block in blocks for note in block.notes if note.key == "larger_clusters"), None)
    bounded = [note for block in blocks for note in block.notes if note.key.startswith("removal_by_")]
    notes = [] if larger is None else [larger]
    if not bounded:
        return notes
    of, removed = (sum(getattr(block.loss, name) for block in blocks) for name in ("released", "removed"))
    of += removed
    free = removed + sum(int(note.values["free"]) - int(note.values["removed"]) for note in bounded)
    if any(note.key == "removal_by_length" for note in bounded):
        return [*notes, Note("removal_by_length", {"free": free, "removed": removed, "of": of})]
    return [*notes, Note("removal_by_price", {"free": free, "removed": removed, "of": of})]
