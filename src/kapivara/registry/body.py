"""The body of a request, read: its JSON value, the fields it gives twice, and which kind it says it is.

The step before a scope's own decoding. Failures here come before the kind is known, and the server words them so.
Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, meta.go Interpret;
apiserver/pkg/endpoints/handlers/rest.go transformDecodeError, summarizeData (1.37).
"""

from __future__ import annotations

from typing import NoReturn

from kapivara.codec import Decoded, DecodeError, decode_json
from kapivara.meta import (
    ApiError,
    ApiVersionError,
    GroupVersionKind,
    parse_api_version,
    unsupported_media_type_status,
)
from kapivara.registry.request import JSON, YAML, Request
from kapivara.values.json_value import JsonValue, go_json_type
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.values.rendering import to_json_text

_PROTOBUF = "application/vnd.kubernetes.protobuf"
_PROTOBUF_PREFIX = b"k8s\x00"
ACCEPTED = (JSON, YAML, _PROTOBUF)
"""What refusals list; the last is neither read nor written here, as custom resources cannot be."""
_TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
_SUMMARY_LENGTH = 30
_PARAMETERS = lazy_pattern(
    r"""\s*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=\s*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*")\s*(?:;\s*|\Z))*\Z"""
)


@record
class Body:
    """A decoded body. `source` is its JSON text where it came as one; `doubled` names fields given twice.

    `doubled` holds whole strict errors, such as `duplicate field "spec.a"`; `strict` tells that they are asked for,
    `patched` that the body was made by a patch. `beyond` is the complaint about a number beyond every float, which
    matters only to who reads it as a number; the value is infinite there.
    """

    value: JsonValue
    doubled: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    source: bytes | None = None
    text: bytes | None = None
    strict: bool = True
    patched: bool = False
    beyond: str = ""

    def raw(self) -> bytes:
        """Returns the bytes that were sent, or what they could have been."""
        return self.text if self.text is not None else to_json_text(self.value).encode()

    def json_text(self) -> str:
        """Returns the JSON that was sent, or that became of YAML, without what surrounds it."""
        text = to_json_text(self.value) if self.source is None else self.source.decode(errors="replace")
        return text.strip(" \t\r\n")


def is_readable(media_type: str) -> bool:
    """Tells whether bodies of a media type are looked at."""
    return _essence(media_type) in (*ACCEPTED, "")


def _essence(media_type: str) -> str:
    """Returns a media type without its parameters; what is malformed is no media type that anybody knows.

    Upstream: mime.ParseMediaType.
    """
    essence, semicolon, parameters = media_type.partition(";")
    if semicolon and not _PARAMETERS.match(parameters):
        return media_type
    return essence.strip().lower()


def read_body(request: Request, *, strict: bool = True) -> Body:
    """Decodes the body of a request; raises DecodeError, and ends the request where its media type is unknown."""
    data = request.body
    if isinstance(data, Decoded):
        return Body(data.value, tuple(data.strict_errors), data.duplicates, strict=strict)
    media_type = _essence(request.media_type)
    if media_type == YAML:
        from kapivara.codec import decode_yaml  # most requests are JSON

        decoded = decode_yaml(data)
        return Body(decoded.value, tuple(decoded.strict_errors), text=data, strict=strict)
    if media_type == _PROTOBUF:
        _refuse_protobuf(data)
    if media_type not in (JSON, ""):
        raise ApiError(unsupported_media_type_status(ACCEPTED))
    decoded, beyond = decode_numbers(data)
    doubled = tuple(decoded.strict_errors)
    return Body(decoded.value, doubled, decoded.duplicates, data, data, strict, beyond=beyond)


def decode_numbers(data: bytes) -> tuple[Decoded, str]:
    """Decodes JSON, with the complaint about a number beyond every float, if there is one; raises DecodeError."""
    try:
        return decode_json(data), ""
    except DecodeError as error:
        if error.decoded is None:
            raise
        return error.decoded, error.message


def _refuse_protobuf(data: bytes) -> NoReturn:
    """Refuses protobuf; in the server's words what only calls itself that, and else with the types that are read.

    Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go Decode.
    """
    if not data:
        raise DecodeError("empty data")
    if not data.startswith(_PROTOBUF_PREFIX):
        prefix = " ".join(map(str, _PROTOBUF_PREFIX))
        raise DecodeError(f"provided data does not appear to be a protobuf message, expected prefix [{prefix}]")
    raise ApiError(unsupported_media_type_status((JSON, YAML)))


def interpret(value: JsonValue) -> GroupVersionKind:
    """Returns the kind that a decoded body gives; raises DecodeError where it cannot be told."""
    if value is None:
        return GroupVersionKind("", "", "")
    if type(value) is not dict:
        raise DecodeError(_unparsed(f"{go_json_type(value)} into Go value of type {_TYPE_META}"))
    texts = []
    for field in ("apiVersion", "kind"):
        text = value.get(field)
        if text is not None and type(text) is not str:
            raise DecodeError(_unparsed(f"{go_json_type(text)} into Go struct field .{field} of type string"))
        texts.append(text or "")
    try:
        group, version = parse_api_version(texts[0])
    except ApiVersionError as error:
        raise DecodeError(str(error)) from None
    return GroupVersionKind(group, version, texts[1])


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


def explain_unread(problem: str, media_type: str) -> str:
    """Words why bytes are no JSON value: the server meets that while it looks for the kind."""
    if _essence(media_type) in (YAML, _PROTOBUF):
        return problem
    return f"couldn't get version/kind; json parse error: {problem}"


def undecodable_text(problem: str, found: GroupVersionKind | None, wanted_kind: str, body: bytes) -> str:
    """Words the refusal of a body that could not be decoded.

    Upstream: apiserver/pkg/endpoints/handlers/rest.go transformDecodeError.
    """
    if found is not None and found.kind:
        return f'{found.kind} in version "{found.version}" cannot be handled as a {wanted_kind}: {problem}'
    return f"the object provided is unrecognized (must be of type {wanted_kind}): {problem} ({_summarize(body)})"


def _summarize(body: bytes) -> str:
    if not body:
        return "<empty>"
    start = body[:_SUMMARY_LENGTH]
    shown = start.decode(errors="replace") if body[:1] == b"{" else start.hex()
    return f"{shown} ..." if len(body) > _SUMMARY_LENGTH else shown
