"""The API server as an ASGI application: HTTP in, HTTP out. No rule of validation lives here.

A request is read, authenticated, matched to a target, negotiated, handed to the registry, and its outcome written.
Upstream: apiserver/pkg/server (the handler chain), pkg/endpoints/installer.go (1.37).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from time import perf_counter
from typing import Any, TypeAlias

from kapivara.codec import MAX_BODY_BYTES
from kapivara.meta import (
    Status,
    bad_request_status,
    generic_status,
    internal_error_status,
    method_not_supported_status,
    not_acceptable_status,
    request_entity_too_large_status,
    unauthorized_status,
    unsupported_media_type_status,
)
from kapivara.meta.status import service_unavailable_status
from kapivara.registry.body import ACCEPTED, is_readable
from kapivara.registry.registry import Registry
from kapivara.registry.request import Request
from kapivara.registry.scope import Scope
from kapivara.server.answers import Answer, outcome_answer, page_not_found, status_answer
from kapivara.server.documents import answer_document
from kapivara.server.incoming import Incoming
from kapivara.server.metrics import Labels, Metrics, labels_of, labels_of_document
from kapivara.server.negotiation import negotiate
from kapivara.server.pacing import Pacing
from kapivara.server.routes import refuse_route
from kapivara.server.target import Target, find_target

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

_PUBLIC = frozenset(("/healthz", "/livez", "/readyz", "/version"))
_MOST_DRAINED = 16 * MAX_BODY_BYTES
_LOG = logging.getLogger("kapivara")


class Application:
    """The application over one registry. `token` is what clients must bear; without one, everybody is welcome.

    `pacing` says where requests are answered; by default on the spot, within the event loop. `metrics` counts them.
    """

    def __init__(
        self,
        registry: Registry,
        *,
        token: str = "",
        address: str = "",
        pacing: Pacing | None = None,
        metrics: Metrics | None = None,
    ):
        self._registry = registry
        self._metrics = metrics or Metrics()
        self._expected = f"Bearer {token}".encode() if token else b""
        self._address = address
        self._pacing = pacing or Pacing()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers one request, as ASGI has it."""
        if scope["type"] != "http":
            return
        try:
            answer = await self._answer(Incoming.of(scope), receive)
        except _DisconnectedError:
            return
        except asyncio.CancelledError:  # it waited for its client when the server had to stop
            answer = status_answer(service_unavailable_status("apiserver is shutting down"))
        except Exception:  # a defect of ours: the client gets a Status, the log gets the rest
            _LOG.exception("%s %s failed", scope["method"], scope["path"])
            answer = status_answer(internal_error_status("kapivara failed; its log says how"))
        headers = list(answer.headers)
        if answer.code != 304:  # which has the length of what the client keeps
            headers.append((b"content-length", str(len(answer.body)).encode()))
        await send({"type": "http.response.start", "status": answer.code, "headers": headers})
        body = b"" if scope["method"] == "HEAD" else answer.body
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, incoming: Incoming, receive: Receive) -> Answer:
        begun = perf_counter()
        if self._expected and incoming.path not in _PUBLIC and not self._bears_token(incoming):
            return status_answer(unauthorized_status())
        target = find_target(incoming.method, incoming.parts, incoming.query)
        if target is None:
            return await self._answer_document(incoming, begun)
        scope = self._registry.scope(target.resource)
        if scope is None:
            return self._unserved(target)
        refusal = refuse_route(scope, target, incoming)
        if refusal is not None:
            return refusal
        counted = bool(target.verb) and scope.view(target.subresource) is not None
        labels = labels_of(scope.resource, target, incoming) if counted else None
        try:
            answer = await self._answer_target(scope, target, incoming, receive)
        except _DisconnectedError:
            raise
        except Exception:
            self._count(labels, 500, begun)
            raise
        self._count(labels, answer.code, begun)
        return answer

    async def _answer_target(self, scope: Scope, target: Target, incoming: Incoming, receive: Receive) -> Answer:
        representation = negotiate(incoming.accept, pretty=incoming.pretty)
        if representation is None:
            return status_answer(not_acceptable_status(ACCEPTED))
        problem = _problem_before_body(target, incoming.media_type)
        if problem is not None:
            return status_answer(problem, representation)
        body = await _read_body(receive)
        if body is None:
            problem = request_entity_too_large_status(f"limit is {MAX_BODY_BYTES}")
            return status_answer(problem, representation)
        request = _request(scope, target, incoming, body)
        handle = self._registry.handle
        return await self._pacing.answer(lambda: outcome_answer(handle(request), representation), scope, request)

    async def _answer_document(self, incoming: Incoming, begun: float) -> Answer:
        if incoming.path == "/metrics":
            return self._answer_metrics(incoming)
        if incoming.parts[:1] == ["openapi"]:  # documents about large definitions take a while to make
            answer = await self._pacing.aside(lambda: answer_document(self._registry, incoming, self._address))
        else:
            answer = answer_document(self._registry, incoming, self._address)
        self._count(labels_of_document(incoming), answer.code, begun)
        return answer

    def _answer_metrics(self, incoming: Incoming) -> Answer:
        if incoming.method not in ("GET", "HEAD"):
            return status_answer(generic_status(405))
        from kapivara.server.exposition import answer_metrics  # what it imports is not light

        return answer_metrics(self._metrics, self._registry.feature_gates)

    def _count(self, labels: Labels | None, code: int, begun: float) -> None:
        if labels is not None:
            self._metrics.observe_request(labels, code, perf_counter() - begun)

    def _bears_token(self, incoming: Incoming) -> bool:
        from hmac import compare_digest  # servers that welcome everybody do not need it

        return compare_digest(incoming.authorization, self._expected)

    def _unserved(self, target: Target) -> Answer:
        """Answers for a resource that is not served: with a Status where its group is built in."""
        if self._registry.has_built_in_group(target.resource.group):
            return status_answer(generic_status(404))
        return page_not_found()


def _request(scope: Scope, target: Target, incoming: Incoming, body: bytes) -> Request:
    return Request(
        target.verb,
        target.resource,
        target.namespace if scope.namespaced else "",
        target.name,
        target.subresource,
        incoming.query,
        body,
        incoming.media_type,
        incoming.user_agent,
    )


def _problem_before_body(target: Target, media_type: str) -> Status | None:
    """Returns the Status of a request that is refused before its body is read; None where it goes on."""
    if target.verb in ("", "watch"):
        return method_not_supported_status(target.resource.group_resource, target.verb)
    if target.verb in ("update", "patch") and not target.name:
        return bad_request_status("name must be provided")
    if target.verb == "create" and not is_readable(media_type):
        return unsupported_media_type_status(ACCEPTED)
    return None


class _DisconnectedError(Exception):
    """The client went away before its request was read."""


async def _read_body(receive: Receive) -> bytes | None:
    """Reads a body; None where it is longer than the server takes (what comes is then passed over, within reason)."""
    chunks: list[bytes] = []
    size, more = 0, True
    while more and size <= _MOST_DRAINED:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _DisconnectedError
        chunk, more = message.get("body", b""), message.get("more_body", False)
        size += len(chunk)
        if size <= MAX_BODY_BYTES:
            chunks.append(chunk)
    return b"".join(chunks) if size <= MAX_BODY_BYTES else None
