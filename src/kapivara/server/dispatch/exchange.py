"""An admitted request and its single response, from the registry or a rejection, counted once."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from kapivara.meta import internal_error_status
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.http1.answer import Answer, AnyAnswer, StreamAnswer
from kapivara.server.http1.handler import Caller, Exchange, Handler, Refusal
from kapivara.server.http1.head import Head
from kapivara.server.responses.answers import status_answer
from kapivara.server.responses.negotiation import Representation
from kapivara.server.responses.refusals import refusal_status
from kapivara.server.routing.incoming import Incoming
from kapivara.values.deadline import Deadline

Observer: TypeAlias = Callable[[AnyAnswer], AnyAnswer]
"""Counts a response and returns it."""
Reply: TypeAlias = Callable[[Exchange, AnyAnswer], None]

_LOG = logging.getLogger("kapivara")
_WITHOUT_BODY = frozenset(("GET", "HEAD"))


def reads_body(method: str) -> bool:
    """Returns True if requests with a method have relevant bodies."""
    return method not in _WITHOUT_BODY


class RequestExchange(ABC):
    """A request with one response: `_start` produces it, `_observe` counts it."""

    __slots__ = ("_incoming", "_is_answered", "_reply", "_representation", "reads_body")

    def __init__(self, incoming: Incoming, representation: Representation):
        self.reads_body = reads_body(incoming.method)
        self._incoming = incoming
        self._representation = representation
        self._reply: Reply | None = None
        self._is_answered = False

    @abstractmethod
    def _start(self, body: bytes) -> None:
        """Starts the request with this body; calls `_done` with the response, now or later."""

    @abstractmethod
    def _observe(self, answer: AnyAnswer) -> AnyAnswer:
        """Counts a response and returns it."""

    def finish(self, body: bytes, reply: Reply) -> None:
        """Runs the request, now that its body is complete."""
        self._reply = reply
        try:
            self._start(body)
        except Exception as failure:
            self._done(failure)

    def refuse(self, refusal: Refusal) -> AnyAnswer:
        """Responds with a Status; a later response is dropped."""
        self._is_answered = True
        return self._observe(status_answer(refusal_status(refusal), self._representation.for_errors))

    def _done(self, result: AnyAnswer | BaseException) -> None:
        reply, self._reply = self._reply, None  # it may hold an exchange that holds this one
        if self._is_answered or reply is None:
            return
        if isinstance(result, BaseException):
            result = report_defect(self._incoming.method, self._incoming.path, result)
        reply(self, self._observe(result))


class WrappedHandler(Handler):
    """Passes everything to a handler, except for what a subclass changes."""

    deadline = Deadline

    def __init__(self, handler: Handler):
        self._handler = handler

    def admit(self, head: Head) -> Caller | Answer:
        """Authenticates a request; returns the caller, or the response that rejects it."""
        return self._handler.admit(head)

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Starts a request."""
        return self._handler.begin(head, deadline)

    def refuse(self, refusal: Refusal) -> Answer:
        """Returns the response that rejects a request without an exchange."""
        return self._handler.refuse(refusal)


class WrappedExchange(ABC):
    """A running request whose response passes `_answered`."""

    def __init__(self, exchange: Exchange):
        self._exchange = exchange

    @abstractmethod
    def _answered(self, answer: AnyAnswer) -> AnyAnswer:
        """Returns the response, or another one."""

    @property
    def reads_body(self) -> bool:
        """Whether the request needs its body."""
        return self._exchange.reads_body

    def refuse(self, refusal: Refusal) -> AnyAnswer:
        """Responds with a Status."""
        return self._answered(self._exchange.refuse(refusal))

    def finish(self, body: bytes, reply: Reply) -> None:
        """Runs the request, now that its body is complete."""
        self._exchange.finish(body, lambda _, answer: reply(self, self._answered(answer)))


class DocumentExchange(RequestExchange):
    """A request for a document that `make` builds off the event loop."""

    __slots__ = ("_dispatcher", "_make", "_observer")

    def __init__(
        self, incoming: Incoming, make: Callable[[], AnyAnswer], observer: Observer, *, dispatcher: Dispatcher
    ):
        super().__init__(incoming, Representation())
        self._make = make
        self._observer = observer
        self._dispatcher = dispatcher

    def _start(self, body: bytes) -> None:  # noqa: ARG002  documents need no body
        self._dispatcher.run_aside(self._make, self._done)

    def _observe(self, answer: AnyAnswer) -> AnyAnswer:
        return self._observer(answer)


class LateExchange:
    """A request that starts late, because reading its query, user or kind takes time.

    It stops if its client leaves, which cancels the deadline.
    """

    def __init__(
        self,
        head: Head,
        dispatcher: Dispatcher,
        deadline: Deadline,
        read: Callable[[], Incoming],
        begin: Callable[[Incoming], Exchange | AnyAnswer],
    ):
        self.reads_body = reads_body(head.method)
        self._head = head
        self._dispatcher = dispatcher
        self._deadline = deadline
        self._read = read
        self._begin = begin
        self._is_answered = False

    def finish(self, body: bytes, reply: Reply) -> None:
        """Starts the request and responds."""
        self._dispatcher.run_aside(self._read_if_awaited, lambda read: self._go_on(read, body, reply))

    def refuse(self, refusal: Refusal) -> Answer:
        """Responds with a Status."""
        self._is_answered = True
        return status_answer(refusal_status(refusal))

    def _read_if_awaited(self) -> Incoming | None:
        return None if self._deadline.is_cancelled else self._read()

    def _go_on(self, read: Incoming | BaseException | None, body: bytes, reply: Reply) -> None:
        if read is None or self._is_answered or self._deadline.is_cancelled:
            return
        try:
            if isinstance(read, BaseException):
                raise read
            begun = self._begin(read)
        except Exception as failure:
            begun = report_defect(self._head.method, self._head.path, failure)
        if isinstance(begun, Answer | StreamAnswer):
            reply(self, begun)
        else:
            begun.finish(body, lambda _, answer: reply(self, answer))


class DefectAnswer(Answer):
    """The response for a bug in this program; `failure` is the type of the exception."""

    __slots__ = ("failure",)
    failure: str


def report_defect(method: str, path: str, failure: BaseException) -> DefectAnswer:
    """Returns the response for a bug in this program: a Status for the client; logs the details."""
    shown = path.encode("unicode_escape").decode()
    _LOG.error("%s %s failed", method, shown, exc_info=failure)
    told = status_answer(internal_error_status("kapivara failed; see its log for the cause"))
    answer = DefectAnswer(told.code, told.body, told.headers)
    answer.failure = type(failure).__name__
    return answer
