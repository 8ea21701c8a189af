"""Outcomes as bytes: JSON, YAML or protocol buffers, status lines and warnings as the server writes them.

Upstream: apiserver/pkg/endpoints/handlers/responsewriters, pkg/endpoints/filters/warning.go (1.37).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol, TypeAlias

from kapivara.meta import Status
from kapivara.meta.media_types import PROTOBUF, YAML
from kapivara.registry.document import Document
from kapivara.registry.outcome import Outcome
from kapivara.server.negotiation import Representation
from kapivara.values.caches import cache_short_texts
from kapivara.values.record import record, slot_record
from kapivara.values.rendering import quote

_MAX_WARNINGS = 4 * 1024
_MAX_WARNING = 256
_NO_CONTENT = 204
UNCACHED = (b"cache-control", b"no-cache, private")
_NOT_SNIFFED = (b"x-content-type-options", b"nosniff")
_PLAIN_TEXT = b"text/plain; charset=utf-8"

Headers = list[tuple[bytes, bytes]]


@slot_record
class Answer:
    """An HTTP answer, ready to send."""

    code: int
    body: bytes
    headers: Headers


class Sink(Protocol):
    """Where the pieces of a stream go: one client."""

    @property
    def paused(self) -> bool:
        """Whether the client has no room at present: what is written all the same is kept for it."""
        ...

    def write(self, piece: bytes) -> None:
        """Sends a piece."""

    def end(self, failure: BaseException | None = None) -> None:
        """Ends the answer: in good order, or cut off where the stream has failed."""


class Stream(Protocol):
    """What comes piece by piece, as fast as a client takes it. Used within one event loop alone."""

    def begin(self, sink: Sink) -> None:
        """Sends what there is, and from now on what comes; only now is acquired what that needs."""

    def go_on(self) -> None:
        """Sends on, where there is more: the client has room again."""

    def close(self) -> None:
        """Lets go of everything, and writes no more; who calls this ends the answer."""


@record
class StreamAnswer:
    """An HTTP answer whose body comes piece by piece."""

    code: int
    stream: Stream
    headers: Headers


AnyAnswer: TypeAlias = Answer | StreamAnswer


def text_answer(code: int, text: str, *, sniffed: bool = False) -> Answer:
    """Makes an answer of plain text; `sniffed` where nothing keeps browsers from guessing what it is."""
    headers = [UNCACHED, (b"content-type", _PLAIN_TEXT)]
    return Answer(code, text.encode(), headers if sniffed else [*headers, _NOT_SNIFFED])


def page_not_found() -> Answer:
    """Answers for a path that nothing stands behind."""
    return text_answer(404, "404 page not found\n")


def path_without_resource(url: bytes) -> Answer:
    """Answers for a URL whose path has a verb of its own, and ends where the resource should come.

    Upstream: apiserver/pkg/endpoints/handlers/responsewriters/errors.go InternalError.
    """
    text = url.decode(errors="replace")
    problem = f"failed to create RequestInfo: unable to determine kind and namespace from url, {text}"
    told = f"Internal Server Error: {quote(text)}: {problem}\n"
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        told = told.replace(mark, name)
    return Answer(500, told.encode(errors="replace"), [(b"content-type", _PLAIN_TEXT), _NOT_SNIFFED])


def status_answer(status: Status, representation: Representation | None = None) -> Answer:
    """Makes an answer of a Status."""
    answer = document_answer(status.http_code, Document(status.to_json()), representation or Representation())
    answer.headers.extend(_retry_after(status))
    return answer


def _retry_after(status: Status) -> Headers:
    """Returns the header that says when to try again, where a Status does.

    Upstream: responsewriters/writers.go ErrorNegotiated.
    """
    seconds = 0 if status.details is None else status.details.retry_after_seconds
    return [(b"retry-after", b"%d" % seconds)] if seconds > 0 else []


def filter_answer(status: Status, representation: Representation) -> Answer:
    """Makes an answer of a Status by which a request is refused before anything is looked for.

    Upstream: responsewriters/errors.go RespondWithError.
    """
    answer = status_answer(status, representation)
    answer.headers.append(_NOT_SNIFFED)
    return answer


def outcome_answer(outcome: Outcome, representation: Representation) -> Answer:
    """Makes an answer of an outcome, with its warnings."""
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
    """Makes an answer of a document."""
    return Answer(code, _encode(document, representation), [UNCACHED, _content_type(representation.media_type)])


@cache_short_texts(64)
def _content_type(media_type: str) -> tuple[bytes, bytes]:
    return b"content-type", media_type.encode()


def _encode(document: Document, representation: Representation) -> bytes:
    if representation.media_type == YAML:
        from kapivara.server.yaml_text import to_yaml  # rare, and PyYAML is not light

        return to_yaml(document.obj)
    if representation.media_type == PROTOBUF:
        return document.to_protobuf()
    encoded = document.to_json(b"\n")
    if representation.pretty:
        import orjson

        from kapivara.server.indentation import can_be_indented

        with suppress(TypeError, ValueError):  # nested deeper than orjson goes: compact it stays
            value = orjson.loads(encoded)
            if can_be_indented(value):
                return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"
    return encoded


def warning_headers(warnings: tuple[str, ...]) -> list[bytes]:
    """Renders warnings as headers; where they take too much room, each is cut and the last are left out."""
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
