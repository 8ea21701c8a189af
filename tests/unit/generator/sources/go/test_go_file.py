"""Sources that cannot be read: each error has a message, a place and a hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.handwritten_go import handwritten_functions
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.sources.go import go_file
from kapivara.generator.sources.go.go_file import parse_go, with_semicolons
from kapivara.generator.sources.loading import read_sources


def errors_of(folder: Path, **files: str | bytes) -> list[AuthorError]:
    folder = folder / "v1"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.go").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(AuthorErrors) as raised:
        read_sources([folder])
    return raised.value.errors


HEAD = "package v1\n\n"
MISTAKES = [
    ("not Go", "# Title\n\nSome text.\n", "1:1", "expected 'package', found '#'"),
    ("not Go behind a comment", "// Text.\nimport x\n", "2:1", "expected 'package', found 'import'"),
    ("empty", "", "1:1", "expected 'package', found nothing"),
    ("not UTF-8", b"package v1\n// gr\xf6\xdfe\n", "2:6", "the file is not UTF-8"),
    ("UTF-16", "package v1\n".encode("utf-16"), "1:1", "the file is not UTF-8"),
    ("NUL", b"package v1\n\0", "2:1", "illegal character NUL"),
    ("syntax", HEAD + "type T struct {\n\tA string,\n}\n", "4:10", "syntax error: unexpected ,"),
    ("unclosed", HEAD + "type T struct {\n\tA string\n", "", "syntax error"),
    ("text behind", HEAD + "type T struct {}\nthis is no Go\n", "4:1", "syntax error: unexpected this"),
    ("undefined type", HEAD + "type T struct { A Wrod }\ntype Word string\n", "3:19", "undefined: Wrod"),
    ("undefined package", HEAD + "type T struct { A other.Word }\n", "3:19", "undefined: other"),
    ("undefined in a plain struct", HEAD + "type T struct {\n\tA []Wrod\n}\n", "4:4", "undefined: Wrod"),
    ("undefined right-hand side", HEAD + "type T Wrod\n", "3:8", "undefined: Wrod"),
    ("undefined alias", HEAD + "type T = Wrod\n", "3:10", "undefined: Wrod"),
    ("two types", HEAD + "type T string\ntype T int\n", "4:6", "T redeclared in this package"),
    ("type and constant", HEAD + "type T string\nconst T = 1\n", "4:7", "T redeclared in this package"),
    ("two fields", HEAD + "type T struct {\n\tA string\n\tA int\n}\n", "5:2", "A redeclared"),
    (
        *("two JSON names", HEAD + 'type T struct {\n\tA string `json:"a"`\n\tB int `json:"a,omitempty"`\n}\n'),
        *("5:2", 'fields A and B have the same JSON name "a"'),
    ),
    ("cyclic definitions", HEAD + "type A B\ntype B A\n", "", "invalid recursive type"),
    ("cyclic aliases", HEAD + "type A = B\ntype B = A\n", "3:6", "invalid recursive type A: A refers to B refers to A"),
    ("definition of itself", HEAD + "type A A\n", "3:6", "invalid recursive type A: A refers to A"),
    ("alias of a list of itself", HEAD + "type A = []A\n", "3:6", "invalid recursive type A: A refers to A"),
    ("both mixed", HEAD + "type A = B\ntype B A\n", "", "invalid recursive type"),
    ("a struct in itself", HEAD + "type A struct { B B }\ntype B struct { A A }\n", "", "invalid recursive type"),
    ("length", HEAD + "type T struct { A [n]string }\n", "3:20", "the length of the array cannot be computed"),
    ("negative length", HEAD + "type T [-1]string\n", "3:9", "the length of an array must be an integer"),
    ("nesting", HEAD + f"type T struct {{ A {'[]' * 100}string }}\n", "", "types are nested more than 50 deep"),
    ("nesting in a plain struct", HEAD + f"type T struct {{\n\tA {'[]' * 99}string\n}}\n", "", "types are nested more"),
    (
        *(
            "a long chain of aliases",
            HEAD + "type T0 = string\n" + "".join(f"type T{n + 1} = T{n}\n" for n in range(2000)),
        ),
        *("", "more than 100 aliases for each other"),
    ),
]


BLAMED = [
    ("type T struct {\n\tA Nope\n}\n", "v1.T", "A"),
    ("type T struct {\n\tA, B Nope\n}\n", "v1.T", "A"),
    ("type T struct {\n\tA struct { B Nope }\n}\n", "v1.T", "B"),
    ('type T struct {\n\tA string `json:"a"`\n\tB string `json:"a"`\n}\n', "v1.T", "B"),
    ("type T struct {\n\tA string\n\tA string\n}\n", "v1.T", "A"),
    ("type T Nope\n", "v1.T", ""),
]


@pytest.mark.parametrize(("text", "kind", "field"), BLAMED)
def test_type_and_field_are_told(tmp_path: Path, text: str, kind: str, field: str) -> None:
    (error,) = errors_of(tmp_path, types=HEAD + text)
    assert (error.type_name, error.field) == (kind, field)


@pytest.mark.parametrize(
    ("text", "place", "message"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES]
)
def test_a_mistake_is_told(tmp_path: Path, text: str | bytes, place: str, message: str) -> None:
    error = errors_of(tmp_path, types=text)[0]
    assert message in error.message
    assert str(error.place).startswith(str(tmp_path / "v1" / "types.go"))
    assert not place or str(error.place).endswith(f"types.go:{place}")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (HEAD + "type T struct { A Wrod }\ntype Word string\n", "did you mean Word?"),
        (HEAD + "type T struct { A strnig }\n", "did you mean string?"),
        (HEAD + "type T struct { A Xyzzy }\n", "package v1 has no such type"),
        ("", "a Go file begins with its package clause, such as `package v1`"),
        (HEAD + "type T struct { A T }\n", "use a pointer for one of them"),
    ],
)
def test_it_is_told_what_would_be_right(tmp_path: Path, text: str, hint: str) -> None:
    assert errors_of(tmp_path, types=text)[0].hint == hint


def test_all_mistakes_are_told(tmp_path: Path) -> None:
    found = errors_of(tmp_path, a="nothing", b=HEAD + "type T struct {\n\tA X\n\tB Y\n}\n", c=HEAD + "type T int")
    assert [(Path(error.place.file).name, error.place.line) for error in found if error.place] == [
        *(("a.go", 1), ("c.go", 3)),
        *(("b.go", 4), ("b.go", 5)),
    ]


def test_a_large_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go_file, "MAX_PARSED", 1 << 20)
    (error,) = errors_of(tmp_path, types=b"package v1\n" + b"//\n" * (1 << 19))
    assert error.message == "the file is larger than 1 MB"


@pytest.mark.parametrize(
    "body",
    [
        "var x = " + "(" * 20000,
        "var x = " + "[" * 20000,
        "type T " + "struct { A " * 2000,
        "type T " + "*" * 20000 + "string",
        "{" * 20000,
        "/*" * 20000,
        "`" * 2001,
        "\u0000" * 100,
        "type T struct { A " + "map[string]" * 5000 + "string }",
        "const X = " + "-" * 5000 + "1",
        "const X = " + "1+" * 5000 + "1",
    ],
    ids=lambda text: text[:20],
)
def test_hostile_files_end_well(tmp_path: Path, body: str) -> None:
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "types.go").write_text(f"package v1\n{body}\n")
    errors: list[AuthorError] = []
    try:
        read_sources([folder])
    except AuthorErrors as raised:
        errors = raised.errors
    assert all(error.place for error in errors)


def test_a_folder_without_go_files(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "types.go").write_text(HEAD)
    with pytest.raises(AuthorErrors) as raised:
        read_sources([tmp_path / "a"])
    (error,) = raised.value.errors
    assert error.message == "no Go files in this folder, and no Python file with types"
    assert error.hint == f"packages are in {tmp_path}/a/b"


def test_a_path_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(AuthorErrors) as raised:
        read_sources([tmp_path / "missing", tmp_path / "notes.txt"])
    assert [error.message for error in raised.value.errors] == [
        "no such file or folder",
        "neither a package nor a Python file",
    ]


def test_a_folder_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: object) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.listdir", refuse)
    with pytest.raises(AuthorErrors, match="cannot be read: Permission denied"):
        read_sources([tmp_path])


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


CASES = {
    "one line": ("const ( A = 1 )", "const ( A = 1 ;)"),
    "several": ("const (A = 1; B = f(2))", "const (A = 1; B = f(2);)"),
    "closed on the last line": ("const (\n\tA = 1\n\tB = (2))\n", "const (\n\tA = 1\n\tB = (2);)\n"),
    "variables": ("var (a = 1)\nvar (b = 2)", "var (a = 1;)\nvar (b = 2;)"),
    "a comment before the end": ("const (A = 1 /* ) */)", "const (A = 1 /* ) */;)"),
    "texts": ("const (A = \")\"; B = ')'; C = `\n)`)", "const (A = \")\"; B = ')'; C = `\n)`;)"),
}
FINE = {
    "closed": "const (\n\tA = 1 // )\n)\nvar (\n\tb = 2\n)",
    "empty": "const ()",
    "a semicolon": "const (A = 1;)",
    "a comment over two lines": "const (A = 1 /*\n*/)",
    "others": "type (A string)\nfunc f(a int) { myconst (1) }",
}


@pytest.mark.parametrize(("text", "closed"), CASES.values(), ids=CASES)
def test_semicolons_are_put_in(text, closed):
    assert with_semicolons(text) == closed
    assert not parse_go("types.go", f"package v1\n{text}".encode()).root.has_error


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_nothing_is_put_in(text):
    assert with_semicolons(text) is None
