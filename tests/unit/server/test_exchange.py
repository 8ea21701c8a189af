"""Requests that were let in: an answer is bytes or a stream, and counted either way."""

from kapivara.server.answers import Answer, StreamAnswer
from kapivara.server.exchange import RequestExchange
from kapivara.server.head import Head
from kapivara.server.incoming import Incoming
from kapivara.server.negotiation import Representation


async def pieces():
    yield b"a change"


def answered(answer):
    """Has a request answered; -> what the client gets, and the codes that were counted."""
    counted, got = [], []

    def observe(seen):
        counted.append(seen.code)
        return seen

    incoming = Incoming.of(Head(b"GET", b"/api/v1/namespaces", b"host: x\r\n", is_1_0=False))
    exchange = RequestExchange(lambda _body, done: done(answer), observe, incoming, Representation())
    exchange.finish(b"", lambda _exchange, reply: got.append(reply))
    return got, counted


def test_bytes():
    answer = Answer(200, b"{}", [])
    assert answered(answer) == ([answer], [200])


def test_a_stream():
    answer = StreamAnswer(200, pieces(), [])
    assert answered(answer) == ([answer], [200])
