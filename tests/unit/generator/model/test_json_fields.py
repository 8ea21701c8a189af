"""The JSON fields of structs: names, embedding, hiding."""

import pytest

from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.types import STRING, JsonName, Member, Position, Type, TypeKind, TypeName, pointer_to

HERE = Position("types.go", 1, 1)


def struct(name, *members):
    made = Type(TypeName("example.com/v1", name), TypeKind.STRUCT, HERE)
    made.members = list(members)
    return made


def field(name, json=None, kind=STRING, **options):
    tag = JsonName(json is not None, json or "", **options)
    return Member(name, kind, tag, HERE, embedded=False, comments=())


def embed(kind, json="", **options):
    inner = kind.elem if kind.kind is TypeKind.POINTER else kind
    return Member(inner.name.name, kind, JsonName(True, json, **options), HERE, embedded=True, comments=())


A = struct("A", field("X", "x"), field("Y", "y"))
B = struct("B", field("X", "x"))
DEEP = struct("Deep", embed(pointer_to(struct("Mid", embed(A), field("M", "m")))))
LOOP = struct("Loop", field("L", "l"))
LOOP.members.append(embed(pointer_to(LOOP)))
WORD = Type(TypeName("example.com/v1", "Word"), TypeKind.ALIAS, HERE)
WORD.underlying = STRING

CASES = {
    "bare and dash": (
        struct("S", field("Bare"), field("Dash", "", ignored=True), field("Only", "", omit_empty=True)),
        [("Bare", (), ()), ("Only", (), ())],
    ),
    "unexported": (struct("S", field("hidden", "hidden"), field("Seen", "seen")), [("seen", (), ())]),
    "inline keeps places": (
        struct("S", field("Z", "z"), embed(A, inline=True), field("W", "w")),
        [("z", (), ()), ("x", ("A",), ()), ("y", ("A",), ()), ("w", (), ())],
    ),
    "embedded with a name": (struct("S", embed(A, "a")), [("a", (), ())]),
    "embedded string": (struct("S", embed(WORD)), [("Word", (), ())]),
    "inline of a plain field goes by its Go name": (struct("S", field("Part", "", A, inline=True)), [("Part", (), ())]),
    "outer wins": (struct("S", embed(A), field("X", "x")), [("y", ("A",), ()), ("x", (), ())]),
    "equals hide each other": (struct("S", embed(A), embed(B)), [("y", ("A",), ())]),
    "tagged wins among equals": (
        struct("S", embed(struct("P", field("N"))), embed(struct("Q", field("Other", "N")))),
        [("N", ("Q",), ())],
    ),
    "one type twice on a level": (struct("S", embed(struct("P", embed(A))), embed(struct("Q", embed(A)))), []),
    "pointers": (
        struct("S", embed(DEEP)),
        [
            ("x", ("Deep", "Mid", "A"), ("Deep.Mid",)),
            ("y", ("Deep", "Mid", "A"), ("Deep.Mid",)),
            ("m", ("Deep", "Mid"), ("Deep.Mid",)),
        ],
    ),
    "embedding itself": (LOOP, [("l", (), ())]),
}


@pytest.mark.parametrize(("kind", "expected"), CASES.values(), ids=CASES)
def test_fields(kind, expected):
    assert [(each.name, each.embedded, each.parents) for each in json_fields(kind)] == expected


def test_diamonds_do_not_multiply():
    below = struct("Bottom", field("X", "x"))
    for level in range(200):
        left, right = struct(f"L{level}", embed(below)), struct(f"R{level}", embed(below))
        below = struct(f"S{level}", embed(left), embed(right))
    assert json_fields(below) == []
