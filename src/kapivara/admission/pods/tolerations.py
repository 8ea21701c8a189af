"""Merges the tolerations of a pod with additional ones.

Upstream: pkg/util/tolerations/tolerations.go MergeTolerations (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.values import deep_equal

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Toleration


def merge_tolerations(first: Sequence[Toleration], second: Sequence[Toleration]) -> list[Toleration]:
    """Returns the tolerations of both without redundant ones; of equal ones the first."""
    both = [*first, *second]
    merged: list[Toleration] = []
    for place, each in enumerate(both):
        later = (other for other in both[place + 1 :] if not deep_equal(other, each))
        if not any(_covers(other, each) for other in merged) and not any(_covers(other, each) for other in later):
            merged.append(each)
    return merged


def _covers(one: Toleration, other: Toleration) -> bool:
    """Returns True if one toleration covers the other."""
    if deep_equal(one, other):
        return True
    exists = one.get("operator") == "Exists"
    if other.get("key") != one.get("key") and (one.get("key") or not exists):
        return False
    if one.get("effect") not in (None, other.get("effect")):
        return False
    seconds = one.get("tolerationSeconds")
    if one.get("effect") == "NoExecute" and seconds is not None:
        given = other.get("tolerationSeconds")
        if given is None or given > seconds:
            return False
    if exists:
        return True
    equal = one.get("operator", "Equal") == "Equal"
    return equal and other.get("operator") == "Equal" and one.get("value") == other.get("value")
