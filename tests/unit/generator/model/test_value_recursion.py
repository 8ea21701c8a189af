"""Structs that contain themselves by value."""

from itertools import pairwise

from kapivara.generator.model.types import (
    INVALID,
    JsonName,
    Member,
    Position,
    Type,
    TypeKind,
    TypeName,
    list_of,
    pointer_to,
)
from kapivara.generator.model.value_recursion import refuse_pointer_circles, refuse_value_recursion

HERE = Position("types.go", 1, 1)


def struct(name):
    return Type(TypeName("v1", name), TypeKind.STRUCT, HERE)


def hold(holder, held, line):
    member = Member("F", held, JsonName(True, "f"), Position("types.go", line, 2), embedded=False, comments=())
    holder.members.append(member)


def told(*types):
    return [str(each) for each in refuse_value_recursion(types, "use a pointer")]


def test_pointers_and_lists_break_the_circle():
    a, b = struct("A"), struct("B")
    hold(a, pointer_to(a), 1)
    hold(a, list_of(a), 2)
    hold(a, b, 3)
    hold(b, pointer_to(a), 4)
    assert told(a, b) == []


def test_each_circle_is_told_once():
    a, b, c = struct("A"), struct("B"), struct("C")
    hold(a, b, 1)
    hold(b, c, 2)
    hold(c, b, 3)
    hold(c, c, 4)
    assert told(a, b, c) == [
        "types.go:3:2: invalid recursive type v1.B: v1.C holds it by value (use a pointer)",
        "types.go:4:2: invalid recursive type v1.C: v1.C holds it by value (use a pointer)",
    ]


def test_long_chains():
    types = [struct(f"S{number}") for number in range(5000)]
    for number, (one, other) in enumerate(pairwise(types)):
        hold(one, other, number)
    assert told(*types) == []


def test_pointers_to_themselves_are_broken():
    p, q = Type(TypeName("v1", "P"), TypeKind.POINTER, HERE), Type(TypeName("v1", "Q"), TypeKind.POINTER, HERE)
    p.elem, q.elem = q, p
    assert [str(each) for each in refuse_pointer_circles([p, q])] == [
        "types.go:1:1: type v1.P is a pointer to itself (define it as a struct that holds a pointer)"
    ]
    assert (p.underlying, q.elem) == (INVALID, p)
