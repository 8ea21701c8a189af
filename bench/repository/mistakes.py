"""A mistake in the repository: changed lines of a template, and the expected error."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """Lines of a template, their replacement, and the expected error with its line.

    The error is expected at the last of the replaced lines, or of the lines in `at`, or `above` lines further up.
    """

    template: str
    lines: str
    instead: str
    says: str
    at: str = ""
    above: int = 0
    unreadable: bool = False

    def make_in(self, text: str) -> tuple[str, int]:
        """Returns the template with the mistake, and the line number of the expected error, from 1."""
        place = self._find(text, self.lines)
        made = text.replace(self.lines + "\n", self.instead + "\n" * bool(self.instead))
        before = made.count("\n", 0, self._find(made, self.at) if self.at else place)
        return made, before + (self.at or self.instead).count("\n") + 1 - self.above

    def _find(self, text: str, lines: str) -> int:
        """Returns the place of lines in the template, which must contain them once."""
        found = f"\n{text}".find(f"\n{lines}\n")
        if found < 0 or f"\n{text}".find(f"\n{lines}\n", found + 1) >= 0:
            raise ValueError(f"{self.template} does not hold this once: {lines!r}")
        return found
