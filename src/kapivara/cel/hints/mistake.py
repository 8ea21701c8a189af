"""A common mistake as an object: detects it from an issue, explains it, and has an example with its correction."""

from __future__ import annotations

from collections.abc import Callable

from kapivara.cel.env import Env
from kapivara.cel.types import CelKind, Type
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_NAME = lazy_pattern(r"undeclared reference to '([^']*)'")
_APPLIED = lazy_pattern(r"found no matching overload for '([^']*)' applied to '(.*)'\Z")


@record(eq=False)
class Complaint:
    """One issue of an expression: the text, the message, its offset, and the environment."""

    text: str
    message: str
    offset: int
    env: Env

    @property
    def undeclared(self) -> str:
        """The undeclared name; empty for other issues."""
        found = _NAME.match(self.message)
        return found[1] if found else ""

    def applied(self, function: str) -> str | None:
        """Returns the printed types to which a function was applied; None for issues about others."""
        found = _APPLIED.match(self.message)
        return found[2] if found and found[1] == function else None

    @property
    def is_call(self) -> bool:
        """Whether the issue is about a call, whose offset is that of its parenthesis."""
        return self.here.startswith("(")

    @property
    def here(self) -> str:
        """The text from the offset on."""
        return self.text[max(self.offset, 0) :]

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the variables that are objects: field name to variable; the first variable wins."""
        found: dict[str, str] = {}
        for variable, kind in self.env.variables.items():
            for name in self.fields_of(kind):
                found.setdefault(name, variable)
        return found

    def fields_of(self, kind: Type) -> tuple[str, ...]:
        """Returns the names of an object's fields; empty for other types."""
        if kind.kind is not CelKind.OBJECT or self.env.provider is None:
            return ()
        return tuple(self.env.provider.field_names(kind.name))


@record(eq=False)
class Mistake:
    """One mistake: its id, its title, an expression with the mistake, the correct expression, and the test for it.

    `hint` returns the hint for an issue; empty if the issue has another cause. The examples use an object `self` with
    the fields name, count, on, tags, items, labels and my-field.
    """

    id: str
    title: str
    failing: str
    passing: str
    hint: Callable[[Complaint], str]
