"""Errors that a test expects, set against those that validation gives.

An expected error says only what matters: type and field, mostly an origin. What is not given is not compared.
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
    """What is known about an expected error; None and ABSENT stand for what is not compared."""

    type: ErrorType
    field: str | None = None
    origin: str | None = None
    detail: str | None = None
    bad_value: Any = ABSENT
    level: str | None = None
    short_circuit: bool | None = None

    def matches(self, got: FieldError) -> bool:
        """Tells whether an error is the expected one; the detail has to hold the expected one."""
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
        told = [
            f"{name} {value}"
            for name, value in (("origin", self.origin), ("detail", self.detail), ("level", self.level))
            if value is not None
        ]
        told += [] if self.bad_value is ABSENT else [f"bad value {to_json_text(self.bad_value)}"]
        told += [] if self.short_circuit is None else [f"short-circuit {self.short_circuit}"]
        return ", ".join([f"{self.type.title} at {self.field or 'any field'}", *told])


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
    """Says which error a test expects: `error("invalid", "spec.size", origin="minimum")`.

    Types go by the names of their functions (`invalid`, `required`, `too_long` …). The detail need only hold the one
    given. An expected error with an origin stands for all errors that match it: a test need not know how many
    failures one rule reports.
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
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise ValueError(f"there is no error type {name!r}: {hint}")
    return found


def _bare(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


@record(eq=False)
class Difference:
    """Expected errors that are not there, and errors that are there unexpectedly."""

    missing: tuple[ExpectedError, ...]
    unexpected: tuple[FieldError, ...]

    @property
    def empty(self) -> bool:
        """Whether all is as expected."""
        return not self.missing and not self.unexpected

    def lines(self) -> list[str]:
        """Renders the difference, a line for each error."""
        return [
            *(f"  missing:     {each}" for each in self.missing),
            *(f"  unexpected:  {shown_error(each)}" for each in self.unexpected),
        ]


def difference(expected: Sequence[ExpectedError], got: ErrorList) -> Difference:
    """Sets expected errors against those there are."""
    missing, remaining = [], list(got)
    for each in expected:
        matched = [index for index, error in enumerate(remaining) if each.matches(error)]
        if not matched:
            missing.append(each)
        taken = set(matched if each.origin else matched[:1])
        remaining = [error for index, error in enumerate(remaining) if index not in taken]
    return Difference(tuple(missing), tuple(remaining))


def shown_error(error: FieldError) -> str:
    """Renders an error with what its text does not tell."""
    marks = [f"origin={error.origin}"] if error.origin else []
    marks += [f"level={error.marks.level}"] if error.marks.level else []
    marks += ["short-circuit"] if error.marks.short_circuit else []
    return f"{error} [{', '.join(marks)}]" if marks else str(error)


def shown_value(value: Any) -> str:
    """Renders a value of a test as JSON."""
    return "none" if value is ABSENT else "(omitted)" if value is OMITTED else to_json_text(value)
