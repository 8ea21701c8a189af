"""cel-compare: a comparison of two fields of an object, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_cases import COMPARE
from bench.cel_peers import TYPED, against_peers

BENCHMARK = against_peers("cel-compare", COMPARE, TYPED)
