"""Collects errors without duplicates, and counts the matching checks that choose between branches.

The count (`matched`) matters only inside anyOf and oneOf, which report the errors of the branch with the most matches;
elsewhere valid children are skipped. On update, the report has a `ratchet`: every field and item is explained with its
old value, in its own report, and forgiven if unchanged, except inside junctors. A `Tally` only counts, since only one
failing branch is reported. A report that exceeds the size that clients get ends the walk (`FullError`).
Upstream: kube-openapi pkg/validation/validate/result.go.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from kapivara.compiler.stop import Stop
from kapivara.field import (
    ErrorList,
    FieldError,
    FieldPath,
    invalid,
    required,
    too_long,
    too_many,
    type_invalid,
    unsupported,
)
from kapivara.field.errors import MOST_ERROR_TEXT, reported_size

if TYPE_CHECKING:
    from kapivara.compiler.validator import Validator
    from kapivara.schema.steps.correlated import Correlated
    from kapivara.schema.steps.ratcheting import Ratchet


class FullError(Exception):
    """Raised if a report exceeds the maximum size of errors; the errors before it stay."""


class Report:
    """The errors of one value, at paths below `base`.

    On update, `pair` is that value with its old one, by which `ratchet` forgives errors.
    """

    __slots__ = ("_prefix", "_room", "_seen", "_stop", "base", "errors", "matched", "pair", "ratchet", "thorough")

    def __init__(self, base: FieldPath | None, *, thorough: bool = False, stop: bool | Stop = False):
        self.base = base
        self.errors: ErrorList = []
        self.matched = 0
        self.thorough = thorough
        self.ratchet: Ratchet | None = None
        self.pair: Correlated | None = None
        self._stop = stop
        self._prefix = "" if base is None else f"{base}."
        self._room = MOST_ERROR_TEXT
        self._seen: set[tuple[str, str, str]] = set()

    def beside(self, ratchet: Ratchet, pair: Correlated) -> None:
        """Sets the pair and the ratchet of an update."""
        self.ratchet = ratchet
        self.pair = pair

    def take_stop(self) -> Stop | None:
        """Returns the place where the fast check of the value stopped, once; None if unknown."""
        stop, self._stop = self._stop, False
        return stop if type(stop) is Stop else None

    def explain(
        self, validator: Validator, path: str, value: Any, step: str | int, *, stop: bool | Stop, top: bool = False
    ) -> None:
        """Explains a field or an item of the value, whose fast check stopped at `stop`.

        `top` is True if the value is the root of the walk.
        """
        if self.ratchet is None or self.pair is None:
            self._stop = stop
            validator.explain(self, path, value)
            return
        below = Report(self.base, thorough=self.thorough, stop=stop)
        below.beside(self.ratchet, self.ratchet.below(self.pair, step, top=top))
        with suppress(FullError):
            validator.explain(below, path, value)
        below.forgive()
        for error in below.errors:
            self.add(error)
        self.matched += below.matched

    def forgive(self) -> None:
        """Drops all errors if the value is unchanged, and records them as forgiven."""
        if self.ratchet is not None and self.pair is not None and self.errors and self.ratchet.forgives(self.pair):
            self.ratchet.forgive(self.errors, self.pair)
            self.errors = []

    def branch(self) -> Report:
        """Returns a report for one branch of a junctor, in which every check counts."""
        return Report(self.base, thorough=True)

    def tally(self) -> Tally:
        """Returns a report for one branch of a junctor that only records whether there are errors."""
        return Tally()

    def merge(self, other: Report) -> None:
        """Adds a branch's errors and its count."""
        for error in other.errors:
            if self.ratchet is not None and self.pair is not None:
                self.ratchet.blame_branch(error, self.pair)
            self.add(error)
        self.matched += other.matched

    def add(self, error: FieldError) -> None:
        """Adds an error unless it is a duplicate; raises FullError at the maximum size."""
        key = (error.type, error.field, error.detail)
        if key not in self._seen:
            self._seen.add(key)
            self.errors.append(error)
            if self.ratchet is not None and self.pair is not None:
                self.ratchet.blame(error, self.pair)
            self._room -= reported_size(error)
            if self._room < 0:
                raise FullError

    def field(self, path: str) -> FieldPath | str | None:
        """Returns the path of a schema path, such as `spec.a[0]` or `.spec`, below the base."""
        name = path.removeprefix(".")
        return self._prefix + name if name else self.base

    def type_invalid(self, path: str, value: Any, message: str) -> None:
        """Reports a value of the wrong type or format."""
        self.add(type_invalid(self.field(path), "" if value is None else value, message))

    def invalid(self, path: str, value: Any, message: str) -> None:
        """Reports an invalid value; None is shown as an empty string."""
        self.add(invalid(self.field(path), "" if value is None else value, message))

    def unplaced(self, message: str) -> None:
        """Reports an error without a field of its own, at the base."""
        self.add(invalid(self.base, "", message))

    def missing(self, path: str, name: str) -> None:
        """Reports a missing field, unless that is forgiven."""
        error = required(self.field(path))
        if self.ratchet is not None and self.pair is not None and self.ratchet.forgives_missing(self.pair, name):
            self.ratchet.forgive((error,), self.pair)
        else:
            self.add(error)

    def unsupported(self, path: str, value: Any, detail: str) -> None:
        """Reports a value outside an enumeration."""
        self.add(unsupported(self.field(path), value, detail))

    def too_long(self, path: str, limit: int) -> None:
        """Reports a string that is too long."""
        self.add(too_long(self.field(path), limit))

    def too_many(self, path: str, actual: int, limit: int) -> None:
        """Reports too many items or fields."""
        self.add(too_many(self.field(path), actual, limit))


class Tally(Report):
    """Counts matching checks and records whether there are errors, without creating them.

    `errors` then holds one placeholder.
    """

    __slots__ = ()

    def __init__(self) -> None:  # only the attributes that are read: junctors create one per branch
        self.base = None
        self.errors = []
        self.matched = 0
        self.thorough = True
        self.ratchet = None
        self.pair = None
        self._stop = False
        self._prefix = ""

    def count(self, matched: int, *, holds: bool) -> None:
        """Adds the result and the count of a branch."""
        if not holds:
            self._fail()
        self.matched += matched

    def _fail(self, *_args: Any, **_kwargs: Any) -> None:
        if not self.errors:
            self.errors.append(_SOME_ERROR)

    add = type_invalid = invalid = unplaced = missing = unsupported = too_long = too_many = _fail


_SOME_ERROR: Final = invalid(None, "", "")
