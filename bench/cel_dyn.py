"""cel-dyn: the conditions of a policy on an object without known types, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_cases import POLICY
from bench.cel_peers import UNTYPED, against_peers

BENCHMARK = against_peers("cel-dyn", POLICY, UNTYPED)
