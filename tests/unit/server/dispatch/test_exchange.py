"""Tests of admitted requests: a response is bytes or a stream, and counted either way."""

import gc
import weakref

import pytest

from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.exchange import DocumentExchange, LateExchange, WrappedExchange
from kapivara.server.http1.answer import Answer, StreamAnswer
from kapivara.server.http1.head import Head
from kapivara.server.routing.incoming import Incoming
from kapivara.values.deadline import Deadline


def answered(answer):
    """Answers a request; returns what the client gets and the counted codes."""
    counted, got = [], []

    def observe(seen):
        counted.append(seen.code)
        return seen

    incoming = Incoming.of(Head(b"GET", b"/api/v1/namespaces", b"host: x\r\n", is_1_0=False))
    exchange = DocumentExchange(incoming, lambda: answer, observe, dispatcher=Dispatcher())
    exchange.finish(b"", lambda _exchange, reply: got.append(reply))
    return got, counted


def test_bytes():
    answer = Answer(200, b"{}", [])
    assert answered(answer) == ([answer], [200])


def test_a_stream():
    answer = StreamAnswer(200, object(), [])
    assert answered(answer) == ([answer], [200])


class Held:
    """An object that an exchange holds."""


class Wrapped(WrappedExchange):
    """An exchange around another one."""

    def _answered(self, answer):
        return answer


def test_an_answered_exchange_is_freed_without_the_garbage_collector():
    """It may hold a head of a megabyte, and a body of three."""
    held = Held()
    freed = weakref.ref(held)
    incoming = Incoming.of(Head(b"GET", b"/api/v1/namespaces", b"host: x\r\n", is_1_0=False))

    def make(held=held):
        return Answer(200, b"{}", [])

    exchange = Wrapped(DocumentExchange(incoming, make, lambda answer: answer, dispatcher=Dispatcher()))
    del held, make
    gc.disable()
    try:
        exchange.finish(b"", lambda _exchange, _answer: None)
        del exchange
        assert freed() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("when", ["before it is read", "before it is begun"])
def test_a_request_whose_client_has_gone_is_not_begun(when):
    head, deadline, done = Head(b"GET", b"/api/v1/namespaces", b"host: x\r\n", is_1_0=False), Deadline(60), []

    def read():
        done.append("read")
        deadline.cancel()
        return Incoming.of(head)

    def begin(_):
        done.append("begun")
        return Answer(200, b"{}", [])

    exchange = LateExchange(head, Dispatcher(), deadline, read, begin)
    if when == "before it is read":
        deadline.cancel()
    exchange.finish(b"", lambda _exchange, _answer: done.append("answered"))
    assert done == ([] if when == "before it is read" else ["read"])
