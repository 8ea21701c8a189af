"""The audit handler between connections and the application: writes events according to a policy.

Every response gets an `Audit-Id` header, the client's own if it sent one, to find its events. Upstream:
apiserver/pkg/endpoints/filters/{audit,audit_init,authn_audit,request_deadline}.go (1.37).
"""

from __future__ import annotations

import time
from asyncio import BaseTransport
from collections.abc import Callable
from uuid import uuid4

from kapivara.authorization.access import Access
from kapivara.authorization.user_info import ANONYMOUS, UserInfo
from kapivara.meta import internal_error_status
from kapivara.server.audit.event import Asked, addresses_of, agent_of, uri_of
from kapivara.server.audit.policy import LEVEL_NAMES, AuditPolicy, Level
from kapivara.server.audit.trail import AuditTrail
from kapivara.server.audit.writing import AuditMode, AuditWriter
from kapivara.server.auth.authorization import access_of
from kapivara.server.dispatch.exchange import Reply, WrappedExchange, WrappedHandler
from kapivara.server.http1.answer import Answer, AnyAnswer, StreamAnswer
from kapivara.server.http1.handler import Caller, Exchange, Handler
from kapivara.server.http1.head import Head
from kapivara.server.responses.answers import status_answer
from kapivara.server.routing.incoming import Incoming, target_of
from kapivara.server.routing.routes import apply_timeout
from kapivara.server.routing.target import CONNECTED, LONG_QUERY
from kapivara.values.deadline import Deadline


class AuditLog(WrappedHandler):
    """Passes requests to a handler, and writes their events."""

    def __init__(
        self,
        handler: Handler,
        policy: AuditPolicy,
        writer: AuditWriter,
        *,
        client: str = "",
        clock: Callable[[], float] = time.time,
    ):
        super().__init__(handler)
        self._policy = policy
        self._writer = writer
        self._client = client
        self._clock = clock

    def for_client(self, transport: BaseTransport) -> AuditLog:
        """Returns the handler of one connection, with its source address."""
        name = transport.get_extra_info("peername")
        client = str(name[0]) if isinstance(name, tuple) else ""
        handler = self._handler.for_client(transport)
        return AuditLog(handler, self._policy, self._writer, client=client, clock=self._clock)

    def admit(self, head: Head) -> Caller | Answer:
        """Authenticates a request; writes the event of a rejection, without a user."""
        admitted = self._handler.admit(head)
        return self._note_rejection(head, admitted, _id_of(head)) if isinstance(admitted, Answer) else admitted

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Starts a request, after writing the event of its arrival."""
        audit_id = _id_of(head)
        access, version = self._read(head, head.sender.user if head.sender is not None else ANONYMOUS)
        known: Incoming | None = head.read_as
        if known is not None and "timeout" in known.query and apply_timeout(known.query, Deadline()) is not None:
            begun = self._handler.begin(head, deadline)
            return self._note_rejection(head, begun, audit_id) if isinstance(begun, Answer) else begun
        trail = self._trail(head, audit_id, access, version)
        if trail is not None and not trail.received() and self._writer.mode is AuditMode.BLOCKING_STRICT:
            self._writer.counts.rejected += 1
            return status_answer(internal_error_status("failed to store audit event"))
        begun = self._handler.begin(head, deadline)
        if isinstance(begun, Answer | StreamAnswer):
            return _identified(begun if trail is None else trail.complete(begun), audit_id)
        return _AuditedExchange(begun, trail, audit_id)

    def _note_rejection(self, head: Head, answer: Answer, audit_id: str) -> Answer:
        access, version = self._read(head, ANONYMOUS)
        trail = self._trail(head, audit_id, access, version, has_user=False)
        if trail is not None:
            trail.refused(answer)
        return Answer(answer.code, answer.body, [*answer.headers, (b"audit-id", audit_id.encode())])

    def _trail(
        self, head: Head, audit_id: str, access: Access, version: str, *, has_user: bool = True
    ) -> AuditTrail | None:
        rule, counts = self._policy.rule_for(access, has_user=has_user), self._writer.counts
        level = LEVEL_NAMES[rule.level]
        counts.levels[level] = counts.levels.get(level, 0) + 1
        if rule.level is Level.NONE:
            return None
        asked = Asked(
            level,
            audit_id,
            access,
            version,
            uri_of(head),
            addresses_of(head, self._client),
            agent_of(head),
            self._clock(),
            has_user,
        )
        lasts = access.verb == "watch" or access.subresource in CONNECTED
        return AuditTrail(asked, rule, self._writer, head, lasts=lasts)

    def _read(self, head: Head, user: UserInfo) -> tuple[Access, str]:
        """Returns the access of a request and its version; also caches the parsed head for the application."""
        if not head.path.startswith("/") or head.path.startswith("//"):
            return Access(user, head.method.lower(), path=head.path), ""
        head.is_kept = True
        if head.query_length <= LONG_QUERY:
            incoming = Incoming.of(head)
            return access_of(incoming, user), "" if incoming.target is None else incoming.target.resource.version
        target = target_of(head)
        if target is None:
            return Access(user, head.method.lower(), path=head.path), ""
        resource = target.resource
        access = Access(
            user, target.verb, resource.group, resource.resource, target.subresource, target.namespace, target.name
        )
        return access, resource.version


class _AuditedExchange(WrappedExchange):
    """A running request whose response is audited, if its rule requires it."""

    def __init__(self, exchange: Exchange, trail: AuditTrail | None, audit_id: str):
        super().__init__(exchange)
        self._trail = trail
        self._audit_id = audit_id

    def finish(self, body: bytes, reply: Reply) -> None:
        """Runs the request, now that its body is complete."""
        if self._trail is not None:
            self._trail.body = body
        super().finish(body, reply)

    def __del__(self) -> None:
        """Writes that the client left, because the connection dropped the request."""
        if self._trail is not None:
            self._trail.abandon()

    def _answered(self, answer: AnyAnswer) -> AnyAnswer:
        return _identified(answer if self._trail is None else self._trail.complete(answer), self._audit_id)


def _id_of(head: Head) -> str:
    return head.text(b"audit-id") or str(uuid4())


def _identified(answer: AnyAnswer, audit_id: str) -> AnyAnswer:
    """Returns a copy of a response with the header, because responses may be shared."""
    headers = [*answer.headers, (b"audit-id", audit_id.encode())]
    if isinstance(answer, StreamAnswer):
        return StreamAnswer(answer.code, answer.stream, headers)
    return Answer(answer.code, answer.body, headers)
