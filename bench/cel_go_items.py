"""cel-go-items: cel-items against cel-go's figures."""

from __future__ import annotations

from bench.cel_cases import STARTS
from bench.cel_go import ITEMS, against_cel_go

BENCHMARK = against_cel_go("cel-go-items", STARTS, ITEMS)
