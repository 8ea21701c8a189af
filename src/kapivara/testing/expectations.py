"""The errors that a test expects, and their comparison with actual errors.

An expected error states only what matters: type and field, mostly an origin. Other attributes are not compared.
Upstream: apimachinery/pkg/util/validation/field/error_matcher.go ErrorMatcher.Test (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from kapivara.field import ErrorList, ErrorType, FieldError
from kapivara.field.errors import OMITTED
from kapivara.validate.error_matcher import ErrorMatcher
from kapivara.values import ABSENT
from kapivara.values.record import record
from kapivara.values.rendering import to_json_text


@record
class ExpectedError:
    """An expected error; attributes that are None or ABSENT are not compared."""

    type: ErrorType
    field: str | None = None
    origin: str | None = None
    detail: str | None = None
    bad_value: Any = ABSENT
    level: str | None = None
    short_circuit: bool | None = None

    def matches(self, got: FieldError) -> bool:
        """Returns whether an error matches; its detail must contain the expected one."""
        want = FieldError(
            self.type,
            self.field or "",
            self.bad_value,
            self.detail or "",
            self.origin or "",
        ).marked(level=self.level or "", short_circuit=bool(self.short_circuit))
        return self._matcher().matches(want, got)

    def _matcher(self) -> ErrorMatcher:
        matcher = ErrorMatcher().by_type()
        matcher = matcher if self.field is None else matcher.by_field()
        matcher = matcher if self.origin is None else matcher.by_origin()
        matcher = matcher if self.detail is None else matcher.by_detail_substring()
        matcher = matcher if self.bad_value is ABSENT else matcher.by_value()
        matcher = matcher if self.level is None else matcher.by_level()
        return matcher if self.short_circuit is None else matcher.by_short_circuit()

    def __str__(self) -> str:
        parts = [
            f"{name} {value}"
            for name, value in (("origin", self.origin), ("detail", self.detail), ("level", self.level))
            if value is not None
        ]
        parts += [] if self.bad_value is ABSENT else [f"bad value {to_json_text(self.bad_value)}"]
        parts += [] if self.short_circuit is None else [f"short-circuit {self.short_circuit}"]
        return ", ".join([f"{self.type.title} at {self.field or 'any field'}", *parts])


def error(
    type: str | ErrorType,
    field: str | None = None,
    origin: str | None = None,
    detail: str | None = None,
    *,
    bad_value: Any = ABSENT,
    level: str | None = None,
    short_circuit: bool | None = None,
) -> ExpectedError:
    """Returns an expected error: `error("invalid", "spec.size", origin="minimum")`.

    Types have the names of their functions (`invalid`, `required`, `too_long` …). The detail must only be contained in
    that of the error. An expected error with an origin matches any number of errors: a test need not know how many
    errors one rule reports.
    """
    return ExpectedError(_type_of(type), field, origin, detail, bad_value, level, short_circuit)


def _type_of(name: str | ErrorType) -> ErrorType:
    if isinstance(name, ErrorType):
        return name
    names = {_bare(each.name): each for each in ErrorType} | {_bare(each.value): each for each in ErrorType}
    found = names.get(_bare(name))
    if found is None:
        known = [each.name.lower() for each in ErrorType]
        near = get_close_matches(name.lower(), known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"valid types are {', '.join(known)}"
        raise ValueError(f"there is no error type {name!r}: {hint}")
    return found


def _bare(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


@record(eq=False)
class Difference:
    """Expected errors that did not occur, and errors that were not expected."""

    missing: tuple[ExpectedError, ...]
    unexpected: tuple[FieldError, ...]

    @property
    def empty(self) -> bool:
        """Whether there is no difference."""
        return not self.missing and not self.unexpected

    def lines(self) -> list[str]:
        """Returns the difference as text, one line per error."""
        return [
            *(f"  missing:     {each}" for each in self.missing),
            *(f"  unexpected:  {shown_error(each)}" for each in self.unexpected),
        ]


def difference(expected: Sequence[ExpectedError], got: ErrorList) -> Difference:
    """Returns the difference between expected and actual errors."""
    missing, remaining = [], list(got)
    for each in expected:
        matched = [index for index, error in enumerate(remaining) if each.matches(error)]
        if not matched:
            missing.append(each)
        taken = set(matched if each.origin else matched[:1])
        remaining = [error for index, error in enumerate(remaining) if index not in taken]
    return Difference(tuple(missing), tuple(remaining))


def shown_error(error: FieldError) -> str:
    """Returns an error as text with the marks that its message does not include."""
    marks = [f"origin={error.origin}"] if error.origin else []
    marks += [f"level={error.marks.level}"] if error.marks.level else []
    marks += ["short-circuit"] if error.marks.short_circuit else []
    return f"{error} [{', '.join(marks)}]" if marks else str(error)


def shown_value(value: Any) -> str:
    """Returns a value of a test as JSON text."""
    return "none" if value is ABSENT else "(omitted)" if value is OMITTED else to_json_text(value)
