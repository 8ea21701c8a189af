"""The static types of the language, and how the reference implementation prints them.

Upstream: cel-go common/types/types.go, checker/format.go.
"""

from __future__ import annotations

from enum import Enum, auto

from kapivara.values.record import record


class Kind(Enum):
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
    """A message or declared object, by name; its fields are known to the environment's type provider."""
    OPAQUE = auto()
    """A type known by name only, such as optional_type, kubernetes.Quantity, net.IP."""
    WRAPPER = auto()
    """A basic type or null, such as google.protobuf.Int64Value; its parameter is the basic type."""
    TYPE = auto()
    TYPE_PARAM = auto()
    ERROR = auto()


@record
class Type:
    """One type; `params` are the element of a list, key and value of a map, the parameters of an opaque type."""

    kind: Kind
    name: str
    params: tuple[Type, ...] = ()

    def __str__(self) -> str:
        if self.kind is Kind.TYPE_PARAM:
            return self.name
        if not self.params:
            return self.name
        return f"{self.name}({', '.join(map(str, self.params))})"


DYN = Type(Kind.DYN, "dyn")
ANY = Type(Kind.DYN, "any")
NULL = Type(Kind.NULL, "null")
BOOL = Type(Kind.BOOL, "bool")
INT = Type(Kind.INT, "int")
UINT = Type(Kind.UINT, "uint")
DOUBLE = Type(Kind.DOUBLE, "double")
STRING = Type(Kind.STRING, "string")
BYTES = Type(Kind.BYTES, "bytes")
TIMESTAMP = Type(Kind.TIMESTAMP, "timestamp")
DURATION = Type(Kind.DURATION, "duration")
ERROR = Type(Kind.ERROR, "!error!")


def list_of(item: Type) -> Type:
    """The type of lists of items."""
    return Type(Kind.LIST, "list", (item,))


def map_of(key: Type, value: Type) -> Type:
    """The type of maps."""
    return Type(Kind.MAP, "map", (key, value))


def type_of(instance: Type) -> Type:
    """The type of types: what `type(x)` and the name of a type have."""
    return Type(Kind.TYPE, "type", (instance,))


def optional_of(value: Type) -> Type:
    """The type of optional values."""
    return Type(Kind.OPAQUE, "optional_type", (value,))


def wrapper_of(basic: Type) -> Type:
    """The type of a basic value or null."""
    return Type(Kind.WRAPPER, "wrapper", (basic,))


def opaque(name: str, *params: Type) -> Type:
    """A type known by name only."""
    return Type(Kind.OPAQUE, name, params)


def object_type(name: str) -> Type:
    """A declared object."""
    return Type(Kind.OBJECT, name)


def type_param(name: str) -> Type:
    """A type parameter of an overload."""
    return Type(Kind.TYPE_PARAM, name)
