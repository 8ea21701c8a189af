from typing import Any

import pytest

from kapivara.content.regexp_syntax import regexp_error

BAD = [
    ("a(", "missing closing ): `a(`"),
    ("a)", "unexpected ): `a)`"),
    ("[a", "missing closing ]: `[a`"),
    ("x[]", "missing closing ]: `[]`"),
    ("[z-a]", "invalid character class range: `z-a`"),
    ("[\\a-\\n]\\pX", "invalid character class range: `\\pX`"),
    ("\\p{Klingon}", "invalid character class range: `\\p{Klingon}`"),
    ("\\p{Han", "invalid character class range: `\\p{Han`"),
    ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
    ("\\1", "invalid escape sequence: `\\1`"),
    ("\\C", "invalid escape sequence: `\\C`"),
    ("\\Z", "invalid escape sequence: `\\Z`"),
    ("\\x{110000}", "invalid escape sequence: `\\x{110000`"),
    ("\\x{}", "invalid escape sequence: `\\x{}`"),
    ("\\xZ", "invalid escape sequence: `\\xZ`"),
    ("[a-\\d]", "invalid escape sequence: `\\d`"),
    ("\\", "trailing backslash at end of expression: ``"),
    ("*", "missing argument to repetition operator: `*`"),
    ("a|+?", "missing argument to repetition operator: `+?`"),
    ("a++", "invalid nested repetition operator: `++`"),
    ("a{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
    ("a{1001}", "invalid repeat count: `{1001}`"),
    ("a{2,1}", "invalid repeat count: `{2,1}`"),
    ("a{99999999999}", "invalid repeat count: `{99999999999}`"),
    ("((a{100}){10}b){2}", "invalid repeat count: `{2}`"),
    ("(?P<n", "invalid named capture: `(?P<n`"),
    ("(?P<a b>x)", "invalid named capture: `(?P<a b>`"),
    ("(?<=a)b", "invalid named capture: `(?<=a)b`"),
    ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
    ("(?i", "invalid or unsupported Perl syntax: `(?i`"),
    ("(?i-)", "invalid or unsupported Perl syntax: `(?i-)`"),
]
GOOD = [
    "",
    "^[a-z]([-a-z0-9]*[a-z0-9])?$",
    "a{,2}",
    "a{02}",
    "[]a-]",
    "[^]]",
    "[[:alpha:][:^digit:]]",
    "\\Q(*\\E*",
    "\\Q[",
    "(?i)a(?-i:b)(?P<n>c)(?<m>d)(?P<n>e)",
    "\\012\\x41\\x{1F600}\\pL\\P{^Greek}\\_",
    "(a{1000}){1}",
    "((a{100}){10}){0}",
    "é|ü",
    "\\p{L}{1000}",
]


@pytest.mark.parametrize(("pattern", "text"), BAD, ids=[pattern for pattern, _ in BAD])
def test_says_what_is_wrong_as_go_does(pattern: str, text: str) -> None:
    assert regexp_error(pattern) == f"error parsing regexp: {text}"


@pytest.mark.parametrize("pattern", GOOD)
def test_accepts(pattern: str) -> None:
    assert regexp_error(pattern) is None


def test_limits_the_nesting() -> None:
    assert regexp_error("(" * 900 + ")" * 900) is None
    deep = "(" * 1100 + ")" * 1100
    assert regexp_error(deep) == f"error parsing regexp: expression nests too deeply: `{deep}`"


def test_limits_the_size() -> None:
    large = "(" + "a" * 4000 + "){1000}"
    assert regexp_error(large) == f"error parsing regexp: expression too large: `{large}`"


@pytest.mark.parametrize("piece", ["[:", "(", "\\Q", "a|", "[a]", "(?i)", "{"])
def test_reads_long_patterns_in_linear_time(piece: str, pace: Any) -> None:
    pace.assert_linear(lambda size: regexp_error("[" + piece * size), 12_500)
    pace.assert_linear(lambda size: regexp_error(piece * size), 12_500)
