"""Every function's examples are correct, and every function of the server's environment has examples or a reason."""

from __future__ import annotations

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.environments import kubernetes_env, standard_env
from kapivara.cel.functions import Function
from kapivara.cel.program import Program
from kapivara.cel.values import equal, type_of_value

_EXAMPLES = [
    pytest.param(env, example, expected, id=f"{label} {example}")
    for label, env in (("standard", standard_env()), ("kubernetes", kubernetes_env((1, 37))))
    for function in env.functions.values()
    for example, expected in function.examples
]


def _evaluate(env, text):
    return Program(env, env.compile(text)).evaluate()


@pytest.mark.parametrize(("env", "example", "expected"), _EXAMPLES)
def test_example_holds(env, example, expected):
    result, wanted = _evaluate(env, example), _evaluate(env, expected)
    assert equal(Budget(), result, wanted)
    assert type_of_value(result) == type_of_value(wanted)


def _is_internal(function: Function) -> bool:
    return "@" in function.name or function.name.startswith("format.")


def _asks_an_authorizer(function: Function) -> bool:
    return any("kubernetes.authorization" in str(overload.args[:1]) for overload in function.overloads)


@pytest.mark.parametrize("env", [standard_env(), kubernetes_env((1, 37))], ids=["standard", "kubernetes"])
def test_every_function_is_documented(env):
    functions = env.functions.values()
    assert [each.name for each in functions if not each.doc] == []
    lacking = [each.name for each in functions if not each.examples and not _is_internal(each)]
    assert [name for name in lacking if not _asks_an_authorizer(env.functions[name])] == []


def test_overload_ids_are_unique():
    for env in (standard_env(), kubernetes_env((1, 37))):
        ids = [overload.id for function in env.functions.values() for overload in function.overloads]
        assert len(ids) == len(set(ids))
