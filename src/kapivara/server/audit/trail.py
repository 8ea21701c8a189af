"""The audit events of one request, according to its rule.

Upstream: apiserver/pkg/endpoints/filters/audit.go WithAudit, pkg/audit/context.go (1.37).
Upstream: apiserver/pkg/audit/request.go LogResponseObject, removeManagedFields (1.37).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any, Final

from kapivara.authorization.access import Decision
from kapivara.codec import DecodeError, decode_json, decode_yaml
from kapivara.codec.errors import CannotError
from kapivara.meta.media_types import JSON, PROTOBUF, YAML
from kapivara.registry.requests.sent_object import sent_object
from kapivara.server.audit.event import Asked
from kapivara.server.audit.policy import AuditRule, Level, Stage
from kapivara.server.audit.writing import AuditWriter
from kapivara.server.dispatch.exchange import DefectAnswer
from kapivara.server.dispatch.resource_exchange import ResourceRoute
from kapivara.server.http1.answer import Answer, AnyAnswer, Sink, Stream, StreamAnswer
from kapivara.server.http1.head import Head
from kapivara.server.routing.incoming import Incoming
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.deadline import NO_DEADLINE

_GZIP: Final = 31  # zlib's number of the format
_OF_STATUS: Final = ("status", "message", "reason", "details", "code")


def answered_object(answer: Answer) -> JsonObject | Absent:
    """Returns the object in a response; ABSENT for a text or a document that is no object."""
    headers = dict(answer.headers)
    media_type = headers.get(b"content-type", b"").partition(b";")[0].decode()
    body = answer.body
    if headers.get(b"content-encoding") == b"gzip":
        import zlib

        body = zlib.decompress(body, _GZIP)
    try:
        value = _read(media_type, body)
    except (DecodeError, CannotError, LookupError, ValueError):
        return ABSENT
    return value if isinstance(value, dict) and isinstance(value.get("kind"), str) else ABSENT


def _read(media_type: str, body: bytes) -> JsonValue:
    if media_type == JSON:
        return decode_json(body).value
    if media_type == YAML:
        return decode_yaml(body).value
    return _read_protobuf(body) if media_type == PROTOBUF else None


def _read_protobuf(body: bytes) -> JsonObject:
    from kapivara.codec.protobuf.envelope import open_envelope
    from kapivara.codec.protobuf.objects import find_struct
    from kapivara.codec.protobuf.reading import read_message

    envelope = open_envelope(body)
    told = read_message(envelope.message, find_struct(envelope.api_version, envelope.kind))
    return {"kind": envelope.kind, "apiVersion": envelope.api_version, **told}


def response_status(code: int, obj: JsonObject | Absent) -> JsonObject:
    """Returns the response status of an event: the code, and the fields of a Status."""
    told: JsonObject = {"metadata": {}}
    if obj is not ABSENT and obj.get("kind") == "Status":
        told.update((field, obj[field]) for field in _OF_STATUS if field in obj)
    return {**told, "code": code}


def without_managed_fields(value: JsonValue | Absent) -> Any:
    """Returns an object, a list or a Table without managed fields."""
    if not isinstance(value, dict):
        return value
    told = _without(value)
    if isinstance(items := told.get("items"), list):
        told["items"] = [_without(each) if isinstance(each, dict) else each for each in items]
    if told.get("kind") == "Table" and isinstance(rows := told.get("rows"), list):
        told["rows"] = [{**row, "object": _without(row.get("object") or {})} for row in rows]
    return told


def _without(obj: JsonObject) -> JsonObject:
    metadata = obj.get("metadata")
    if not isinstance(metadata, dict) or "managedFields" not in metadata:
        return dict(obj)
    return {**obj, "metadata": {name: value for name, value in metadata.items() if name != "managedFields"}}


_ALLOWED: Final = Decision(True)
_DECISION: Final = "authorization.k8s.io/decision"
_REASON: Final = "authorization.k8s.io/reason"
_BRING_OBJECTS: Final = frozenset(("create", "update"))
_CLOSED_EARLY: Final = {"metadata": {}, "status": "Success", "message": "Connection closed early", "code": 200}
_SMALL: Final = 512
_LARGE_URL: Final = 4 * 1024  # the connection compares shorter heads with the next ones
_REFUSED: Final = 400
_NOT_ACCEPTABLE: Final = 406  # kept: omits a response in a form that was not requested


class AuditTrail:
    """An audited request; `lasts` adds an event at the start of its response."""

    def __init__(self, asked: Asked, rule: AuditRule, writer: AuditWriter, head: Head, *, lasts: bool):
        self._asked = asked
        self._rule = rule
        self._writer = writer
        self._head: Head | None = head
        self._lasts = lasts
        self._is_over = False
        self.body = b""

    def received(self) -> bool:
        """Writes the event of the arrival; returns True on success."""
        if Stage.REQUEST_RECEIVED in self._rule.omitted:
            return True
        return self._writer.write(self._asked.event(Stage.REQUEST_RECEIVED, self._asked.received, {}))

    def refused(self, answer: Answer) -> None:
        """Writes the single event of an unauthenticated or malformed request."""
        self._is_over = True
        self._write_event(Stage.RESPONSE_STARTED, answer, {})

    def complete(self, answer: AnyAnswer) -> AnyAnswer:
        """Writes the events of a response; returns the response, a stream with an audited end."""
        if self._is_over:
            return answer
        self._is_over = True
        more = self._found_out()
        if isinstance(answer, StreamAnswer):
            self._write_code(Stage.RESPONSE_STARTED, answer.code, more)
            self._head = None  # a watch may last for an hour, and its head may be 1 MB
            ended = _Once(lambda: self._write_code(Stage.RESPONSE_COMPLETE, answer.code, more))
            return StreamAnswer(answer.code, AuditedStream(answer.stream, ended), answer.headers)
        if self._lasts:
            self._write_event(Stage.RESPONSE_STARTED, answer, more)
        self._write_event(Stage.PANIC if isinstance(answer, DefectAnswer) else Stage.RESPONSE_COMPLETE, answer, more)
        return answer

    def abandon(self) -> None:
        """Writes that the client left before the response."""
        if not self._is_over:
            self._is_over = True
            more = {**self._found_out(), "responseStatus": _CLOSED_EARLY}
            self._write(Stage.RESPONSE_COMPLETE, lambda: more, _SMALL)
            head = self._head
            if head is not None and len(head.url) > _LARGE_URL:
                head.read_as = None  # it holds the head: a cycle would wait for the garbage collector

    def _found_out(self) -> JsonObject:
        """Returns the application's findings about the request: the impersonated user and the decision."""
        known: Incoming | None = None if self._head is None else self._head.read_as
        if known is None:
            return {"annotations": _annotations(_ALLOWED)}
        memory = known.memory
        more: JsonObject = {"annotations": _annotations(getattr(memory, "decision", _ALLOWED))}
        acting = getattr(memory, "acting", None)
        if acting is not None:
            more["impersonatedUser"] = acting.user.to_json()
            if acting.constraint:
                more["authenticationMetadata"] = {"impersonationConstraint": acting.constraint}
        return more

    def _write_event(self, stage: Stage, answer: Answer, more: JsonObject) -> None:
        known: Incoming | None = None if self._head is None else self._head.read_as
        route: ResourceRoute | None = None if known is None else known.memory.route
        body = self.body
        self._write(stage, lambda: self._with_bodies(more, answer, route, body), len(answer.body) + len(body))

    def _write_code(self, stage: Stage, code: int, more: JsonObject) -> None:
        self._write(stage, lambda: {**more, "responseStatus": response_status(code, ABSENT)}, _SMALL)

    def _write(self, stage: Stage, make: Callable[[], JsonObject], size: int) -> None:
        if stage not in self._rule.omitted:
            moment = time.time()
            self._writer.write_later(lambda: self._asked.event(stage, moment, make()), size + _SMALL)

    def _with_bodies(self, more: JsonObject, answer: Answer, route: ResourceRoute | None, body: bytes) -> JsonObject:
        """Returns the fields with the objects of request and response, as the rule's level requires."""
        told, level = dict(more), self._rule.level
        verb = self._asked.access.verb
        wanted = level is Level.REQUEST_RESPONSE or answer.code >= _REFUSED or verb.startswith("delete")
        answered = answered_object(answer) if wanted and answer.code != _NOT_ACCEPTABLE else ABSENT
        told["responseStatus"] = response_status(answer.code, answered)
        if isinstance(answer, DefectAnswer):
            told["responseStatus"] = _panic(answer.failure)
            answered = ABSENT
        if body and route is not None and (level >= Level.REQUEST or verb in _BRING_OBJECTS):
            self._add_sent(told, sent_object(route.subresource, route.request(body, NO_DEADLINE)))
        if level is Level.REQUEST_RESPONSE and answered is not ABSENT:
            told["responseObject"] = self._shown(answered)
        return told

    def _add_sent(self, told: JsonObject, sent: Any | Absent) -> None:
        if sent is ABSENT:
            return
        if self._asked.access.verb in _BRING_OBJECTS:
            told["objectRef"] = _with_names(self._asked.reference(), sent.get("metadata") or {})
        if self._rule.level >= Level.REQUEST:
            told["requestObject"] = self._shown(sent)

    def _shown(self, value: Any) -> Any:
        return without_managed_fields(value) if self._rule.omits_managed_fields else value


def _annotations(decision: Decision | None) -> JsonObject:
    if decision is None:
        return {}
    return {_DECISION: "allow" if decision.allowed else "forbid", _REASON: decision.reason}


def _with_names(reference: JsonObject, metadata: JsonObject) -> JsonObject:
    """Returns an object reference with further fields from the request's object."""
    told = {field: metadata[field] for field in ("namespace", "name", "uid", "resourceVersion") if metadata.get(field)}
    return {**told, **reference}


def _panic(failure: str) -> JsonObject:
    message = f"APIServer panic'd: {failure}"
    return {"metadata": {}, "status": "Failure", "message": message, "reason": "InternalError", "code": 500}


class _Once:
    """Calls a function at most once."""

    def __init__(self, work: Callable[[], None]):
        self._work: Callable[[], None] | None = work

    def __call__(self) -> None:
        if self._work is not None:
            work, self._work = self._work, None
            work()


class AuditedStream:
    """A stream whose end is audited, on whichever side it ends."""

    def __init__(self, stream: Stream, ended: Callable[[], None]):
        self._stream = stream
        self._ended = ended

    def begin(self, sink: Sink) -> None:
        """Sends the available pieces and starts streaming."""
        self._stream.begin(_AuditedSink(sink, self._ended))

    def go_on(self) -> None:
        """Continues to send."""
        self._stream.go_on()

    def close(self) -> None:
        """Closes the stream."""
        with contextlib.ExitStack() as closing:
            closing.callback(self._ended)
            self._stream.close()


class _AuditedSink:
    """The receiver of a stream's pieces, which detects its end."""

    def __init__(self, sink: Sink, ended: Callable[[], None]):
        self._sink = sink
        self._ended = ended
        self.write = sink.write

    @property
    def paused(self) -> bool:
        return self._sink.paused

    def end(self, failure: BaseException | None = None) -> None:
        self._ended()
        self._sink.end(failure)
