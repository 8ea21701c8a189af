"""A mistake that everybody makes: one object that knows it by the complaint, explains it, and shows both sides."""

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
    """One issue with an expression: the text, what is said, the offset that it is told at, and what names mean."""

    text: str
    message: str
    offset: int
    env: Env

    @property
    def undeclared(self) -> str:
        """The name that nothing declares; empty where the complaint is about something else."""
        found = _NAME.match(self.message)
        return found[1] if found else ""

    def applied(self, function: str) -> str | None:
        """The types that a function was applied to, as they are printed; None where another is blamed."""
        found = _APPLIED.match(self.message)
        return found[2] if found and found[1] == function else None

    @property
    def is_call(self) -> bool:
        """Whether the complaint is about a call, which is told at its parenthesis."""
        return self.here.startswith("(")

    @property
    def here(self) -> str:
        """The text from the offset on."""
        return self.text[max(self.offset, 0) :]

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the variables that are objects: by name, the variable that has it, the first one first."""
        found: dict[str, str] = {}
        for variable, kind in self.env.variables.items():
            for name in self.fields_of(kind):
                found.setdefault(name, variable)
        return found

    def fields_of(self, kind: Type) -> tuple[str, ...]:
        """The names of an object's fields; none for other types."""
        if kind.kind is not CelKind.OBJECT or self.env.provider is None:
            return ()
        return tuple(self.env.provider.field_names(kind.name))


@record(eq=False)
class Mistake:
    """One mistake: its id, what it is, an expression that makes it, the same as it should be, and how it is known.

    `hint` returns what to say of a complaint; empty where it comes from something else. The examples see an object
    `self` with the fields name, count, on, tags, items, labels and my-field.
    """

    id: str
    title: str
    failing: str
    passing: str
    hint: Callable[[Complaint], str]
