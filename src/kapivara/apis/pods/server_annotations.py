"""Tells at a glance that the annotations of a pod mean nothing to the server itself: those of most do not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_DOMAIN: Final = "kubernetes.io/"
"""What is part of every key that the server knows."""


def may_mean_something(annotations: Iterable[str]) -> bool:
    """Tells whether an annotation may be one that the server reads, judges or warns of."""
    for key in annotations:  # noqa: SIM110 - hot
        if _DOMAIN in key:
            return True
    return False
