"""Tests of the writer of generated source: names, literals, and rejected input."""

import ast

import pytest

from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal


@pytest.mark.parametrize(
    "value",
    [0, -1, 2**70, 1.5, -0.0, True, False, None, "", "a'b\"c", "\\", "\n\r\u2028\x00", "{x}", "'''", "💥", "\ud800"],
    ids=repr,
)
@pytest.mark.parametrize("double_quotes", [False, True])
def test_a_literal_reads_back_as_the_same_value(value, double_quotes):
    read = ast.literal_eval(literal(value, double_quotes=double_quotes))
    assert type(read) is type(value)
    assert read == value


def test_strings_stand_in_the_quotes_that_are_asked_for():
    assert literal("a'b") == literal("a'b", double_quotes=True) == '"a\'b"'
    assert (literal("a"), literal("a", double_quotes=True)) == ("'a'", '"a"')
    assert literal('a"b', double_quotes=True) == "'a\"b'"


class _Shouting(str):
    def __repr__(self):
        return "__import__('os').abort()"


@pytest.mark.parametrize("value", [_Shouting("x"), float("nan"), float("inf"), [], {}, b"", object()], ids=repr)
def test_a_literal_is_refused_where_its_text_could_be_anything(value):
    with pytest.raises(TypeError):
        literal(value)


def test_bound_objects_are_reached_by_allocated_names():
    writer = SourceWriter()
    first, second = writer.bind("one"), writer.bind("two")
    with writer.block("def pair()"):
        writer.line(f"return {first}, {second}")
    assert load(writer, "test", "pair")() == ("one", "two")


def test_tracebacks_show_generated_lines():
    import traceback

    writer = SourceWriter()
    with writer.block("def fail(v)"):
        writer.line("return v.no_such_attribute")
    fail = load(writer, "group/Kind", "fail")
    with pytest.raises(AttributeError) as caught:
        fail(None)
    text = "".join(traceback.format_exception(caught.value))
    assert "<kapivara group/Kind" in text
    assert "return v.no_such_attribute" in text
