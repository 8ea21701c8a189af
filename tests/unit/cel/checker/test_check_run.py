"""Types, references and issues of checked expressions."""

from typing import Any

import pytest

from kapivara.cel import types as t
from kapivara.cel.env import Env
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.functions import Function, Overload
from kapivara.cel.library.extensions.optionals import OPTIONALS
from kapivara.cel.library.standard.language import STANDARD, STANDARD_TYPES
from kapivara.cel.macros import BINDING_MACROS, OPTIONAL_MACROS, STANDARD_MACROS, TWO_VARIABLE_MACROS, macro_table
from kapivara.cel.messages.provider import ChainedProvider, FieldDecl
from kapivara.cel.messages.well_known import CONSTANTS, WellKnownTypes
from kapivara.cel.tree.ast import Call, Ident, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import descendants
from kapivara.cel.types import ANY, BOOL, DOUBLE, DYN, INT, STRING, UINT, Type, list_of, map_of, optional_of

POINT = t.object_type("test.Point")


class Points:
    """Provides `test.Point` with fields x, y and next."""

    FIELDS = {"x": INT, "y": INT, "label": t.wrapper_of(STRING), "next": POINT}  # noqa: RUF012 a constant

    def find_type(self, name: str) -> Type | None:
        return POINT if name == POINT.name else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        found = self.FIELDS.get(field) if type_name == POINT.name else None
        return FieldDecl(found, field) if found else None

    def field_names(self, type_name: str) -> list[str]:
        return list(self.FIELDS) if type_name == POINT.name else []

    def construct(self, type_name: str, fields: object) -> object:
        return {"type": type_name, "fields": fields}


def call(name: str, args: tuple[Type, ...], result: Type) -> Function:
    return Function(name, (Overload(f"{name}_id", args, result, print),))


TUPLE = call(
    "tuple",
    (t.type_param("T"), t.type_param("U")),
    t.opaque("tuple", t.type_param("T"), t.type_param("U")),
)
VARIABLES = {
    "b": BOOL,
    "i": INT,
    "u": UINT,
    "d": DOUBLE,
    "s": STRING,
    "any": DYN,
    "anything": ANY,
    "li": list_of(INT),
    "ls": list_of(STRING),
    "m": map_of(STRING, INT),
    "p": POINT,
    "op": optional_of(POINT),
    "om": optional_of(map_of(STRING, INT)),
    "ol": optional_of(list_of(INT)),
    "w": t.wrapper_of(INT),
    "n": t.NULL,
    "a.b": STRING,
    "a.b.c": map_of(STRING, INT),
    "ns.inner": INT,
}


def make_env(**options: object) -> Env:
    return Env(
        variables=VARIABLES,
        types={**STANDARD_TYPES, "optional_type": optional_of(DYN)},
        constants=CONSTANTS,
        libraries=[STANDARD, OPTIONALS, {"tuple": TUPLE, "ns.f": call("ns.f", (INT,), STRING)}],
        macros=macro_table(STANDARD_MACROS, BINDING_MACROS, OPTIONAL_MACROS, TWO_VARIABLE_MACROS),
        provider=ChainedProvider(Points(), WellKnownTypes()),
        optional_syntax=True,
        **options,  # type: ignore[arg-type]
    )


ENV = make_env()

TYPES = {
    "literals": ("[1, 2]", "list(int)"),
    "null": ("null", "null"),
    "empty list": ("[]", "list(dyn)"),
    "empty map": ("{}", "map(dyn, dyn)"),
    "list of lists, one empty": ("[[], [1]]", "list(list(int))"),
    "lists ever deeper": ("[[], [[]], [[[]]], [[[[]]]]]", "list(list(list(list(list(dyn)))))"),
    "mixed list": ("[1, 'a']", "list(dyn)"),
    "mixed map": ("{'a': 1, 'b': 'c'}", "map(string, dyn)"),
    "dyn is more general": ("[1, any]", "list(dyn)"),
    "null fits optionals": ("[null, optional.of(1)][0]", "optional_type(int)"),
    "null fits wrappers": ("[null, w]", "list(wrapper(int))"),
    "a wrapper is compared": ("w == 1 && w == null", "bool"),
    "a wrapper is added to": ("w + 1", "int"),
    "a wrapper's field": ("p.label.size()", "int"),
    "map's value by field": ("m.x", "int"),
    "dyn's field": ("any.x.y", "dyn"),
    "free parameter's field": ("[].map(x, x)[0].foo", "dyn"),
    "object's field": ("p.next.next.x", "int"),
    "has": ("has(p.x)", "bool"),
    "optional object's field": ("op.x", "optional_type(int)"),
    "optional selection": ("p.?next.?x", "optional_type(int)"),
    "optional map's field": ("om.k", "optional_type(int)"),
    "optional list's index": ("ol[0]", "optional_type(int)"),
    "optional index": ("li[?0]", "optional_type(int)"),
    "optional element": ("[?op, p]", "list(test.Point)"),
    "optional entry": ("{?'a': om.x}", "map(string, int)"),
    "optional field": ("test.Point{?x: om.x}", "test.Point"),
    "optMap": ("om.optMap(v, v.size())", "optional_type(int)"),
    "orValue": ("om.x.orValue(1)", "int"),
    "optional generality": ("true ? optional.of(dyn(1)) : optional.of(1)", "optional_type(dyn)"),
    "map macro": ("li.map(x, string(x))", "list(string)"),
    "filter over a map": ("m.filter(k, k == 'a')", "list(string)"),
    "over dyn": ("any.map(x, x)", "list(dyn)"),
    "two variables over a list": ("li.transformList(index, value, [index, value])", "list(list(int))"),
    "two variables over a map": ("m.all(k, v, k.size() < v)", "bool"),
    "bind": ("cel.bind(x, li, x[0])", "int"),
    "nested macros": ("li.all(x, ls.exists(y, y.size() == x))", "bool"),
    "several overloads, one type": ("any.size()", "int"),
    "several overloads, several types": ("any + any", "dyn"),
    "cross-type comparison": ("1 < 2.0 && 1u > 2", "bool"),
    "ternary of a parameter": ("b ? [] : li", "list(int)"),
    "type's name": ("int", "type(int)"),
    "type of": ("type(li) == list", "bool"),
    "type of type": ("type(int)", "type(type(int))"),
    "opaque type": ("[tuple(1, 2u), tuple(dyn(1), 2u)]", "list(tuple(dyn, uint))"),
    "wrapper literal": ("google.protobuf.Int64Value{value: 1}", "wrapper(int)"),
    "value literal": ("google.protobuf.Value{null_value: google.protobuf.NullValue.NULL_VALUE}", "dyn"),
    "struct literal": ("google.protobuf.Struct{fields: {'a': 1}}", "map(string, dyn)"),
    "object literal": ("test.Point{x: 1, y: i, label: null}", "test.Point"),
    "qualified variable, the longest": ("a.b.c.d", "int"),
    "qualified variable": ("a.b", "string"),
    "qualified function": ("ns.f(1)", "string"),
}


@pytest.mark.parametrize(("text", "expected"), TYPES.values(), ids=TYPES.keys())
def test_type(text: str, expected: str) -> None:
    """An expression has the type that the reference implementation assigns."""
    assert str(ENV.compile(text).result_type) == expected


COMPLAINTS = {
    "undeclared": ("y", ["1:1: undeclared reference to 'y' (in container '')"]),
    "undeclared function": ("f(1)", ["1:2: undeclared reference to 'f' (in container '')"]),
    "undeclared member": ("s.f()", ["1:4: undeclared reference to 'f' (in container '')"]),
    "undeclared target and member": (
        "x.y.f()",
        [
            "1:1: undeclared reference to 'x' (in container '')",
            "1:6: undeclared reference to 'f' (in container '')",
        ],
    ),
    "undeclared type": ("x.Y{}", ["1:4: undeclared reference to 'x.Y' (in container '')"]),
    "overload": ("1 + 'a'", ["1:3: found no matching overload for '_+_' applied to '(int, string)'"]),
    "overload of a member": ("s.size(1)", ["1:7: found no matching overload for 'size' applied to 'string.(int)'"]),
    "overload, no arguments": ("size()", ["1:5: found no matching overload for 'size' applied to '()'"]),
    "overload with unknown type": (
        "[] + 1",
        ["1:4: found no matching overload for '_+_' applied to '(list(dyn), int)'"],
    ),
    "ternary": ("i ? 1 : 2", ["1:3: found no matching overload for '_?_:_' applied to '(int, int, int)'"]),
    "and": (
        "i && s",
        ["1:1: expected type 'bool' but found 'int'", "1:6: expected type 'bool' but found 'string'"],
    ),
    "range": (
        "i.all(x, x)",
        ["1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"],
    ),
    "range of any message": (
        "anything.all(x, x)",
        ["1:1: expression of type 'any' cannot be range of a comprehension (must be list, map, or dynamic)"],
    ),
    "predicate": ("li.all(x, x)", ["1:11: expected type 'bool' but found 'int'"]),
    "predicate of exists": (
        "li.filter(x, x)",
        ["1:10: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'"],
    ),
    "field": ("p.z", ["1:2: undefined field 'z'"]),
    "field in has": ("has(p.z)", ["1:4: undefined field 'z'"]),
    "optional field": ("p.?z", ["1:2: undefined field 'z'"]),
    "selection": ("i.x", ["1:2: type 'int' does not support field selection"]),
    "errors are not repeated": ("p.z.z.z + 1", ["1:2: undefined field 'z'"]),
    "optional element": ("[?1]", ["1:3: expected type 'optional_type(int)' but found 'int'"]),
    "optional entry": ("{?'a': 1}", ["1:8: expected type 'optional_type(int)' but found 'int'"]),
    "field's type": (
        "test.Point{x: 'a'}",
        ["1:13: expected type of field 'x' is 'int' but provided type is 'string'"],
    ),
    "literal's unknown field": ("test.Point{z: 1}", ["1:13: undefined field 'z'"]),
    "not a message": ("int{}", ["1:4: 'int' is not a message type"]),
    "null is no string": ("s == null", ["1:3: found no matching overload for '_==_' applied to '(string, null)'"]),
}


@pytest.mark.parametrize(("text", "expected"), COMPLAINTS.values(), ids=COMPLAINTS.keys())
def test_complaints(text: str, expected: list[str]) -> None:
    """Issues have the reference implementation's messages, in the order of places."""
    with pytest.raises(CelIssuesError) as caught:
        ENV.compile(text)
    lines = [line for line in str(caught.value).splitlines() if line.startswith("ERROR")]
    assert lines == [f"ERROR: <input>:{line}" for line in expected]


def test_null_gives_way_or_not() -> None:
    """Where the specification and the reference implementation differ, the environment selects one."""
    assert str(ENV.compile("[optional.of(1), null]").result_type) == "list(null)"
    assert (
        str(make_env(null_gives_way=True).compile("[optional.of(1), null]").result_type) == "list(optional_type(int))"
    )


def overload_ids(checked: CheckedAst) -> list[str]:
    return [overload.id for overload in checked.overloads_of(checked.ast.expr)]


OVERLOADS = {
    "one": ("1 + 1", ["add_int64"]),
    "generic": ("li == li", ["equals"]),
    "several": ("any.size()", ["bytes_size", "list_size", "map_size", "string_size"]),
    "logical": ("b && b", ["logical_and"]),
    "optional selection": ("p.?x", ["select_optional_field"]),
}


@pytest.mark.parametrize(("text", "expected"), OVERLOADS.values(), ids=OVERLOADS.keys())
def test_overloads(text: str, expected: list[str]) -> None:
    """A call refers to every overload that may match at run time."""
    assert sorted(overload_ids(ENV.compile(text))) == expected


def test_names_are_resolved_in_the_tree() -> None:
    """A qualified variable becomes an identifier, a qualified function loses its target."""
    checked = ENV.compile("ns.f(ns.inner) + a.b + string(a.b.c.d)")
    nodes = list(descendants(checked.ast.expr))
    assert {node.name for node in nodes if isinstance(node, Ident)} == {"ns.inner", "a.b", "a.b.c"}
    assert [node.field for node in nodes if isinstance(node, Select)] == ["d"]
    assert [node.target for node in nodes if isinstance(node, Call) and node.function == "ns.f"] == [None]
    assert set(checked.types) >= {node.id for node in nodes}


def test_rewritten_macros_share_their_arguments() -> None:
    """A comprehension's macro arguments are rewritten together with the expansion."""
    checked = ENV.compile("li.all(x, ns.f(x) == 'a')")
    expr = checked.ast.expr
    assert any(node is expr.macro_args[-1] for node in descendants(expr.loop_step))  # type: ignore[union-attr]


CONTAINED = {
    "inner": ("inner", "ns", "ns.inner"),
    "outer": ("i", "ns", "i"),
    "absolute": (".i", "ns", "i"),
    "deep": ("inner", "ns.x.y", "ns.inner"),
}


@pytest.mark.parametrize(("text", "container", "expected"), CONTAINED.values(), ids=CONTAINED.keys())
def test_container(text: str, container: str, expected: str) -> None:
    """Names are resolved in the container first, then in outer ones."""
    checked = ENV.extend(container=container).compile(text)
    assert checked.ast.expr.name == expected  # type: ignore[union-attr]


def test_container_is_named_in_complaints() -> None:
    """The message contains the container."""
    with pytest.raises(CelIssuesError, match=r"undeclared reference to 'zz' \(in container 'ns.x'\)"):
        ENV.extend(container="ns.x").compile("zz")


def test_hidden_variables_keep_a_dot() -> None:
    """A leading dot reaches a variable hidden by a comprehension's, and stays in the name."""
    checked = ENV.compile("ls.exists(i, .i == 1)")
    assert {ref.name for ref in checked.references.values() if ref.name.startswith(".")} == {".i"}


def test_local_variables_are_not_qualified_names() -> None:
    """A field of a comprehension's variable is selected, even if the dotted name is declared."""
    checked = ENV.compile("[{'b': 1}].all(a, a.b == 1)")
    assert any(isinstance(node, Select) for node in descendants(checked.ast.expr))


def test_type_names_are_constants() -> None:
    """The name of a type refers to the type."""
    checked = ENV.compile("int")
    assert checked.references[checked.ast.expr.id].value == INT


HOSTILE = {
    "doubling map types": "[1]" + "".join(f".map(x{n}, {{x{n}: x{n}}})" for n in range(60)),
    "deepening list types": "[1]" + "".join(f".map(x, {'[' * 40}x{']' * 40})" for n in range(60)),
    "many free parameters": "[" + ", ".join("[]" for _ in range(3000)) + "]",
    "many dyn operands": " + ".join(["any"] * 200),
    "many lists": " + ".join(["[[[1]]]"] * 200),
    "long names": " == ".join([".".join(["any"] * 200)] * 20),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_expressions_take_bounded_time(text: str, pace: Any) -> None:
    """No expression makes the checker work much longer than its length."""
    with pace.within(500):
        try:
            checked = ENV.compile(text)
        except CelIssuesError:
            return
    assert len(str(checked.result_type)) < 2000


def test_calls_that_fit_nothing_take_type_parameters() -> None:
    """Each overload that is tried takes fresh type parameters, at the first call and at later ones."""
    with pytest.raises(CelIssuesError) as caught:
        kubernetes_env().compile("true['a'] == true['a'] || optional.none().all(x, true)")
    assert "expression of type 'optional_type(_var13)' cannot be range" in str(caught.value)
