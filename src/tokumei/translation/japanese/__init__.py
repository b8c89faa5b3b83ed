"""Japanese for what the program says, one file for each part of it. A new message is one line in its part's file."""

from __future__ import annotations

from tokumei.translation.japanese import (
    calls,
    capabilities,
    data,
    engines,
    files,
    foreign,
    hierarchies,
    job,
    privacy,
    releases,
    tables,
)

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    **calls.SENTENCES,
    **data.SENTENCES,
    **engines.SENTENCES,
    **files.SENTENCES,
    **foreign.SENTENCES,
    **hierarchies.SENTENCES,
    **job.SENTENCES,
    **privacy.SENTENCES,
    **releases.SENTENCES,
    **tables.SENTENCES,
}
PARTS: dict[str, str] = {
    **capabilities.PARTS,
    **data.PARTS,
    **engines.PARTS,
    **files.PARTS,
    **foreign.PARTS,
    **hierarchies.PARTS,
    **job.PARTS,
    **privacy.PARTS,
    **releases.PARTS,
    **tables.PARTS,
}
