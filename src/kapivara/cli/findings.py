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

    from kapivara.cli.excerpts import Excerpt

EXIT_GOOD = 0
EXIT_INVALID = 1
EXIT_UNREADABLE = 2
NOT_ASKED = "NotAsked"
"""The reason of errors that kept an object from being put to the registry at all."""


class Verdict(StrEnum):
    """Says how an object fared."""

    VALID = "valid"
    INVALID = "invalid"
    SKIPPED = "skipped"
    UNKNOWN = "unknown"
    """Of a kind that no definition is known of, where that does not matter (`--missing-schemas`)."""


@record
class Location:
    """A place in the input; line and column count from 1, and are 0 where unknown.

    `template` is the file that Helm made it from, where that is known.
    """

    source: str
    line: int = 0
    column: int = 0
    template: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.source
        return f"{self.source}:{self.line}:{self.column}" if self.column else f"{self.source}:{self.line}"


class Write(StrEnum):
    """Says as which write an object was judged."""

    CREATE = "create"
    UPDATE = "update"


@record
class RulePart:
    """A part of a rule's expression, and the value that it had, or why it failed."""

    text: str
    value: str
    failed: bool = False

    def __str__(self) -> str:
        return f"{self.text}: {self.value}" if self.failed else f"{self.text} = {self.value}"


@record
class BrokenRule:
    """A rule in CEL that did not hold: where it stands in its definition, and the parts that decided it."""

    place: Location
    text: str
    parts: tuple[RulePart, ...] = ()


@record
class Finding:
    """One error: where it stands, the field and reason that the server names, and the server's text.

    Of an update, `why` says in one word why the error was not forgiven, `compared` names the field whose old and new
    values decided, and `note` puts it in words for people. The server says nothing of these. `excerpt` is the line
    that it is about, with what is wrong marked. `rule` is the rule in CEL that it comes from, where it comes from one.
    """

    place: Location
    field: str
    reason: str
    message: str
    _: KW_ONLY
    why: str = ""
    compared: str = ""
    note: str = ""
    excerpt: Excerpt | None = None
    rule: BrokenRule | None = None


@record
class Result:
    """The answer for one object; `forgiven` are errors that did not count, since an update left them as they were.

    `next` are errors that the server does not come to say, since it refuses unknown and duplicate fields first.
    `warnings` have no reasons, and a field only where they name one. `duplicate_of` is where the same object stands
    in the input before it.
    """

    place: Location
    identity: Identity
    verdict: Verdict
    _: KW_ONLY
    errors: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    note: str = ""  # why it was skipped, or not judged as an update though there is an old version
    write: Write = Write.CREATE
    forgiven: tuple[Finding, ...] = ()
    next: tuple[Finding, ...] = ()
    duplicate_of: Location | None = None


@record
class Unreadable:
    """An input that gave no object, and why; the line that shows it, and what helps, where that is known.

    `is_empty` tells of a folder that holds no manifests, which is nothing wrong where objects are judged.
    """

    place: Location
    message: str
    _: KW_ONLY
    excerpt: Excerpt | None = None
    note: str = ""
    is_empty: bool = False


@record
class Gone:
    """An object that only the old side has, and where."""

    place: Location
    identity: Identity


class Detail(StrEnum):
    """Says how much of a report people want to see."""

    ALL = "all"
    ERRORS = "errors"
    SUMMARY = "summary"


@record
class Report:
    """All that one run found, in the order of the input; `compared` tells whether there was an old side.

    `left_out` counts what was not to be judged, by what it is. `fails_on` are the words of what fails a run beside
    invalid objects: `warning`, `forgiven`, `duplicate`.
    """

    results: tuple[Result, ...]
    unreadable: tuple[Unreadable, ...]
    _: KW_ONLY
    gone: tuple[Gone, ...] = ()
    compared: bool = False
    left_out: tuple[tuple[str, int], ...] = ()
    fails_on: frozenset[str] = frozenset()
    detail: Detail = Detail.ALL
    sums_up: bool = False
    """Whether the line that sums up stands below errors alone, too."""

    @property
    def remarkable(self) -> tuple[Result, ...]:
        """The objects of which there is something to say."""
        return tuple(
            result
            for result in self.results
            if result.verdict is not Verdict.VALID
            or result.warnings
            or result.forgiven
            or result.note
            or result.duplicate_of is not None
        )

    @property
    def invalid(self) -> tuple[Result, ...]:
        """The objects that fail the run."""
        return tuple(result for result in self.results if result.verdict is Verdict.INVALID)

    def count(self, verdict: Verdict) -> int:
        """Counts the objects that fared so."""
        return sum(result.verdict is verdict for result in self.results)

    def count_writes(self, write: Write) -> int:
        """Counts the objects that were judged as such a write."""
        return sum(
            result.write is write and result.verdict in (Verdict.VALID, Verdict.INVALID) for result in self.results
        )

    @property
    def exit_code(self) -> int:
        """Says 0 where all is good, 1 where an object is invalid, 2 where something could not be read or judged."""
        if self.unreadable or self.count(Verdict.SKIPPED):
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.count(Verdict.INVALID) or self._has_what_fails else EXIT_GOOD

    @property
    def _has_what_fails(self) -> bool:
        if not self.fails_on:
            return False
        return any(
            (result.warnings and "warning" in self.fails_on)
            or (result.forgiven and "forgiven" in self.fails_on)
            or (result.duplicate_of is not None and "duplicate" in self.fails_on)
            for result in self.results
        )
