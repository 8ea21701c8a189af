"""A fast check that no annotation of a pod has a meaning to the server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_DOMAIN: Final = "kubernetes.io/"
"""A part of every key that the server knows."""


def may_mean_something(annotations: Iterable[str]) -> bool:
    """Returns True if the server may read, validate or warn of an annotation."""
    for key in annotations:  # noqa: SIM110  hot
        if _DOMAIN in key:
            return True
    return False
