"""The studio: the whole tool as a page on this machine, in English and Japanese.

The page never computes. It edits a job and asks the library: what it shows was found by `draft`, made by `pipeline`
and worded by `report`. The job is the only state, and `tokumei run` on it gives the same release.

| part | is |
|---|---|
| `serving`, `safety`, `folder`, `guard` | the server, who may speak to it, where copies lie and how they go |
| `studio`, `session`, `edits` | the open files, each with its job, and what a click changes in it |
| `desk`, `tasks`, `work` | processes beside the server: one that knows a file, one for each run |
| `screens`, `words`, `static` | pages as functions, their phrases, one style sheet and one script |
| `routes` | which address does what, by screen |
"""

from __future__ import annotations

from tokumei.web.serving import Address, serve

__all__ = ["Address", "serve"]
