"""Parsing tags: cases beyond the recordings, places, and hostile lines."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.generator.grammar.tag import Arg, Tag, ValueType
from kapivara.generator.grammar.tag_reading import MAX_DEPTH, GrammarError, Spellings, parse, tag_lines
from kapivara.generator.model.types import CommentLine, Position

HERE = Position("types.go", 7, 5)


def test_each_tag_of_a_chain_has_its_place() -> None:
    outer = parse("  a(b)=+c=+d=1", place=HERE)
    inner = outer.value_tag
    assert inner is not None
    assert inner.value_tag is not None
    assert [tag.place.column for tag in (outer, inner, inner.value_tag) if tag.place] == [7, 13, 16]


def test_a_tag_line_is_moved_behind_its_plus() -> None:
    lines = (CommentLine(" \t+k8s:maxLength=3", HERE), CommentLine("plain +x", HERE))
    assert tag_lines(lines) == [("k8s:maxLength", CommentLine("k8s:maxLength=3", Position("types.go", 7, 8)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", Tag(""), id="nothing"),
        pytest.param("x(a)=", Tag("x", (Arg("", "a", ValueType.STRING),)), id="empty-value-behind-brackets"),
        pytest.param("x(a,)", Tag("x", (Arg("", "a", ValueType.STRING),)), id="comma-at-the-end"),
        pytest.param("x(a: b: 1)", Tag("x", (Arg("b", "1", ValueType.INT),)), id="last-name-counts"),
        pytest.param("x(a:)=1", Tag("x", (), "1", ValueType.INT), id="name-without-value"),
        pytest.param("\u3000x=1\u00a0", Tag("x", (), "1", ValueType.INT), id="blanks-of-other-scripts"),
        pytest.param("x=1\u2003# why", Tag("x", (), "1", ValueType.INT), id="comment-behind-a-wide-blank"),
        pytest.param("x=-0x8000000000000000", Tag("x", (), "-0x8000000000000000", ValueType.INT), id="least-number"),
        pytest.param("x=" + "0" * 99 + "7", Tag("x", (), "0" * 99 + "7", ValueType.INT), id="zeros-in-front"),
    ],
)
def test_readings(text: str, expected: Tag) -> None:
    assert parse(text) == expected


KEP = Spellings(quoted=frozenset(["q"]), listed=frozenset(["u"]))
TYPE, RANK = Arg("type", "A b", ValueType.STRING), Arg("rank", "1", ValueType.INT)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("q('/a b')", Tag("q", (Arg("", "/a b", ValueType.STRING),)), id="single-quotes"),
        pytest.param('q(pairs: [[type, "A b"],[rank,1]])', Tag("q", (TYPE, RANK)), id="pairs"),
        pytest.param("q(pairs: [ [ 'type' , 'A b' ] ])", Tag("q", (TYPE,)), id="pairs-with-blanks"),
        pytest.param("q(pairs: [])", Tag("q"), id="no-pairs"),
        pytest.param("u=A,B_c,D", Tag("u", (), "A,B_c,D", ValueType.WORDS), id="words"),
        pytest.param("u=A,B # why", Tag("u", (), "A,B", ValueType.WORDS), id="words-and-a-comment"),
        pytest.param('u="A,B"', Tag("u", (), "A,B", ValueType.STRING), id="words-in-quotes-are-one"),
        pytest.param("x=+u=A,B", Tag("x", (), "", ValueType.TAG, Tag("u", (), "A,B", ValueType.WORDS)), id="inside"),
    ],
)
def test_spellings_of_the_kep(text: str, expected: Tag) -> None:
    assert parse(text, spellings=KEP) == expected
    if "# why" not in text and "'" not in text and "pairs" not in text:
        assert str(expected) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("x('a')", "unexpected character '\\'' at position 3", id="quotes-of-others"),
        pytest.param("x(pairs: [[a, b]])", "unexpected character '[' at position 10", id="pairs-of-others"),
        pytest.param("q(type: [[a, b]])", "unexpected character '[' at position 9", id="another-name"),
        pytest.param("q(pairs: [[a b]])", "unexpected character 'b' at position 14", id="no-comma"),
        pytest.param("q(pairs: [[a, b, c]])", "unexpected character ',' at position 16", id="three"),
        pytest.param("q(pairs: [[a, b]", "unexpected end of input", id="open"),
        pytest.param("x=A,B", "unexpected character ',' at position 4", id="words-of-others"),
        pytest.param("u=A,", "unexpected end of input", id="word-missing"),
        pytest.param("u=A, B", "unexpected character ' ' at position 5", id="blank-between-words"),
        pytest.param('u="A",B', "unexpected character ',' at position 6", id="quoted-word"),
    ],
)
def test_spellings_are_refused_elsewhere(text: str, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        parse(text, spellings=KEP)
    assert str(caught.value) == message
    assert ("write pairs: [[key, value], …]" in caught.value.hint) is text.startswith("q(pairs")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("x\x1c", "unexpected character '\\x1c' at position 2", id="no-blank-in-go"),
        pytest.param("x=08", 'invalid number "08" at position 4', id="octal"),
        pytest.param("x=0x", 'invalid number "0x" at position 4', id="no-digits"),
        pytest.param("x=٣", 'invalid number "٣" at position 3', id="digits-of-other-scripts"),
        pytest.param("x=0x8000000000000000", 'invalid number "0x8000000000000000" at position 20', id="too-large"),
        pytest.param('x="a\\', "unterminated string at position 5", id="ends-in-an-escape"),
        pytest.param("x(a, b: 1)=+y z", "can't mix named and positional arguments", id="arguments-before-what-follows"),
        pytest.param("x(a, b: 1) z", "unexpected character ' ' at position 11", id="end-before-arguments"),
        pytest.param("x(a ", "unexpected end of input", id="open-bracket"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("k8s:isSubresource=/status", "text that contains / needs double quotes"),
        ("k8s:alpha(since: 1.36)=+k8s:required", "text that contains . needs double quotes"),
        ("k8s:format='x'", "text is put in plain double quotes or backquotes"),
        ("k8s:maxLength =3", "no blanks may stand here, and text with blanks needs double quotes"),
        ("k8s:maxLength)", ""),
    ],
)
def test_hints(text: str, hint: str) -> None:
    with pytest.raises(GrammarError) as caught:
        parse(text)
    assert caught.value.hint == hint


def test_chains_have_a_bound() -> None:
    assert str(parse("=+".join(["x"] * MAX_DEPTH)))
    with pytest.raises(GrammarError, match="more than 100 tags inside each other"):
        parse("=+".join(["x"] * 100_000))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x=" + "1" * 200_000, id="digits"),
        pytest.param("x(" + "a:" * 200_000, id="names"),
        pytest.param('x="' + '\\"' * 200_000, id="escapes"),
        pytest.param("x" + " " * 200_000 + "y", id="blanks"),
        pytest.param("é" * 200_000 + "(", id="letters"),
        pytest.param("x=+" * 200_000, id="tags"),
    ],
)
def test_long_lines_are_read_in_linear_time(text: str, pace: Any) -> None:
    with pace.within(200), pytest.raises(GrammarError):
        parse(text)
