"""Tests of the envelope of objects in protocol buffers."""

import pytest
from tests.unit.codec.protobuf.protobuf_fields import envelope, span

from kapivara.codec.errors import DecodeError
from kapivara.codec.protobuf.envelope import Envelope, open_envelope, seal

MARK = b"k8s\x00"
NO_MARK = "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"


def test_bodies():
    body = seal(Envelope("apps/v1", "Deployment", b"abc"))
    assert body == envelope("apps/v1", "Deployment", b"abc") + span(3) + span(4)
    assert open_envelope(body) == Envelope("apps/v1", "Deployment", b"abc")


@pytest.mark.parametrize(
    ("data", "opened"),
    [
        pytest.param(MARK + span(2, b"abc"), Envelope("", "", b"abc"), id="no kind"),
        pytest.param(envelope("v1", "A"), Envelope("v1", "A", b""), id="empty object"),
        pytest.param(MARK + span(1, span(2, b"A")), Envelope("", "A", b""), id="no object"),
        pytest.param(
            envelope("v1", "A", b"{}") + span(4, b"application/json"), Envelope("v1", "A", b"{}"), id="type of content"
        ),
    ],
)
def test_what_is_left_out(data, opened):
    assert open_envelope(data) == opened


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "empty data", id="nothing"),
        pytest.param(MARK, "empty body", id="mark alone"),
        pytest.param(b"k8", NO_MARK, id="too short"),
        pytest.param(b'{"kind":"A"}', NO_MARK, id="JSON"),
        pytest.param(MARK + b"\x0a\x0f", "unexpected EOF", id="ends early"),
        pytest.param(MARK + b"\x0c", "proto: Unknown: wiretype end group for non-group", id="end of group"),
        pytest.param(MARK + b"\x10\x01", "proto: wrong wireType = 0 for field Raw", id="number for the object"),
        pytest.param(MARK + b"\x18\x01", "proto: wrong wireType = 0 for field ContentEncoding", id="number for a text"),
        pytest.param(MARK + b"\x08\x01", "proto: wrong wireType = 0 for field TypeMeta", id="number for the kind"),
    ],
)
def test_what_is_no_body(data, message):
    with pytest.raises(DecodeError) as refused:
        open_envelope(data)
    assert refused.value.message == message
