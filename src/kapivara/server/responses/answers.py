"""Encodes outcomes as HTTP responses: JSON, YAML or protobuf, status codes and warnings like the server's.

Upstream: apiserver/pkg/endpoints/handlers/responsewriters, pkg/endpoints/filters/warning.go (1.37).
"""

from __future__ import annotations

from contextlib import suppress

from kapivara.meta import Status
from kapivara.meta.media_types import PROTOBUF, YAML
from kapivara.registry.objects.document import Document
from kapivara.registry.requests.outcome import Outcome
from kapivara.server.http1.answer import Answer, Headers
from kapivara.server.responses.indentation import can_be_indented
from kapivara.server.responses.negotiation import Representation
from kapivara.values.caches import cache_short_texts
from kapivara.values.rendering import quote

_MAX_WARNINGS = 4 * 1024
_MAX_WARNING = 256
_NO_CONTENT = 204
UNCACHED = (b"cache-control", b"no-cache, private")
_NOT_SNIFFED = (b"x-content-type-options", b"nosniff")
_PLAIN_TEXT = b"text/plain; charset=utf-8"


def text_answer(code: int, text: str, *, sniffed: bool = False) -> Answer:
    """Returns a plain text response; `sniffed` omits the header that forbids content sniffing."""
    headers = [UNCACHED, (b"content-type", _PLAIN_TEXT)]
    return Answer(code, text.encode(), headers if sniffed else [*headers, _NOT_SNIFFED])


def page_not_found() -> Answer:
    """Returns the response for an unknown path."""
    return text_answer(404, "404 page not found\n")


def path_without_resource(url: bytes) -> Answer:
    """Returns the response for a path with a verb but without a resource.

    Upstream: apiserver/pkg/endpoints/handlers/responsewriters/errors.go InternalError.
    """
    text = url.decode(errors="replace")
    problem = f"failed to create RequestInfo: unable to determine kind and namespace from url, {text}"
    told = f"Internal Server Error: {quote(text)}: {problem}\n"
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        told = told.replace(mark, name)
    return Answer(500, told.encode(errors="replace"), [(b"content-type", _PLAIN_TEXT), _NOT_SNIFFED])


def status_answer(status: Status, representation: Representation | None = None) -> Answer:
    """Returns the response of a Status."""
    answer = document_answer(status.http_code, Document(status.to_json()), representation or Representation())
    answer.headers.extend(_retry_after(status))
    return answer


def _retry_after(status: Status) -> Headers:
    """Returns the Retry-After header of a Status, if it has one.

    Upstream: responsewriters/writers.go ErrorNegotiated.
    """
    seconds = 0 if status.details is None else status.details.retry_after_seconds
    return [(b"retry-after", b"%d" % seconds)] if seconds > 0 else []


def filter_answer(status: Status, representation: Representation) -> Answer:
    """Returns the response of a Status from a filter, before the request is routed.

    Upstream: responsewriters/errors.go RespondWithError.
    """
    answer = status_answer(status, representation)
    answer.headers.append(_NOT_SNIFFED)
    return answer


def outcome_answer(outcome: Outcome, representation: Representation) -> Answer:
    """Returns the response of an outcome, with its warnings."""
    if outcome.code == _NO_CONTENT:
        return Answer(_NO_CONTENT, b"", [UNCACHED])
    chosen = representation if outcome.ok else representation.for_errors
    answer = document_answer(outcome.code, outcome.document or Document(outcome.body()), chosen)
    if not outcome.ok and outcome.status is not None:
        answer.headers.extend(_retry_after(outcome.status))
    if outcome.warnings:
        answer.headers.extend((b"warning", each) for each in warning_headers(outcome.warnings))
    return answer


def document_answer(code: int, document: Document, representation: Representation) -> Answer:
    """Returns the response of a document."""
    return Answer(code, _encode(document, representation), [UNCACHED, _content_type(representation.media_type)])


@cache_short_texts(64)
def _content_type(media_type: str) -> tuple[bytes, bytes]:
    return b"content-type", media_type.encode()


def _encode(document: Document, representation: Representation) -> bytes:
    if representation.media_type == YAML:
        from kapivara.server.responses.yaml_text import to_yaml  # rare, and importing PyYAML takes time

        return to_yaml(document.obj)
    if representation.media_type == PROTOBUF:
        return document.to_protobuf()
    encoded = document.to_json(b"\n")
    if representation.pretty:
        import orjson

        with suppress(TypeError, ValueError):  # nested too deeply for orjson: stays compact
            value = orjson.loads(encoded)
            if can_be_indented(value):
                return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"
    return encoded


def warning_headers(warnings: tuple[str, ...]) -> list[bytes]:
    """Returns warnings as headers; if they are too long, truncates each and omits the last ones."""
    if sum(map(len, warnings)) <= _MAX_WARNINGS:
        return [_warning(text) for text in warnings if _is_sendable(text)]
    headers, room = [], _MAX_WARNINGS
    for text in warnings:
        if room <= 0:
            break
        shown = text[:_MAX_WARNING]
        room -= len(shown)
        if _is_sendable(shown):
            headers.append(_warning(shown))
    return headers


def _is_sendable(text: str) -> bool:
    return not any(rune < " " or rune == "\x7f" or "\ud800" <= rune <= "\udfff" for rune in text)


def _warning(text: str) -> bytes:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'299 - "{escaped}"'.encode()
