"""A fluent builder for one validation of a value; each method returns a new attempt.

types["Widget"].value({"size": 3}).old_value({"size": 2}).with_options(Fast=True).expect_valid()
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

from kapivara.field import ErrorList, Operation, Verb
from kapivara.testing.expectations import ExpectedError, difference, shown_error, shown_value
from kapivara.validate.error_matcher import ErrorMatcher
from kapivara.values import ABSENT
from kapivara.values.record import record, replace

_PROBE = "forced failure: "


class Validates(Protocol):
    """A type whose values can be validated."""

    @property
    def name(self) -> str:
        """The name of the type."""

    def validate(self, op: Operation, new: Any, old: Any = ABSENT) -> ErrorList:
        """Returns the errors of a value; raises ValueError for a value that the type cannot have."""


@record(eq=False)
class Attempt:
    """A value to validate, its old value for an update, options and subresource."""

    type: Validates
    new: Any
    old: Any = ABSENT
    options: Mapping[str, bool] = MappingProxyType({})
    subresource: str = ""

    def old_value(self, old: Any) -> Attempt:
        """Returns an attempt to update this old value."""
        return replace(self, old=old)

    def with_options(self, options: Mapping[str, bool] | None = None, /, **named: bool) -> Attempt:
        """Returns an attempt with options on or off; an option that is never named is undefined."""
        return replace(self, options={**self.options, **(options or {}), **named})

    def with_subresource(self, path: str) -> Attempt:
        """Returns an attempt through a subresource, such as `status`."""
        return replace(self, subresource=path.strip("/"))

    @property
    def operation(self) -> Operation:
        """The operation that validators receive."""
        verb = Verb.CREATE if self.old is ABSENT else Verb.UPDATE
        return Operation(verb, self.subresource, self.options)

    def errors(self) -> ErrorList:
        """Validates the value, and returns the errors."""
        return self.type.validate(self.operation, self.new, self.old)

    def expect_valid(self) -> None:
        """Raises AssertionError if there are errors."""
        self.expect_errors()

    def expect_errors(self, *expected: ExpectedError) -> None:
        """Raises AssertionError unless exactly these errors occur, in any order."""
        got = self.errors()
        found = difference(expected, got)
        if not found.empty:
            title = _counted(len(found.missing), len(found.unexpected))
            raise AssertionError("\n".join([f"{self._title()}: {title}", *found.lines(), *self._circumstances()]))

    def expect_matching(self, matcher: ErrorMatcher, expected: ErrorList) -> None:
        """Raises AssertionError unless the errors equal the expected ones according to a matcher."""
        compared = matcher.compare(expected, self.errors())
        if not compared.agrees:
            title = _counted(len(compared.missing), len(compared.unexpected))
            lines = [
                *(f"  missing:     {matcher.render(each)}" for each in compared.missing),
                *(f"  unexpected:  {shown_error(each)}" for each in compared.unexpected),
                *(f"  twice:       {shown_error(each)}" for each in compared.repeated),
            ]
            raise AssertionError("\n".join([f"{self._title()}: {title}", *lines, *self._circumstances()]))

    def expect_probes(self, expected: Mapping[str, list[str]]) -> None:
        """Raises AssertionError unless exactly these `+k8s:validateFalse` tags are reached, by field.

        Tags with distinct texts at many places show which places validation reaches.
        """
        found: dict[str, list[str]] = {}
        for each in self.errors():
            if each.origin == "validateFalse":
                found.setdefault(each.field, []).append(each.detail.removeprefix(_PROBE))
        wanted = {field: sorted(texts) for field, texts in expected.items()}
        reached = {field: sorted(texts) for field, texts in found.items()}
        if wanted != reached:
            lines = [f"{self._title()}: other tags are reached than expected"]
            for field in sorted({*wanted, *reached}):
                if wanted.get(field) != reached.get(field):
                    lines.append(f"  {field}: {reached.get(field, [])}, expected {wanted.get(field, [])}")
            raise AssertionError("\n".join([*lines, *self._circumstances()]))

    def _title(self) -> str:
        through = f" of {self.subresource}" if self.subresource else ""
        return f"{self.type.name} ({self.operation.verb}{through})"

    def _circumstances(self) -> list[str]:
        lines = [f"  value:       {shown_value(self.new)}"]
        lines += [] if self.old is ABSENT else [f"  old value:   {shown_value(self.old)}"]
        return lines + ([f"  options:     {dict(self.options)}"] if self.options else [])


def _counted(missing: int, unexpected: int) -> str:
    told = [f"{missing} expected {'error is' if missing == 1 else 'errors are'} missing"] if missing else []
    told += [f"{unexpected} {'error was' if unexpected == 1 else 'errors were'} not expected"] if unexpected else []
    return ", ".join(told) or "equal errors"
