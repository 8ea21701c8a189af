"""Tests of parsing base64, and of the offset of the first bad byte."""

import pytest

from kapivara.languages.go.base64 import Base64Error, decode_base64


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
        ("=", 0),
        ("abc==", 4),
        ("aG\n=", 4),
        ("\u00e9", 0),
    ],
)
def test_bad(text, offset):
    with pytest.raises(Base64Error) as error:
        decode_base64(text)
    assert str(error.value) == f"illegal base64 data at input byte {offset}"


def test_url_safe():
    assert decode_base64("_-8=", url_safe=True) == b"\xff\xef"
    with pytest.raises(Base64Error, match="byte 0"):
        decode_base64("/wA=", url_safe=True)


def test_without_padding():
    assert decode_base64("aGVsbG8", padded=False) == b"hello"
    with pytest.raises(Base64Error, match="byte 2"):
        decode_base64("ab=", padded=False)
