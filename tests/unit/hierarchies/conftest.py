"""Lets the test files of this folder share `columns_for_tests`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
