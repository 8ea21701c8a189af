"""Environments: resolution of names, sharing, and merging of libraries."""

import pytest

from kapivara.cel.env import Env, merge_libraries
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.functions import Function, Overload
from kapivara.cel.macros import STANDARD_MACROS, macro_table
from kapivara.cel.messages.provider import ChainedProvider, FieldDecl
from kapivara.cel.messages.well_known import WellKnownTypes
from kapivara.cel.types import DURATION, INT, STRING, UINT, Type, object_type
from kapivara.cel.values import Duration, Timestamp, UInt


def overload(name: str, *args: Type) -> Overload:
    return Overload(name, args, INT, print)


F = Function("f", (overload("f_int", INT),), "Says f.", (("f(1)", "1"),))
G = Function("g", (overload("g", INT),))
MACROS = macro_table(STANDARD_MACROS)


class One:
    """Provides one type with one field."""

    def __init__(self, name: str, field: str):
        self.name = name
        self.field = field

    def find_type(self, name: str) -> Type | None:
        return object_type(name) if name == self.name else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        return FieldDecl(INT, field) if (type_name, field) == (self.name, self.field) else None

    def field_names(self, type_name: str) -> list[str]:
        return [self.field] if type_name == self.name else []

    def construct(self, type_name: str, fields: object) -> object:
        return type_name, fields


CANDIDATES = {
    "no container": ("", "x", ["x"]),
    "containers": ("a.b", "x", ["a.b.x", "a.x", "x"]),
    "qualified": ("a", "x.y", ["a.x.y", "x.y"]),
    "absolute": ("a.b", ".x.y", ["x.y"]),
}


@pytest.mark.parametrize(("container", "name", "expected"), CANDIDATES.values(), ids=CANDIDATES.keys())
def test_candidate_names(container: str, name: str, expected: list[str]) -> None:
    """A name is resolved from the innermost container outwards."""
    assert list(Env(container=container, macros=MACROS).candidate_names(name)) == expected


def test_merging_keeps_the_order() -> None:
    """Overloads of later libraries follow; one with the same id replaces the earlier one in its place."""
    again = Function("f", (overload("f_string", STRING), overload("f_int", UINT)), "Says f.", (("f('a')", "1"),))
    merged = merge_libraries([{"f": F, "g": G}, {"f": again}])
    assert [(each.id, each.args) for each in merged["f"].overloads] == [("f_int", (UINT,)), ("f_string", (STRING,))]
    assert merged["f"].doc == "Says f."
    assert [call for call, _ in merged["f"].examples] == ["f(1)", "f('a')"]
    assert merged["g"] is G


def test_extending_leaves_the_original_alone() -> None:
    """An extended environment has additions, and shares unchanged parts."""
    base = Env(variables={"x": INT}, libraries=[{"f": F}], macros=MACROS)
    wider = base.extend(variables={"y": STRING})
    assert wider.functions is base.functions
    assert wider.resolver is base.resolver
    assert str(wider.compile("y").result_type) == "string"
    assert str(wider.compile("f(x)").result_type) == "int"
    with pytest.raises(CelIssuesError):
        base.compile("y")
    assert str(base.extend(libraries=[{"g": G}]).compile("g(f(x))").result_type) == "int"


def test_extending_asks_the_new_provider_first() -> None:
    """Providers are called one after the other."""
    base = Env(macros=MACROS, variables={"p": object_type("P"), "q": object_type("Q")}, provider=One("P", "x"))
    wider = base.extend(provider=One("Q", "y"))
    assert str(wider.compile("p.x").result_type) == "int"
    assert str(wider.compile("q.y").result_type) == "int"
    chained = ChainedProvider(One("P", "x"), One("Q", "y"))
    assert list(chained.field_names("Q")) == ["y"]
    assert chained.construct("Q", {"y": 1}) == ("Q", {"y": 1})


def test_unknown_objects() -> None:
    """An object that no provider knows is an error of the environment."""
    env = Env(macros=MACROS, variables={"p": object_type("P")})
    with pytest.raises(CelIssuesError, match="unexpected failed resolution of 'P'"):
        env.compile("p.x")


CONSTRUCTED = {
    "Int64Value": ({"value": 3}, 3),
    "Int32Value": ({}, 0),
    "UInt64Value": ({}, UInt(0)),
    "BoolValue": ({"value": True}, True),
    "BytesValue": ({}, b""),
    "DoubleValue": ({"value": 1.14}, 1.14),
    "FloatValue": ({"value": 1.14}, 1.1399999856948853),
    "StringValue": ({"value": "a"}, "a"),
    "Struct": ({"fields": {"a": 1}}, {"a": 1}),
    "ListValue": ({"values": [1]}, [1]),
    "Value": ({"null_value": 0}, None),
    "Duration": ({"seconds": 1, "nanos": 5}, Duration(1_000_000_005)),
    "Timestamp": ({"seconds": 1}, Timestamp(1_000_000_000)),
}


@pytest.mark.parametrize(
    ("name", "fields", "expected"), [(name, *case) for name, case in CONSTRUCTED.items()], ids=CONSTRUCTED.keys()
)
def test_well_known_messages_are_values(name: str, fields: dict[str, object], expected: object) -> None:
    """A literal of a well-known message is the value that it represents."""
    made = WellKnownTypes().construct(f"google.protobuf.{name}", fields)
    assert made == expected
    assert type(made) is type(expected)


def test_well_known_types() -> None:
    """Their names with the prefix are known, and their fields."""
    known = WellKnownTypes()
    assert known.find_type("google.protobuf.Duration") == DURATION
    assert known.find_type("Duration") is None
    assert list(known.field_names("google.protobuf.Timestamp")) == ["seconds", "nanos"]
    assert known.find_field("google.protobuf.Struct", "nope") is None
