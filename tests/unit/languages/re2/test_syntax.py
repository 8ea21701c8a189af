import random
from typing import Any

import pytest

from kapivara.languages.re2.syntax import Measure, _PatternError, _Reader, measure, regexp_error
from kapivara.values.request_budget import RequestBudget

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


TOKENS = (
    *(
        "a",
        "b",
        "é",
        "(",
        ")",
        "(?:",
        "(?i)",
        "(?P<n>",
        "|",
        "*",
        "+",
        "?",
        "*?",
        "??",
        "{2}",
        "{2,5}",
        "{1000}",
        "{0}",
    ),
    *(
        "{",
        "}",
        "]",
        "[",
        "[a-z]",
        "[^a-z0-9-]",
        "[z-a]",
        "[[:alpha:]]",
        r"\d",
        r"\pL",
        r"\p{Han}",
        r"\PX",
        r"\b",
        r"\.",
    ),
    *(
        r"\Q",
        r"\E",
        r"\x41",
        r"\x{41}",
        r"\07",
        r"\C",
        "^",
        "$",
        ".",
        "\\",
        "-",
        "[a-]",
        "[.*+?]",
        r"\*",
        " ",
        "[a",
        "(?",
    ),
)


def test_many_pieces_read_at_once_are_as_one_by_one():
    choose = random.Random(1)
    for _ in range(20_000):
        pattern = "".join(choose.choices(TOKENS, k=choose.randint(0, 14)))
        reader = _Reader(pattern)
        try:
            reader.read()
            one_by_one = Measure(None, reader.size, measure(pattern).weight)
        except _PatternError as problem:
            one_by_one = Measure(f"error parsing regexp: {problem.args[0]}: `{problem.args[1]}`")
        assert repr(measure(pattern)) == repr(one_by_one), pattern


def test_simple_pieces_are_read_many_at_once(monkeypatch):
    """However long a pattern is, Python's matcher parses it, not our own loops."""
    monkeypatch.setattr(_Reader, "_literal", lambda _: pytest.fail("read one by one"))
    assert measure(r"[a-z0-9]\.a?\d" * 100_000).size == 500_000


def test_reading_long_patterns_counts_to_their_request():
    budget = RequestBudget()
    budget.searched = 5
    with budget:
        assert measure("(a)" * 50_000).limit.startswith("kapivara cannot go on")
    assert measure("(a)" * 50_000) == Measure(None, 150_000, 300_000)


def test_a_pattern_that_there_was_no_time_for_is_not_begun_again(monkeypatch):
    budget, pattern = RequestBudget(), "(a)" * 50_000
    budget.searched = 5
    with budget:
        first = measure(pattern)
        monkeypatch.setattr(_Reader, "measure", lambda *_: pytest.fail("begun again"))
        assert measure(pattern) == first
