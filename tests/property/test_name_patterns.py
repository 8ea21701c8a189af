"""Tests of name formats in schemas: pattern, length and rule accept the same strings as the format."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara import cel, validate
from kapivara.content.name_patterns import NAME_PATTERNS
from kapivara.field import Operation

EXAMPLES = (
    *("", "a", "a-b", "A", "a.b", ".", "..", "...", "a/b", "a.b/C_d", "a/b/c", "/", "a/", "/a", "-a", "a%"),
    *("a_b", "a b"),
    *("kubernetes.io/a", "x.kubernetes.io/a", "requests.a/b", "example.com/gpu"),
    "123e4567-e89b-12d3-a456-426614174000",
    *("a" * size + end for size in (63, 64, 244, 245, 253, 254) for end in ("", "/b", f"/{'b' * 63}", f"/{'b' * 64}")),
    *(f"{'a' * 63}/{'b' * 32}", f"{'a' * 63}/{'b' * 33}", f"{'a' * 64}/b", "a" * 250 + "/b/c"),
)  # fmt: skip
PARTS = st.sampled_from(("a", "B", "9", "-", ".", "_", "/", "%", "aa", "kubernetes.io/", "requests.", "b" * 62))


def taken(name: str, text: str) -> bool:
    found = NAME_PATTERNS[name]
    if not re.fullmatch(found.pattern.removeprefix("^").removesuffix("$"), text):
        return False
    if found.most and len(text) > found.most:
        return False
    if not found.rule:
        return True
    holds = program(found.rule).evaluate({"text": text})
    if found.rule_pattern:
        assert bool(re.search(found.rule_pattern, text)) is holds, text
    return holds


@cache
def program(rule: str) -> cel.Program:
    return cel.compile(rule.format("text"), {"text": cel.STRING}, env=cel.kubernetes_env())


@pytest.mark.parametrize("name", NAME_PATTERNS)
def test_they_take_what_formats_take(name):
    rule = getattr(validate, name.removeprefix("k8s-").replace("-", "_"))
    for text in EXAMPLES:
        assert taken(name, text) is not bool(rule(Operation(), None, text, None)), (name, text)


@pytest.mark.parametrize("name", NAME_PATTERNS)
@given(parts=st.lists(PARTS, max_size=6))
def test_they_take_what_formats_take_of_any_text(name, parts):
    text = "".join(parts)
    rule = getattr(validate, name.removeprefix("k8s-").replace("-", "_"))
    assert taken(name, text) is not bool(rule(Operation(), None, text, None))


@pytest.mark.parametrize("name", NAME_PATTERNS)
def test_examples_break_what_they_are_to_break(name):
    found = NAME_PATTERNS[name]
    assert not re.search(found.pattern, found.broken)
    assert not found.rule or (re.search(found.pattern, found.beyond) and not taken(name, found.beyond))
