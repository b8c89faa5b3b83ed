"""How long to look for a release that loses less."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EFFORTS", "Effort"]


@dataclass(frozen=True)
class Effort:
    """How long to look for a release that loses less, counted in work and not in time: the result is the same on every
    machine."""

    cross_rows: int
    """Groups of at most so many rows are split by the loss over all columns."""
    passes: int = 0
    """The steps of the search for every row and dimension, at least: a step is about an eighth of a microsecond."""
    most_passes: int = 0
    """The same in small tables, at most."""
    steps: int = 0
    """The steps up to which it goes on beyond `passes`."""
    by_k: float = 0.0
    """A small k makes many groups: passes and steps are 1 + by_k / k times as many."""
    by_sets: int = 1
    """Sets have more to be found: where there are some, a short search takes so many times as many steps."""
    sweeps: int = 0
    """How often the search for a cover of a set column alone goes through its rows, or groups by item hierarchy."""

    def work(self, cells: int, k: int) -> int:
        """The steps of the search for a table of so many rows × dimensions."""
        many = 1.0 + self.by_k / k
        return int(max(many * self.passes * cells, min(self.most_passes * cells, many * self.steps)))


EFFORTS = {
    "fast": Effort(cross_rows=1 << 16),
    "default": Effort(cross_rows=1 << 16, passes=8, most_passes=700, steps=2_400_000, by_k=2.0, by_sets=2, sweeps=1),
    "best": Effort(cross_rows=1 << 20, passes=300, most_passes=4500, steps=375_000_000, sweeps=2),
}
