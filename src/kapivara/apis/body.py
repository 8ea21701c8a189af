"""A decoded body as a kind reads it: which kind it says it is, what it becomes, and how a refusal is worded.

Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, meta.go Interpret;
apiserver/pkg/endpoints/handlers/rest.go transformDecodeError, summarizeData (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.errors import CannotError
from kapivara.codec.typed import Typed, take_typed
from kapivara.meta import ApiVersionError, GroupVersionKind, parse_api_version
from kapivara.values import JsonObject
from kapivara.values.json_value import JsonValue, go_json_type
from kapivara.values.record import slot_record
from kapivara.values.rendering import quote, to_json_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from kapivara.codec.shapes import Struct
    from kapivara.schema.sound_fields import SoundFields

_TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
_SUMMARY_LENGTH = 30
_MOST_PARTS = 40_000
_FEW_BYTES = 2 * _MOST_PARTS
"""A text that is no longer cannot have more parts than are judged."""
_IDENTITY = ("apiVersion", "kind")
"""The fields that say what an object is."""


@slot_record
class Body:
    """A decoded body. `source` is its JSON text where it came as one; `doubled` names fields given twice.

    `doubled` holds whole strict errors, such as `duplicate field "spec.a"`; `strict` tells that they are asked for,
    `patched` that the body was made by a patch. `beyond` is the complaint about a number beyond every float, which
    matters only to who reads it as a number; the value is infinite there. `sound_fields` are for who finds some as it
    reads the body, of an object that is to be judged. Of a body that came in protocol buffers, `message` is the object,
    and the value only says of which kind it is. `again` makes a value that has no source once more, where that can be.
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
        """Reads the body by the shape of a struct; raises DecodeError with the server's words, and CannotError.

        The value is used up for that.
        """
        if self.message is None:
            return take_typed(self.value or {}, shape, source=self.source, duplicates=self.duplicates)
        from kapivara.codec.protobuf.reading import read_message  # most bodies are JSON

        return Typed(read_message(self.message, shape))

    @property
    def may_be_large(self) -> bool:
        """Whether a request could have made an object of more parts than are judged, as far as its length tells."""
        sent = self.source or self.message or self.text
        return self.patched if sent is None else len(sent) > _FEW_BYTES

    @property
    def can_be_read_again(self) -> bool:
        """Whether the value can be had once more, after it was used up, and with no field given twice."""
        return not self.duplicates and (self.again is not None or (self.source is not None and not self.beyond))

    def read_again(self) -> JsonValue:
        """Returns the value once more, where that can be."""
        return decode_json(self.source or b"").value if self.again is None else self.again()

    def raw(self) -> bytes:
        """Returns the bytes that were sent, or what they could have been."""
        return self.text if self.text is not None else to_json_text(self.value).encode()

    def json_text(self) -> str:
        """Returns the JSON that was sent, or that became of YAML, without what surrounds it."""
        text = to_json_text(self.value) if self.source is None else self.source.decode(errors="replace")
        return text.strip(" \t\r\n")


@slot_record
class Read:
    """A body as an object: the kind it says it is, and what strict decoding has against it, in the server's words."""

    obj: JsonObject
    kind: GroupVersionKind
    strict_errors: tuple[str, ...] = ()


class UndecodableError(Exception):
    """A body that is no object of the kind; `found` is what it says it is, None where that cannot be told.

    `strict` tells that it was read, and is refused only for unknown or duplicate fields; `unconverted`, that it was
    read, and cannot be brought to the form that is judged.
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
    """Returns the kind that a decoded body gives; raises DecodeError where it cannot be told."""
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
    """Raises DecodeError where JSON gives its kind or version several times, and one of them cannot be read."""
    if not any(each in duplicates for each in _IDENTITY):
        return
    from kapivara.codec.repeated import Repeated, read_repeated  # seldom needed

    value = read_repeated(source)
    for field, item in value.items() if isinstance(value, Repeated) else ():
        if field in _IDENTITY:
            interpret({field: item})


def check_parts(obj: JsonObject) -> None:
    """Raises CannotError where an object of a built-in kind consists of so many others that to judge it takes long.

    An etcd takes a megabyte and a half: of what can be stored, hardly anything has so many.
    """
    parts = 0
    level: list[JsonValue] = [obj]
    while level:
        parts += sum(type(each) is dict for each in level)
        if parts > _MOST_PARTS:
            raise CannotError(f"judge an object that consists of more than {_MOST_PARTS:,} others; make several of it")
        level = [
            item
            for each in level
            for item in (each.values() if type(each) is dict else each)
            if type(item) is dict or type(item) is list
        ]


def with_defaults(given: GroupVersionKind, wanted: GroupVersionKind) -> GroupVersionKind:
    """Returns the kind that a body gives, with what it leaves out taken from the kind that is asked for.

    Upstream: apimachinery/pkg/runtime/serializer/json/json.go gvkWithDefaults.
    """
    group, version = given.group, given.version
    if not version and group in ("", wanted.group):
        group, version = wanted.group, wanted.version
    return GroupVersionKind(group, version, given.kind or wanted.kind)


def _unparsed(problem: str) -> str:
    return f"couldn't get version/kind; json parse error: json: cannot unmarshal {problem}"


def not_marshalable(go_type: str) -> str:
    """Words that objects of a Go type have no form in protocol buffers.

    Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go errNotMarshalable.
    """
    return (
        f"object {go_type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf "
        "message"
    )


def undecodable_text(problem: str, found: GroupVersionKind | None, wanted_kind: str, body: bytes) -> str:
    """Words the refusal of a body that could not be decoded.

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
