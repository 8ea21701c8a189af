"""The walk over types: its depth, and the errors of types that cannot be validated."""

from pathlib import Path

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources.loading import read_sources


def read(folder: Path, types: str):
    (folder / "types.go").write_text(f"package v1\n\n{types}")
    return generate(read_sources([folder]))[0]


def refusals(folder: Path, types: str) -> list[tuple[str, str, str]]:
    with pytest.raises(AuthorErrors) as caught:
        read(folder, types)
    return [(each.message.rpartition(": ")[2], each.type_name, each.field) for each in caught.value.errors]


@pytest.mark.parametrize("link", ["*T{}", "[]T{}", "map[string]T{}", "T{}"])
def test_long_chains_of_types(tmp_path, link):
    tags = "" if link == "T{}" else "\t// +k8s:optional\n"
    chain = "".join(
        f'type T{i} struct {{\n{tags}\tN {link.format(i + 1)} `json:"n"`\n\tBack *T0 `json:"b"`\n}}\n'
        for i in range(800)
    )
    last = 'type T800 struct {\n\t// +k8s:optional\n\t// +k8s:maxLength=3\n\tS string `json:"s"`\n}\n'
    made = read(tmp_path, chain + last)
    assert len(made.plan.types) == 801
    module = load_generated(made.source, "chain")
    errors = module.validate("T800", Operation(Verb.CREATE), {"s": "long"})
    assert [each.field for each in errors] == ["s"]


REFUSED = [
    ("*[]string", "pointers to lists are not supported"),
    ("[]*[]string", "pointers to lists are not supported"),
    ("map[string]*string", "maps of pointers are not supported"),
    ("map[int]string", "maps with non-string keys are not supported"),
    ("[3]string", "fixed-size arrays are not supported"),
    ("chan int", "kind Chan is not supported"),
]


@pytest.mark.parametrize(("kind", "message"), REFUSED, ids=[kind for kind, _ in REFUSED])
def test_of_a_type_that_cannot_be_validated_nothing_else_is_told(tmp_path, kind, message):
    fields = f'\t// +k8s:maxLength=2\n\t// +k8s:listMapKey=x\n\tA {kind} `json:"a"`\n\tB {kind} `json:"b"`\n'
    inside = "[vals]" if kind == "[]*[]string" else ""
    folder = tmp_path / "v1"
    folder.mkdir()
    assert refusals(folder, f"type S struct {{\n{fields}}}\n") == [
        (message, "v1.S", f"v1.S.a{inside}"),
        (message, "v1.S", f"v1.S.b{inside}"),
    ]


def test_a_typedef_of_what_cannot_be_validated(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    assert refusals(folder, "type L []*[]string\n") == [("pointers to lists are not supported", "v1.L", "")]


def test_structs_that_are_embedded_too_deeply(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    chain = "".join(f'type T{i} struct {{\n\tT{i + 1} `json:",inline"`\n}}\n' for i in range(60))
    found = refusals(folder, chain + "type T60 struct {}\n")
    assert found == [("structs are embedded in v1.T0 more than 50 deep", "v1.T0", "")]
