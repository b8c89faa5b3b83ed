"""Engines: what reads, counts and writes records that are too many to hold.

An engine counts equal records; the ordinary road recodes each different one once; the engine maps every record to what
it publishes, writes, and counts what it wrote, so that it can be verified. No algorithm is here.
"""

from tokumei.engines.histories import HistoryEngine, WrittenHistories
from tokumei.engines.protocol import Discardable, Engine, Written
from tokumei.engines.spreading import Spread, changed_source

__all__ = ["Discardable", "Engine", "HistoryEngine", "Spread", "Written", "WrittenHistories", "changed_source"]
