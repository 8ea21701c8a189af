"""The envelope of objects in protobuf bodies: a magic prefix, and a message with the object's kind and its message.

Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go, pkg/runtime Unknown (1.37).
"""

from __future__ import annotations

from kapivara.codec.errors import DecodeError
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.typed.described import described
from kapivara.values.record import record

_MARK = b"k8s\x00"
_UNKNOWN = described("meta.runtime").wire_form("Unknown")


@record
class Envelope:
    """The content of a body: the message of an object, and its apiVersion and kind, which may be empty."""

    api_version: str
    kind: str
    message: bytes


def open_envelope(data: bytes) -> Envelope:
    """Decodes a body; raises DecodeError with the server's text. Ignores the content type and encoding in it."""
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
    """Encodes the body of an object."""
    said = {"apiVersion": envelope.api_version, "kind": envelope.kind, "ContentEncoding": "", "ContentType": ""}
    return _MARK + write_message({**said, "raw": envelope.message}, _UNKNOWN)
