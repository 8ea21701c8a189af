"""Calls that evaluate all their operands, even if the first one fails."""

import pytest

from kapivara.cel import types
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.tree.ast import Call
from kapivara.cel.tree.strictness import operands_of, stops_early

ENV = kubernetes_env().extend(variables={"any": types.DYN, "s": types.STRING, "n": types.INT})


@pytest.mark.parametrize(
    ("text", "early"),
    [
        ("n + 1", False),
        ("any + 1", False),
        ("s == 'a'", False),
        ("s.contains('a')", False),
        ("any.size()", False),
        ("s.substring(1)", False),
        ("s.substring(1, 2)", True),
        ("s.replace('a', 'b')", True),
        ("'%s'.format([s])", True),
        ("any.indexOf('a')", True),
        ("any.getHours('UTC')", False),
        ("any.getHours()", True),
        ("[n][0]", True),
        ("[n][?0]", True),
    ],
)
def test_stops_early(text: str, early: bool) -> None:
    checked = ENV.compile(text)
    node = checked.ast.expr
    assert isinstance(node, Call)
    assert stops_early(checked, node) is early


def test_operands_start_with_the_target() -> None:
    node = ENV.compile("s.replace('a', 'b')").ast.expr
    assert isinstance(node, Call)
    assert operands_of(node) == (node.target, *node.args)
