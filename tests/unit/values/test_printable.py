"""Tests of printable characters, equal on every Python."""

import unicodedata

import pytest

from kapivara.values.printable import is_print


@pytest.mark.parametrize(
    "rune",
    [" ", "~", "\u00a1", "é", "\u037a", "中", "\ufffd", "\U0001f600", "\U0001fae8", "\U00031350"],
)
def test_printable(rune):
    assert is_print(rune)


@pytest.mark.parametrize(
    "rune",
    ["\x00", "\x1f", "\x7f", "\x85", "\u00a0", "\u00ad", "\u0378", "\u200b", "\u2028", "\u3000", "\ue000", "\ufeff",
     "\u2ffc", "\u0897", "\U0001fac6", "\U000e0001", "\U0010ffff"],
)  # fmt: skip
def test_not_printable(rune):
    assert not is_print(rune)


def test_how_many_there_are():
    assert sum(map(is_print, map(chr, range(0x110000)))) == 148903 + 95


@pytest.mark.skipif(unicodedata.unidata_version != "15.0.0", reason="this Python is of another Unicode")
def test_agrees_with_unicode():
    for code in range(0x7F, 0x110000):
        assert is_print(chr(code)) is (unicodedata.category(chr(code))[0] in "LMNPS")
