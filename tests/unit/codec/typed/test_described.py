"""Tests of types from tables: one shape each, loaded on first use, with everything that their declarations contain."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kapivara.codec.shapes import ANYTHING, Bytes, Custom, ListOf, MapOf, Scalar
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import DescribedTypes, Table, described

META = described("meta.v1")
TYPES = {
    "Thing": """\
struct
0 - Base
3 word Word omitempty
4 things map[Word]*Thing omitempty
5 names Names
6 raw Raw omitempty
7 any any omitempty
8 time meta.v1.Time omitempty
9 zero meta.v1.Time omitempty omitzero
10 base Base omitempty
11 id other.ID:string omitempty
12 kept []string omitempty keepempty list=set
""",
    "Base": """\
struct
1 a int32
2 b *bool omitempty
""",
    "Word": "string enum=A,B",
    "Names": "[]Word",
    "Raw": "[]byte",
    "Word2": "Word",
    "Extra": "[]string message",
    "Sized": """\
=codec.known_shapes.QUANTITY
1 Text *string
3 Raw []byte
""",
}


@pytest.fixture
def types() -> DescribedTypes:
    return DescribedTypes("apis.groups.test.v1", lambda: Table("k8s.io/api/test/v1", TYPES), described)


def test_a_type_has_one_shape(types: DescribedTypes) -> None:
    assert described("meta.v1") is META
    assert META.struct("ObjectMeta") is META.shape("ObjectMeta")
    assert types.shape("[]Thing") is types.shape("[]Thing")
    things = types.struct("Thing").tables.by_name["things"].shape
    assert isinstance(things, MapOf)
    assert things.item is types.struct("Thing")
    assert things.pointers


@pytest.mark.parametrize(
    ("text", "go_name", "kind"),
    [
        ("Word", "v1.Word", Scalar),
        ("Word2", "v1.Word2", Scalar),
        ("Names", "v1.Names", ListOf),
        ("[]Word", "[]v1.Word", ListOf),
        ("[]*Thing", "[]*v1.Thing", ListOf),
        ("map[Word]*Thing", "map[v1.Word]*v1.Thing", MapOf),
        ("Raw", "v1.Raw", Bytes),
        ("[]byte", "[]uint8", Bytes),
        ("*meta.v1.Time", "v1.Time", Custom),
        ("meta.resource.Quantity", "resource.Quantity", Custom),
        ("other.ID:string", "other.ID", Scalar),
        ("any", "interface {}", Custom),
    ],
)
def test_types_are_called_as_go_calls_them(types: DescribedTypes, text: str, go_name: str, kind: type) -> None:
    shape = types.shape(text)
    assert shape.go_name == go_name
    assert isinstance(shape, kind)


def test_embedded_fields_stand_among_the_others(types: DescribedTypes) -> None:
    fields = types.struct("Thing").tables.by_name
    assert list(fields)[:3] == ["a", "b", "word"]
    assert fields["a"].embedded == ("Base",)
    assert fields["a"].home is types.struct("Base")
    assert fields["word"].home is None


def test_what_is_printed_when_it_is_empty(types: DescribedTypes) -> None:
    """Structs, and types in place of one, are never empty, unless they are omitted when zero."""
    assert decode_typed({}, types.struct("Thing")).value == {"a": 0, "names": None, "time": None, "base": {"a": 0}}
    assert decode_typed({"kept": [], "zero": None}, types.struct("Thing")).value["kept"] == []


def test_declarations_are_at_hand(types: DescribedTypes) -> None:
    fields = types.struct("Thing").tables.by_name
    assert fields["kept"].said("list") == "set"
    assert fields["kept"].said("keys") == ""
    assert fields["id"].number == 11
    word = types.shape("Word")
    assert isinstance(word, Scalar)
    assert word.enum == ("A", "B")
    assert types.shape("any") is ANYTHING
    owners = META.struct("ObjectMeta").tables.by_name["ownerReferences"]
    assert [owners.said(word) for word in ("list", "keys", "patch", "mergekey")] == ["map", "uid", "merge", "uid"]


def test_texts() -> None:
    assert META.texts("TypeMeta")["kind"].startswith("The kind of the object")
    assert META.texts("Nothing") == {}


def test_what_is_no_struct(types: DescribedTypes) -> None:
    types.shape("Word")
    with pytest.raises(TypeError, match=r"Word of apis\.groups\.test\.v1 is no struct"):
        types.struct("Word")


def test_nothing_is_loaded_before_it_is_used() -> None:
    program = """
import sys
from kapivara.codec.typed.described import described
definition = described("apis.groups.apiextensions.v1").struct("CustomResourceDefinition")
assert not [name for name in sys.modules if "zz_generated" in name]
definition.tables
print(*sorted(name for name in sys.modules if "zz_generated" in name))
"""
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    tables = [f"kapivara.{folder}.zz_generated_table" for folder in ("apis.groups.apiextensions.v1", "meta.v1")]
    assert finished.stdout.split() == tables


def test_members_are_told_as_they_are_declared(types: DescribedTypes) -> None:
    base, word, *_ = types.members("Thing")
    assert (base.name, base.shape, base.number) == ("", types.struct("Base"), 0)
    assert (word.name, word.number, word.go_name) == ("word", 3, "Word")
    assert META.members("ObjectMeta")[4].go_name == "UID"


def test_types_that_read_their_json_themselves_have_another_form_on_the_wire(types: DescribedTypes) -> None:
    assert types.shape("Sized") is described("meta.resource").shape("Quantity")
    fields = types.wire_form("Sized").tables.fields
    assert [(each.name, each.number, each.pointer) for each in fields] == [("Text", 1, True), ("Raw", 3, True)]


def test_a_list_may_be_a_message(types: DescribedTypes) -> None:
    extra, names = types.shape("Extra"), types.shape("Names")
    assert isinstance(extra, ListOf)
    assert isinstance(names, ListOf)
    assert (extra.wrapped, names.wrapped) == (True, False)
