"""A request that was let in, and the answer that it gets: the registry's, or a refusal; one of them, counted once."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from kapivara.meta import Status, internal_error_status
from kapivara.server.answers import Answer, AnyAnswer, StreamAnswer, status_answer
from kapivara.server.connection import Exchange
from kapivara.server.dispatch import Dispatcher
from kapivara.server.head import Head
from kapivara.server.incoming import Incoming
from kapivara.server.negotiation import Representation
from kapivara.values.deadline import Deadline

Observer: TypeAlias = Callable[[AnyAnswer], AnyAnswer]
"""Counts an answer, and hands it on."""
Reply: TypeAlias = Callable[[Exchange, AnyAnswer], None]

_LOG = logging.getLogger("kapivara")
_WITHOUT_BODY = frozenset(("GET", "HEAD"))


def reads_body(method: str) -> bool:
    """Tells whether the bodies of requests by a method matter."""
    return method not in _WITHOUT_BODY


class RequestExchange(ABC):
    """One request, answered once: how, is told by `_start`, and it is counted by `_observe`."""

    __slots__ = ("_incoming", "_is_answered", "_reply", "_representation", "reads_body")

    def __init__(self, incoming: Incoming, representation: Representation):
        self.reads_body = reads_body(incoming.method)
        self._incoming = incoming
        self._representation = representation
        self._reply: Reply | None = None
        self._is_answered = False

    @abstractmethod
    def _start(self, body: bytes) -> None:
        """Has the request with this body answered, now or later: `_done` is told."""

    @abstractmethod
    def _observe(self, answer: AnyAnswer) -> AnyAnswer:
        """Counts an answer, and hands it on."""

    def finish(self, body: bytes, reply: Reply) -> None:
        """Answers the request, now that its body is there."""
        self._reply = reply
        try:
            self._start(body)
        except Exception as failure:
            self._done(failure)

    def refuse(self, status: Status) -> AnyAnswer:
        """Answers with a Status; what else the request may come to is dropped."""
        self._is_answered = True
        return self._observe(status_answer(status, self._representation.for_errors))

    def _done(self, result: AnyAnswer | BaseException) -> None:
        reply, self._reply = self._reply, None  # it may hold an exchange that holds this one
        if self._is_answered or reply is None:
            return
        if isinstance(result, BaseException):
            result = report_defect(self._incoming.method, self._incoming.path, result)
        reply(self, self._observe(result))


class WrappedExchange(ABC):
    """A request under way whose answer somebody looks at before it leaves: `_answered` hands it on."""

    def __init__(self, exchange: Exchange):
        self._exchange = exchange

    @abstractmethod
    def _answered(self, answer: AnyAnswer) -> AnyAnswer:
        """Looks at the answer, and returns it, or another one."""

    @property
    def reads_body(self) -> bool:
        """Whether the body matters to the request."""
        return self._exchange.reads_body

    def refuse(self, status: Status) -> AnyAnswer:
        """Answers the request with a Status."""
        return self._answered(self._exchange.refuse(status))

    def finish(self, body: bytes, reply: Reply) -> None:
        """Answers the request, now that its body is there."""
        self._exchange.finish(body, lambda _, answer: reply(self, self._answered(answer)))


class DocumentExchange(RequestExchange):
    """A request for a document that takes a while to make: `make` does it, beside the event loop."""

    __slots__ = ("_dispatcher", "_make", "_observer")

    def __init__(
        self, incoming: Incoming, make: Callable[[], AnyAnswer], observer: Observer, *, dispatcher: Dispatcher
    ):
        super().__init__(incoming, Representation())
        self._make = make
        self._observer = observer
        self._dispatcher = dispatcher

    def _start(self, body: bytes) -> None:  # noqa: ARG002  nobody reads it
        self._dispatcher.run_aside(self._make, self._done)

    def _observe(self, answer: AnyAnswer) -> AnyAnswer:
        return self._observer(answer)


class LateExchange:
    """A request that takes a while to be read, for its query, its user or its kind: only then is it begun.

    It stops once its client has left, which cancels its deadline.
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
        """Begins the request, and answers it."""
        self._dispatcher.run_aside(self._read_if_awaited, lambda read: self._go_on(read, body, reply))

    def refuse(self, status: Status) -> Answer:
        """Answers with a Status."""
        self._is_answered = True
        return status_answer(status)

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
    """The answer for a defect of ours; `failure` is the type of what went wrong."""

    __slots__ = ("failure",)
    failure: str


def report_defect(method: str, path: str, failure: BaseException) -> DefectAnswer:
    """Answers for a defect of ours: the client gets a Status, the log gets the rest."""
    shown = path.encode("unicode_escape").decode()
    _LOG.error("%s %s failed", method, shown, exc_info=failure)
    told = status_answer(internal_error_status("kapivara failed; its log says how"))
    answer = DefectAnswer(told.code, told.body, told.headers)
    answer.failure = type(failure).__name__
    return answer
