"""cel-dyn-items: cel-items without known types, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_cases import DYN_ITEMS
from bench.cel_peers import UNTYPED, against_peers

BENCHMARK = against_peers("cel-dyn-items", DYN_ITEMS, UNTYPED)
