"""cel-items: a predicate over twenty strings, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_peers import against_peers
from kapivara import cel

BENCHMARK = against_peers(
    "cel-items",
    "items.all(x, x.startsWith('a') && x.size() < 64)",
    {"items": cel.list_of(cel.STRING)},
    {"items": [f"a-{number}" for number in range(20)]},
)
