"""Tests of every string format: strings that the server accepts and strings that it rejects."""

import pytest

from kapivara.content.formats import FORMATS, SUPPORTED_FORMATS

CARD = "4111111111111111"

GOOD = {
    "bsonobjectid": ["507f1f77bcf86cd799439011", "507F1F77BCF86CD799439011"],
    "uuid": [
        "00000000-0000-0000-0000-000000000000",
        "A8098C1Af86e11dabd1a00112444be1e",
        "a8098c1a-f86e11da-bd1a00112444be1e",
    ],
    "uuid3": ["bcd02e22-68f0-3046-a512-327cca9def8f"],
    "uuid4": ["025b0d74-00a2-4048-bf57-227c5111bb34", "025B0D7400A24048BF57227C5111BB34"],
    "uuid5": ["886313e1-3b8a-5372-9b90-0c9aee199e5d"],
    "isbn": ["0321751043", "978-0321751041", "0-8044-2957-X", "978 3 16 148410 0"],
    "isbn10": ["0321751043", "0-8044-2957-X"],
    "isbn13": ["9780321751041", "978-3-16-148410-0"],
    "creditcard": [CARD, "4111-1111 1111x1111", "378282246310005", "6011111111111117", "3530111333300000"],
    "ssn": ["111-11-1111", "123 45 6789", "123-45 6789"],
    "hexcolor": ["#FFF", "fff", "#A1b2C3"],
    "rgbcolor": ["rgb(255,0,9)", "rgb( 1 , 2\t,\n3 )", "rgb(19,100,250)"],
    "byte": ["YQ==", "YWI=", "YWJj", "/+A=", "AAAA" * 1000],
    "password": ["", "anything at all \x00"],
    "k8sshortname": ["a", "a-1", "a" * 63],
    "k8slongname": ["a", "a.b-c", "a" * 253, "a" * 100 + ".b"],
}
BAD = {
    "bsonobjectid": ["", "507f1f77bcf86cd79943901", "zzzf1f77bcf86cd799439011", "507f1f77bcf86cd7994390111"],
    "uuid": ["", "0000000-0000-0000-0000-000000000000", "g0000000-0000-0000-0000-000000000000", "{}"],
    "uuid3": ["bcd02e22-68f0-4046-a512-327cca9def8f"],
    "uuid4": ["025b0d74-00a2-3048-bf57-227c5111bb34", "025b0d74-00a2-4048-7f57-227c5111bb34"],
    "uuid5": ["886313e1-3b8a-5372-cb90-0c9aee199e5d"],
    "isbn": ["", "0321751044", "978-0321751042", "97803217510", "X321751043"],
    "isbn10": ["9780321751041", "032175104X"],
    "isbn13": ["0321751043", "9780321751040"],
    "creditcard": ["", "4111111111111112", "1111111111111111", "411111111111111"],
    "ssn": ["", "111111111", "111-111111", "111-11-11111", "aaa-11-1111", "111-11-1111\n"],
    "hexcolor": ["", "#", "#ffff", "#ggg", "##fff", "#fff\n"],
    "rgbcolor": ["", "rgb(256,0,0)", "rgb(01,0,0)", "rgb(1,2)", "rgb(1,2,3", "RGB(1,2,3)", "rgb(1\v,2,3)"],
    "byte": ["", "YQ", "YQ=", "Y===", "YWJ", "YW-j", "YW\nj", "YQ==YQ==", "AAAA" * 1000 + "!AAA"],
    "k8sshortname": ["", "A", "a.b", "-a", "a" * 64, "a\n"],
    "k8slongname": ["", "A.b", "a..b", ".a", "a" * 254],
}


def cases(table):
    return [pytest.param(name, text, id=f"{name} {text[:30]!r}") for name in table for text in table[name]]


@pytest.mark.parametrize(("name", "text"), cases(GOOD))
def test_accepted(name, text):
    assert FORMATS[name](text)


@pytest.mark.parametrize(("name", "text"), cases(BAD))
def test_refused(name, text):
    assert not FORMATS[name](text)


def test_names():
    assert len(FORMATS) == 26
    assert frozenset(FORMATS) == SUPPORTED_FORMATS
    assert all(name == name.replace("-", "") for name in FORMATS)


PIECES = ["1", "a", "a.", " ", "1 ", "=?", "(", "%", ":", "\\", '"', "<a@", "1h", "rgb(", "a@b,", "a:"]
BEFORE = {" ": "rgb(", "a@b,": "a: ", "\\a": '"', "=41": "=?x?q?"}
"""Prefixes after which formats read all repetitions of a piece."""


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_lengths_take_linear_time(name, pace):
    for piece in (*PIECES, "\\a", "=41"):
        for before in {"", BEFORE.get(piece, "")}:
            pace.assert_linear(lambda size, text=before, piece=piece: FORMATS[name](text + piece * size), 12_500)
