"""Base64: what is read, and the offset of the first bad byte."""

import pytest

from kapivara.codec.base64_text import decode_base64
from kapivara.codec.errors import DecodeError


@pytest.mark.parametrize(
    ("text", "raw"),
    [("", b""), ("YQ==", b"a"), ("YWI=", b"ab"), ("YWJj", b"abc"), ("YW\r\nJj\n", b"abc"), ("YQ=\n=", b"a")],
)
def test_good(text, raw):
    assert decode_base64(text) == raw


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("!", 0),
        ("YQ", 0),
        ("YWJjYQ", 4),
        ("Y===", 1),
        ("YQ=", 3),
        ("YQ=a", 2),
        ("YQ==YQ==", 4),
        ("YWI=x", 4),
        ("not base64", 3),
        ("YW-_", 2),
    ],
)
def test_bad(text, offset):
    with pytest.raises(DecodeError) as error:
        decode_base64(text)
    assert error.value.message == f"illegal base64 data at input byte {offset}"
