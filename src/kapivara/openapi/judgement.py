"""What a document has to say of an object."""

from __future__ import annotations

from kapivara.field import ErrorList
from kapivara.field.forgiveness import Forgiven, Unforgiven
from kapivara.values import JsonObject
from kapivara.values.record import record


@record(eq=False)
class Judgement:
    """The verdict on one object: `errors` in the server's words and order; none where it is valid.

    `unknown` are the paths of fields that the document does not declare, `object` is what is left without them, with
    the defaults filled in. Of an update, `forgiven` errors do not count, since nothing changed there, `unforgiven` says
    of the others why they do, and `warnings` repeats what rules were forgiven.
    """

    errors: ErrorList
    unknown: tuple[str, ...]
    object: JsonObject
    warnings: tuple[str, ...] = ()
    forgiven: tuple[Forgiven, ...] = ()
    unforgiven: tuple[Unforgiven, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and every field is known."""
        return not self.errors and not self.unknown

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """The unknown fields as the server tells of them."""
        return tuple(f'unknown field "{each}"' for each in self.unknown)
