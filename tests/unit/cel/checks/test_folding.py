"""The handling of `x in [constants]`, and of constant patterns."""

import pytest

from kapivara.cel import types
from kapivara.cel.checks.folding import has_constant_pattern, is_in_constants, looks_nowhere
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.tree.ast import Call

ENV = kubernetes_env().extend(variables={"any": types.DYN, "n": types.INT, "s": types.STRING})


@pytest.mark.parametrize(
    ("text", "nowhere", "constants"),
    [
        ("n in []", True, False),
        ("any in []", True, False),
        ("n in [1, 2]", False, True),
        ("n in [1, int('2')]", False, True),
        ("any in [dyn('a')]", False, True),
        ("n in [n]", False, False),
        ("n in [int(any)]", False, False),
        ("any in [b'a']", False, False),
        ("any in [null]", False, False),
        ("n in {}", False, False),
        ("n in any", False, False),
    ],
)
def test_membership(text: str, nowhere: bool, constants: bool) -> None:
    checked = ENV.compile(text)
    node = checked.ast.expr
    assert isinstance(node, Call)
    assert looks_nowhere(checked, node) is nowhere
    assert is_in_constants(checked, node) is constants


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("s.matches('a')", True),
        ("matches(s, 'a')", True),
        ("any.find(dyn('a'))", True),
        ("s.findAll(string('a'), 2)", True),
        ("s.matches(s)", False),
        ("s.matches(dyn(1))", False),
        ("s.contains('a')", False),
    ],
)
def test_constant_patterns(text: str, constant: bool) -> None:
    checked = ENV.compile(text)
    node = checked.ast.expr
    assert isinstance(node, Call)
    assert has_constant_pattern(checked, node) is constant
