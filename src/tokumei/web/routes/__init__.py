"""Which address does what: one file a screen, gathered in `ROUTES`."""

from __future__ import annotations

from starlette.routing import Route

from tokumei.web.routes import column, columns, data, promises, result, runs, start

__all__ = ["ROUTES"]

ROUTES: list[Route] = [
    *start.ROUTES,
    *data.ROUTES,
    *columns.ROUTES,
    *column.ROUTES,
    *promises.ROUTES,
    *runs.ROUTES,
    *result.ROUTES,
]
