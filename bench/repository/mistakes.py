"""What is wrong in the repository: lines of templates that are written otherwise, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """Lines of a template, what stands there instead, and what is told: words, and the line that they are about.

    That is the last of these lines, or the last of those that `at` has; or one that stands so far `above` it.
    """

    template: str
    lines: str
    instead: str
    says: str
    at: str = ""
    above: int = 0
    unreadable: bool = False

    def make_in(self, text: str) -> tuple[str, int]:
        """Returns the template with the mistake in it, and the number of the line that is reported, from 1."""
        place = self._find(text, self.lines)
        made = text.replace(self.lines + "\n", self.instead + "\n" * bool(self.instead))
        before = made.count("\n", 0, self._find(made, self.at) if self.at else place)
        return made, before + (self.at or self.instead).count("\n") + 1 - self.above

    def _find(self, text: str, lines: str) -> int:
        """Returns where lines stand in the template, which must hold them once."""
        found = f"\n{text}".find(f"\n{lines}\n")
        if found < 0 or f"\n{text}".find(f"\n{lines}\n", found + 1) >= 0:
            raise ValueError(f"{self.template} does not hold this once: {lines!r}")
        return found
