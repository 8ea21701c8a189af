"""Tests of patterns that are rewritten over an alphabet of their own: they match the same.

Answers are those of Go's regexp.
"""

from __future__ import annotations

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from kapivara.languages.re2.alphabet import Alphabet, IrreducibleError, needs_alphabet
from kapivara.languages.re2.patterns import matcher
from kapivara.languages.re2.program import ANYWHERE


def found(pattern, text):
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    alphabet = Alphabet(pattern)
    data = alphabet.translate(text)
    assert len(data) == len(text)
    return re2._re2.RE2(alphabet.pattern, options).Match(ANYWHERE, data, 0, len(data))[0][0] >= 0


@pytest.mark.parametrize(
    ("pattern", "right", "wrong"),
    [
        (r"^[\pL\pN]+$", "aж漢7", "a-"),
        (r"^\p{Letter}$", "ж", "7"),
        (r"^\p{greek}$", "σ", "s"),
        (r"^\P{cased letter}$", "ª", "ǅ"),
        (r"^\pC$", "\u0378", "a"),
        (r"^[\PC]$", "a", "\u0378"),
        (r"^\p{Cn}$", "\u0378", "\x00"),
        (r"^\p{assigned}$", "\x00", "\u0378"),
        (r"^\p{^ASCII}$", "é", "e"),
        (r"(?i)^\p{ASCII}$", "\u017f", "é"),
        (r"(?i)^straße ΣΊΣΥΦΟΣ$", "STRAẞE σίσυφος", "STRASSE σίσυφος"),
        (r"(?i)^k(?-i)k$", "\u212ak", "kK"),
        (r"(?i:a)b", "Ab", "AB"),
        (r"^.$", "漢", "\n"),
        (r"(?s)^.$", "\n", "\n\n"),
        (r"(?m)^b$", "a\nb\nc", "a b c"),
        (r"\bж?_\b", "ж_", "a_"),
        (r"^\B$|a\B.", "aa", "aж"),
        (r"\B", "жж", "a\U0010ffffa"),
        (r"^\Q.*é\E+$", ".*éé", "xé"),
        (r"^\x{6f22}\x41[\]\-]\.$", "漢A-.", "漢A+."),
        (r"^(?P<n>a|ж)*?$", "aжa", "b"),
        (r"^a{2}{$", "aa{", "aa"),
        (r"a(?i)*", "", None),
        (r"[^\x{0}-\x{10FFFF}]", None, "a"),
    ],
)
def test_matches_as_the_server(pattern, right, wrong):
    if right is not None:
        assert found(pattern, right)
        assert matcher(pattern)(right)
    if wrong is not None:
        assert not found(pattern, wrong)
        assert not matcher(pattern)(wrong)


@given(
    st.lists(st.sampled_from([r"\pL", "a", r"\b", "[^k-ж]", "(?i)", ".", "s", r"\W", "漢"]), min_size=1).map("".join),
    st.text("aksſKжЖ漢 _\n-"),
)
def test_matches_as_without(pattern, text):
    assert found(pattern, text) == matcher(pattern)(text)


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        (r"\pL\p{Greek}", False),
        (r"\p{letter}", True),
        (r"[^\pC]", True),
        (r"\\pC", False),
        (r"a\Bb", True),
        ("a", False),
    ],
)
def test_which_patterns_need_one(pattern, needs):
    assert needs_alphabet(pattern) == needs


def test_too_many_letters():
    with pytest.raises(IrreducibleError):
        Alphabet("".join(map(chr, range(0x4E00, 0x4F00))))


def test_a_table_holds_few_characters():
    alphabet = Alphabet(r"\p{Han}+")
    alphabet.translate("".join(map(chr, range(0x4E00, 0x9F00))))
    assert len(alphabet) < 1000
