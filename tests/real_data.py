"""Where the real data sets are, for the tests that use them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["data_folder", "needs_data"]


def data_folder() -> Path | None:
    """The folder of the real data sets, or None."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("TOKUMEI_DATA", default))
    return folder if folder.is_dir() else None


needs_data = pytest.mark.skipif(data_folder() is None, reason="the real data sets are not here (TOKUMEI_DATA)")
