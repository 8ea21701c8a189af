"""Encodes objects of built-in kinds, lists and watch events as the server's protobuf responses.

Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go Encode, pkg/apis/meta/v1/watch.go,
pkg/util/framer/framer.go NewLengthDelimitedFrameWriter (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kapivara.codec.protobuf import wire_format as wire
from kapivara.codec.protobuf.envelope import Envelope, seal
from kapivara.codec.protobuf.raw_texts import with_sent_texts
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.shapes import BYTES, Field, ListOf, Struct
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.values import JsonObject

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
