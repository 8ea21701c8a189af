"""cel-go-nested: cel-nested against cel-go's figures."""

from __future__ import annotations

from bench.cel_cases import NESTED as CASE
from bench.cel_go import NESTED, against_cel_go

BENCHMARK = against_cel_go("cel-go-nested", CASE, NESTED)
