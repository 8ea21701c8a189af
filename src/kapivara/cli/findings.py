"""What `validate` found: one Result for each object, one Unreadable for each input that gave none.

Plain data between the check (validation.py) and the two ways to print it (report_text.py, report_json.py).
"""

from __future__ import annotations

from enum import StrEnum

from kapivara.values.record import record

EXIT_GOOD = 0
EXIT_INVALID = 1
EXIT_UNREADABLE = 2


class Verdict(StrEnum):
    """Says how an object fared."""

    VALID = "valid"
    INVALID = "invalid"
    SKIPPED = "skipped"


@record
class Place:
    """A place in the input; line and column count from 1, and are 0 where unknown."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.source
        return f"{self.source}:{self.line}:{self.column}" if self.column else f"{self.source}:{self.line}"


@record
class Finding:
    """One error: where it stands, the field and reason that the server names, and the server's text."""

    place: Place
    field: str
    reason: str
    message: str


@record
class Identity:
    """Which object a result is about."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        name = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{self.kind or 'document'} {name}".rstrip()


@record
class Result:
    """The answer for one object."""

    place: Place
    identity: Identity
    verdict: Verdict
    errors: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    note: str = ""  # why it was skipped


@record
class Unreadable:
    """An input that gave no object, and why."""

    place: Place
    message: str


@record
class Report:
    """All that one run found, in the order of the input."""

    results: tuple[Result, ...]
    unreadable: tuple[Unreadable, ...]

    def count(self, verdict: Verdict) -> int:
        """Counts the objects that fared so."""
        return sum(result.verdict is verdict for result in self.results)

    @property
    def exit_code(self) -> int:
        """Says 0 where all is good, 1 where an object is invalid, 2 where something could not be read at all."""
        if self.unreadable:
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.count(Verdict.INVALID) else EXIT_GOOD
