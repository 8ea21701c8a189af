"""How many requests are under way at once, of those that only read and of those that change something.

Who comes beyond that is told to try again, and costs nothing more. Watches and the like last, and are not counted, nor
is what probes ask, nor what was read and has its turn within milliseconds; whoever is in `system:masters` always gets
an answer.
Upstream: apiserver/pkg/server/filters/maxinflight.go WithMaxInFlightLimit (1.37).
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Final

from kapivara.authorization.user_info import MASTERS
from kapivara.server.answers import Answer, AnyAnswer, StreamAnswer, text_answer
from kapivara.server.caller import KNOWN, Caller
from kapivara.server.connection import Exchange, Handler
from kapivara.server.exchange import WrappedExchange
from kapivara.server.head import Head
from kapivara.server.in_flight_counts import CHANGING, READING, InFlightCounts
from kapivara.server.incoming import target_of
from kapivara.values.deadline import Deadline

_READING_METHODS: Final = frozenset(("GET", "HEAD"))
_PROBES: Final = ("/healthz", "/livez", "/readyz")


class InFlight(Handler):
    """Hands requests on to what answers them, as long as not too many are under way.

    `in_line` tells how many of them merely wait for their turn.
    """

    def __init__(self, handler: Handler, counts: InFlightCounts, in_line: Callable[[], int]):
        self._handler = handler
        self._counts = counts
        self._in_line = in_line

    def for_client(self, transport: BaseTransport) -> InFlight:
        """Returns what stands behind one connection."""
        handler = self._handler.for_client(transport)
        return self if handler is self._handler else InFlight(handler, self._counts, self._in_line)

    def admit(self, head: Head) -> Caller | Answer:
        """Tells whether a client may ask."""
        return self._handler.admit(head)

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Begins a request, unless too many are under way."""
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
    """Tells whether a request is not counted: by whom it is from, or since it lasts."""
    if (head.sender is not None and MASTERS in head.sender.user.groups) or head.path.startswith(_PROBES):
        return True
    target = target_of(head)
    return target is not None and target.lasts


class _CountedExchange(WrappedExchange):
    """A request under way; counted until it is answered, or whoever asked has gone."""

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
        """Counts it no more: whoever held it has let go of it."""
        self._end()

    def _end(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._counts.now[self._kind] -= 1
