"""Long lines of generated code are broken, and keep their meaning."""

from __future__ import annotations

import ast

import pytest

from kapivara.generator.emission.wrapping import WIDTH, wrapped

LONG = "x" * 70
LINES = [
    "a = 1",
    f"errors = f({LONG}, {LONG}, key={LONG})",
    f"def function({LONG}: int, {LONG}_2: str) -> list[int]:\n    return []",
    f"if not ({LONG} and {LONG} or f(1, 2)):\n    pass",
    f"x = f(lambda a, b: g(a, b, {LONG}), {LONG}, ('a, b (', 'c\\'d'), [{LONG}])",
    f"x = f(lambda a, b: g(a, b, {LONG}, {LONG}), {LONG}, (1, ), {{'k': {LONG}}})",
    f"x = {{'a': ({LONG}, {LONG}), 'b': None if {LONG} is None else {LONG}}}",
    "x = f(" + ", ".join(f"g({n}, {LONG})" for n in range(5)) + ")",
    f"x = '{LONG}{LONG}'",
    f"x = f(1, 2)(op, {LONG}, {LONG})",
]


@pytest.mark.parametrize("source", LINES)
def test_code_means_the_same(source):
    made = wrapped(source)
    assert ast.dump(ast.parse(made)) == ast.dump(ast.parse(source))
    assert all(len(line) <= WIDTH or line.endswith("# noqa: E501") for line in made.split("\n"))
