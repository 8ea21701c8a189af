"""The fields of structs, their JSON names, and the two readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.types import JsonName, Member, Universe
from kapivara.generator.sources.go.loader import Loader
from kapivara.generator.sources.go.struct_tags import json_of
from kapivara.generator.sources.go.structs import read_plain
from kapivara.generator.sources.loading import read_sources


@pytest.mark.parametrize(
    ("tag", "embedded", "want"),
    [
        (None, False, JsonName(False, "A")),
        ("", False, JsonName(False, "A")),
        ('json:"a"', False, JsonName(True, "a")),
        ('json:"a,omitempty"', False, JsonName(True, "a", omit_empty=True)),
        ('json:"a,omitzero"', False, JsonName(True, "a", omit_empty=True)),
        ('json:"a,string"', False, JsonName(True, "a")),
        ('json:",omitempty"', False, JsonName(False, "A", omit_empty=True)),
        ('json:""', False, JsonName(False, "A")),
        ('json:"-"', False, JsonName(True, "", ignored=True)),
        ('json:"-,"', False, JsonName(True, "-")),
        ('json:",inline"', True, JsonName(False, "", inline=True)),
        ('json:",inline"', False, JsonName(False, "A")),
        (None, True, JsonName(False, "", inline=True)),
        ('json:"a"', True, JsonName(True, "a")),
        ('yaml:"b" json:"a" protobuf:"c"', False, JsonName(True, "a")),
        ('yaml:"json:\\"b\\"" json:"a"', False, JsonName(True, "a")),
        ('json:"a\\"b"', False, JsonName(True, 'a"b')),
        ("json:a", False, JsonName(False, "A")),
        ('json:"a', False, JsonName(False, "A")),
        ('json: "a"', False, JsonName(False, "A")),
        ('jsonx:"a"', False, JsonName(False, "A")),
    ],
)
def test_a_json_tag_is_read(tag: str | None, embedded: bool, want: JsonName) -> None:
    assert json_of(tag, "A", embedded) == want


def members(folder: Path, text: str) -> list[Member]:
    (folder / "types.go").write_text(f'package v1\nimport m "example.org/m"\ntype Named struct {{ X int }}\n{text}\n')
    sources = read_sources([folder])
    return sources.universe.packages[sources.packages[0]].types["T"].members


def test_fields_are_read_in_every_form(tmp_path: Path) -> None:
    text = """type T struct {
	A, B string
	Named `json:",inline"`
	*m.Foo
	_ int
	C /* in between */ []string /* behind */
	G struct {
		// +k8s:required
		H string `json:"h"`
	}; I bool
	hidden string
}"""
    found = members(tmp_path, text)
    assert [each.name for each in found] == ["A", "B", "Named", "Foo", "_", "C", "G", "I", "hidden"]
    assert [each.name for each in found if each.embedded] == ["Named", "Foo"]
    assert [str(each.type).rpartition("/")[2] for each in found][2:4] == [f"{tmp_path.name}.Named", "m.Foo"]
    inner = found[6].type.members[0]
    assert (inner.name, inner.json.name, inner.comments[0].text) == ("H", "h", "+k8s:required")
    assert [each.name for each in found if not each.exported] == ["hidden"]


def test_interpreted_tags_are_read(tmp_path: Path) -> None:
    assert members(tmp_path, 'type T struct {\n\tA string "json:\\"x,omitempty\\""\n}')[0].json.name == "x"


PLAIN = """type T struct {
	Named `json:",inline"`
	*Other
	m.Foo `json:"foo"`
	*m.Bar

	// Text.
	// +k8s:required
	//
	// More text, a + b.
	A string `json:"a"`
	//+k8s:optional
	B map[string][]*m.Foo `json:"b,omitempty" protobuf:"bytes,2"`
	// +k8s:detached

	C [][]Named
	//go:embed +x
	//	+k8s:tab
	D   *Other   `yaml:"d"`
	E undefined
}

type Other struct {
	// +k8s:required
	A string `json:"größe"`
	// nothing but text
	B bool
}
"""
UNLIKE_PLAIN = """type T struct { // +k8s:alpha
	A string `json:"größe"` // +k8s:beta
	B string
	/* +k8s:gamma */
	Größe string
	C [2]string
	D, E string
	F interface{}
}
"""


@pytest.mark.parametrize("text", [PLAIN, PLAIN.replace("\n", "\r\n")], ids=["lines", "carriage returns"])
def test_both_ways_see_the_same(tmp_path: Path, text: str) -> None:
    (tmp_path / "types.go").write_text(
        f'package v1\n\nimport "example.org/m"\n\ntype Named struct{{}}\n\n{text}', newline=""
    )
    assert compare_ways(tmp_path) == 2


def test_what_is_not_plain_is_left_to_the_tree(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text(f"package v1\n\n{UNLIKE_PLAIN}")
    assert compare_ways(tmp_path) == 0


def test_both_ways_see_the_same_in_the_corpus(tag_corpus: Path) -> None:
    topics = sorted({path.parent for path in tag_corpus.glob("**/types.go")})
    assert sum(map(compare_ways, topics)) > 140


def compare_ways(folder: Path) -> int:
    """Compares both readers on all structs of a package; returns how many structs can be read from their lines."""
    loader = Loader(Universe())
    package = loader.load(folder)
    loader.complete()
    plain = 0
    for declaration in package.declarations.types.values():
        node = declaration.node.child_by_field_name("type")
        if node is None or node.type != "struct_type" or declaration.type is None:
            continue
        again = loader.structs.members_by_tree(node, declaration.scope)
        assert list(map(_parts, again)) == list(map(_parts, declaration.type.members))
        plain += read_plain(node, declaration.scope, loader.structs) is not None
    return plain


def _parts(member: Member) -> tuple[object, ...]:
    return member.name, str(member.type), member.json, member.place, member.embedded, member.comments
