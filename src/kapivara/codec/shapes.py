"""The vocabulary in which the types of built-in kinds are written down: shapes, as data.

A shape says what the server's Go type says: which JSON it takes, how it is called in messages, what its empty value
is and whether that is printed. `codec.typed` reads values by shapes; the kinds themselves are declared in `apis`.
Upstream: the json tags of types.go files, and encoding/json's rules for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias

from kapivara.values import JsonValue


class ScalarKind(Enum):
    """The JSON scalars that Go types tell apart."""

    STRING = auto()
    BOOL = auto()
    INT = auto()
    FLOAT = auto()


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, boolean or number; `low` and `high` bound integers."""

    go_name: str
    kind: ScalarKind
    low: int = 0
    high: int = 0

    def named(self, go_name: str) -> Scalar:
        """Returns the same scalar under a type name of its own, such as `v1.ResourceScope`."""
        return replace(self, go_name=go_name)

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return _EMPTY_SCALARS[self.kind]


_EMPTY_SCALARS: dict[ScalarKind, JsonValue] = {
    ScalarKind.STRING: "",
    ScalarKind.BOOL: False,
    ScalarKind.INT: 0,
    ScalarKind.FLOAT: 0,
}


@dataclass(frozen=True, slots=True)
class Bytes:
    """Raw bytes, base64 in JSON."""

    go_name: str = "[]uint8"

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of one shape."""

    item: Shape
    name: str = ""

    @property
    def go_name(self) -> str:
        """The type as messages name it."""
        return self.name or f"[]{self.item.go_name}"

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from strings to one shape."""

    item: Shape
    name: str = ""

    @property
    def go_name(self) -> str:
        """The type as messages name it."""
        return self.name or f"map[string]{self.item.go_name}"

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


@dataclass(frozen=True, slots=True)
class Custom:
    """A type with a reader of its own: a value (null included) in, its normal form out.

    The reader raises `MismatchError` or `DecodeError`; either ends the decoding, as an UnmarshalJSON's error does.
    """

    go_name: str
    read: Callable[[JsonValue], JsonValue]

    def empty(self) -> JsonValue:
        """Returns the value that stands for "not given"."""
        return None


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a struct.

    `pointer` fields tell null from empty; `omit_empty` ones are not printed when empty; `embedded` is the Go path of
    the embedded structs that it comes from, which messages show.
    """

    name: str
    shape: Shape
    pointer: bool = False
    omit_empty: bool = False
    embedded: tuple[str, ...] = ()

    def empty(self) -> JsonValue:
        """Returns what is printed where the field is not given and not left out."""
        return None if self.pointer else self.shape.empty()


class Struct:
    """A struct with named fields; `fields` may be a function, for types that hold themselves."""

    __slots__ = ("_fields", "_tables", "go_name", "name")

    def __init__(self, go_name: str, fields: tuple[Field, ...] | Callable[[], tuple[Field, ...]]):
        self.go_name = go_name
        self.name = go_name.rpartition(".")[2]
        self._fields = fields
        self._tables: Tables | None = None

    @property
    def tables(self) -> Tables:
        """The fields, arranged for reading; made on first use."""
        if self._tables is None:
            self._tables = Tables.of(self._fields() if callable(self._fields) else self._fields)
        return self._tables

    def empty(self) -> JsonValue:
        """Returns what a struct with nothing in it prints."""
        return {each.name: each.empty() for each in self.tables.always}

    def __repr__(self) -> str:
        return f"Struct({self.go_name!r})"


Shape: TypeAlias = Scalar | Bytes | ListOf | MapOf | Custom | Struct


@dataclass(frozen=True, slots=True)
class Tables:
    """A struct's fields by name, and those that are printed even when empty."""

    by_name: dict[str, Field]
    plain: dict[str, type] = field(repr=False)
    always: tuple[Field, ...] = ()

    @staticmethod
    def of(fields: tuple[Field, ...]) -> Tables:
        """Arranges the fields of a struct."""
        return Tables(
            by_name={each.name: each for each in fields},
            plain={each.name: kind for each in fields if (kind := _plain_type(each.shape)) is not None},
            always=tuple(each for each in fields if not each.omit_empty),
        )


def _plain_type(shape: Shape) -> type | None:
    """The Python type whose values need no further look; None where there is none."""
    if not isinstance(shape, Scalar):
        return None
    if shape.kind is ScalarKind.STRING:
        return str
    if shape.kind is ScalarKind.BOOL:
        return bool
    return int if shape.kind is ScalarKind.INT and shape.high == INT64.high else None


STRING = Scalar("string", ScalarKind.STRING)
BOOL = Scalar("bool", ScalarKind.BOOL)
INT32 = Scalar("int32", ScalarKind.INT, -(2**31), 2**31 - 1)
INT64 = Scalar("int64", ScalarKind.INT, -(2**63), 2**63 - 1)
UINT8 = Scalar("uint8", ScalarKind.INT, 0, 255)
FLOAT64 = Scalar("float64", ScalarKind.FLOAT)
BYTES = Bytes()
STRINGS = ListOf(STRING)
STRING_MAP = MapOf(STRING)


def always(name: str, shape: Shape) -> Field:
    """Declares a field that is printed even when empty."""
    return Field(name, shape)


def optional(name: str, shape: Shape) -> Field:
    """Declares a field that is left out when empty (a struct never is: Go prints it)."""
    return Field(name, shape, omit_empty=not isinstance(shape, Struct))


def kept(name: str, shape: ListOf | MapOf) -> Field:
    """Declares a field that is left out when it is missing, and whose empty list or map is kept apart from that.

    The server's memory tells the two apart where its JSON does not; the kind drops empty ones in the end.
    """
    return Field(name, shape, pointer=True, omit_empty=True)


def pointer(name: str, shape: Shape) -> Field:
    """Declares a field that may be absent altogether, and then is left out; empty values are kept."""
    return Field(name, shape, pointer=True, omit_empty=True)


def embed(go_field: str, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Declares the fields of an embedded struct as the embedding one's own."""
    return tuple(replace(each, embedded=(go_field, *each.embedded)) for each in fields)
