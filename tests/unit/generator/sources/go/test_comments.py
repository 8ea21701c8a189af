"""Comments of declarations, and the places of their lines."""

from __future__ import annotations

import pytest

from kapivara.generator.model.types import CommentLine
from kapivara.generator.sources.go.comments import FileComments


def found(text: str) -> FileComments:
    return FileComments("a.go", text)


def line_of(text: str) -> int:
    """Returns the line of the declaration that a text marks."""
    return text[: text.index("HERE")].count("\n") + 1


def texts(lines: tuple[CommentLine, ...]) -> list[str]:
    return [line.text for line in lines]


ABOVE = [
    ("none", "package p\nHERE", []),
    ("on the first line", "HERE", []),
    ("line comment", "// +a\nHERE", ["+a"]),
    ("without a blank", "//+a\nHERE", ["+a"]),
    ("more blanks", "//  \t+a \t\nHERE", [" \t+a"]),
    ("several", "// +a\n// text\n//\n// +b\nHERE", ["+a", "+b"]),
    ("indented", "\t// +a\n  // +b\n\tHERE", ["+a", "+b"]),
    ("block comment", "/* +a */\nHERE", [" +a"]),
    ("block comment of lines", "/*\n\t+a\n\t+b\n*/\nHERE", ["\t+a", "\t+b"]),
    ("block of both", "/* +a */\n// +b\nHERE", [" +a", "+b"]),
    ("lines, then a block comment", "// +a\n/* +b */\nHERE", ["+a", " +b"]),
    ("a blank line between", "// +a\n\nHERE", []),
    ("only the nearest block", "// +a\n\n// +b\nHERE", ["+b"]),
    ("behind the code above", "x := 1 // +a\nHERE", ["+a"]),
    ("behind an opening brace", "struct { // +a\nHERE", ["+a"]),
    ("behind the code above, with lines of its own", "x := 1 // +a\n// +b\nHERE", ["+b"]),
    ("block comment behind code", "x := 1 /* +a */\nHERE", [" +a"]),
    ("two behind code", "x := 1 /* +a */ // +b\nHERE", [" +a", "+b"]),
    ("in the same line", "x := 1\nHERE // +a", []),
    ("in a text", 'x := "// +a"\nHERE', []),
    ("in a raw text", "x := `\n// +a\n// +b`\nHERE", []),
    ("in a rune", "x := '\"' // +a\nHERE", ["+a"]),
    ("in an escape", 'x := "\\"// +a"\nHERE', []),
    ("backquotes in the comment", "// +a=`x`\nHERE", ["+a=`x`"]),
    ("end of a block comment in the text", "// +a */\nHERE", ["+a */"]),
    ("line comments inside a block comment", "/*\n// +a\n*/ HERE", []),
    ("directives", "//go:build +x\n//line +1\n//nolint:+x\n// +a\nHERE", ["nolint:+x", "+a"]),
    ("carriage returns", "// +a\r\n// +b\r\nHERE", ["+a", "+b"]),
    ("lines without a plus", "// text\nHERE", []),
]


@pytest.mark.parametrize(("text", "want"), [case[1:] for case in ABOVE], ids=[case[0] for case in ABOVE])
def test_a_comment_belongs_to_the_line_below(text: str, want: list[str]) -> None:
    assert texts(found(text).above(line_of(text))) == want


DETACHED = [
    ("none", "HERE", []),
    ("no comment of its own", "// +a\n\nHERE", ["+a"]),
    ("comment of its own", "// +a\n\n// +b\nHERE", ["+a"]),
    ("longer comments", "// +a\n// +b\n\n// +c\n// +d\nHERE", ["+a", "+b"]),
    ("two blank lines", "// +a\n\n\n// +b\nHERE", []),
    ("two blank lines, nothing of its own", "// +a\n\n\nHERE", []),
    ("block comments", "/*\n+a\n*/\n\n/* +b */\nHERE", ["+a"]),
    ("code between", "// +a\nx := 1\n// +b\nHERE", ["+a"]),
    ("only the nearest", "// +a\n\n// +b\n\n// +c\nHERE", ["+b"]),
]


@pytest.mark.parametrize(("text", "want"), [case[1:] for case in DETACHED], ids=[case[0] for case in DETACHED])
def test_the_block_above_is_found(text: str, want: list[str]) -> None:
    assert texts(found(text).both_above(line_of(text))[1]) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("// +a\nHERE", (1, 4)),
        ("\t//+a\nHERE", (1, 4)),
        ("ä := 1 // +a\nHERE", (1, 11)),
        ("\n\n  /* +a */\nHERE", (3, 5)),
        ("/*\n\t+a\n*/\nHERE", (2, 1)),
        ("// +a=`x`\nHERE", (1, 4)),
        ("\t// text\n\t//  +a=`x`\nHERE", (2, 5)),
    ],
)
def test_lines_keep_their_places(text: str, want: tuple[int, int]) -> None:
    place = found(text).above(line_of(text))[0].place
    assert (place.file, place.line, place.column) == ("a.go", *want)


def test_all_comments_of_a_file_are_found() -> None:
    text = "// +a\n\n/* +b */ package p // +c\n\n// text\nvar x = `\n// +no\n`\n//+d"
    assert texts(found(text).all_lines()) == ["+a", " +b", "+c", "+d"]


@pytest.mark.parametrize(("text", "want"), [("// text\nHERE", True), ("/* text */\nHERE", True), ("\nHERE", False)])
def test_it_is_known_whether_there_is_a_comment(text: str, want: bool) -> None:
    assert found(text).is_commented(line_of(text)) is want
