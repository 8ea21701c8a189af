"""Functions that cannot be parsed do not prevent reading types."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.handwritten_go import handwritten_functions
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.sources.go.go_file import parse_go
from kapivara.generator.sources.loading import read_sources

TYPES = """
type A struct {
	// +k8s:required
	B string `json:"b"`
}

const C = 3
"""
FUNCTIONS = {
    "new of a value": "func f() *int32 {\n\treturn new(int32(3))\n}",
    "a method with type parameters": "func (a *A) Get[K comparable](key K) (K, bool) {\n\treturn key, true\n}",
    "a body with braces in texts": """func f() string {
	_ = `}`
	_ = "}" + string('}') // }
	return new(g("}"))
}""",
    "a result with braces": "func f() interface{} {\n\treturn new(int32(3))\n}",
    "a struct as a result": "func f() struct{ x int } {\n\treturn new(struct{ x int }{3})\n}",
    "a signature of several lines": "func f(\n\ta, b int,\n) (x, y *int) {\n\treturn new(1), new(2)\n}",
    "functions inside": "func f() {\n\tg := func() *int { return new(3) }\n\tif g() != nil {\n\t\treturn\n\t}\n}",
    "no Go at all": "func f() {\n\tfrom x import y {z}\n}",
}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
@pytest.mark.parametrize("first", [True, False], ids=["above", "below"])
def test_types_are_read_beside_what_cannot_be_parsed(tmp_path: Path, function: str, first: bool) -> None:
    parts = [function, TYPES] if first else [TYPES, function]
    (tmp_path / "types.go").write_text("\n".join(["package v1", *parts, ""]))
    (package,) = [each for each in read_sources([tmp_path]).universe.packages.values() if "A" in each.types]
    kind = package.types["A"]
    text = (tmp_path / "types.go").read_text().splitlines()
    assert kind.place is not None
    assert text[kind.place.line - 1].startswith("type A struct")
    assert [line.text for line in kind.members[0].comments] == ["+k8s:required"]
    assert [each.value for each in package.constants] == [3]


def test_other_functions_keep_their_bodies() -> None:
    file = parse_go("a.go", b"package v1\n\nfunc f() {\n\tg()\n}\n\nfunc h() *int32 {\n\treturn new(int32(3))\n}\n")
    bodies = [each.child_by_field_name("body") for each in file.root.named_children[1:]]
    assert [body.named_child_count for body in bodies if body is not None] == [1, 0]
    assert file.unparsed == {file.data.index(b"func h")}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("func f( {\n}\n", 3, "syntax error"),
        ("func f() {\n\tnew(int32(3))\n}\n\ntype A struct {\n\tB string C\n}\n", 8, "syntax error"),
        ("func f() {\n\tnew(int32(3))\n", 3, "syntax error"),
    ],
    ids=["a signature", "a type beside a function", "a function without an end"],
)
def test_what_is_wrong_elsewhere_is_told(text: str, line: int, message: str) -> None:
    with pytest.raises(AuthorError, match=message) as caught:
        parse_go("a.go", f"package v1\n\n{text}".encode())
    assert caught.value.place is not None
    assert abs(caught.value.place.line - line) <= 1


CUSTOM = """package v1

import (
	"context"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_A(
	ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *A,
) field.ErrorList {
	limit := new(int32(3))
	_ = limit
	return nil
}
"""


def test_a_hand_written_function_that_cannot_be_parsed_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text(f"package v1\n{TYPES}")
    (tmp_path / "custom.go").write_text(CUSTOM)
    sources = read_sources([tmp_path])
    package = sources.universe.packages[sources.packages[0]]
    assert "ValidateCustom_A" in package.functions
    function = handwritten_functions(package, sources.universe)["ValidateCustom_A"]
    with pytest.raises(AuthorError, match="ValidateCustom_A: a body that cannot be parsed cannot be run"):
        function(None, None, {}, None)  # type: ignore[arg-type]


def test_many_open_brackets_are_no_trouble() -> None:
    with pytest.raises((AuthorError, AuthorErrors)):
        parse_go("a.go", b"package v1\n\nfunc f() " + b"{" * 2_000)
