"""What becomes of `x in [constants]`."""

import pytest

from kapivara.cel import types
from kapivara.cel.ast import Call
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.folding import is_in_constants, looks_nowhere

ENV = kubernetes_env().extend(variables={"any": types.DYN, "n": types.INT})


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
