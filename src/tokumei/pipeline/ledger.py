"""The ledger of releases: who stood together in earlier ones, under a key, so that two releases tell no more than one.

It holds an HMAC of every person who was in a source, with the number of the group or cluster that published it (−1
where none did), and totals of each release. Without the key it names nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, Role
from tokumei.core.files import read_text
from tokumei.core.notes import Note
from tokumei.errors import DataError, Infeasible, JobError, OutputError
from tokumei.io.encode import encode_column
from tokumei.job import Job, TablesJob
from tokumei.pipeline.pseudonyms import key_of

__all__ = ["Earlier", "Ledger", "earlier_groups", "earlier_people", "notes_of"]

FORMAT = 1
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ledger:
    """What is known of earlier releases."""

    path: Path
    key: bytes
    job: str
    """What the ledger is of: who people are and which columns are recoded."""
    people: dict[str, int]
    """HMAC of a person → the number of the group that published them; −1 for none."""
    releases: tuple[dict[str, Any], ...] = ()
    """Totals of each release."""

    @classmethod
    def of(cls, job: Job | TablesJob) -> Ledger:
        """The job's ledger; empty where the file does not exist yet. Raises JobError for one that is not this job's."""
        assert job.ledger is not None
        name, path = job.ledger.file, job.path(job.ledger.file)
        key_path = path.with_name(f"{path.name}.key")
        if path.exists() and not key_path.exists():
            raise JobError(f"The ledger {name!r} has no key: {key_path.name!r} should lie beside it. Bring it back.")
        key = key_of(key_path, f"{name}.key")
        asked = _fingerprint(job)
        if not path.exists():
            return cls(path, key, asked, {})
        return cls(path, key, asked, *_read(path, name, key, asked))

    def digest(self, name: str) -> str:
        """A person's entry."""
        return _mac(self.key, f"person {name}")

    def write(self) -> None:
        """Writes it whole or not at all; who reads it while it is written sees the one before."""
        content = {
            "tokumei_ledger": FORMAT,
            "key": _mac(self.key, "key"),
            "job": _mac(self.key, self.job),
            "releases": list(self.releases),
            "people": dict(sorted(self.people.items())),
        }
        text = json.dumps({**content, "mac": _mac(self.key, _canonical(content))}, ensure_ascii=False, indent=0)
        beside = self.path.with_name(f".tmp-{secrets.token_hex(4)}.{self.path.name}")
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise OutputError(
                f"The release was written, but the ledger {str(self.path)!r} was not: {error.strerror}. Run the job "
                "again with `--force` before you hand the release on."
            ) from None


@dataclass(frozen=True, eq=False)
class Earlier:
    """Where the people of a source stood in earlier releases."""

    ledger: Ledger
    digests: tuple[str, ...]
    """Person → entry of the ledger."""
    person: Ints
    """Record → person."""
    group: Ints
    """Record → the group that published the person before; −1 for none."""
    newcomers: int
    """People of whom the ledger knows nothing; 0 where there was no release yet."""

    def taken(self, rows: npt.NDArray[np.bool_]) -> Earlier:
        """For some records."""
        return replace(self, person=self.person[rows], group=self.group[rows])

    def next(self, group: npt.NDArray[np.integer], *, k: int, created: str) -> tuple[Ledger, dict[str, Any]]:
        """The ledger after a release in which records have these groups, and what the report says of it.

        A group that stood before keeps its number; people who are not here keep their entries.
        """
        people = dict(self.ledger.people)
        fresh = max(people.values(), default=-1) + 1
        released = group >= 0
        number = np.full(int(group.max(initial=-1)) + 1, -1, dtype=np.int64)
        number[group[released]] = self.group[released]
        new = number < 0
        number[new] = fresh + np.arange(int(new.sum()))
        stood = {self.digests[person]: before for person, before in zip(self.person.tolist(), self.group, strict=True)}
        for digest, before in stood.items():
            people.setdefault(digest, int(before))
        for person, own in zip(self.person[released].tolist(), number[group[released]].tolist(), strict=True):
            people[self.digests[person]] = own
        shown = np.unique(np.stack((number[group[released]], self.person[released]), axis=1), axis=0)
        figures = self._figures(shown, k)
        totals = {"created": created, "k": k, "people": figures["people"], "groups": figures["groups"]}
        return replace(self.ledger, people=people, releases=(*self.ledger.releases, totals)), figures

    def _figures(self, shown: Ints, k: int) -> dict[str, Any]:
        """What two releases laid over each other tell: who stands with whom in both, and who is in one alone."""
        before = np.fromiter(self.ledger.people.values(), dtype=np.int64, count=len(self.ledger.people))
        sizes = np.bincount(before[before >= 0], minlength=1)
        own = np.bincount(shown[:, 0], minlength=len(sizes)) if len(shown) else np.zeros(len(sizes), dtype=np.int64)
        stayed = own[: len(sizes)]
        kept = np.flatnonzero((sizes > 0) & (stayed > 0))
        left = sizes[kept] - stayed[kept]
        return {
            "release": len(self.ledger.releases) + 1,
            "people": len(shown),
            "groups": int((own > 0).sum()),
            "kept_groups": len(kept),
            "newcomers": self.newcomers,
            "returning_removed": int(((sizes > 0) & (stayed == 0) & _present(self.group, len(sizes))).sum()),
            "smallest_together": int(stayed[kept].min()) if len(kept) else None,
            "few_left": int(((left > 0) & (left < k)).sum()),
        }


def earlier_groups(frame: Any, job: Job) -> Earlier | None:
    """Where the people of a source stood before; None where the job has no ledger.

    *Promise*: raises Infeasible where people are new, and fewer than k were in no earlier release, unless the job
    removes them: what a release has more than the one before would be theirs.
    """
    if job.ledger is None:
        return None
    name = job.subject or job.person
    assert name is not None, "the job refuses a ledger without people"
    ledger = Ledger.of(job)
    column = encode_column(frame[name], ColumnSpec(name=name, role=Role.IDENTIFIER, kind=Kind.CATEGORY), notes=[])
    assert isinstance(column, CategoryColumn)
    if (column.codes >= len(column.values)).any():
        raise DataError(f"Column {name!r} is empty in some records. The ledger has to know whose each record is.")
    return _earlier(ledger, column.values, column.codes.astype(np.int64), job)


def earlier_people(people: Sequence[str], job: TablesJob) -> Earlier | None:
    """The same of the people of linked tables, each of whom stands for one record here; None without a ledger."""
    if job.ledger is None:
        return None
    return _earlier(Ledger.of(job), people, np.arange(len(people), dtype=np.int64), job)


def _earlier(ledger: Ledger, names: Sequence[str], person: Ints, job: Job | TablesJob) -> Earlier:
    """Where people stood; `person` is record → its place in `names`."""
    assert job.ledger is not None
    digests = tuple(ledger.digest(value) for value in names)
    known = np.array([ledger.people.get(digest, -2) for digest in digests], dtype=np.int64)
    present = np.bincount(person, minlength=len(digests)) > 0
    newcomers = int(((known == -2) & present).sum()) if ledger.releases else 0
    unpublished = int(((known < 0) & present).sum())
    if newcomers and unpublished < job.privacy.k and job.ledger.newcomers == "refuse":
        raise Infeasible(
            f"{unpublished:,} people were in no earlier release of the ledger, fewer than k = {job.privacy.k}: what "
            "this release has more than the last would be theirs. Wait until they are k, or remove them with "
            "`ledger: {file: …, newcomers: remove}`."
        )
    return Earlier(ledger, digests, person, np.maximum(known, -1)[person], newcomers)


def notes_of(figures: dict[str, Any]) -> list[Note]:
    """What to mind about several releases."""
    if not figures["few_left"]:
        return []
    return [Note("few_left", {"groups": figures["few_left"], "of": figures["kept_groups"]}, warning=True)]


def _present(group: Ints, size: int) -> npt.NDArray[np.bool_]:
    return np.bincount(group[group >= 0], minlength=size)[:size] > 0


def _read(path: Path, name: str, key: bytes, asked: str) -> tuple[dict[str, int], tuple[dict[str, Any], ...]]:
    try:
        content = json.loads(read_text(path, "ledger", error=JobError))
    except ValueError:
        content = None
    if not isinstance(content, dict) or content.get("tokumei_ledger") != FORMAT:
        raise JobError(f"The ledger {name!r} is not one, or is broken. Bring back a copy that is whole.")
    if not hmac.compare_digest(str(content.get("key")), _mac(key, "key")):
        raise JobError(f"The ledger {name!r} was made with another key than {name + '.key'!r}. Bring that key back.")
    mac = content.pop("mac", None)
    if not hmac.compare_digest(str(mac), _mac(key, _canonical(content))):
        raise JobError(f"The ledger {name!r} is broken: somebody or something has changed it. Bring back a copy.")
    if not hmac.compare_digest(str(content.get("job")), _mac(key, asked)):
        raise JobError(
            f"The ledger {name!r} is of another job: other people, or other quasi-identifiers. Give this job its own."
        )
    return content["people"], tuple(content["releases"])


def _fingerprint(job: Job | TablesJob) -> str:
    """What makes two releases ones of the same people: who they are, and what is recoded."""
    if isinstance(job, TablesJob):
        columns = [f"{name}.{column}" for name in job.tables for column in job.table(name).named(Role.QUASI)]
        return json.dumps(["linked", job.person, *sorted(columns)], ensure_ascii=False)
    quasi: Sequence[str] = sorted(job.named(Role.QUASI))
    return json.dumps(["subject" if job.subject else "person", job.subject or job.person, *quasi], ensure_ascii=False)


def _canonical(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _mac(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
