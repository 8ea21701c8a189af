"""`has()` of optional chains, by its place; outcomes were recorded from cel-go with the server's options."""

import pytest

from kapivara.cel.codegen.presence import with_planned_presence
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelError
from kapivara.cel.program import Program
from kapivara.cel.tree.ast import Call
from kapivara.cel.types import BOOL, INT, STRING, map_of
from kapivara.cel.values import NONE, OptionalValue

ENV = kubernetes_env().extend(variables={"yes": BOOL, "map": map_of(STRING, map_of(STRING, INT))})
DATA = {"yes": True, "map": {"a": {"b": 7}}}

CASES = [
    ("has(map.?a.b)", True),
    ("has(map.?z.b)", False),
    ("!has(map.?z.b)", True),
    ("yes ? has(map.?a.b) : false", OptionalValue(7)),
    ("yes ? has(map.?z.b) : false", NONE),
    ("yes ? !has(map.?z.b) : false", True),
    ("yes ? has(map.a.b) : false", True),
    ("[yes ? has(map.?a.b) : yes]", [OptionalValue(7)]),
    ("{true: 1}[has(map.a.b)]", 1),
]


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_has(text: str, wanted: object) -> None:
    checked = ENV.compile(text)
    assert Program(ENV, checked).evaluate(DATA) == wanted
    assert Program(ENV, checked).evaluate_metered(DATA)[0] == wanted


def test_an_optional_value_is_no_index() -> None:
    with pytest.raises(CelError, match=r"invalid qualifier type: \*types.Optional"):
        Program(ENV, ENV.compile("{true: 1}[has(map.?a.b)]")).evaluate(DATA)


def test_other_expressions_are_left_alone() -> None:
    checked = ENV.compile("has(map.?a.b) ? 1 : 2")
    assert with_planned_presence(checked) is checked
    planned = with_planned_presence(ENV.compile("yes ? has(map.?a.b) : false")).ast.expr
    assert isinstance(planned, Call)
    assert isinstance(planned.args[1], Call)
