"""Shapes in generated files: the printed code, and the values that it reads."""

import pytest

from kapivara.codec.errors import DecodeError
from kapivara.codec.shapes import ListOf, MapOf, Scalar
from kapivara.codec.typed.decoding import decode_typed, read_nested
from kapivara.generator.emission.shape_printing import ShapeWriter
from kapivara.generator.model.types import (
    BUILTIN,
    STRING,
    JsonName,
    Member,
    Package,
    Position,
    Type,
    TypeKind,
    TypeName,
    Universe,
    list_of,
    map_of,
    pointer_to,
)

HERE = Position("types.go", 1, 1)
PATH = "example.com/v1"
META = "k8s.io/apimachinery/pkg/apis/meta/v1"


def struct(name, *members, path=PATH):
    made = Type(TypeName(path, name), TypeKind.STRUCT, HERE)
    made.members = list(members)
    return made


def alias(name, under, path=PATH):
    made = Type(TypeName(path, name), TypeKind.ALIAS, HERE)
    made.underlying = under
    return made


def field(json, kind=STRING, *, omit=False):
    return Member(json.title(), kind, JsonName(True, json, omit_empty=omit), HERE, embedded=False, comments=())


def embed(kind):
    inner = kind.elem if kind.kind is TypeKind.POINTER else kind
    return Member(inner.name.name, kind, JsonName(True, "", inline=True), HERE, embedded=True, comments=())


def written(*kinds, package=None, universe=None, reserved=()):
    writer = ShapeWriter(package or Package(PATH, "v1"), universe, reserved)
    names = [writer.expression(kind) for kind in kinds]
    return names, writer.declarations()


def made(kind):
    (name,), lines = written(kind)
    space = {}
    exec("\n".join(["from kapivara.codec import known_shapes, shapes", *lines]), space)
    return eval(name, space)


def recursive():
    tree = struct("Tree")
    tree.members = [
        field("name"),
        field("left", pointer_to(tree), omit=True),
        field("kids", list_of(tree), omit=True),
        field("kidPtrs", list_of(pointer_to(tree)), omit=True),
        field("byName", map_of(STRING, tree), omit=True),
    ]
    return tree


def mutual():
    ping, pong = struct("Ping"), struct("Pong")
    ping.members = [field("pong", pointer_to(pong), omit=True), field("n", BUILTIN["int32"])]
    pong.members = [field("ping", pointer_to(ping), omit=True), field("n", BUILTIN["int32"])]
    return ping


WORD = alias("Word", STRING)
PART = struct("Part", field("id", WORD), field("n", pointer_to(BUILTIN["int32"]), omit=True))
INNER_PTR = struct("InnerPtr", field("b"), field("c"))
EMBEDS = struct("Embeds", embed(struct("Inner", field("a"))), embed(pointer_to(INNER_PTR)), field("d"))
ANY = Type(TypeName("", "interface{}"), TypeKind.INTERFACE)
ODD = struct(
    "Odd",
    field("bytes", list_of(BUILTIN["byte"]), omit=True),
    field("blob", alias("Blob", list_of(BUILTIN["byte"])), omit=True),
    field("float", BUILTIN["float64"]),
    field("any", ANY, omit=True),
    field("parts", alias("Parts", list_of(PART)), omit=True),
    field("mapOfLists", map_of(STRING, list_of(PART)), omit=True),
    field("null", pointer_to(PART)),
    field("part", PART, omit=True),
)
TIMES = struct(
    "Times",
    field("when", Type(TypeName("time", "Time"), TypeKind.STRUCT)),
    field("wait", Type(TypeName("time", "Duration"), TypeKind.ALIAS), omit=True),
    field("stamp", pointer_to(Type(TypeName(META, "Time"), TypeKind.STRUCT)), omit=True),
    field("size", Type(TypeName("k8s.io/apimachinery/pkg/api/resource", "Quantity"), TypeKind.STRUCT)),
    field("foreign", Type(TypeName("example.com/far", "Away"), TypeKind.STRUCT)),
)

ROUND_TRIPS = {
    "tree": (
        recursive(),
        {"name": "a", "left": {"kids": [{"name": "b"}]}, "kidPtrs": [None, {}], "byName": {"x": {}}},
        {
            "name": "a",
            "left": {"name": "", "kids": [{"name": "b"}]},
            "kidPtrs": [None, {"name": ""}],
            "byName": {"x": {"name": ""}},
        },
    ),
    "ping pong": (mutual(), {"pong": {"ping": {"n": 1}}}, {"pong": {"ping": {"n": 1}, "n": 0}, "n": 0}),
    "embedded pointer unset": (EMBEDS, {"a": "x"}, {"a": "x", "d": ""}),
    "embedded pointer set": (EMBEDS, {"b": "x"}, {"a": "", "b": "x", "c": "", "d": ""}),
    "embedded pointer set by null": (EMBEDS, {"c": None}, {"a": "", "b": "", "c": "", "d": ""}),
    "odd, empty": (ODD, {}, {"float": 0, "null": None, "part": {"id": ""}}),
    "odd": (
        ODD,
        {"bytes": "aGk=", "blob": "", "any": [{"x": 1}], "parts": [{"id": "1"}, None], "mapOfLists": {"k": [{"n": 0}]}},
        {
            "bytes": "aGk=",
            "any": [{"x": 1}],
            "parts": [{"id": "1"}, {"id": ""}],
            "mapOfLists": {"k": [{"id": "", "n": 0}]},
            "float": 0,
            "null": None,
            "part": {"id": ""},
        },
    ),
    "times, empty": (TIMES, {}, {"when": "0001-01-01T00:00:00Z", "size": "0", "foreign": None}),
    "times": (
        TIMES,
        {"when": "2024-01-02T04:04:05.5+01:00", "stamp": "2024-01-02T04:04:05+01:00", "size": 5, "foreign": {"x": [1]}},
        {
            "when": "2024-01-02T04:04:05.5+01:00",
            "stamp": "2024-01-02T03:04:05Z",
            "size": "5",
            "foreign": {"x": [1]},
        },
    ),
}


@pytest.mark.parametrize(("kind", "value", "normal"), ROUND_TRIPS.values(), ids=ROUND_TRIPS)
def test_values_are_read_by_printed_shapes(kind, value, normal):
    read = decode_typed(value, made(kind))
    assert read.value == normal
    assert read.strict == ()


MISMATCHES = {
    "typedef": (PART, {"id": 1}, "json: cannot unmarshal number into Go struct field Part.id of type v1.Word"),
    "pointer": (PART, {"n": "x"}, "json: cannot unmarshal string into Go struct field Part.n of type int32"),
    "embedded": (
        EMBEDS,
        {"b": 1},
        "json: cannot unmarshal number into Go struct field Embeds.InnerPtr.b of type string",
    ),
    "named list": (ODD, {"parts": {}}, "json: cannot unmarshal object into Go struct field Odd.parts of type v1.Parts"),
    "list of pointers": (
        recursive(),
        {"kidPtrs": "x"},
        "json: cannot unmarshal string into Go struct field Tree.kidPtrs of type []*v1.Tree",
    ),
    "quantity": (
        TIMES,
        {"size": "x"},
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ),
}


@pytest.mark.parametrize(("kind", "value", "message"), MISMATCHES.values(), ids=MISMATCHES)
def test_mismatches_name_go_types(kind, value, message):
    with pytest.raises(DecodeError) as caught:
        decode_typed(value, made(kind))
    assert str(caught.value) == message


@pytest.mark.parametrize("name", BUILTIN)
def test_builtins(name):
    shape = made(BUILTIN[name])
    assert isinstance(shape, Scalar)
    wanted = {"byte": "uint8", "int8": "uint8", "float": "float64"}.get(name, name)
    assert shape.go_name == wanted


def test_declarations_are_readable_and_in_order():
    names, lines = written(recursive(), list_of(PART), WORD, list_of(PART), list_of(pointer_to(PART)), STRING)
    assert names == ["TREE", "LIST_OF_PART", "WORD", "LIST_OF_PART", "LIST_OF_PART_2", "shapes.STRING"]
    assert "\n".join(lines) == (
        "TREE: shapes.Struct = shapes.Struct(\n"
        '    "v1.Tree",\n'
        "    lambda: (\n"
        '        shapes.always("name", shapes.STRING),\n'
        '        shapes.pointer("left", TREE),\n'
        '        shapes.optional("kids", shapes.ListOf(TREE)),\n'
        '        shapes.optional("kidPtrs", shapes.ListOf(TREE, pointers=True)),\n'
        '        shapes.optional("byName", shapes.MapOf(TREE)),\n'
        "    ),\n"
        ")\n"
        'WORD = shapes.STRING.named("v1.Word")\n'
        "PART = shapes.Struct(\n"
        '    "v1.Part",\n'
        "    (\n"
        '        shapes.always("id", WORD),\n'
        '        shapes.pointer("n", shapes.INT32),\n'
        "    ),\n"
        ")\n"
        "LIST_OF_PART = shapes.ListOf(PART)\n"
        "LIST_OF_PART_2 = shapes.ListOf(PART, pointers=True)"
    )


def test_lists_and_maps_that_hold_themselves():
    nest = alias("Nest", None)
    nest.underlying = list_of(map_of(STRING, nest))
    shape = made(nest)
    assert isinstance(shape, ListOf)
    assert isinstance(shape.item, MapOf)
    assert shape.item.item is shape
    assert read_nested([{"a": [{"b": None}]}], shape) == [{"a": [{"b": None}]}]


def test_typedefs_of_pointers_are_pointers():
    pointer = alias("PartPointer", pointer_to(PART))
    holder = struct("Holder", field("p", pointer), field("all", list_of(pointer)))
    assert decode_typed({"all": [None]}, made(holder)).value == {"p": None, "all": [None]}


def test_map_keys_and_arrays_keep_their_names():
    array = Type(TypeName("", "[2]string"), TypeKind.ARRAY)
    array.elem, array.length = STRING, 2
    assert made(map_of(WORD, PART)).go_name == "map[v1.Word]v1.Part"
    assert made(array).go_name == "[2]string"


def test_names_of_other_packages_and_reserved_ones():
    other = Package("example.com/other-things", "things")
    universe = Universe()
    universe.packages[other.path] = other
    kinds = [
        PART,
        struct("Part", path=other.path),
        struct("HTTPGet", path="example.com/far"),
        struct("OK"),
        struct("Ok"),
    ]
    names, lines = written(*kinds, universe=universe, reserved=["OK"])
    assert names == ["PART", "THINGS_PART", "FAR_HTTP_GET", "OK_2", "OK_3"]
    assert 'THINGS_PART = shapes.Struct("things.Part", ())' in lines


def test_hostile_names_stay_data():
    kind = struct('Ü"+x', field("a\"\n'", STRING))
    (name,), lines = written(kind)
    assert name.isidentifier()
    assert decode_typed({"a\"\n'": "v"}, made(kind)).value == {"a\"\n'": "v"}
    assert len(lines) == 4


def test_anonymous_structs():
    inner = Type(TypeName("", "struct{}"), TypeKind.STRUCT, HERE)
    inner.members = [field("x")]
    assert decode_typed({}, made(struct("Holder", field("i", inner)))).value == {"i": {"x": ""}}


def test_long_chains_of_types():
    kind = PART
    for number in range(3000):
        kind = struct(f"S{number}", field("next", pointer_to(kind), omit=True))
    assert decode_typed({"next": {"next": {}}}, made(kind)).value == {"next": {"next": {}}}


def test_long_fields_are_broken():
    deep = struct("AnEmbeddedStructWithAVeryLongName", field("aFieldWithANameThatIsVeryLongIndeed", omit=True))
    _, lines = written(struct("Holder", embed(pointer_to(deep))))
    assert max(map(len, lines)) <= 120
