"""The order of API versions: stable before beta before alpha, newer before older, other names last, alphabetically.

Upstream: apimachinery/pkg/version/helpers.go CompareKubeAwareVersionStrings (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.values.lazy_pattern import lazy_pattern

_KUBE_VERSION = lazy_pattern(r"v([0-9]+)(?:(alpha|beta)([0-9]+))?\Z")
_STABILITY = {None: 2, "beta": 1, "alpha": 0}


def newest_first(versions: Iterable[str]) -> list[str]:
    """Sorts versions by the precedence of clients."""
    return sorted(versions, key=_precedence)


def _precedence(version: str) -> tuple[int, int, int, int, str]:
    match = _KUBE_VERSION.match(version)
    if match is None:
        return 1, 0, 0, 0, version
    major, stability, minor = match.groups()
    return 0, -_STABILITY[stability], -int(major), -int(minor or 0), ""
