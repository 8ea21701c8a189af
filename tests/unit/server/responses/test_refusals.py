"""Tests of the Statuses of requests that their connections reject."""

import pytest

from kapivara.codec import MAX_BODY_BYTES
from kapivara.server.http1.handler import Cause, Refusal
from kapivara.server.http1.limits import Limits
from kapivara.server.responses.refusals import refusal_status


@pytest.mark.parametrize(
    ("refusal", "code", "message"),
    [
        (Refusal(Cause.TOO_LARGE, limit=5), 413, "Request entity too large: limit is 5"),
        (Refusal(Cause.BAD_BODY, text="invalid byte in chunk length"), 500, "invalid byte in chunk length"),
        (Refusal(Cause.BAD_BODY, text="bad", line='a"\x01\u2028'), 500, 'bad: "a\\"\\x01\\u2028"'),
        (Refusal(Cause.BAD_BODY, text="bad", line=""), 500, 'bad: ""'),
        (Refusal(Cause.BUSY), 429, "too many requests, please try again later"),
        (Refusal(Cause.TIMEOUT), 504, "Timeout: request did not complete within the allotted timeout"),
        (Refusal(Cause.STOPPING), 503, "apiserver is shutting down"),
    ],
    ids=str,
)
def test_rejections_are_worded_as_the_server_does(refusal, code, message):
    status = refusal_status(refusal)
    assert (status.http_code, status.message) == (code, message)


def test_the_usual_limit_of_a_body_is_that_of_the_codec():
    assert Limits().body == MAX_BODY_BYTES
