"""Merges `matchLabelKeys` and `mismatchLabelKeys` of affinity and spread constraints into their selectors.

Upstream: pkg/registry/core/pod/strategy.go mutatePodAffinity, mutateTopologySpreadConstraints (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    import kapivara.meta.v1.zz_generated_types as meta_v1


def merge_label_keys(spec: v1.PodSpec, labels: Mapping[str, str]) -> None:
    """Adds requirements for a new pod's values of the listed labels to the selectors."""
    for term in _terms(spec.get("affinity", {})):
        if "labelSelector" in term:
            _add(term["labelSelector"], term.get("matchLabelKeys", ()), "In", labels)
            _add(term["labelSelector"], term.get("mismatchLabelKeys", ()), "NotIn", labels)
    for constraint in spec.get("topologySpreadConstraints", ()):
        if "labelSelector" in constraint:
            _add(constraint["labelSelector"], constraint.get("matchLabelKeys", ()), "In", labels)


def _terms(affinity: v1.Affinity) -> Iterator[v1.PodAffinityTerm]:
    for each in (affinity.get("podAffinity", {}), affinity.get("podAntiAffinity", {})):
        for weighted in each.get("preferredDuringSchedulingIgnoredDuringExecution", ()):
            yield weighted["podAffinityTerm"]
        yield from each.get("requiredDuringSchedulingIgnoredDuringExecution", ())


def _add(selector: meta_v1.LabelSelector, keys: Iterable[str], operator: str, labels: Mapping[str, str]) -> None:
    for key in keys:
        if key in labels:
            expressions = selector.setdefault("matchExpressions", [])
            expressions.append({"key": key, "operator": operator, "values": [labels[key]]})
