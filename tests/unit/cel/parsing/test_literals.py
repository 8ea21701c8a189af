"""Literals of strings and bytes, and their values."""

import pytest

from kapivara.cel.parsing.literals import UnescapeError, unescape_bytes, unescape_string

STRINGS = {
    '"a"': "a",
    "''": "",
    "'''a'b\"c'''": "a'b\"c",
    '"""a\r\nb\rc"""': "a\nb\nc",
    r"r'\n'": r"\n",
    "R'''a\r\nb'''": "a\nb",
    r"'\a\b\f\n\r\t\v\\\?\"\'\`'": "\a\b\f\n\r\t\v\\?\"'`",
    r"'\x41\X42\u00e9\U0001F600\101'": "ABé😀A",
    r"'\xff\377'": "ÿÿ",
    "'é\\n'": "é\n",
}
BYTES = {
    '"a"': b"a",
    "'é'": b"\xc3\xa9",
    r"'\xff\377\101'": b"\xff\xffA",
    r"'é\xff'": b"\xc3\xa9\xff",
    r"r'\x'": rb"\x",
    "'''a\r\n'''": b"a\n",
    r"'\n\?'": b"\n?",
}
ERRORS = {
    r"'\ud800'": "invalid unicode code point",
    r"'\U00110000'": "invalid unicode code point",
    r"'\UFFFFFFFF'": "invalid unicode code point",
    r"'\q'": "unable to unescape string",
    "a": "unable to unescape string",
    "'a\"": "unable to unescape string",
}


@pytest.mark.parametrize(("literal", "value"), STRINGS.items(), ids=STRINGS)
def test_strings(literal, value):
    assert unescape_string(literal) == value


@pytest.mark.parametrize(("literal", "value"), BYTES.items(), ids=BYTES)
def test_bytes(literal, value):
    assert unescape_bytes(literal) == value


@pytest.mark.parametrize(("literal", "message"), ERRORS.items(), ids=ERRORS)
def test_strings_without_a_value(literal, message):
    with pytest.raises(UnescapeError, match=message):
        unescape_string(literal)


@pytest.mark.parametrize("literal", [r"'\u0041'", r"'\U00000041'", r"'\q'"])
def test_bytes_take_no_code_points(literal):
    with pytest.raises(UnescapeError, match="unable to unescape string"):
        unescape_bytes(literal)
