"""The tokens of markers' arguments."""

from __future__ import annotations

import pytest

from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError, Tokens, Word


def words(text: str) -> list[tuple[Word, str]]:
    tokens, found = Tokens(text), []
    while (word := tokens.next()) is not Word.END:
        found.append((word, tokens.word))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a, b1", [(Word.NAME, "a"), (Word.SIGN, ","), (Word.NAME, "b1")]),
        ("-12 1.5e3 .5", [(Word.SIGN, "-"), (Word.INTEGER, "12"), (Word.FLOAT, "1.5e3"), (Word.FLOAT, ".5")]),
        ("0x1F 0b1", [(Word.INTEGER, "0x1F"), (Word.INTEGER, "0b1")]),
        ("100Mi", [(Word.INTEGER, "100"), (Word.NAME, "Mi")]),
        (r'"a \" b" `c\d`', [(Word.TEXT, r'"a \" b"'), (Word.TEXT, r"`c\d`")]),
        ("'a'", [(Word.SIGN, "'"), (Word.NAME, "a"), (Word.SIGN, "'")]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[tuple[Word, str]]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('"open', "no end"),
        ("`open", "no end"),
        (r'"\d"', "escape"),
        ("087", "octal"),
        ("0x", "without digits"),
        ("1e", "exponent"),
    ],
)
def test_faults(text: str, fault: str) -> None:
    tokens = Tokens(text)
    tokens.next()
    with pytest.raises(MarkerSyntaxError, match=fault):
        tokens.refuse_fault()


def test_digits_are_signs_where_numbers_are_not_asked_for() -> None:
    tokens = Tokens("08")
    assert (tokens.next(numbers=False), tokens.word, tokens.fault) == (Word.SIGN, "0", "")
