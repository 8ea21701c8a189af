"""The static types of the language, and their text in the reference implementation's notation.

Upstream: cel-go common/types/types.go, checker/format.go.
"""

from __future__ import annotations

from enum import Enum, auto

from kapivara.values.record import record


class CelKind(Enum):
    """The kinds of type."""

    DYN = auto()
    NULL = auto()
    BOOL = auto()
    INT = auto()
    UINT = auto()
    DOUBLE = auto()
    STRING = auto()
    BYTES = auto()
    TIMESTAMP = auto()
    DURATION = auto()
    LIST = auto()
    MAP = auto()
    OBJECT = auto()
    """A message or declared object, by name; the environment's type provider knows its fields."""
    OPAQUE = auto()
    """A type that is known by name only, such as optional_type, kubernetes.Quantity, net.IP."""
    WRAPPER = auto()
    """A basic type or null, such as google.protobuf.Int64Value; its parameter is the basic type."""
    TYPE = auto()
    TYPE_PARAM = auto()
    ERROR = auto()

    __hash__ = object.__hash__  # implemented in C: sets of kinds are used at every node, and `Enum` hashes their names


@record
class Type:
    """One type; `params` are the element of a list, key and value of a map, the parameters of an opaque type."""

    kind: CelKind
    name: str
    params: tuple[Type, ...] = ()

    def __str__(self) -> str:
        if self.kind is CelKind.TYPE_PARAM:
            return self.name
        if not self.params:
            return self.name
        return f"{self.name}({', '.join(map(str, self.params))})"


DYN = Type(CelKind.DYN, "dyn")
ANY = Type(CelKind.DYN, "any")
NULL = Type(CelKind.NULL, "null")
BOOL = Type(CelKind.BOOL, "bool")
INT = Type(CelKind.INT, "int")
UINT = Type(CelKind.UINT, "uint")
DOUBLE = Type(CelKind.DOUBLE, "double")
STRING = Type(CelKind.STRING, "string")
BYTES = Type(CelKind.BYTES, "bytes")
TIMESTAMP = Type(CelKind.TIMESTAMP, "timestamp")
DURATION = Type(CelKind.DURATION, "duration")
ERROR = Type(CelKind.ERROR, "!error!")


def list_of(item: Type) -> Type:
    """Returns the type of lists of items."""
    return Type(CelKind.LIST, "list", (item,))


def map_of(key: Type, value: Type) -> Type:
    """Returns the type of maps."""
    return Type(CelKind.MAP, "map", (key, value))


def type_of(instance: Type) -> Type:
    """Returns the type of types: that of `type(x)` and of a type's name."""
    return Type(CelKind.TYPE, "type", (instance,))


def optional_of(value: Type) -> Type:
    """Returns the type of optional values."""
    return Type(CelKind.OPAQUE, "optional_type", (value,))


def wrapper_of(basic: Type) -> Type:
    """Returns the type of a basic value or null."""
    return Type(CelKind.WRAPPER, "wrapper", (basic,))


def unwrapped(of: Type) -> Type:
    """Returns the basic type of a wrapper; any other type unchanged."""
    return of.params[0] if of.kind is CelKind.WRAPPER else of


def opaque(name: str, *params: Type) -> Type:
    """Returns a type that is known by name only."""
    return Type(CelKind.OPAQUE, name, params)


def object_type(name: str) -> Type:
    """Returns the type of a declared object."""
    return Type(CelKind.OBJECT, name)


def type_param(name: str) -> Type:
    """Returns a type parameter of an overload."""
    return Type(CelKind.TYPE_PARAM, name)
