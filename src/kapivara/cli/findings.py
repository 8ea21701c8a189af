"""The results of `validate`: one Result for each object, one Unreadable for each input that could not be read.

This data connects the validation (validation.py) with the output formats (report_text.py, report_json.py).
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
NOT_ASKED = "NotAsked"
"""The reason of errors that prevented sending an object to the registry."""


class Verdict(StrEnum):
    """The outcome of one object."""

    VALID = "valid"
    INVALID = "invalid"
    SKIPPED = "skipped"
    UNKNOWN = "unknown"
    """The kind has no known CRD, and `--missing-schemas` allows that."""


@record
class Excerpt:
    """A source line, its number (from 1), the marked text with the text before and after it, and the marked columns."""

    line: int
    before: str
    marked: str
    after: str
    column: int
    end_column: int


@record
class Location:
    """A place in the input; line and column count from 1, and are 0 where unknown.

    `template` is the Helm template that rendered the object, if known.
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
    """The kind of write that an object was validated as."""

    CREATE = "create"
    UPDATE = "update"


@record
class RulePart:
    """A subexpression of a CEL rule, and its value or its error."""

    text: str
    value: str
    failed: bool = False

    def __str__(self) -> str:
        return f"{self.text}: {self.value}" if self.failed else f"{self.text} = {self.value}"


@record
class BrokenRule:
    """A CEL rule that failed: its place in the CRD, and the subexpressions that decided it."""

    place: Location
    text: str
    parts: tuple[RulePart, ...] = ()


@record
class Finding:
    """One error: its place, the field and the reason that the server names, and the server's message.

    For an update, `why` is one word why ratcheting did not forgive the error, `compared` is the field whose old and new
    values decided, and `note` explains it to people; none of these comes from the server. `excerpt` is the source line
    with the error marked. `rule` is the CEL rule that caused the error, if one did.
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
    """The result of one object; `forgiven` holds errors that ratcheting forgave because the values are unchanged.

    `next` holds errors that the server would return next, after the rejection for unknown and duplicate fields is
    fixed. `warnings` have no reasons, and a field only if they name one. `duplicate_of` is the place of an earlier
    object of the input with the same identity.
    """

    place: Location
    identity: Identity
    verdict: Verdict
    _: KW_ONLY
    errors: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    note: str = ""  # why it was skipped, or not validated as an update though an old version exists
    write: Write = Write.CREATE
    forgiven: tuple[Finding, ...] = ()
    next: tuple[Finding, ...] = ()
    duplicate_of: Location | None = None


@record
class Unreadable:
    """An input that gave no object, and the reason; its source line and a hint if known.

    `is_empty` marks a folder without manifests, which is no error when validating objects.
    """

    place: Location
    message: str
    _: KW_ONLY
    excerpt: Excerpt | None = None
    note: str = ""
    is_empty: bool = False


@record
class Gone:
    """An object that only the old side has, and its place."""

    place: Location
    identity: Identity


class Detail(StrEnum):
    """How much of a report to print."""

    ALL = "all"
    ERRORS = "errors"
    SUMMARY = "summary"


@record
class Report:
    """The results of one run in input order; `compared` is True if there was an old side.

    `left_out` holds descriptions and counts of objects that were excluded. `fails_on` holds what fails a run besides
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
    """Whether to print the summary below errors even if only errors are printed."""

    @property
    def remarkable(self) -> tuple[Result, ...]:
        """The results that a report mentions."""
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
        """The results of invalid objects."""
        return tuple(result for result in self.results if result.verdict is Verdict.INVALID)

    def count(self, verdict: Verdict) -> int:
        """Returns the number of objects with this outcome."""
        return sum(result.verdict is verdict for result in self.results)

    def count_writes(self, write: Write) -> int:
        """Returns the number of objects that were validated as this kind of write."""
        return sum(
            result.write is write and result.verdict in (Verdict.VALID, Verdict.INVALID) for result in self.results
        )

    @property
    def exit_code(self) -> int:
        """0 without failures, 1 with an invalid object, 2 if an input could not be read or validated."""
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
