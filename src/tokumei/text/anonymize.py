"""A text column in, a masked one out, with the promises that were asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters, Texts, code_characters, from_strings
from tokumei.core.columns import Role, TextColumn
from tokumei.core.progress import Progress, Silent
from tokumei.core.text_settings import COLLECTION, TextSettings
from tokumei.errors import Infeasible, JobError
from tokumei.text.counting import Batch
from tokumei.text.equal import make_equal
from tokumei.text.equal_runs import make_equal_runs
from tokumei.text.masked import MaskedTexts, MaskingFacts
from tokumei.text.masking import mask_rare, mask_rare_of_people
from tokumei.text.phrases import covered_by_phrases
from tokumei.text.registry import nearest_lengths, widen_to_registry
from tokumei.text.registry_runs import alike, widen_runs_to_registry
from tokumei.text.sizes import refuse_few_texts

__all__ = ["COLLECTION", "mask_texts", "text_column"]

Flags = npt.NDArray[np.bool_]


def text_column(texts: Iterable[str | None], *, name: str = "text", role: Role = Role.QUASI) -> TextColumn:
    """A column of texts from strings; None is a missing text."""
    strings = list(texts)
    coded = from_strings(strings)
    null = np.fromiter((string is None for string in strings), dtype=np.bool_, count=len(strings))
    return TextColumn(name=name, role=role, offsets=coded.offsets, points=coded.points, null=null)


def mask_texts(
    column: TextColumn,
    settings: TextSettings,
    *,
    registry: str | Sequence[str | None] | None = None,
    person: npt.NDArray[np.int64] | None = None,
    progress: Progress | None = None,
) -> MaskedTexts:
    """Mask what is rare in a column of texts.

    Promise: with `passes: 0`, every n-gram of the release without a mask stands in at least k of its texts, and so does
    every text shorter than n; what consists of kept phrases is exempt. With a registry (`"collection"`, or texts),
    every published text matches at least k texts of it, and every text of the column fits at least k published ones;
    with `direction: released`, the first alone. With `equal`, every published text equals at least k − 1 others, from
    which the first promise follows. Both directions are reached by equal texts too: whoever knows a text, the whole
    list and this program, and runs it again, is left with k rows.
    With `person`, text → whose it is, n-grams and short texts count the people who have them; texts are then not made
    equal, nor looked up in a registry.
    Raises Infeasible when there are fewer than k texts, unless the settings accept a release that is all masked.
    Reference: Maeda et al.; their output is `passes=1, short="pass"`.
    """
    if isinstance(registry, str) and registry != COLLECTION:
        raise JobError("`registry` is `collection` or a list of texts; read the file of texts first.")
    assert person is None or not (settings.equal or registry is not None), "the job refuses these for people"
    work = _Work.begin(column, settings, registry, person)
    progress = progress or Silent()
    if work.equal:
        progress.stage(f"{column.name}: equal texts")
        work.make_equal()
    else:
        progress.stage(f"{column.name}: {settings.n}-grams")
        work.mask_grams()
    if registry is not None:
        progress.stage(f"{column.name}: registry")
        work.widen()
    return work.end(column)


@dataclass(slots=True)
class _Work:
    """Masks on their way; a character that is masked stays masked."""

    settings: TextSettings
    texts: Characters
    phrases: Characters
    registry: Characters
    literal: Flags
    kept: Flags
    masked: Flags
    revealed: Flags
    resized: npt.NDArray[np.int64]
    equal: bool
    """Whether texts are made equal in sets of at least k: asked for, or what a registry in both directions takes."""
    person: npt.NDArray[np.int64] | None = None
    """Text → whose it is, where people are counted and not texts."""
    rounds: int = 0
    widened: int = 0

    @classmethod
    def begin(
        cls,
        column: TextColumn,
        settings: TextSettings,
        registry: str | Sequence[str | None] | None,
        person: npt.NDArray[np.int64] | None,
    ) -> _Work:
        named = () if registry is None or isinstance(registry, str) else registry
        texts, phrases, mask, names = code_characters(
            [
                Texts(column.offsets, column.points),
                from_strings(settings.keep),
                from_strings([settings.mask_char]),
                from_strings(named),
            ],
            unit=settings.characters,
            whitespace=settings.whitespace,
        )
        _check_size(texts, column.name, settings, person)
        literal = texts.symbols == mask.symbols[0]
        return cls(
            settings=settings,
            texts=texts,
            phrases=phrases,
            registry=texts if registry == COLLECTION else names,
            literal=literal,
            kept=covered_by_phrases(texts, phrases, literal),
            masked=literal,
            revealed=np.zeros(len(literal), dtype=np.bool_),
            resized=np.full(len(texts), -1, dtype=np.int64),
            equal=settings.equal or (registry is not None and settings.direction == "both"),
            person=person,
        )

    def mask_grams(self) -> None:
        """Mask rare n-grams, and rare texts that are shorter."""
        kept = covered_by_phrases(self.texts, self.phrases, self.masked)
        if self.person is None:
            batch = Batch.of(self.texts, self.masked, kept)
            rounds = mask_rare([batch], self.settings)
        else:
            batch, rounds = mask_rare_of_people(self.texts, self.masked, kept, self.settings, self.person)
        self.masked, self.revealed = batch.masked, self.revealed | batch.revealed
        self.rounds = max(self.rounds, rounds)

    def make_equal(self) -> None:
        """Mask what differs among similar texts; kept phrases do not stand against it."""
        if self.settings.merge:
            self.masked = make_equal_runs(self.texts, self.masked, k=self.settings.k)
        else:
            self.masked, self.resized = make_equal(self.texts, self.masked, k=self.settings.k)

    def widen(self) -> None:
        """Mask until every text matches k texts of the registry; equal texts stay equal.

        More masks never take a match away, so that masking rare n-grams once more keeps what was reached.
        """
        before, k = self.masked, self.settings.k
        if self.settings.merge:
            self.masked = self._widen_runs()
        else:
            common = self.resized
            self.masked, self.resized = widen_to_registry(self.texts, before, self.kept, self.registry, k=k)
            if (common >= 0).any():
                self.resized[common >= 0] = nearest_lengths(common[common >= 0], self.registry, k)
        self.widened = self._texts_with(self.masked & ~before)
        if not self.equal and self.settings.passes == 0:
            self.mask_grams()

    def _widen_runs(self) -> Flags:
        """The cheaper of two ways, text by text: what matches character by character matches by runs too.

        Equal texts may have masks of different lengths, and only one of the ways is blind to that.
        """
        runs = widen_runs_to_registry(self.texts, self.masked, self.kept, self.registry, k=self.settings.k)
        if self.equal:
            return alike(self.texts, self.masked, runs)
        if not self._some_length_is_common():
            return runs
        one_by_one, _ = widen_to_registry(self.texts, self.masked, self.kept, self.registry, k=self.settings.k)
        owner = np.repeat(np.arange(len(self.texts)), self.texts.lengths)
        masks = [np.bincount(owner[way], minlength=len(self.texts)) for way in (runs, one_by_one)]
        common = np.bincount(self.registry.lengths, minlength=int(self.texts.lengths.max(initial=0)) + 1)
        cheaper = (masks[1] < masks[0]) & (common[self.texts.lengths] >= self.settings.k)
        return np.where(cheaper[owner], one_by_one, runs)

    def _some_length_is_common(self) -> bool:
        return bool((np.bincount(self.registry.lengths, minlength=2)[1:] >= self.settings.k).any())

    def end(self, column: TextColumn) -> MaskedTexts:
        """The release, with what it took."""
        shown = self.revealed & ~self.masked
        return MaskedTexts(
            column,
            self.texts,
            self.masked & ~self.literal,
            self.literal,
            self.resized,
            mask_char=self.settings.mask_char,
            merge=self.settings.merge,
            facts=MaskingFacts(
                rounds=self.rounds,
                revealed_texts=self._texts_with(shown),
                revealed_characters=int(shown.sum()),
                kept_lost=int((self.kept & self.masked).sum()),
                widened_texts=self.widened,
                resized_texts=int((self.resized >= 0).sum()),
            ),
        )

    def _texts_with(self, flags: Flags) -> int:
        return len(np.unique(np.searchsorted(self.texts.offsets, np.flatnonzero(flags), side="right")))


def _check_size(texts: Characters, name: str, settings: TextSettings, person: npt.NDArray[np.int64] | None) -> None:
    filled = texts.lengths > 0
    if settings.all_masked or not filled.any():
        return
    if person is not None and len(np.unique(person[filled])) < settings.k:
        raise Infeasible(
            f"Column {name!r} has texts of {len(np.unique(person[filled])):,} people, fewer than k = {settings.k}: "
            "everything would be masked. Lower k, or accept that with `all_masked: true`."
        )
    refuse_few_texts(int(filled.sum()), name, settings.k)
