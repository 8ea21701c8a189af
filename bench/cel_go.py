"""A reference to cel-go, the server's own evaluator, by stored figures, since cel-go is not installed here.

The figures are relative: the time of cel-go as a multiple of `json.loads` of the same data.
Measured with cel-go 0.29.2, built by Go 1.26, beside CPython 3.13 on an AMD EPYC, on 2026-11-16; `prg.Eval` with
`OptOptimize` of native Go values, the best of forty rounds: cel-items 6.1 µs, cel-nested 65 µs (cel-compare 0.16 µs).
"""

from __future__ import annotations

import json

from bench.cel_cases import Case
from bench.harness import Benchmark, Pair, Side, calling
from kapivara import cel

ITEMS = 2.6
NESTED = 3.5


def against_cel_go(name: str, case: Case, factor: float) -> Benchmark:
    """Returns a benchmark against cel-go, whose time is `factor` times that of `json.loads`."""

    def prepare() -> Pair:
        program = cel.compile(case.text, case.types)
        data = json.dumps(case.bindings)
        return Pair(calling(lambda: program.evaluate(case.bindings)), _times(factor, calling(lambda: json.loads(data))))

    return Benchmark(name, 0.25, prepare)


def _times(factor: float, side: Side) -> Side:
    return lambda times: factor * side(times)
