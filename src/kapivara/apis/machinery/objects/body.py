"""A decoded request body: the kind that it names, the object read from it, and the texts of decoding errors.

Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, meta.go Interpret;
apiserver/pkg/endpoints/handlers/rest.go transformDecodeError, summarizeData (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.errors import CannotError
from kapivara.codec.typed.decoding import Typed, take_typed
from kapivara.meta import ApiVersionError, GroupVersionKind, parse_api_version
from kapivara.values import JsonObject
from kapivara.values.json_value import JsonValue, go_json_type
from kapivara.values.record import slot_record
from kapivara.values.rendering import quote, to_json_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from kapivara.codec.shapes import Struct
    from kapivara.schema.resource.sound_fields import SoundFields

_TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
_SUMMARY_LENGTH = 30
_MOST_PARTS = 40_000
_FEW_BYTES = 2 * _MOST_PARTS
"""A text of at most this length cannot have more parts than are validated."""
_IDENTITY = ("apiVersion", "kind")
"""The fields that name an object's kind and version."""


@slot_record
class Body:
    """A decoded body. `source` is its JSON text if it was JSON.

    `doubled` holds complete strict errors, such as `duplicate field "spec.a"`; `duplicates` names the fields given
    twice. `strict` requests these errors; `patched` marks the result of a patch. `beyond` is the error about a number
    too large for a float; such a number is infinite in `value`, and only readers of numbers report it. `sound_fields`
    collects the fields found valid while the body is read. For a protocol buffer body, `message` holds the object, and
    `value` only names its kind. `again`, if given, builds the value once more where there is no `source`.
    """

    value: JsonValue
    doubled: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    source: bytes | None = None
    text: bytes | None = None
    strict: bool = True
    patched: bool = False
    beyond: str = ""
    sound_fields: SoundFields | None = None
    message: bytes | None = None
    again: Callable[[], JsonValue] | None = None

    def read_as(self, shape: Struct) -> Typed:
        """Reads the body by the shape of a struct; raises DecodeError with the server's text, and CannotError.

        The call consumes `value`.
        """
        if self.message is None:
            return take_typed(self.value or {}, shape, source=self.source, duplicates=self.duplicates)
        from kapivara.codec.protobuf.reading import read_message  # most bodies are JSON

        return Typed(read_message(self.message, shape))

    @property
    def may_be_large(self) -> bool:
        """True if the body is long enough for an object with more parts than are validated."""
        sent = self.source or self.message or self.text
        return self.patched if sent is None else len(sent) > _FEW_BYTES

    @property
    def can_be_read_again(self) -> bool:
        """True if the value can be built again after it was consumed; False for bodies with duplicate fields."""
        return not self.duplicates and (self.again is not None or (self.source is not None and not self.beyond))

    def read_again(self) -> JsonValue:
        """Builds the value again; only valid if `can_be_read_again`."""
        return decode_json(self.source or b"").value if self.again is None else self.again()

    def raw(self) -> bytes:
        """Returns the bytes that were sent, or bytes that decode to the same value."""
        return self.text if self.text is not None else to_json_text(self.value).encode()

    def json_text(self) -> str:
        """Returns the JSON that was sent or converted from YAML, without surrounding white space."""
        text = to_json_text(self.value) if self.source is None else self.source.decode(errors="replace")
        return text.strip(" \t\r\n")


@slot_record
class Read:
    """A body read as an object, with the kind that it names and the server's texts of its strict decoding errors."""

    obj: JsonObject
    kind: GroupVersionKind
    strict_errors: tuple[str, ...] = ()


class UndecodableError(Exception):
    """Raised when a body is not an object of the kind.

    `found` is the kind that it names, or None if that cannot be read. With `strict`, the body was read, and only has
    unknown or duplicate fields. With `unconverted`, it was read, but cannot be converted to the hub version.
    """

    def __init__(
        self, problem: str, found: GroupVersionKind | None = None, *, strict: bool = False, unconverted: bool = False
    ):
        super().__init__(problem)
        self.problem = problem
        self.found = found
        self.strict = strict
        self.unconverted = unconverted


def interpret(value: JsonValue) -> GroupVersionKind:
    """Returns the kind and version that a decoded body names; raises DecodeError if they are not strings."""
    if value is None:
        return GroupVersionKind("", "", "")
    if type(value) is not dict:
        raise DecodeError(_unparsed(f"{go_json_type(value)} into Go value of type {_TYPE_META}"))
    texts = []
    for field in _IDENTITY:
        text = value.get(field)
        if text is not None and type(text) is not str:
            raise DecodeError(_unparsed(f"{go_json_type(text)} into Go struct field .{field} of type string"))
        texts.append(text or "")
    try:
        group, version = parse_api_version(texts[0])
    except ApiVersionError as error:
        raise DecodeError(str(error)) from None
    return GroupVersionKind(group, version, texts[1])


def check_repeated_identity(source: bytes, duplicates: tuple[str, ...]) -> None:
    """Raises DecodeError if JSON gives its kind or version several times and one of the values is not a string."""
    if not any(each in duplicates for each in _IDENTITY):
        return
    from kapivara.codec.typed.repeated import Repeated, read_repeated  # duplicate fields are rare

    value = read_repeated(source)
    for field, item in value.items() if isinstance(value, Repeated) else ():
        if field in _IDENTITY:
            interpret({field: item})


def check_parts(obj: JsonObject) -> None:
    """Raises CannotError if an object of a built-in kind has too many nested objects to validate it quickly.

    etcd accepts 1.5 MB; hardly any object of that size has so many.
    """
    parts = 0
    level: list[JsonValue] = [obj]
    while level:
        parts += sum(type(each) is dict for each in level)
        if parts > _MOST_PARTS:
            raise CannotError(f"validate an object that contains more than {_MOST_PARTS:,} others; split it")
        level = [
            item
            for each in level
            for item in (each.values() if type(each) is dict else each)
            if type(item) is dict or type(item) is list
        ]


def with_defaults(given: GroupVersionKind, wanted: GroupVersionKind) -> GroupVersionKind:
    """Returns the kind that a body names, completed from the requested kind.

    Upstream: apimachinery/pkg/runtime/serializer/json/json.go gvkWithDefaults.
    """
    group, version = given.group, given.version
    if not version and group in ("", wanted.group):
        group, version = wanted.group, wanted.version
    return GroupVersionKind(group, version, given.kind or wanted.kind)


def _unparsed(problem: str) -> str:
    return f"couldn't get version/kind; json parse error: json: cannot unmarshal {problem}"


def not_marshalable(go_type: str) -> str:
    """Returns the error text for an object of a Go type that protocol buffers cannot encode.

    Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go errNotMarshalable.
    """
    return (
        f"object {go_type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf "
        "message"
    )


def undecodable_text(problem: str, found: GroupVersionKind | None, wanted_kind: str, body: bytes) -> str:
    """Returns the error text for a body that could not be decoded.

    Upstream: apiserver/pkg/endpoints/handlers/rest.go transformDecodeError.
    """
    if found is not None and found.kind:
        return f"{found.kind} in version {quote(found.version)} cannot be handled as a {wanted_kind}: {problem}"
    return f"the object provided is unrecognized (must be of type {wanted_kind}): {problem} ({_summarize(body)})"


def _summarize(body: bytes) -> str:
    if not body:
        return "<empty>"
    start = body[:_SUMMARY_LENGTH]
    shown = start.decode(errors="replace") if body[:1] == b"{" else start.hex()
    return f"{shown} ..." if len(body) > _SUMMARY_LENGTH else shown
