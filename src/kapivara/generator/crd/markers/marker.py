"""A marker as an object: its targets, its arguments, and its effect on a schema.

The generator applies it, and the reference in the docs is rendered from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias

from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind, read_named, read_value
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.generator.model.types import Position, TypeName
from kapivara.values.record import record

Schema: TypeAlias = "dict[str, Any]"
"""A schema as JSON, while it is built; it has no keys with empty values."""

REF: Final = "$ref"
"""Until schemas are flattened, this key contains the key of the type whose schema belongs here."""


class Target(StrEnum):
    """The kind of declaration that a marker describes; the value is the word that messages use."""

    PACKAGE = "package"
    TYPE = "type"
    FIELD = "field"


ANYWHERE = (Target.FIELD, Target.TYPE)
FIRST, EARLY, USUAL = 8, 9, 10
"""The order in which markers are applied: some depend on the schema type, others on the list type."""


class MarkerError(Exception):
    """A marker that cannot be applied to its target."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.message = message
        self.hint = hint


class SchemaOwner(Protocol):
    """The type above which a marker is written, as far as markers depend on it."""

    def enum_values(self) -> list[str]:
        """Returns the values of the type's constants; raises MarkerError."""

    def constant(self, name: TypeName) -> str | int | bool | float:
        """Returns the value of a constant, of the type's package unless the name has another; raises MarkerError."""


Apply: TypeAlias = Callable[[Schema, Any, SchemaOwner], None]
Define: TypeAlias = "Callable[[dict[str, Any], dict[str, Any], Any], None]"
"""Changes a CRD, and the entry of the version that the marker's type describes."""


@record(eq=False)
class Marker:
    """A marker: `apply` changes the schema of its target, `define` the CRD of a kind."""

    name: str
    targets: tuple[Target, ...]
    docs: str
    example: str
    arguments: tuple[Argument, ...] = ()
    apply: Apply | None = None
    define: Define | None = None
    order: int = USUAL
    read: Callable[[str], Any] | None = None
    """Parses the text after `=` where it has a syntax of its own; raises MarkerSyntaxError."""
    value_optional: bool = False
    """Whether a marker with a single value may omit it."""
    for_items: bool = False
    """Whether it is applied to the items of a list."""

    @property
    def is_single(self) -> bool:
        """Whether it takes one value without a name."""
        return len(self.arguments) == 1 and not self.arguments[0].name

    def value_of(self, name: str, text: str) -> Any:
        """Parses the arguments: `name` is the text before the first `=`, `text` the rest; raises MarkerSyntaxError."""
        if self.read is not None:
            return self.read(text if "(" not in name else f"{name}={text}")
        if self.is_single:
            if not text and self.value_optional:
                return ""
            if not text:
                raise MarkerSyntaxError("a value is missing", 0, f"write it as in {self.example}")
            return read_value(text, self.arguments[0].kind)
        if not self.arguments:
            if text:
                raise MarkerSyntaxError(f"it takes no arguments, {text} is given", 0)
            return None
        return self._named_of(name[len(self.name) + 1 :], text)

    def _named_of(self, first: str, text: str) -> dict[str, Any]:
        """Parses named arguments; the name of the first one is the end of the marker's name."""
        known = {each.name: each for each in self.arguments}
        given: dict[str, Any] = read_named(f"{first}={text}", known) if first or text else {}
        missing = [each.name for each in self.arguments if each.required and each.name not in given]
        if missing:
            raise MarkerSyntaxError(f'missing argument "{missing[0]}"', 0, f"write it as in {self.example}")
        return given


@record(eq=False)
class MarkerValue:
    """A marker in the sources, with its arguments."""

    marker: Marker
    value: Any
    place: Position


Markers: TypeAlias = "Sequence[MarkerValue]"


def first_of(markers: Markers, name: str) -> MarkerValue | None:
    """Returns the first marker with a name, or None."""
    return next((each for each in markers if each.marker.name == name), None)


def single(kind: ArgumentKind) -> tuple[Argument, ...]:
    """Returns the arguments of a marker with a single unnamed value."""
    return (Argument("", kind, required=True),)


def by_name(markers: Sequence[Marker]) -> Mapping[str, Marker]:
    """Indexes markers by name."""
    return {each.name: each for each in markers}
