"""Tests of the limits of requests in flight, the users that they apply to, and the responses beyond them."""

import pytest

from kapivara.authorization.user_info import ADMIN, UserInfo
from kapivara.server.http1.answer import Answer
from kapivara.server.http1.handler import Cause, Refusal
from kapivara.server.http1.head import parse_head
from kapivara.server.in_flight import InFlight
from kapivara.server.metrics.in_flight_counts import InFlightCounts
from kapivara.server.responses.answers import status_answer
from kapivara.server.responses.refusals import refusal_status
from kapivara.server.routing.caller import KNOWN, Caller

BOB = Caller(UserInfo("bob", "1", ("system:authenticated",)))
MASTER = Caller(UserInfo("root", "1", ADMIN.groups))


class Exchange:
    """A request that is answered when the test releases it."""

    reads_body = True

    def finish(self, body, reply):
        self.reply = reply

    def answer(self):
        self.reply(self, Answer(200, b"", []))

    def refuse(self, refusal):
        return status_answer(refusal_status(refusal))


class Waiting:
    """Delays responses until the test releases them."""

    def __init__(self, caller=BOB):
        self.caller = caller
        self.under_way = []

    def for_client(self, _transport):
        return self

    def admit(self, _head):
        return self.caller

    def begin(self, _head, _deadline):
        self.under_way.append(Exchange())
        return self.under_way[-1]


def head(method="GET", path="/api/v1/nodes", caller=BOB):
    made = parse_head(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    made.sender = caller
    return made


def test_reads_and_changes_are_counted_apart_until_they_are_answered():
    handler, counts = Waiting(), InFlightCounts(2, 1)
    limited = InFlight(handler, counts, lambda: 0)
    first, second, change = (limited.begin(head(method), None) for method in ("GET", "HEAD", "POST"))
    assert counts.now == {"readOnly": 2, "mutating": 1}
    for method in ("GET", "PUT"):
        refused = limited.begin(head(method), None)
        assert (refused.code, refused.body) == (429, b"Too many requests, please try again later.\n")
        assert (b"retry-after", b"1") in refused.headers
    assert counts.refused == {"readOnly": 1, "mutating": 1}
    answers = []
    first.finish(b"", lambda exchange, answer: answers.append((exchange, answer.code)))
    handler.under_way[0].answer()
    assert answers == [(first, 200)]
    second.refuse(Refusal(Cause.TIMEOUT))
    del change
    assert counts.now == {"readOnly": 0, "mutating": 0}


@pytest.mark.parametrize(
    ("path", "caller"),
    [
        ("/livez", BOB),
        ("/readyz/etcd", BOB),
        ("/api/v1/nodes?watch=1", BOB),
        ("/api/v1/watch/nodes", BOB),
        ("/api/v1/namespaces/a/pods/b/log", BOB),
        ("/api/v1/nodes", KNOWN),
        ("/api/v1/nodes", MASTER),
    ],
)
def test_what_lasts_and_who_may_do_everything_is_not_counted(path, caller):
    counts = InFlightCounts(1, 1)
    counts.now["readOnly"] = 1
    limited = InFlight(Waiting(), counts, lambda: 0)
    assert isinstance(limited.begin(head(path=path, caller=caller), None), Exchange)


def test_without_a_limit_all_go_on():
    limited = InFlight(Waiting(), InFlightCounts(), lambda: 0)
    assert all(limited.begin(head(), None) for _ in range(10))


def test_what_has_its_turn_soon_keeps_nobody_out():
    counts, in_line = InFlightCounts(2, 2), []
    limited = InFlight(Waiting(), counts, lambda: len(in_line))
    begun = [limited.begin(head(), None) for _ in range(2)]
    in_line.append(begun[0])
    begun.append(limited.begin(head(), None))
    assert counts.now["readOnly"] == 3
    assert limited.begin(head(), None).code == 429
