"""Tests of users' patterns: their matches, and the limits of their time and memory."""

from __future__ import annotations

import random

import pytest

from kapivara.languages.re2 import heavy_search, patterns
from kapivara.languages.re2 import program as re2_program
from kapivara.languages.re2.patterns import PatternError, PatternLimitError, find_parts, matcher, pattern_limit
from kapivara.languages.re2.program import CompiledPattern, Pool
from kapivara.values import request_budget
from kapivara.values.caches import ByteCache
from kapivara.values.request_budget import RequestBudget

MEGABYTE = 1 << 20


def parts(pattern, text, limit=-1):
    return [part for part, _ in find_parts(pattern, text, limit)]


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
    assert parts(pattern, text, limit) == found


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
    """With too little room for their states, these take 4 to 40 seconds."""
    with pace.within(200):
        assert not matcher(pattern)(text)


def test_patterns_work_on_after_they_made_room(monkeypatch):
    pool: Pool = ByteCache(70 << 10)  # nothing fits beside any of them
    monkeypatch.setattr(patterns, "CompiledPattern", lambda pattern: CompiledPattern(pattern, pool))
    found = [patterns._matcher(f"^{letter}+$") for letter in "ab"]
    assert [each(text) for text in ("a", "b", "aa", "bb") for each in found] == [True, False, False, True] * 2
    assert len(pool) == 1


def test_texts_remembered_by_all_patterns_have_a_bound(monkeypatch):
    monkeypatch.setattr(patterns, "_MOST_REMEMBERED", 100)
    known = [patterns._Answers(CompiledPattern("a")) for _ in range(50)]
    for each in known:
        for number in range(7):
            each.note(f"{number}", True)
    assert sum(map(len, known)) <= 100


LARGE = r"(?i)[\pL\pN]{1000}" + r"[\pL\pN]{1000}" * 4


def test_large_classes_repeated_are_small_programs():
    """As many bytes would be 6.7 million instructions."""
    program = CompiledPattern(LARGE)
    assert program.loaded.length < 6_000
    assert [matcher(LARGE)(text) for text in ("ж" * 4999, "ж" * 5000, "-" + "aЖ" * 2500)] == [False, True, True]


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("a{1000}" * 2000, "500000 instructions"),
        ("".join(f"[a{chr(0x400 + each)}]{{1000}}" for each in range(90)), "classes of characters"),
        ("a?" * 100_000, "it takes more than 0.5 s to compile"),
        (r"\pL" * 100_000, "it takes more than 0.5 s to compile"),
    ],
    ids=["long", "many-classes", "many-choices", "many-names-of-classes"],
)
def test_what_cannot_be_run_is_told(pattern, problem):
    with pytest.raises(PatternLimitError, match=f"^kapivara cannot .*{problem}"):
        matcher(pattern)
    assert problem in pattern_limit(pattern)


FAR = [
    pytest.param("^" + "a{1000}" * 100 + "z", "a" * 100_000 + "z", "a" * 100_000, id="long"),
    pytest.param(r"^\pL{1000}" + r"\pL{1000}" * 19, "жa" * 10_000, "жa" * 9_999, id="over-its-alphabet"),
]


@pytest.mark.parametrize(("pattern", "found", "missed"), FAR)
def test_what_takes_long_to_compile_is_compiled_elsewhere(pattern, found, missed, monkeypatch):
    """RE2 would hold the interpreter's lock for 17 s with some patterns."""
    monkeypatch.setattr(re2_program, "_MOST_SECONDS_HERE", 0)
    monkeypatch.setattr(re2_program, "_try", lambda *_, **__: pytest.fail("compiled here"))
    search = patterns._matcher(pattern)
    assert [search(found), search(missed), search.quick(found), search.quick("")] == [True, False, True, False]


def test_places_are_the_same_elsewhere(monkeypatch):
    text = "añ漢 " * 5_000
    pattern = r"\pL+|" + "x{1000}" * 20
    here = parts(r"\pL+", text)
    monkeypatch.setattr(re2_program, "_MOST_SECONDS_HERE", 0)
    assert parts(pattern, text) == here == ["añ漢"] * 5_000
    assert parts(pattern, text, 2) == ["añ漢"] * 2


def test_many_heavy_patterns_end_with_their_request(monkeypatch):
    monkeypatch.setattr(heavy_search.subprocess, "run", lambda *_, **__: pytest.fail("a process was started"))
    budget = RequestBudget()
    budget.searched = 1.5
    with budget, pytest.raises(PatternLimitError, match="patterns take more than 1 s of the processor in all"):
        CompiledPattern("b{1000}" * 50)


def test_searches_that_may_take_long_are_ended():
    """A minute's work for RE2, or more; a repeated search fails at once."""
    text = "".join(random.Random(1).choices("ab", k=2_000_000))
    found = matcher("^[ab]*a[ab]{999}$")
    with RequestBudget():
        with pytest.raises(
            PatternLimitError, match="kapivara cannot decide this within 1 s, for 2000000 bytes of text"
        ):
            found(text)
        with pytest.raises(PatternLimitError, match="kapivara cannot go on"):
            found(text)
        assert not found.quick(text)


def test_long_searches_that_are_quick_get_their_answer():
    assert matcher("^[ab]{0,500}c?")("ab" * 500_000)
    assert parts("[ab]{999}", "ab" * 100_000, 2) == [("ab" * 500)[:-1], ("ba" * 500)[:-1]]


def test_what_many_searches_take_together_has_a_bound(monkeypatch):
    clock = iter(range(10_000))
    monkeypatch.setattr(request_budget, "thread_time", lambda: next(clock) * 0.125)
    found = matcher("[ab]{100}z")
    with RequestBudget():
        answers = [found("a" * 1000 + str(each)) for each in range(4)]
        with pytest.raises(PatternLimitError, match="patterns take more than 1 s of the processor in all"):
            found("a" * 1001)
    assert answers == [False] * 4
    assert not found("a" * 1002)  # in other requests, each has its own time


def test_finding_all_is_ended_between_matches(monkeypatch):
    """Each of these scans the whole rest of the string."""
    clock = iter(range(10_000_000))
    monkeypatch.setattr(request_budget, "thread_time", lambda: next(clock) * 0.1)
    with pytest.raises(PatternLimitError, match="patterns take more than 1 s of the processor in all"):
        parts("x*y|x", "x" * 200_000)
    assert next(clock) < 50
