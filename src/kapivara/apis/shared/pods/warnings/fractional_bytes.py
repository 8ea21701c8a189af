"""Warnings about fractional amounts of bytes.

Upstream: pkg/api/pod/warnings.go, pkg/api/persistentvolumeclaim/util.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kapivara.field import FieldPath
from kapivara.values.caches import cache_short_texts
from kapivara.values.quantity import parse_quantity
from kapivara.values.rendering import quote


def fraction_warnings(amounts: Mapping[str, Any], path: FieldPath, *names: str) -> list[str]:
    """Warns of fractional amounts of the named resources, all of them in bytes."""
    return [
        f"{path.key(name)}: fractional byte value {quote(amounts[name])} is invalid, must be an integer"
        for name in _fractional(amounts, names)
    ]


def _fractional(amounts: Mapping[str, Any], names: Iterable[str]) -> Iterable[str]:
    return (name for name in names if name in amounts and not is_whole(amounts[name]))


@cache_short_texts(1024)
def is_whole(amount: str) -> bool:
    """Returns True if an amount is a whole number."""
    return parse_quantity(amount).is_whole
