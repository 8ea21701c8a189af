"""What `explain` fills: failures without repeats, and the count of checks that decides between branches.

Upstream: kube-openapi pkg/validation/validate/result.go. The count (`matched`) matters only inside anyOf and
oneOf, where the failures of the branch with most matches are told; outside them children that are fine are
skipped.
"""

from __future__ import annotations

from typing import Any

from kapivara.field import (
    ErrorList,
    FieldError,
    FieldPath,
    invalid,
    not_supported,
    required,
    too_long,
    too_many,
    type_invalid,
)
from kapivara.values.rendering import to_json_text


class Report:
    """Collects the failures of one value, told at paths below `base`."""

    __slots__ = ("_seen", "base", "errors", "matched", "thorough")

    def __init__(self, base: FieldPath | None, *, thorough: bool = False):
        self.base = base
        self.errors: ErrorList = []
        self.matched = 0
        self.thorough = thorough
        self._seen: set[tuple[str, str, str]] = set()

    def branch(self) -> Report:
        """Starts a report for one branch of a junctor, where every check counts."""
        return Report(self.base, thorough=True)

    def merge(self, other: Report) -> None:
        """Takes over a branch's failures and its count."""
        for error in other.errors:
            self.add(error)
        self.matched += other.matched

    def add(self, error: FieldError) -> None:
        """Adds a failure unless the same was told before."""
        key = (error.type, error.field, error.detail)
        if key not in self._seen:
            self._seen.add(key)
            self.errors.append(error)

    def field(self, path: str) -> FieldPath | None:
        """Places a schema path, such as `spec.a[0]` or `.spec`, below the base."""
        name = path.removeprefix(".")
        if not name:
            return self.base
        return FieldPath.of(name) if self.base is None else self.base.child(name)

    def type_invalid(self, path: str, value: Any, message: str) -> None:
        """Tells a value of the wrong type or format."""
        self.add(type_invalid(self.field(path), "" if value is None else value, message))

    def invalid(self, path: str, value: Any, message: str) -> None:
        """Tells a value that breaks a rule; what has no value to show shows the empty string."""
        self.add(invalid(self.field(path), "" if value is None else value, message))

    def unplaced(self, message: str) -> None:
        """Tells a failure that names no field of its own: the base is blamed."""
        self.add(invalid(self.base, "", message))

    def required(self, path: str) -> None:
        """Tells a missing field."""
        self.add(required(self.field(path)))

    def not_supported(self, path: str, value: Any, allowed: list[Any]) -> None:
        """Tells a value outside an enumeration."""
        texts = [each if isinstance(each, str) else to_json_text(each) for each in allowed]
        self.add(not_supported(self.field(path), value, texts))

    def too_long(self, path: str, limit: int) -> None:
        """Tells a string that is too long."""
        self.add(too_long(self.field(path), limit))

    def too_many(self, path: str, actual: int, limit: int) -> None:
        """Tells too many items or fields."""
        self.add(too_many(self.field(path), actual, limit))
