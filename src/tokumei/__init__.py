"""tokumei (匿名) turns personal data into data that can be handed on, proves what it promises, and says what it cost.

The names below are the whole public interface. They are loaded when they are first used, so that importing
`tokumei` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokumei.core.promise import Promise, Verification
    from tokumei.draft import Draft, draft_job
    from tokumei.errors import (
        DataError,
        EngineError,
        ExtraError,
        Infeasible,
        JobError,
        OutputError,
        PromiseError,
        SourceError,
        TokumeiError,
    )
    from tokumei.job import Job, load
    from tokumei.pipeline import Release, anonymize, attack, measure, run, verify
    from tokumei.pipeline.applying import apply
    from tokumei.pipeline.attacked import Attacks
    from tokumei.pipeline.engine_release import EngineRelease
    from tokumei.pipeline.evidencing import Evidence, evidence
    from tokumei.pipeline.hierarchies import Hierarchies, find_hierarchies
    from tokumei.pipeline.sweeping import sweep
    from tokumei.pipeline.tables_writing import TablesRelease
    from tokumei.pipeline.texts import mask_texts

    __version__: str

__all__ = [
    "Attacks",
    "DataError",
    "Draft",
    "EngineError",
    "EngineRelease",
    "Evidence",
    "ExtraError",
    "Hierarchies",
    "Infeasible",
    "Job",
    "JobError",
    "OutputError",
    "Promise",
    "PromiseError",
    "Release",
    "SourceError",
    "TablesRelease",
    "TokumeiError",
    "Verification",
    "__version__",
    "anonymize",
    "apply",
    "attack",
    "draft_job",
    "evidence",
    "find_hierarchies",
    "load",
    "mask_texts",
    "measure",
    "run",
    "sweep",
    "verify",
]

_HOMES = {
    "tokumei.errors": (
        "DataError",
        "EngineError",
        "ExtraError",
        "Infeasible",
        "JobError",
        "OutputError",
        "PromiseError",
        "SourceError",
        "TokumeiError",
    ),
    "tokumei.core.promise": ("Promise", "Verification"),
    "tokumei.draft": ("Draft", "draft_job"),
    "tokumei.job": ("Job", "load"),
    "tokumei.pipeline": ("Release", "anonymize", "attack", "measure", "run", "verify"),
    "tokumei.pipeline.engine_release": ("EngineRelease",),
    "tokumei.pipeline.evidencing": ("Evidence", "evidence"),
    "tokumei.pipeline.applying": ("apply",),
    "tokumei.pipeline.attacked": ("Attacks",),
    "tokumei.pipeline.hierarchies": ("Hierarchies", "find_hierarchies"),
    "tokumei.pipeline.sweeping": ("sweep",),
    "tokumei.pipeline.tables_writing": ("TablesRelease",),
    "tokumei.pipeline.texts": ("mask_texts",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # a type checker would believe that every name exists

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            found: object = version("tokumei")
        elif name in _HOME:
            found = getattr(import_module(_HOME[name]), name)
        else:
            raise AttributeError(f"module 'tokumei' has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
