"""cel-nested: a comprehension inside another, over 16 × 16 numbers, against the fastest other evaluator."""

from __future__ import annotations

from bench.cel_peers import against_peers
from kapivara import cel

BENCHMARK = against_peers(
    "cel-nested",
    "rows.all(row, row.all(x, x >= 0 && x < 1000))",
    {"rows": cel.list_of(cel.list_of(cel.INT))},
    {"rows": [[row * column for column in range(16)] for row in range(16)]},
)
