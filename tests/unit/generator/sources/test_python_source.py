"""Python's parser decides about Python source, and deep source causes no traceback."""

import ast

import pytest

from kapivara.generator.sources.python_source import parse_expression, parse_source, source_of


@pytest.mark.parametrize("parse", [lambda text: parse_source(text, "x.py"), parse_expression])
def test_what_is_too_deep_is_a_fault_of_the_source(parse):
    for text in ("(" * 5000 + ")" * 5000, "|".join(["a"] * 30_000), "-" * 30_000 + "1", "a\x00b"):
        with pytest.raises(SyntaxError):
            parse(text)


def test_expressions_are_whole():
    assert isinstance(parse_expression("list[int]"), ast.Subscript)
    with pytest.raises(SyntaxError):
        parse_expression("a)(b")


def test_long_expressions_are_not_written_out():
    assert source_of(parse_expression("a | None")) == "a | None"
    assert source_of(parse_expression("|".join(["a"] * 900))) == "of so many parts"
