"""Errors of documents: the place, the problem and a remedy."""

from __future__ import annotations


class DocumentError(ValueError):
    """A document that cannot validate objects. `place` is a JSON pointer, `cure` a remedy."""

    def __init__(self, problem: str, *, place: str = "", cure: str = "", source: str = ""):
        self.problem = problem
        self.place = place
        self.cure = cure
        self.source = source
        super().__init__(problem)

    def __str__(self) -> str:
        where = ": ".join(each for each in (self.source, self.place) if each)
        told = f"{where}: {self.problem}" if where else self.problem
        return f"{told}; {self.cure}" if self.cure else told


class UnknownKindError(DocumentError):
    """A document does not describe the kind of an object."""
