"""Objects as clients send and get them in protocol buffers: a mark, a message that says of which kind the object is,
and the object within.

Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go, pkg/runtime Unknown (1.37).
"""

from __future__ import annotations

from kapivara.codec.described import described
from kapivara.codec.errors import DecodeError
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.values.record import record

_MARK = b"k8s\x00"
_UNKNOWN = described("meta.runtime").wire_form("Unknown")


@record
class Envelope:
    """What a body holds: the message of an object, and which kind it says that is; both texts may be empty."""

    api_version: str
    kind: str
    message: bytes


def open_envelope(data: bytes) -> Envelope:
    """Reads a body; raises DecodeError with the server's words. What it says of its content's type is not looked at."""
    if not data:
        raise DecodeError("empty data")
    if not data.startswith(_MARK):
        mark = " ".join(map(str, _MARK))
        raise DecodeError(f"provided data does not appear to be a protobuf message, expected prefix [{mark}]")
    if len(data) == len(_MARK):
        raise DecodeError("empty body")
    unknown = read_message(data[len(_MARK) :], _UNKNOWN)
    return Envelope(unknown.get("apiVersion", ""), unknown.get("kind", ""), unknown.get("raw", b""))


def seal(envelope: Envelope) -> bytes:
    """Returns the body that holds an object."""
    said = {"apiVersion": envelope.api_version, "kind": envelope.kind, "ContentEncoding": "", "ContentType": ""}
    return _MARK + write_message({**said, "raw": envelope.message}, _UNKNOWN)
