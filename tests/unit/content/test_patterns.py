"""Patterns of users: what they find, how long that may take, and how much they may hold."""

from __future__ import annotations

import random

import pytest

from kapivara.content import patterns
from kapivara.content.patterns import PatternError, find_all, matcher
from kapivara.content.re2_program import ANYWHERE, Pool, Program

MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("b", "abc", True),
        ("^b", "abc", False),
        (r"^\pL+$", "дξ漢", True),
        ("a", "\ud800a", True),
        ("", "", True),
        ("z$", "a" * 100_000, False),
        ("z$", "a" * 100_000 + "z", True),
    ],
)
def test_matches(pattern, text, found):
    assert [matcher(pattern)(text) for _ in range(3)] == [found] * 3


@pytest.mark.parametrize(
    ("pattern", "text", "limit", "found"),
    [
        ("[0-9]+", "12 ab 345", -1, ["12", "345"]),
        ("[0-9]+", "12 ab 345", 1, ["12"]),
        ("[0-9]+", "12 ab 345", 0, []),
        ("x", "abc", -1, []),
        ("a*", "baac", -1, ["", "aa", ""]),
        ("", "añ漢", -1, ["", "", "", ""]),
        ("漢|ñ", "añ漢", -1, ["ñ", "漢"]),
    ],
)
def test_find_all(pattern, text, limit, found):
    assert find_all(pattern, text, limit) == found


def test_texts_without_number_are_not_remembered():
    found = matcher("^[a-m]*$")
    texts = ["".join(random.choices("abcxyz", k=length)) for length in range(1, 60) for _ in range(20)]
    assert [found(text) for text in texts] == [not set(text) & set("xyz") for text in texts]


def test_long_texts_are_told_apart():
    one, other = "a" * 50_000, "a" * 49_999 + "b"
    pairs = [("a$", one), ("a$", other), ("b$", other), ("b$", one), ("a$", one)]
    assert [matcher(pattern)(text) for pattern, text in pairs] == [True, False, True, False, True]
    assert patterns._LastLong.seen[1] is one


@pytest.mark.parametrize("pattern", ["(", "[a", "a**", r"\pX", "x{2000}"])
def test_what_is_no_pattern(pattern):
    with pytest.raises(PatternError):
        matcher(pattern)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        pytest.param(r"[\pL]{500}z", "a" * MEGABYTE, id="a-long-program"),
        pytest.param(r"[\pL]{500}z", "aд" * (MEGABYTE // 3), id="of-many-bytes"),
        pytest.param(r"[a-z]{1,1000}!", "a" * MEGABYTE, id="many-states"),
        pytest.param(r"(.{3}|a){300}z", "a" * MEGABYTE, id="alternatives"),
        pytest.param(r"(?i)[\pL\pN]{100}q", "д漢" * (MEGABYTE // 5), id="folded"),
    ],
)
def test_long_patterns_stay_quick(pattern, text, pace):
    """With too little room for their states these take 4 to 40 seconds."""
    with pace.within(200):
        assert not matcher(pattern)(text)


def test_programs_make_room_for_others():
    pool = Pool(600 << 10)  # two of the smallest fit
    programs = [Program(f"^{letter}+$", pool) for letter in "abc"]
    assert [each.match is not None for each in programs] == [False, True, True]
    assert programs[0].load()(ANYWHERE, b"aaa", 0, 3) == [(0, 3)]
    assert [each.match is not None for each in programs] == [True, False, True]
    large = Program(r".{1000}z", pool)
    assert large.match is not None
    assert [each.match for each in programs] == [None, None, None]


def test_patterns_work_on_after_they_made_room(monkeypatch):
    pool = Pool(1)  # nothing fits beside anything
    made = [Program(f"^{letter}+$", pool) for letter in "ab"]
    monkeypatch.setattr(patterns, "_program", lambda pattern: made[pattern == "b"])
    found = [matcher.__wrapped__(pattern) for pattern in "ab"]
    assert [each(text) for text in ("a", "b", "aa", "bb") for each in found] == [True, False, False, True] * 2
