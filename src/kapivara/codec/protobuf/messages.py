"""What a struct is as a message of protocol buffers: its fields by their numbers, and how each is written.

Made from the declarations of its package when a message of the type first comes along. An embedded struct that has a
number is a message within the message, though its fields stand among the others in JSON. Types that read their JSON
themselves say what they are on the wire, too (`OwnMessage`).
Upstream: generated.proto and generated.pb.go of each package (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

from kapivara.codec.described import described
from kapivara.codec.protobuf import wire_format as wire
from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.values import JsonObject, JsonValue

Kind: TypeAlias = Literal["text", "bool", "int", "double", "bytes", "raw", "message", "own"]
"""What a value is on the wire. An `own` one is a message, and something else in JSON."""

Repeat: TypeAlias = Literal["one", "many", "map"]

_WIRE_TYPES: Mapping[Kind, int] = {"bool": wire.VARINT, "int": wire.VARINT, "double": wire.FIXED64}
_SCALARS: Mapping[str, Kind] = {"string": "text", "bool": "bool", "int": "int", "float": "double"}


class OwnMessage:
    """How a type that reads its JSON itself is written: as a message of these `fields` (`DescribedTypes.wire_form`).

    `pack` makes it of a value in its normal form, None for a message with nothing in it; `unpack` makes the value of
    it, and raises DecodeError where it can be none, CannotError where it would be none in JSON. One that is `replaced`
    begins anew where it is given twice; others keep what the later one does not say. Where `is_late`, what `unpack` has
    against a value counts only where nothing is wrong with the rest. `is_scalar` tells that values are texts, numbers
    or null.
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
    """One field of a message. `name` is that in JSON, empty for an embedded struct; errors tell the `go_name`.

    `keeps_empty` and `keeps_null` tell whether such values are kept: others are left out of JSON. Of a message that is
    no JSON, bytes are `raw`.
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
        """The message that the field, or each of its items, is; of an `own` one, its form on the wire."""
        if self._message is None:
            self._message = message_of(self._shape if isinstance(self._shape, Struct) else self.own.fields)
        return self._message

    @property
    def zero(self) -> JsonValue:
        """What an `own` value is where none is given."""
        return self._shape.empty()

    @property
    def own(self) -> OwnMessage:
        """How the values of an `own` field are written."""
        if self._own is None:
            self._own = _own_message(self._shape)
        return self._own


class Message:
    """A message: its name in Go, and its fields by their numbers, in their order.

    `always` has what is printed even where it is not given.
    """

    __slots__ = ("always", "fields", "name")

    def __init__(self, struct: Struct):
        members = described(struct.folder).members(struct.name) if struct.folder else struct.tables.fields
        numbered = sorted((each for each in members if each.number), key=lambda each: each.number)
        self.name: Final = struct.name
        self.fields: Final = {each.number: WireField(each, is_json=bool(struct.folder)) for each in numbered}
        self.always: Final = tuple((each.name, each.empty) for each in struct.tables.always)


def message_of(struct: Struct) -> Message:
    """Returns the message of a struct; there is one of each."""
    found = _messages.get(struct)
    if found is None:
        found = _messages[struct] = Message(struct)
    return found


_messages: dict[Struct, Message] = {}  # as many as there are types


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
    """Returns how many bits an integer has in memory; what is more on the wire does not count."""
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
    """Makes the form of a list that is a message of its own: its items are those of the message."""
    items = Field("items", ListOf(shape.item), omit_empty=True, number=1)
    return OwnMessage(
        Struct(shape.go_name, (items,)),
        pack=lambda value: {"items": value},
        unpack=lambda given: given.get("items", []),
    )
