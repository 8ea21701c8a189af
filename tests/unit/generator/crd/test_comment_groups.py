"""Comments of declarations: which ones belong to a declaration, and their markers and text."""

from __future__ import annotations

import pytest

from kapivara.generator.crd.comment_groups import FileGroups, MarkedComment

SOURCE = """package v1

// +free

// +above
// A line of its own.

// Says what it is.
//
// +marker=1
//   indented, and a second paragraph
type A struct {
\tB string // +behind
\tC string
}
"""


def said(text: str, line: int, last: int = 0) -> tuple[list[str], str]:
    found: MarkedComment = FileGroups("types.go", text).above(line, last)
    return [each.text for each in found.markers], found.description


def test_the_group_above_and_the_one_before_it() -> None:
    markers, description = said(SOURCE, 12, 1)
    assert markers == ["above", "marker=1"]
    assert description == "Says what it is.\n\n  indented, and a second paragraph"


def test_places_of_markers() -> None:
    (marker,) = FileGroups("types.go", "\t// +x\ntype A int").above(2, 0).markers
    assert str(marker.place) == "types.go:1:5"


def test_what_stands_behind_code_speaks_of_nothing_below() -> None:
    assert said(SOURCE, 14, 13) == ([], "")


def test_nothing_above_the_last_declaration() -> None:
    assert said("// +one\ntype A int\ntype B int\n", 3, 2) == ([], "")


def test_a_group_with_a_blank_line_below_describes_nothing() -> None:
    assert said("// Says.\n// +x\n\ntype A int\n", 4) == (["x"], "")


@pytest.mark.parametrize(
    ("comment", "description"),
    [
        ("// one\n// two", "one\ntwo"),
        ("// one\n// TODO: two\n// three", "one\nthree"),
        ("// one\n// ---\n// two", "one"),
        ("// ```\n// TODO\n// ---\n// ```", "```\nTODO\n---\n```"),
        ("//\n// one\n//\n//\n// two\n//", "one\n\ntwo"),
        ("/* one\n   two */", "one\ntwo"),
        ("//nolint:all\n// one", "one"),
    ],
)
def test_descriptions(comment: str, description: str) -> None:
    text = f"{comment}\ntype A int\n"
    assert said(text, text.count("\n"))[1] == description
