"""The figures of `bench.load`, and how they are printed: one line each, with its bar where there is one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured; it is over where it misses its bar."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it misses its bar."""
        too_much = self.at_most is not None and self.value > self.at_most
        return too_much or (self.at_least is not None and self.value < self.at_least)

    def __str__(self) -> str:
        bar = ""
        if self.at_most is not None:
            bar = f"<= {self.at_most:g}"
        elif self.at_least is not None:
            bar = f">= {self.at_least:g}"
        verdict = "" if not bar else "over" if self.is_over else "ok"
        return f"  {self.name:<62} {self.value:>10.4g} {self.unit:<4} {bar:<8} {verdict}".rstrip()
