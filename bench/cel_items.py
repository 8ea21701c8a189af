"""cel-items: the beginnings and sizes of twenty strings, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_cases import STARTS
from bench.cel_peers import TYPED, against_peers

BENCHMARK = against_peers("cel-items", STARTS, TYPED)
