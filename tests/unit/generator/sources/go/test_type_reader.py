"""The model types of Go types."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.types import BUILTIN, STRING, Package, Type, TypeKind
from kapivara.generator.sources.loading import Sources, read_sources


def read(folder: Path, *files: str) -> Package:
    sources = read_all(folder, *files)
    return sources.universe.packages[sources.packages[0]]


def read_all(folder: Path, *files: str) -> Sources:
    folder = folder / "v1"
    folder.mkdir()
    (folder.parent / "go.mod").write_text("module example.com\n")
    for number, text in enumerate(files):
        (folder / f"types{number}.go").write_text(f"package v1\n{text}\n")
    return read_sources([folder])


def field(package: Package, name: str, holder: str = "T") -> Type:
    return next(member.type for member in package.types[holder].members if member.name == name)


@pytest.mark.parametrize(
    ("written", "kind", "shown"),
    [
        ("string", TypeKind.BUILTIN, "string"),
        ("int8", TypeKind.BUILTIN, "byte"),
        ("uint8", TypeKind.BUILTIN, "byte"),
        ("rune", TypeKind.UNSUPPORTED, "rune"),
        ("complex64", TypeKind.UNSUPPORTED, "complex64"),
        ("any", TypeKind.INTERFACE, "any"),
        ("error", TypeKind.INTERFACE, "error"),
        ("interface{}", TypeKind.INTERFACE, "interface{}"),
        ("interface{ M() }", TypeKind.INTERFACE, "interface{M()}"),
        ("*string", TypeKind.POINTER, "*string"),
        ("**string", TypeKind.POINTER, "**string"),
        ("[]string", TypeKind.SLICE, "[]string"),
        ("[]*Other", TypeKind.SLICE, "[]*example.com/v1.Other"),
        ("[3]string", TypeKind.ARRAY, "[3]string"),
        ("[0x10]string", TypeKind.ARRAY, "[16]string"),
        ("[size]string", TypeKind.ARRAY, "[4]string"),
        ("map[string]*Other", TypeKind.MAP, "map[string]*example.com/v1.Other"),
        ("map[Name][]map[string]int", TypeKind.MAP, "map[example.com/v1.Name][]map[string]int"),
        ("chan string", TypeKind.CHAN, "chan string"),
        ("<-chan string", TypeKind.CHAN, "<-chan string"),
        ("chan<- string", TypeKind.CHAN, "chan<- string"),
        ("func(a, b int, c ...string) error", TypeKind.FUNC, "func(a int, b int, c ...string) error"),
        ("func() (int, error)", TypeKind.FUNC, "func() (int, error)"),
        ("(string)", TypeKind.BUILTIN, "string"),
        ("struct{ A, B string; *Other }", TypeKind.STRUCT, "struct{A string; B string; *example.com/v1.Other}"),
        ("Pair[string, int]", TypeKind.UNSUPPORTED, "example.com/v1.Pair[string,int]"),
        ("Same", TypeKind.BUILTIN, "string"),
        ("Others", TypeKind.STRUCT, "example.com/v1.Other"),
        ("Name", TypeKind.ALIAS, "example.com/v1.Name"),
    ],
)
def test_a_type_is_read(tmp_path: Path, written: str, kind: TypeKind, shown: str) -> None:
    others = (
        "const size = 2 * 2\ntype Other struct{ X int }\ntype Name string\ntype Same = string\ntype Others = Other\n"
        "type Pair[A any, B comparable] struct { First A; Second B }"
    )
    package = read(tmp_path, f"type T struct {{\n\tA {written}\n\tB {written}\n}}", others)
    found = field(package, "A")
    assert (found.kind, str(found)) == (kind, shown)
    assert field(package, "B").kind is kind


def test_literal_types_are_one_for_all_places(tmp_path: Path) -> None:
    package = read(tmp_path, "type T struct { A []*U; B []*U }", "type U struct {\n\tA []*U\n}")
    assert field(package, "A") is field(package, "B") is field(package, "A", "U")
    assert field(package, "A").elem.elem is package.types["U"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("definition", "kind", "under"),
    [
        ("string", TypeKind.ALIAS, "string"),
        ("rune", TypeKind.ALIAS, "rune"),
        ("[]Base", TypeKind.ALIAS, "[]example.com/v1.Base"),
        ("map[string]T", TypeKind.ALIAS, "map[string]example.com/v1.T"),
        ("Word", TypeKind.ALIAS, "string"),
        ("Words", TypeKind.ALIAS, "[]example.com/v1.Word"),
        ("(Word)", TypeKind.ALIAS, "string"),
        ("Base", TypeKind.STRUCT, "None"),
        ("struct{}", TypeKind.STRUCT, "None"),
        ("*string", TypeKind.POINTER, "None"),
        ("Ref", TypeKind.POINTER, "None"),
        ("[2]string", TypeKind.ARRAY, "None"),
        ("func()", TypeKind.FUNC, "None"),
        ("chan int", TypeKind.CHAN, "None"),
        ("interface{}", TypeKind.INTERFACE, "None"),
        ("any", TypeKind.INTERFACE, "None"),
    ],
)
def test_a_definition_has_what_lies_under_it(tmp_path: Path, definition: str, kind: TypeKind, under: str) -> None:
    others = "type Base struct { A string }\ntype Word string\ntype Words []Word\ntype Ref *string"
    made = read(tmp_path, f"type T {definition}", others).types["T"]
    assert (made.kind, str(made.underlying)) == (kind, under)


def test_a_chain_of_typedefs_is_kept(tmp_path: Path) -> None:
    package = read(
        tmp_path, "type C B\ntype B A\ntype A struct {\n\t// +k8s:required\n\tX *A\n}", "type N2 N1\ntype N1 string"
    )
    made = package.types["C"]
    assert [str(link) for link in made.chain()] == ["example.com/v1.B", "example.com/v1.A"]
    assert [member.name for member in made.members] == ["X"]
    assert made.members[0] is not package.types["A"].members[0]
    assert made.members[0].comments[0].text == "+k8s:required"
    assert package.types["N2"].underlying is STRING
    assert package.types["N2"].written is package.types["N1"]
    assert package.types["N1"].written is None


def test_a_long_chain_of_typedefs(tmp_path: Path) -> None:
    types = read(tmp_path, "type T0 string\n" + "".join(f"type T{n + 1} T{n}\n" for n in range(2000))).types
    assert types["T2000"].underlying is types["T0"].underlying
    assert len(list(types["T2000"].chain())) == 2000


def test_types_may_refer_to_themselves_and_each_other(tmp_path: Path) -> None:
    package = read(tmp_path, "type A []A\ntype M map[string]M\ntype X struct { Y *Y }\ntype Y struct { X []X }")
    assert package.types["A"].underlying.elem is package.types["A"]  # type: ignore[union-attr]
    assert package.types["M"].underlying.elem is package.types["M"]  # type: ignore[union-attr]


def test_an_alias_is_no_type_of_its_own(tmp_path: Path) -> None:
    first = "// +k8s:maxLength=3\ntype B = A\ntype A string"
    second = "// +k8s:minLength=1\ntype D = C\n\n// C has a comment.\ntype C string"
    package = read(tmp_path, first, second)
    assert list(package.types) == ["A", "C"]
    assert [line.text for line in package.types["A"].comments] == ["+k8s:maxLength=3"]
    assert package.types["C"].comments == ()


def test_generic_types_are_not_supported(tmp_path: Path) -> None:
    package = read(tmp_path, "type List[T any] struct { Items []T }\ntype T struct { A List[string] }")
    assert package.types["List[T]"].kind is TypeKind.UNSUPPORTED
    assert field(package, "A").kind is TypeKind.UNSUPPORTED


def test_a_package_may_name_types_as_builtin_ones_are(tmp_path: Path) -> None:
    package = read(tmp_path, "type string struct { A int }\ntype T struct { A string; B bool }")
    assert field(package, "A") is package.types["string"]
    assert field(package, "B") is BUILTIN["bool"]


def test_groups_and_files_keep_their_order(tmp_path: Path) -> None:
    package = read(tmp_path, "type (\n\tZ string\n\tA Z\n)", "type M struct{}")
    assert list(package.types) == ["Z", "A", "M"]
    assert [Path(file).name for file in package.files] == ["types0.go", "types1.go"]
    assert str(package.types["A"].place).endswith("types0.go:4:2")


def test_functions_are_read_with_their_signatures(tmp_path: Path) -> None:
    method = "func (t T) Method() {}"
    text = "func ValidateCustom_T(_ ctx, a, b *T, more ...map[string]int) (List, error) { return nil }"
    function = read(tmp_path, f"type T struct{{}}\n{method}\n{text}").functions["ValidateCustom_T"]
    assert function.parameters == (("_", "ctx"), ("a", "*T"), ("b", "*T"), ("more", "...map[string]int"))
    assert function.results == ("List", "error")
    assert (function.place.line, function.place.column) == (4, 6)


def test_places_count_characters(tmp_path: Path) -> None:
    package = read(tmp_path, 'type T struct { Größe string `json:"größe"`; B string }')
    assert [member.place.column for member in package.types["T"].members] == [17, 46]
    assert package.types["T"].members[0].json.name == "größe"


@pytest.mark.parametrize(
    ("name", "kind", "under"),
    [
        ("metav1.Time", TypeKind.STRUCT, None),
        ("metav1.ConditionStatus", TypeKind.ALIAS, "string"),
        ("metav1.Verbs", TypeKind.ALIAS, "[]string"),
        ("time.Duration", TypeKind.ALIAS, "int64"),
        ("types.UID", TypeKind.ALIAS, "string"),
        ("resource.Quantity", TypeKind.STRUCT, None),
        (
            "corev1.ResourceList",
            TypeKind.ALIAS,
            "map[k8s.io/api/core/v1.ResourceName]k8s.io/apimachinery/pkg/api/resource.Quantity",
        ),
        ("corev1.PodTemplateSpec", TypeKind.STRUCT, None),
        ("unknown.Thing", TypeKind.STRUCT, None),
    ],
)
def test_foreign_types_are_known_or_taken_for_structs(
    tmp_path: Path, name: str, kind: TypeKind, under: str | None
) -> None:
    imports = (
        'import (\n"time"\nmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n"k8s.io/apimachinery/pkg/types"\n'
        '"k8s.io/apimachinery/pkg/api/resource"\ncorev1 "k8s.io/api/core/v1"\n"example.org/some/unknown"\n)\n'
    )
    sources = read_all(tmp_path, f"{imports}type T struct {{\n\tA {name}\n}}")
    found = field(sources.universe.packages["example.com/v1"], "A")
    assert found.kind is kind
    assert (str(found.underlying) if found.underlying else None) == under
    shared = {found.name.package} if found.name.package.startswith("k8s.io/") else set()
    assert {"example.com/v1", *shared} <= sources.included
    assert (found.name.package in sources.included) is bool(shared)
    assert "--root" in sources.missing[found.name.package]
