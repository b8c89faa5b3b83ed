"""Makes `tests/` importable, so that test files share `real_data`; and answers come in English wherever tests run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
os.environ["LC_ALL"] = "C.UTF-8"
