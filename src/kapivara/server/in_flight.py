"""Limits the number of concurrent requests, separately for reads and writes.

Rejects further requests with a Retry-After header, at no other cost. Watches and other long requests do not count, nor
do probes, nor small requests that run within milliseconds; members of `system:masters` are never rejected. Upstream:
apiserver/pkg/server/filters/maxinflight.go WithMaxInFlightLimit (1.37).
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Final

from kapivara.authorization.user_info import MASTERS
from kapivara.server.dispatch.exchange import WrappedExchange, WrappedHandler
from kapivara.server.http1.answer import Answer, AnyAnswer, StreamAnswer
from kapivara.server.http1.handler import Exchange, Handler
from kapivara.server.http1.head import Head
from kapivara.server.metrics.in_flight_counts import CHANGING, READING, InFlightCounts
from kapivara.server.responses.answers import text_answer
from kapivara.server.routing.caller import KNOWN
from kapivara.server.routing.incoming import target_of
from kapivara.values.deadline import Deadline

_READING_METHODS: Final = frozenset(("GET", "HEAD"))
_PROBES: Final = ("/healthz", "/livez", "/readyz")


class InFlight(WrappedHandler):
    """Passes requests to a handler, within the limits of concurrency.

    `in_line` returns the number of requests that only wait in the event loop's queue.
    """

    def __init__(self, handler: Handler, counts: InFlightCounts, in_line: Callable[[], int]):
        super().__init__(handler)
        self._counts = counts
        self._in_line = in_line

    def for_client(self, transport: BaseTransport) -> InFlight:
        """Returns the handler of one connection."""
        handler = self._handler.for_client(transport)
        return self if handler is self._handler else InFlight(handler, self._counts, self._in_line)

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Starts a request, unless too many are running."""
        if head.sender is KNOWN or _is_exempt(head):
            return self._handler.begin(head, deadline)
        kind, counts = READING if head.method in _READING_METHODS else CHANGING, self._counts
        if counts.now[kind] >= counts.most[kind] > 0 and counts.now[kind] - self._in_line() >= counts.most[kind]:
            counts.refused[kind] += 1
            answer = text_answer(429, "Too many requests, please try again later.\n")
            answer.headers.append((b"retry-after", b"1"))
            return answer
        begun = self._handler.begin(head, deadline)
        return begun if isinstance(begun, Answer | StreamAnswer) else _CountedExchange(begun, counts, kind)


def _is_exempt(head: Head) -> bool:
    """Returns True if a request does not count, because of its user, its path or its duration."""
    if (head.sender is not None and MASTERS in head.sender.user.groups) or head.path.startswith(_PROBES):
        return True
    target = target_of(head)
    return target is not None and target.lasts


class _CountedExchange(WrappedExchange):
    """A running request; counts until its response, or until its client leaves."""

    def __init__(self, exchange: Exchange, counts: InFlightCounts, kind: str):
        super().__init__(exchange)
        self._counts = counts
        self._kind = kind
        self._is_over = False
        counts.now[kind] += 1

    def _answered(self, answer: AnyAnswer) -> AnyAnswer:
        self._end()
        return answer

    def __del__(self) -> None:
        """Ends the count when the connection drops the request."""
        self._end()

    def _end(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._counts.now[self._kind] -= 1
