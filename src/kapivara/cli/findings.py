"""What `validate` found: one Result for each object, one Unreadable for each input that gave none.

Plain data between the check (validation.py) and the two ways to print it (report_text.py, report_json.py).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from kapivara.meta.identity import Identity
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

EXIT_GOOD = 0
EXIT_INVALID = 1
EXIT_UNREADABLE = 2


class Verdict(StrEnum):
    """Says how an object fared."""

    VALID = "valid"
    INVALID = "invalid"
    SKIPPED = "skipped"


@record
class Location:
    """A place in the input; line and column count from 1, and are 0 where unknown."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.source
        return f"{self.source}:{self.line}:{self.column}" if self.column else f"{self.source}:{self.line}"


class Write(StrEnum):
    """Says as which write an object was judged."""

    CREATE = "create"
    UPDATE = "update"


@record
class Finding:
    """One error: where it stands, the field and reason that the server names, and the server's text.

    Of an update, `why` says in one word why the error was not forgiven, `compared` names the field whose old and new
    values decided, and `note` puts it in words for people. The server says nothing of these.
    """

    place: Location
    field: str
    reason: str
    message: str
    _: KW_ONLY
    why: str = ""
    compared: str = ""
    note: str = ""


@record
class Result:
    """The answer for one object; `forgiven` are errors that did not count, since an update left them as they were."""

    place: Location
    identity: Identity
    verdict: Verdict
    _: KW_ONLY
    errors: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    note: str = ""  # why it was skipped, or not judged as an update though there is an old version
    write: Write = Write.CREATE
    forgiven: tuple[Finding, ...] = ()


@record
class Unreadable:
    """An input that gave no object, and why."""

    place: Location
    message: str


@record
class Gone:
    """An object that only the old side has, and where."""

    place: Location
    identity: Identity


@record
class Report:
    """All that one run found, in the order of the input; `compared` tells whether there was an old side."""

    results: tuple[Result, ...]
    unreadable: tuple[Unreadable, ...]
    _: KW_ONLY
    gone: tuple[Gone, ...] = ()
    compared: bool = False

    def count(self, verdict: Verdict) -> int:
        """Counts the objects that fared so."""
        return sum(result.verdict is verdict for result in self.results)

    def count_writes(self, write: Write) -> int:
        """Counts the objects that were judged as such a write."""
        return sum(result.write is write and result.verdict is not Verdict.SKIPPED for result in self.results)

    @property
    def exit_code(self) -> int:
        """Says 0 where all is good, 1 where an object is invalid, 2 where something could not be read or judged."""
        if self.unreadable or self.count(Verdict.SKIPPED):
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.count(Verdict.INVALID) else EXIT_GOOD
