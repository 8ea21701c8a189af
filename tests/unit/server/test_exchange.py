"""Requests that were let in: an answer is bytes or a stream, and counted either way."""

from kapivara.server.answers import Answer, StreamAnswer
from kapivara.server.dispatch import Dispatcher
from kapivara.server.exchange import DocumentExchange
from kapivara.server.head import Head
from kapivara.server.incoming import Incoming


def answered(answer):
    """Has a request answered; -> what the client gets, and the codes that were counted."""
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
