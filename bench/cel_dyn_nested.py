"""cel-dyn-nested: cel-nested without known types, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_cases import DYN_NESTED
from bench.cel_peers import UNTYPED, against_peers

BENCHMARK = against_peers("cel-dyn-nested", DYN_NESTED, UNTYPED)
