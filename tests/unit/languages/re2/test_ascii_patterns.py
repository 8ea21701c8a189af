"""Tests of the detection of patterns that match only ASCII strings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara.languages.re2.ascii_patterns import matches_only_ascii
from kapivara.languages.re2.patterns import matcher

SEEN = (r"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$", r"^(?:a|b)+?\d{1,3}\.x$", r"^[\w.-]+$", r"\Aa{2}\z", "^$")


@pytest.mark.parametrize("pattern", SEEN)
def test_what_is_seen(pattern: str) -> None:
    assert matches_only_ascii(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *("abc", "^a|b$", "^.*$", "^[^a]$", r"^\pL$", "(?i)^k$", "^(?i)k$", "^(?i:k)$", r"^[a-\x{100}]$", "^é$"),
        *(r"^a\$", r"^\S$", r"^[\W]$", r"^\Qa\E$", "^[a-é]$", "^[[:alpha:]]$", "^$|é", "(", ""),
    ],
)
def test_what_is_not(pattern: str) -> None:
    assert not matches_only_ascii(pattern)


@given(st.sampled_from(SEEN), st.text(max_size=5))
def test_such_patterns_match_ascii_alone(pattern: str, text: str) -> None:
    assert not matcher(pattern)(text) or text.isascii()
