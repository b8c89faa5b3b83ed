"""The process that knows one file: it reads and surveys it once, then answers quickly.

`Desk` is what the server holds; `Records` is what lives in the other process.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.web.tasks import Told, broken_off, die_with_parent, sentence_of, spawn

if TYPE_CHECKING:
    from tokumei.draft.guess import Guess
    from tokumei.draft.profile import Profile

__all__ = ["Desk", "Records"]

SELECTING = ("where", "person", "one_per", "derive")
"""The settings of a job that say which records it reads."""
ROW = "\0place in the source"
"""A column that no file has."""
BARS = 14
"""Of a small distribution."""
MASKED, LINES = 2_000, 12
"""So many texts are masked while one looks, and so many of them shown."""
DRAWN, FREQUENT = 400, 5
"""A tree of no more values is drawn; so many values are shown at every level."""
COMMON, REPEATED = 0.97, 200_000
"""What lies above this share of the records is in the last bar; of more records, of the different values."""
LANGUAGES = ("en", "ja")


class Desk:
    """The server's end: one question at a time, asked from any thread."""

    def __init__(self) -> None:
        self._mine, theirs = get_context("spawn").Pipe()
        self._process = spawn(_answer, theirs)
        theirs.close()
        self._lock = threading.Lock()

    def ask(self, question: str, **arguments: Any) -> Any:
        """The answer of `Records`, as plain data; Told with its sentence where it has none."""
        with self._lock:
            try:
                self._mine.send((question, arguments))
                fine, answer = self._mine.recv()
            except (EOFError, OSError):
                raise Told(broken_off()) from None
        if not fine:
            raise Told(answer)
        return answer

    def close(self) -> None:
        """Ends the process; what it knew is gone."""
        self._process.kill()
        self._process.join()
        self._mine.close()


class Records:
    """A source, its profiles, and what can be asked of them."""

    def __init__(self) -> None:
        self._reading: Any = None
        self._profiles: dict[str, Profile] = {}
        self._asked: dict[str, Any] = {}
        self._chosen: Any = None

    def open(
        self, *, source: Mapping[str, Any], path: str | None, language: str, k: int = 5, advise: bool = False
    ) -> dict[str, Any]:
        """Reads, surveys and drafts. `source` is how the job names it, `path` where a file really lies."""
        from tokumei.draft import draft_of
        from tokumei.draft.survey import survey
        from tokumei.draft.words import because, said
        from tokumei.report.words.notes import worded

        self._reading = self._read(source, path)
        self._asked = {}
        profiles = survey(self._reading)
        self._profiles = {profile.name: profile for profile in profiles}
        made = draft_of(self._reading, source, k=k, advise=advise, language=language, profiles=profiles)
        facts = self._reading.facts
        return {
            "text": made.text,
            "files": dict(made.files),
            "facts": {
                name: getattr(facts, name) for name in ("kind", "rows", "encoding", "delimiter", "decimal", "sha256")
            },
            "remarks": {
                one: [worded(note, one) for note in made.remarks if not note.key.startswith("unique")]
                for one in LANGUAGES
            },
            "proposals": {one: [said(reason, one) for reason in made.proposals] for one in LANGUAGES},
            "columns": [
                {
                    **self._surveyed(one, made.k, language),
                    "reasons": {spoken: because(one.reasons, spoken) for spoken in LANGUAGES},
                }
                for one in made.guesses
            ],
        }

    def rows(self, *, count: int = 6) -> dict[str, Any]:
        """The first records, as they will be read."""
        head = self._reading.frame.head(count)
        rows = [["" if value is None else str(value) for value in row] for row in head.rows()]
        return {"names": list(head.columns), "rows": rows}

    def risk(self, *, columns: Sequence[str], k: int, job: Mapping[str, Any]) -> dict[str, Any] | None:
        """How recognisable the records that the job reads are by these columns; people, where the job counts them."""
        from tokumei.draft.unique import recognisable

        kept = self._kept(job)
        chosen = {name: self._profiles[name].codes for name in columns if name in self._profiles}
        owner = self._profiles.get(job.get("person", "")) if not job.get("one_per") else None
        person = owner.codes if owner is not None else None
        if kept is not None:
            chosen = {name: codes[kept] for name, codes in chosen.items()}
            person = person[kept] if person is not None else None
        return recognisable(chosen, k=k, person=person) | {"people": person is not None} if chosen else None

    def _kept(self, job: Mapping[str, Any]) -> Any:
        """The places of the records that the job reads; None for all, and where the job is not valid yet."""
        from tokumei.job import load
        from tokumei.pipeline.reading import hierarchy_of
        from tokumei.pipeline.selecting import selected

        asked = {name: job[name] for name in SELECTING if job.get(name)}
        if not asked:
            return None
        if asked != self._asked:
            frame = self._reading.frame.with_row_index(ROW)
            chosen, _ = selected(frame, load(job), self._reading.facts.decimal, tree=hierarchy_of)
            self._asked, self._chosen = asked, chosen[ROW].to_numpy()
        return self._chosen

    def levels(self, *, name: str, settings: Mapping[str, Any], k: int, folder: str) -> dict[str, Any]:
        """The hierarchy that settings give a column: all rows where they are few, and those of its frequent values.

        Files that the settings name are looked for in `folder`.
        """
        import numpy as np

        from tokumei.core.binding import counts_of, leaves_of
        from tokumei.core.columns import TextColumn
        from tokumei.io.encode import encode_column
        from tokumei.job import load
        from tokumei.pipeline.reading import column_specs, hierarchy_of

        asked = {"role": "quasi", **{key: settings[key] for key in ("type", "format", "separator") if key in settings}}
        job = load({"columns": {name: {**asked, "hierarchy": settings["hierarchy"]}}, "privacy": {"k": k}})
        job = job.model_copy(update={"folder": Path(folder)})
        decimal = self._reading.facts.decimal
        (spec,) = column_specs(self._reading.frame, job, [name], decimal, [])
        column = encode_column(self._reading.frame[name], spec, decimal=decimal, notes=[])
        assert not isinstance(column, TextColumn)
        tree = hierarchy_of(column, job)
        assert tree is not None
        often = np.bincount(leaves_of(column, tree), weights=counts_of(column), minlength=len(tree.leaves))
        rows = tree.rows()
        order = np.argsort(-often, kind="stable").tolist()
        return {
            "values": len(rows),
            "rows": rows if len(rows) <= DRAWN else [],
            "frequent": [rows[place] for place in order[:FREQUENT]],
        }

    def masked(self, *, name: str, settings: Mapping[str, Any], k: int) -> dict[str, Any]:
        """The first texts of a column as they would be published, were they all there is."""
        from tokumei.pipeline.texts import mask_texts

        options = {key: settings[key] for key in ("n", "k", "mask", "keep", "merge", "equal") if key in settings}
        texts = [None if text is None else str(text) for text in self._reading.frame[name].head(MASKED).to_list()]
        release = mask_texts(texts, **{"k": k, **options, "name": name})
        figures = release.report["text"][name]
        return {
            "texts": len(texts),
            "shown": ["" if text is None else text for text in release.data[:LINES]],
            "characters": figures["character_masking_rate"],
        }

    def values(self, *, name: str) -> list[str]:
        """The different values of a column, where they are few enough to draw."""
        profile = self._profiles[name]
        return sorted(profile.labels) if len(profile.labels) <= DRAWN else []

    def _read(self, source: Mapping[str, Any], path: str | None) -> Any:
        from tokumei.io.sources import read_file, read_sql

        if path is None:
            return read_sql(source["sql"], source["query"], folder=Path())
        options = {name: value for name, value in source.items() if name != "file"}
        try:
            return read_file(path, **options)
        except Exception as error:
            raise Told(sentence_of(error).replace(repr(path), repr(Path(source["file"]).name))) from None

    def _surveyed(self, one: Guess, k: int, language: str) -> dict[str, Any]:
        """A column as the page shows it, and the settings that it would have in each role."""
        from tokumei.core.columns import Role
        from tokumei.draft import in_role
        from tokumei.draft.people import in_a_history

        profile = self._profiles[one.name]
        drafted = {role: in_role(one, profile, role, k=k, fiscal=language == "ja") for role in Role}
        return {
            "name": one.name,
            "kind": one.kind.value,
            "role": one.role.value,
            "distinct": profile.distinct,
            "empty": profile.records - profile.filled,
            "bars": bars_of(profile),
            "inside": dict(profile.inside),
            "as": {role.value: _plain(settings) for role, settings in drafted.items()},
            "ways": _ways(one, drafted[Role.QUASI]),
            "in_a_history": _plain(in_a_history(one)),
            "diverse": profile.distinct >= 3 and profile.commonest * 2 <= profile.records,
        }


def bars_of(profile: Profile) -> list[float]:
    """The distribution as heights from 0 to 1: numbers along their axis, everything else by frequency."""
    import numpy as np

    tally = profile.tally
    if not len(tally):
        return []
    if profile.numbers is not None and profile.distinct > 2:
        numbers = profile.numbers[: profile.distinct]
        last = np.quantile(np.repeat(numbers, tally) if tally.sum() <= REPEATED else numbers, COMMON)
        heights = np.histogram(np.minimum(numbers, last), bins=min(BARS, profile.distinct), weights=tally)[0]
    elif profile.format is not None and profile.format.startswith("%Y") and profile.labels:
        ordered = tally[np.argsort(np.array(profile.labels))]
        heights = np.array([part.sum() for part in np.array_split(ordered, min(BARS, len(ordered)))])
    else:
        heights = np.sort(tally)[::-1][:BARS]
    most = float(heights.max())
    return [round(float(height) / most, 3) if most else 0.0 for height in heights]


def _ways(*guesses: Guess) -> dict[str, Any]:
    """The hierarchies that a draft would give a column, by their way."""
    proposed = [settings.get("hierarchy") for one in guesses for settings in (one.settings, *one.alternatives)]
    return {way: value for one in proposed if isinstance(one, Mapping) for way, value in one.items()}


def _plain(one: Guess) -> dict[str, Any]:
    """The settings of a guess as a job writes them."""
    return {"role": one.role.value, "type": one.kind.value, **one.settings}


def _load_kernels() -> None:
    """What the first question about the risk would wait for."""
    import numpy as np

    from tokumei.draft.unique import recognisable

    recognisable({"": np.zeros(2, dtype=np.int32)}, k=2)


def _answer(connection: Connection) -> None:
    """The other process: answers until nobody asks any more."""
    die_with_parent()
    threading.Thread(target=_load_kernels, daemon=True).start()  # while the file is on its way
    records = Records()
    while True:
        try:
            question, arguments = connection.recv()
        except EOFError:
            return
        try:
            answer = (True, getattr(records, question)(**arguments))
        except Exception as error:
            answer = (False, sentence_of(error))
        connection.send(answer)
