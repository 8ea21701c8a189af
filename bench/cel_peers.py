"""The other CEL evaluators on PyPI, each in its fastest mode: compiled once, called with plain Python data.

A peer that is not installed is left out. Converting the data is part of the measurement on all sides. All are called
directly, since a wrapper would weigh most on the fastest. Rounds are short and many, so that each side has some without
other load on the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.cel_cases import Case
from bench.harness import Benchmark, Pair, UnavailableError, consuming
from kapivara import cel

_Evaluate = Callable[[Any], object]
"""Evaluates an expression for the values of its variables."""


def _cel_python(case: Case) -> _Evaluate:
    import celpy

    environment = celpy.Environment()
    program = environment.program(environment.compile(case.text))
    return lambda bindings: program.evaluate({name: celpy.json_to_cel(value) for name, value in bindings.items()})


def _common_expression_language(case: Case) -> _Evaluate:
    import cel as common

    evaluate: _Evaluate = common.compile(case.text).execute
    return evaluate


def _cel_expr_python(case: Case) -> _Evaluate:
    from cel_expr_python import cel as expr

    def declared(of: cel.Type) -> Any:
        if of.name == "list":
            return expr.Type.List(declared(of.params[0]))
        if of.name == "map":
            return expr.Type.Map(declared(of.params[0]), declared(of.params[1]))
        return getattr(expr.Type, of.name.upper())

    environment = expr.NewEnv(variables={name: declared(each) for name, each in case.types.items()})
    program = environment.compile(case.text)
    return lambda bindings: program.eval(data=bindings).value()


_PEERS = (_cel_python, _common_expression_language, _cel_expr_python)


TYPED = 0.12
"""The bound with declared types: the highest share of the fastest peer's time."""
UNTYPED = 0.5
"""The bound without known types."""


def against_peers(name: str, case: Case, bound: float) -> Benchmark:
    """Returns a benchmark against the fastest peer; ten times faster is a ratio of 0.1."""

    def prepare() -> Pair:
        program = cel.compile(case.text, case.types)
        if program.evaluate(case.bindings) is not True:
            raise AssertionError(f"{case.text} does not hold")
        sides = []
        for peer in _PEERS:
            try:
                evaluate = peer(case)
            except ImportError:
                continue
            if not bool(evaluate(case.bindings)):
                raise AssertionError(f"{case.text} does not hold for {peer.__name__}")
            sides.append(consuming(lambda: case.bindings, evaluate))
        if not sides:
            raise UnavailableError("no other evaluator is installed")
        fastest = min(sides, key=lambda side: min(side(50) for _ in range(5)))
        return Pair(consuming(lambda: case.bindings, program.evaluate), fastest, rounds=45, seconds=0.01)

    return Benchmark(name, bound, prepare)
