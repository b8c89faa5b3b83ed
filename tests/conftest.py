"""Makes `tests/` importable, so that test files share `real_data`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
