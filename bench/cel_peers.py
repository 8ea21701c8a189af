"""The other evaluators of the language on PyPI, each in its fastest way: compiled once, given plain Python data.

A peer that is not installed is left out; converting the data is part of the measurement, on all sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.cel_cases import Case
from bench.harness import Benchmark, Pair, UnavailableError, calling
from kapivara import cel


def _cel_python(case: Case) -> Callable[[], object]:
    import celpy

    environment = celpy.Environment()
    program = environment.program(environment.compile(case.text))
    return lambda: program.evaluate({name: celpy.json_to_cel(value) for name, value in case.bindings.items()})


def _common_expression_language(case: Case) -> Callable[[], object]:
    import cel as common

    program = common.compile(case.text)
    return lambda: program.execute(case.bindings)


def _cel_expr_python(case: Case) -> Callable[[], object]:
    from cel_expr_python import cel as expr

    def declared(of: cel.Type) -> Any:
        if of.name == "list":
            return expr.Type.List(declared(of.params[0]))
        if of.name == "map":
            return expr.Type.Map(declared(of.params[0]), declared(of.params[1]))
        return getattr(expr.Type, of.name.upper())

    environment = expr.NewEnv(variables={name: declared(each) for name, each in case.types.items()})
    program = environment.compile(case.text)
    return lambda: program.eval(data=case.bindings).value()


_PEERS = (_cel_python, _common_expression_language, _cel_expr_python)


TYPED = 0.12
"""Where the types of data are declared, ours takes at most this part of the fastest peer's time."""
UNTYPED = 0.5
"""The same where nothing is known of the data."""


def against_peers(name: str, case: Case, bound: float) -> Benchmark:
    """Makes a benchmark against the fastest peer: ten times faster is a ratio of a tenth."""

    def prepare() -> Pair:
        program = cel.compile(case.text, case.types)
        if program.evaluate(case.bindings) is not True:
            raise AssertionError(f"{case.text} does not hold")
        sides = []
        for peer in _PEERS:
            try:
                call = peer(case)
            except ImportError:
                continue
            if not bool(call()):
                raise AssertionError(f"{case.text} does not hold for {peer.__name__}")
            sides.append(calling(call))
        if not sides:
            raise UnavailableError("no other evaluator is installed")
        fastest = min(sides, key=lambda side: min(side(50) for _ in range(5)))
        evaluate, bindings = program.evaluate, case.bindings
        return Pair(calling(lambda: evaluate(bindings)), fastest)

    return Benchmark(name, bound, prepare)
