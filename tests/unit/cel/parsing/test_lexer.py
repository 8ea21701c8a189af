"""Splitting text into tokens, and text that fits no token."""

import pytest

from kapivara.cel.parsing.lexer import lex

TOKENS = {
    "operators": ("a<=b!c", ["IDENTIFIER a", "<=", "IDENTIFIER b", "!", "IDENTIFIER c"]),
    "keywords": ("in true null inx", ["in", "true", "null", "IDENTIFIER inx"]),
    "comments": ("1 // one\n2", ["NUM_INT 1", "NUM_INT 2"]),
    "white space": ("\t1\r\n\f2 ", ["NUM_INT 1", "NUM_INT 2"]),
    "no vertical tab": ("1\v2", ["NUM_INT 1", "NUM_INT 2", "! '\v' at 1"]),
    "doubles": ("1.5 .5e-3 2e8 1E+1", ["NUM_FLOAT 1.5", "NUM_FLOAT .5e-3", "NUM_FLOAT 2e8", "NUM_FLOAT 1E+1"]),
    "no digits after the dot": ("1.a", ["NUM_INT 1", ".", "IDENTIFIER a"]),
    "no exponent": ("1e+", ["NUM_INT 1", "IDENTIFIER e", "+"]),
    "hexadecimal": ("0xFu 0x1 0xg", ["NUM_UINT 0xFu", "NUM_INT 0x1", "NUM_INT 0", "IDENTIFIER xg"]),
    "no signs in numbers": ("1-2", ["NUM_INT 1", "-", "NUM_INT 2"]),
    "strings": (r'"a\"b" ' + r"'\x41\u00e9\101'", [r'STRING "a\"b"', r"STRING '\x41\u00e9\101'"]),
    "empty strings": ("'''''' \"\" ''", ["STRING ''''''", 'STRING ""', "STRING ''"]),
    "triple quotes": ("'''a'b''c\n''''", ["STRING '''a'b''c\n'''", "! ''' at 13"]),
    "triple quotes left open": ("'''a'", ["STRING ''", "STRING 'a'"]),
    "raw": (
        r"r'\' R'''\n''' r\"",
        [r"STRING r'\'", r"STRING R'''\n'''", "IDENTIFIER r", "! '\\' at 16", "! '\"' at 17"],
    ),
    "bytes": (r"b'a' Br'''b''' rb'c'", ["BYTES b'a'", "BYTES Br'''b'''", "IDENTIFIER rb", "STRING 'c'"]),
    "escaped names": ("`a-b/c.d 1`", ["ESC_IDENTIFIER `a-b/c.d 1`"]),
    "escaped name left empty": ("``a", ["IDENTIFIER a", "! '``' at 0"]),
    "half an operator": ("a & b", ["IDENTIFIER a", "IDENTIFIER b", "! '& ' at 2"]),
    "half an escape": (r"'\u12g'", [r"! ''\u12g' at 0", "! ''' at 6"]),
    "line in a string": ("'a\nb'", ["IDENTIFIER b", "! ''a\n' at 0", "! ''' at 4"]),
    "letters of other scripts": ("aé", ["IDENTIFIER a", "! 'é' at 1"]),
}


@pytest.mark.parametrize(("text", "expected"), TOKENS.values(), ids=TOKENS)
def test_cutting(text, expected):
    lexed = lex(text)
    tokens = [token.kind if token.kind == token.text else f"{token.kind} {token.text}" for token in lexed.tokens[:-1]]
    errors = [f"! '{piece}' at {offset}" for piece, offset, _ in lexed.errors]
    assert [*tokens, *errors] == expected


def test_the_last_token_stands_at_the_end():
    last = lex("a \n").tokens[-1]
    assert (last.kind, last.text, last.offset) == ("<EOF>", "<EOF>", 3)


def test_errors_know_the_token_before_which_they_stand():
    assert lex("a # b $").errors == [("#", 2, 1), ("$", 6, 2)]


def test_text_that_is_all_errors_is_not_read_to_its_end():
    assert len(lex("#" * 100_000).errors) == 101
