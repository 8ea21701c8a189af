"""cel-nested: nested comprehensions over 16 × 16 numbers, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_cases import NESTED
from bench.cel_peers import TYPED, against_peers

BENCHMARK = against_peers("cel-nested", NESTED, TYPED)
