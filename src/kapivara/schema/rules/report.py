"""What `explain` fills: failures without repeats, and the count of checks that decides between branches.

Upstream: kube-openapi pkg/validation/validate/result.go. The count (`matched`) matters only inside anyOf and
oneOf, where the failures of the branch with most matches are told; outside them children that are fine are
skipped. The report of an update knows its `ratchet`: every field and item is then explained beside its old value, in
a report of its own, and forgiven what has not changed. Inside junctors nothing is. A `Tally` only counts: of many
branches that fail, one is told. A report that holds more than is ever told to a client ends the walk (`FullError`).
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
from kapivara.field.errors import MOST_ERROR_TEXT, told_size

if TYPE_CHECKING:
    from kapivara.compiler.validator import Validator
    from kapivara.schema.correlated import Correlated
    from kapivara.schema.ratcheting import Ratchet


class FullError(Exception):
    """A report has more to tell than anybody is told; what it has already stands."""


class Report:
    """Collects the failures of one value, told at paths below `base`.

    On an update, `pair` is that value beside its old one, and `ratchet` decides by it what is forgiven.
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
        """Makes this the report of a value beside its old one."""
        self.ratchet = ratchet
        self.pair = pair

    def take_stop(self) -> Stop | None:
        """Returns where the quick check of the value stopped, once; None where that is not known."""
        stop, self._stop = self._stop, False
        return stop if type(stop) is Stop else None

    def explain(
        self, validator: Validator, path: str, value: Any, step: str | int, *, stop: bool | Stop, top: bool = False
    ) -> None:
        """Has a field or an item of the value explained, whose quick check stopped at `stop`.

        `top` tells that the value is the one that the walk began with.
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
        """Lets go of all failures where the value is what it was."""
        if self.ratchet is not None and self.pair is not None and self.errors and self.ratchet.forgives(self.pair):
            self.ratchet.forgive(self.errors, self.pair)
            self.errors = []

    def branch(self) -> Report:
        """Starts a report for one branch of a junctor, where every check counts."""
        return Report(self.base, thorough=True)

    def tally(self) -> Tally:
        """Starts a report for one branch of a junctor that says only whether there are failures."""
        return Tally()

    def merge(self, other: Report) -> None:
        """Takes over a branch's failures and its count."""
        for error in other.errors:
            if self.ratchet is not None and self.pair is not None:
                self.ratchet.blame_branch(error, self.pair)
            self.add(error)
        self.matched += other.matched

    def add(self, error: FieldError) -> None:
        """Adds a failure unless the same was told before; raises FullError where there is no room for more."""
        key = (error.type, error.field, error.detail)
        if key not in self._seen:
            self._seen.add(key)
            self.errors.append(error)
            if self.ratchet is not None and self.pair is not None:
                self.ratchet.blame(error, self.pair)
            self._room -= told_size(error)
            if self._room < 0:
                raise FullError

    def field(self, path: str) -> FieldPath | str | None:
        """Places a schema path, such as `spec.a[0]` or `.spec`, below the base."""
        name = path.removeprefix(".")
        return self._prefix + name if name else self.base

    def type_invalid(self, path: str, value: Any, message: str) -> None:
        """Tells a value of the wrong type or format."""
        self.add(type_invalid(self.field(path), "" if value is None else value, message))

    def invalid(self, path: str, value: Any, message: str) -> None:
        """Tells a value that breaks a rule; what has no value to show shows the empty string."""
        self.add(invalid(self.field(path), "" if value is None else value, message))

    def unplaced(self, message: str) -> None:
        """Tells a failure that names no field of its own: the base is blamed."""
        self.add(invalid(self.base, "", message))

    def missing(self, path: str, name: str) -> None:
        """Tells a missing field, unless it was missing before and that is forgiven."""
        error = required(self.field(path))
        if self.ratchet is not None and self.pair is not None and self.ratchet.forgives_missing(self.pair, name):
            self.ratchet.forgive((error,), self.pair)
        else:
            self.add(error)

    def unsupported(self, path: str, value: Any, detail: str) -> None:
        """Tells a value outside an enumeration."""
        self.add(unsupported(self.field(path), value, detail))

    def too_long(self, path: str, limit: int) -> None:
        """Tells a string that is too long."""
        self.add(too_long(self.field(path), limit))

    def too_many(self, path: str, actual: int, limit: int) -> None:
        """Tells too many items or fields."""
        self.add(too_many(self.field(path), actual, limit))


class Tally(Report):
    """Finds out whether there are failures, and how many checks match; no failure is worded.

    `errors` holds one that stands for all of them.
    """

    __slots__ = ()

    def __init__(self) -> None:  # only what is read of a tally: junctors make one for each of their branches
        self.base = None
        self.errors = []
        self.matched = 0
        self.thorough = True
        self.ratchet = None
        self.pair = None
        self._stop = False
        self._prefix = ""

    def count(self, matched: int, *, holds: bool) -> None:
        """Takes over whether a branch holds, and its count."""
        if not holds:
            self._fail()
        self.matched += matched

    def _fail(self, *_args: Any, **_kwargs: Any) -> None:
        if not self.errors:
            self.errors.append(_SOME_ERROR)

    add = type_invalid = invalid = unplaced = missing = unsupported = too_long = too_many = _fail


_SOME_ERROR: Final = invalid(None, "", "")
