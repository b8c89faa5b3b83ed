"""`python -m tokumei` is the command `tokumei`."""

from __future__ import annotations

import sys

from tokumei.cli import main

sys.exit(main())
