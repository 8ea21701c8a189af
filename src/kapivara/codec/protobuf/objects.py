"""Encodes objects of built-in kinds, lists and watch events as the server's protobuf responses.

Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go Encode, pkg/apis/meta/v1/watch.go,
pkg/util/framer/framer.go NewLengthDelimitedFrameWriter (1.37).

Objects here hold raw values as JSON values, and their text is gone after the request. So only the response to a write
has it: a raw value takes the text at the same place of the request's JSON. Upstream:
apimachinery/pkg/runtime/extension.go RawExtension UnmarshalJSON (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kapivara.codec.json.plain.source import JsonSource, read_source
from kapivara.codec.known_shapes import RAW_EXTENSION
from kapivara.codec.protobuf import wire_format as wire
from kapivara.codec.protobuf.envelope import Envelope, seal
from kapivara.codec.protobuf.own_messages import RawText
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.shapes import BYTES, Field, ListOf, Shape, Struct
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.codec.typed.raw_json import same_document
from kapivara.values import JsonObject, JsonValue


def with_sent_texts(obj: JsonObject, shape: Struct, sent: bytes) -> JsonObject:
    """Returns an object to encode, with a `RawText` for each raw value that the JSON text has at the same place.

    Shares everything else with the original. The text must be well formed.
    """
    if not _leading_fields(shape):
        return obj
    found: JsonObject = _spelled(obj, shape, read_source(sent))
    return found


def _spelled(value: JsonValue, shape: Shape, sent: JsonValue | JsonSource) -> JsonValue:
    if not isinstance(sent, JsonSource):
        return value
    if shape is RAW_EXTENSION:
        return RawText(sent.spelled) if same_document(sent.value(), value) else value
    if isinstance(shape, Struct):
        return _spelled_struct(value, shape, sent.inside)
    if isinstance(shape, ListOf) and isinstance(value, list) and isinstance(sent.inside, list):
        given = [*sent.inside, *value[len(sent.inside) :]]
        return [_spelled(item, shape.item, each) for item, each in zip(value, given, strict=False)]
    return value


def _spelled_struct(value: JsonValue, shape: Struct, sent: JsonValue) -> JsonValue:
    if not isinstance(value, dict) or not isinstance(sent, dict):
        return value
    made = dict(value)
    for name, each in _leading_fields(shape).items():
        if name in value and name in sent:
            made[name] = _spelled(value[name], each, sent[name])
    return made


def _leading_fields(struct: Struct) -> dict[str, Shape]:
    """Returns the fields of a struct that are raw values or contain some."""
    found = _leading.get(struct)
    if found is None:
        found = _leading[struct] = {}  # breaks the recursion of recursive structs
        for field in struct.tables.fields:
            if _leads(field.shape):
                found[field.name] = field.shape
    return found


_leading: dict[Struct, dict[str, Shape]] = {}  # bounded by the number of types


def _leads(shape: Shape) -> bool:
    if isinstance(shape, ListOf):
        shape = shape.item
    return shape is RAW_EXTENSION or (isinstance(shape, Struct) and bool(_leading_fields(shape)))


_META_GROUP = "meta.k8s.io"
_META = "meta.v1"
_LENGTH_BYTES = 4
_LIST = Struct(
    "List",
    (Field("metadata", described(_META).struct("ListMeta"), number=1), Field("items", ListOf(BYTES), number=2)),
)
"""The wire form of lists of all kinds, once their items are encoded."""
_TYPE, _OBJECT, _RAW = (wire.tag_bytes(number, wire.BYTES) for number in (1, 2, 1))
"""The tags of the fields of an event, and of the object in a RawExtension."""


def write_object(obj: JsonObject, sent: bytes = b"") -> bytes:
    """Returns the body of an object; raises LookupError if its kind is not built in.

    `sent` is the JSON of the object in the request, if any: raw values keep its spelling.
    """
    api_version, kind = obj.get("apiVersion", ""), obj["kind"]
    shape = find_struct(api_version, kind)
    message = write_message(with_sent_texts(obj, shape, sent) if sent else obj, shape)
    return seal(Envelope(api_version, kind, message))


def write_list(listed: JsonObject, items: Iterable[JsonObject]) -> bytes:
    """Returns the body of a list, which is given without its items; encodes each item as it comes."""
    api_version, kind = listed["apiVersion"], listed["kind"]
    items_field = find_struct(api_version, kind).tables.by_name["items"].shape
    if not isinstance(items_field, ListOf) or not isinstance(items_field.item, Struct):
        raise TypeError(f"the items of {kind} are no structs")
    messages = [write_message(each, items_field.item) for each in items]
    return seal(Envelope(api_version, kind, write_message({**listed, "items": messages}, _LIST)))


def watch_frame(event_type: str, body: bytes) -> bytes:
    """Returns the frame of a watch event: its type, such as ADDED, and the body of the object."""
    event = _field(_TYPE, event_type.encode()) + _field(_OBJECT, _field(_RAW, body))
    return len(event).to_bytes(_LENGTH_BYTES, "big") + event


def _field(tag: bytes, content: bytes) -> bytes:
    return tag + wire.number_bytes(len(content)) + content


def find_struct(api_version: str, kind: str) -> Struct:
    """Returns the type of a kind, its own or a shared one such as Status; raises LookupError."""
    group, _, version = api_version.rpartition("/")
    own = f"meta.{version}" if group == _META_GROUP else folder_of_types(group, version)
    for folder in (own, _META):
        with suppress(ModuleNotFoundError):
            if kind in described(folder).names:
                return described(folder).struct(kind)
    raise LookupError(f"{kind} of {api_version} is not built in")
