"""Tests of mapping field paths to those of the newest version."""

from __future__ import annotations

import pytest

from kapivara.languages.re2.patterns import PatternError
from kapivara.validate.normalization import NormalizationRule, normalized


@pytest.mark.parametrize(
    ("pattern", "replacement", "path", "made"),
    [
        (r"items\[(\d+)\]\.x", "items[$1]", "spec.items[12].x.y", "spec.items[12].y"),
        (r"a", "b", "a.a[a]", "b.b[b]"),
        (r"(?P<n>\d+)", "<${n}>", "a[3][4]", "a[<3>][<4>]"),
        (r"(\d)", "$1x", "a[3]", "a[]"),
        (r"(\d)", "${1}x$$", "a[3]", "a[3x$]"),
        (r"(\d)", "$2$", "a[3]", "a[$]"),
        (r"b*", "-", "abc", "-a-c-"),
        (r"(x)?a", "$1.", "a", "."),
    ],
)
def test_applied(pattern: str, replacement: str, path: str, made: str) -> None:
    assert NormalizationRule(pattern, replacement).applied(path) == made


def test_the_first_rule_that_changes_something_is_the_only_one() -> None:
    rules = [NormalizationRule("z", "q"), NormalizationRule("a", "b"), NormalizationRule("b", "c")]
    assert normalized("a", rules) == "b"
    assert normalized("d", rules) == "d"


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(PatternError, match=r"a\("):
        NormalizationRule("a(", "").applied("a")
