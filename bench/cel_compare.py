"""cel-compare: two fields of an object compared, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_peers import against_peers
from kapivara import cel

BENCHMARK = against_peers(
    "cel-compare",
    "self.min <= self.max",
    {"self": cel.map_of(cel.STRING, cel.INT)},
    {"self": {"min": 1, "max": 5}},
)
