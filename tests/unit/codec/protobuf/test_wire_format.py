"""Tests of the wire format of protocol buffers: numbers, lengths, unknown fields, and the server's errors."""

import pytest

from kapivara.codec.errors import DecodeError
from kapivara.codec.protobuf.wire_format import number_bytes, read_number, read_span, signed, skip_field, tag_bytes

OVERFLOW = "proto: integer overflow"
NEGATIVE = "proto: negative length found during unmarshaling"
EARLY_END = "unexpected EOF"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "00"),
        (127, "7f"),
        (128, "8001"),
        (300, "ac02"),
        (2**31, "8080808008"),
        (2**63 - 1, "ffffffffffffffff7f"),
        (2**64 - 1, "ffffffffffffffffff01"),
    ],
)
def test_numbers(number, written):
    data = bytes.fromhex(written)
    assert number_bytes(number) == data
    assert read_number(b"x" + data + b"y", 1, len(data) + 1) == (number, len(data) + 1)


def test_negative_numbers_are_written_as_64_bits():
    assert number_bytes(-1).hex() == "ffffffffffffffffff01"
    assert signed(read_number(number_bytes(-5), 0, 10)[0], 64) == -5


@pytest.mark.parametrize(
    ("written", "number"),
    [("8000", 0), ("ffffffffffffffffff7f", 2**64 - 1), ("80808080808080808002", 0)],
    ids=["longer than need be", "bits beyond the 64th", "all bits beyond"],
)
def test_numbers_that_nobody_writes(written, number):
    data = bytes.fromhex(written)
    assert read_number(data, 0, len(data)) == (number, len(data))


@pytest.mark.parametrize(
    ("written", "message"),
    [("", EARLY_END), ("80", EARLY_END), ("ff" * 9, EARLY_END), ("80" * 10 + "01", OVERFLOW), ("ff" * 11, OVERFLOW)],
)
def test_numbers_that_are_none(written, message):
    with pytest.raises(DecodeError) as refused:
        read_number(bytes.fromhex(written), 0, len(written) // 2)
    assert refused.value.message == message


def test_a_number_ends_within_its_message():
    with pytest.raises(DecodeError, match=EARLY_END):
        read_number(b"\x80\x01", 0, 1)


@pytest.mark.parametrize(
    ("number", "bits", "meant"),
    [(5, 32, 5), (2**31, 32, -(2**31)), (2**64 - 1, 32, -1), (2**32 + 7, 32, 7), (2**63, 64, -(2**63))],
)
def test_signs(number, bits, meant):
    assert signed(number, bits) == meant


@pytest.mark.parametrize(
    ("written", "outcome"),
    [
        ("00", (1, 1)),
        ("03616263", (1, 4)),
        ("04616263", EARLY_END),
        ("ffffffffffffffffff01", NEGATIVE),
        ("ffffffffffffffff7f", NEGATIVE),
        ("ffffffff07", EARLY_END),
    ],
)
def test_lengths(written, outcome):
    data = bytes.fromhex(written)
    if isinstance(outcome, tuple):
        assert read_span(data, 0, len(data)) == outcome
        return
    with pytest.raises(DecodeError) as refused:
        read_span(data, 0, len(data))
    assert refused.value.message == outcome


@pytest.mark.parametrize(
    ("written", "outcome"),
    [
        pytest.param("f80105", 3, id="number"),
        pytest.param("f901" + "00" * 8, 10, id="eight bytes"),
        pytest.param("fd01" + "00" * 4, 6, id="four bytes"),
        pytest.param("fa0103616263", 6, id="bytes"),
        pytest.param("fb01fc01", 4, id="group"),
        pytest.param("fb01080afb01fc01fc01", 10, id="groups in groups"),
        pytest.param("fd0100", 6, id="an end beyond the data is the caller's"),
        pytest.param("fb01", EARLY_END, id="group without end"),
        pytest.param("fb01fb01fc01", EARLY_END, id="outer group without end"),
        pytest.param("fc01", "proto: unexpected end of group", id="end of no group"),
        pytest.param("fe01", "proto: illegal wireType 6", id="wire type 6"),
        pytest.param("fb010f", "proto: illegal wireType 7", id="wire type 7 in a group"),
        pytest.param("fb010affffffffffffffffff01", NEGATIVE, id="negative length in a group"),
    ],
)
def test_unknown_fields(written, outcome):
    data = bytes.fromhex(written)
    if isinstance(outcome, int):
        assert skip_field(data, 0, len(data)) == outcome
        return
    with pytest.raises(DecodeError) as refused:
        skip_field(data, 0, len(data))
    assert refused.value.message == outcome


def test_tags():
    assert tag_bytes(1, 2) == b"\x0a"
    assert tag_bytes(17, 2) == b"\x8a\x01"
