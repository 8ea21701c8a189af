"""The protobuf messages of structs: their fields by number, and the wire form of each.

Built from the declarations of a package on first use. An embedded struct with a number is a nested message, although
its fields are inlined in JSON. Types with their own JSON decoding define their own wire form, too (`OwnMessage`).
Upstream: generated.proto and generated.pb.go of each package (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

from kapivara.codec.protobuf import wire_format as wire
from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import described
from kapivara.values import JsonObject, JsonValue

Kind: TypeAlias = Literal["text", "bool", "int", "double", "bytes", "raw", "message", "own"]
"""The wire form of a value. An `own` value is a message, but something else in JSON."""

Repeat: TypeAlias = Literal["one", "many", "map"]

_WIRE_TYPES: Mapping[Kind, int] = {"bool": wire.VARINT, "int": wire.VARINT, "double": wire.FIXED64}
_SCALARS: Mapping[str, Kind] = {"string": "text", "bool": "bool", "int": "int", "float": "double"}


class OwnMessage:
    """The wire form of a type with its own JSON decoding: a message of these `fields` (`DescribedTypes.wire_form`).

    `pack` converts a normalized value to the message, None for an empty message; `unpack` converts back, and raises
    DecodeError for an invalid message, CannotError for a value without a JSON form. A `replaced` message starts anew if
    it occurs twice; others keep the fields that the later one omits. An error of `unpack` that `is_late` counts only if
    the rest is valid. `is_scalar` is True if values are strings, numbers or null.
    """

    __slots__ = ("fields", "is_late", "is_scalar", "pack", "replaced", "unpack")

    def __init__(
        self,
        fields: Struct,
        *,
        pack: Callable[[JsonValue], JsonObject | None],
        unpack: Callable[[JsonObject], JsonValue],
        replaced: bool = False,
        is_late: bool = False,
        is_scalar: bool = False,
    ):
        self.fields: Final = fields
        self.pack: Final = pack
        self.unpack: Final = unpack
        self.replaced: Final = replaced
        self.is_late: Final = is_late
        self.is_scalar: Final = is_scalar


class WireField:
    """One field of a message. `name` is the JSON name, empty for an embedded struct; errors use `go_name`.

    `keeps_empty` and `keeps_null` are True if such values are kept; otherwise JSON omits them. In a message without a
    JSON form, bytes are `raw`.
    """

    __slots__ = (
        *("_message", "_own", "_shape", "bits", "go_name", "keeps_empty", "keeps_null", "kind"),
        *("name", "pointer", "repeat", "tag", "wire_type"),
    )

    def __init__(self, field: Field, *, is_json: bool):
        shape, self.repeat = _unrepeated(field.shape)
        self._shape = shape
        self._message: Message | None = None
        self._own: OwnMessage | None = None
        self.kind: Kind = "raw" if isinstance(shape, Bytes) and not is_json else _kind_of(shape)
        self.bits = _bits_of(shape)
        self.wire_type: int = _WIRE_TYPES.get(self.kind, wire.BYTES)
        self.tag = wire.tag_bytes(field.number, self.wire_type)
        self.name = field.name
        self.go_name = field.go_name or shape.go_name.rpartition(".")[2]
        self.pointer = field.pointer or _is_wrapped(field.shape)
        self.keeps_empty = field.pointer or not field.omit_empty
        self.keeps_null = self.keeps_empty and not self.pointer

    @property
    def message(self) -> Message:
        """The message of the field or of its items; for an `own` field, its wire form."""
        if self._message is None:
            self._message = message_of(self._shape if isinstance(self._shape, Struct) else self.own.fields)
        return self._message

    @property
    def zero(self) -> JsonValue:
        """The default of an `own` value."""
        return self._shape.empty()

    @property
    def own(self) -> OwnMessage:
        """The wire form of the values of an `own` field."""
        if self._own is None:
            self._own = _own_message(self._shape)
        return self._own


class Message:
    """A message: its Go name, and its fields by number, in order.

    `always` has the fields that JSON prints even if they are missing.
    """

    __slots__ = ("always", "fields", "name")

    def __init__(self, struct: Struct):
        members = described(struct.folder).members(struct.name) if struct.folder else struct.tables.fields
        numbered = sorted((each for each in members if each.number), key=lambda each: each.number)
        self.name: Final = struct.name
        self.fields: Final = {each.number: WireField(each, is_json=bool(struct.folder)) for each in numbered}
        self.always: Final = tuple((each.name, each.empty) for each in struct.tables.always)


def message_of(struct: Struct) -> Message:
    """Returns the message of a struct; each struct has exactly one."""
    found = _messages.get(struct)
    if found is None:
        found = _messages[struct] = Message(struct)
    return found


_messages: dict[Struct, Message] = {}  # bounded by the number of types


def _unrepeated(shape: Shape) -> tuple[Shape, Repeat]:
    if isinstance(shape, MapOf):
        return shape.item, "map"
    if isinstance(shape, ListOf) and not shape.wrapped:
        return shape.item, "many"
    return shape, "one"


def _is_wrapped(shape: Shape) -> bool:
    return isinstance(shape, ListOf) and shape.wrapped


def _kind_of(shape: Shape) -> Kind:
    match shape:
        case Scalar():
            return _SCALARS[shape.kind]
        case Bytes():
            return "bytes"
        case Struct():
            return "message"
        case _:
            return "own"


def _bits_of(shape: Shape) -> int:
    """Returns the bits of an integer in memory; higher bits on the wire are ignored."""
    return (shape.high - shape.low).bit_length() if isinstance(shape, Scalar) else 0


def _own_message(shape: Shape) -> OwnMessage:
    if isinstance(shape, ListOf):
        return _wrapped_list(shape)
    if not isinstance(shape, Custom) or not shape.message:
        raise TypeError(f"{shape.go_name} has no form in protocol buffers")
    module, _, name = shape.message.rpartition(".")
    found: Any = getattr(import_module(f"kapivara.{module}"), name.removesuffix("()"))
    message: OwnMessage = found(described(shape.folder)) if name.endswith("()") else found
    return message


def _wrapped_list(shape: ListOf) -> OwnMessage:
    """Returns the wire form of a list that is a message of its own."""
    items = Field("items", ListOf(shape.item), omit_empty=True, number=1)
    return OwnMessage(
        Struct(shape.go_name, (items,)),
        pack=lambda value: {"items": value},
        unpack=lambda given: given.get("items", []),
    )
