"""Syntax errors: their messages (those of ANTLR's runtime), places and number."""

import pytest

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.macros import STANDARD_MACROS, macro_table
from kapivara.cel.parsing.parser import parse

MACROS = macro_table(STANDARD_MACROS)
OPERAND = (
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
)
ARGUMENT = OPERAND.replace("'(', ", "'(', ')', ")
ELEMENT = OPERAND.replace("'!', ", "'!', '?', ")


def issues(text):
    with pytest.raises(CelIssuesError) as caught:
        parse(text, macros=MACROS, optional_syntax=True)
    return [f"{issue.offset} {issue.message.removeprefix('Syntax error: ')}" for issue in caught.value.issues]


COMPLAINTS = {
    "nothing": ("", [f"0 mismatched input '<EOF>' expecting {OPERAND}"]),
    "operand missing": ("a +", [f"3 mismatched input '<EOF>' expecting {OPERAND}"]),
    "operator missing": ("a 1", ["2 extraneous input '1' expecting <EOF>"]),
    "operators missing": ("a 1 2", ["2 mismatched input '1' expecting <EOF>"]),
    "operator too many": ("a * / b", [f"4 extraneous input '/' expecting {OPERAND}"]),
    "operators too many": (
        "1 + * 2 3",
        [f"4 extraneous input '*' expecting {OPERAND}", "8 extraneous input '3' expecting <EOF>"],
    ),
    "parenthesis open": ("(a", ["2 missing ')' at '<EOF>'"]),
    "parenthesis too many": ("a)", ["1 extraneous input ')' expecting <EOF>"]),
    "index open": ("a[1", ["3 missing ']' at '<EOF>'"]),
    "list open": ("[1, 2", ["5 mismatched input '<EOF>' expecting {']', ','}"]),
    "list closed by another": ("[1, )", ["4 mismatched input ')' expecting ']'"]),
    "map open": ("{1: 2", ["5 mismatched input '<EOF>' expecting {'}', ','}"]),
    "map without colon": ("{1 2}", ["3 missing ':' at '2'"]),
    "message open": ("A{b: 1", ["6 mismatched input '<EOF>' expecting {'}', ','}"]),
    "condition cut": ("a ? b", ["5 mismatched input '<EOF>' expecting ':'"]),
    "argument missing": ("f(a,)", [f"4 mismatched input ')' expecting {OPERAND}"]),
    "argument first": ("f(,a)", [f"2 extraneous input ',' expecting {ARGUMENT}"]),
    "element missing": ("[,1]", ["2 extraneous input '1' expecting ']'"]),
    "index missing": ("a[]", [f"2 mismatched input ']' expecting {ELEMENT}"]),
    "name missing": ("a.", ["2 no viable alternative at input '.'"]),
    "keyword for a name": ("a.true", ["2 mismatched input 'true' expecting IDENTIFIER"]),
    "operator for a name": (
        "a.in + 1",
        ["2 no viable alternative at input '.in'", f"5 extraneous input '+' expecting {OPERAND}"],
    ),
    "optional name missing": (
        "a.?1",
        ["3 mismatched input '1' expecting {IDENTIFIER, ESC_IDENTIFIER}", "3 unsupported ident kind"],
    ),
    "two signs": ("-!a", ["1 no viable alternative at input '-!'"]),
    "call of an escaped name": ("a.`b`()", ["5 mismatched input '(' expecting <EOF>"]),
    "text over lines": ("a.\n\t-b", ["4 no viable alternative at input '.\\n\\t-'"]),
    "unreadable between": (
        "a.é + b",
        ["2 token recognition error at: 'é'", "4 no viable alternative at input '. +'"],
    ),
    "macro in the middle": (
        "has(a) b",
        ["7 extraneous input 'b' expecting <EOF>", "4 invalid argument to has() macro"],
    ),
    "macro left open": ("has(", [f"4 mismatched input '<EOF>' expecting {ARGUMENT}"]),
    "reserved in the middle": ("if b", ["3 extraneous input 'b' expecting <EOF>", "0 reserved identifier: if"]),
}


@pytest.mark.parametrize(("text", "expected"), COMPLAINTS.values(), ids=COMPLAINTS)
def test_complaints(text, expected):
    assert issues(text) == expected


def test_recovery_gives_up_after_thirty_attempts():
    found = issues("a.b.c{" * 60)
    assert found[-1].endswith("error recovery attempt limit exceeded: 30")


def test_recovery_skips_no_more_than_256_tokens():
    assert issues("a " + "b " * 300) == [
        "2 mismatched input 'b' expecting <EOF>",
        "-1 error recovery token lookahead limit exceeded: 256",
    ]


def test_no_more_than_a_hundred_complaints():
    found = issues("# " * 150)
    assert len(found) == 101
    assert found[-1] == "200 More than 100 syntax errors"


def test_nesting_is_bounded_after_a_complaint_too():
    found = issues("1 1 + " + "(" * 300)
    assert found[0] == "2 mismatched input '1' expecting <EOF>"
