"""The result of validating an object with a document."""

from __future__ import annotations

from kapivara.field import ErrorList
from kapivara.field.forgiveness import Forgiven, Unforgiven
from kapivara.values import JsonObject
from kapivara.values.record import record


@record(eq=False)
class Judgement:
    """The result for one object: `errors` in the server's words and order; empty for a valid object.

    `unknown` are the paths of undeclared fields; `object` is the object without them and with defaults. For an update,
    `forgiven` are errors of unchanged fields, which do not count; `unforgiven` explains the other errors, and
    `warnings` contains the messages of forgiven rules.
    """

    errors: ErrorList
    unknown: tuple[str, ...]
    object: JsonObject
    warnings: tuple[str, ...] = ()
    forgiven: tuple[Forgiven, ...] = ()
    unforgiven: tuple[Unforgiven, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there are no errors and no unknown fields."""
        return not self.errors and not self.unknown

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """The server's errors for the unknown fields."""
        return tuple(f'unknown field "{each}"' for each in self.unknown)
