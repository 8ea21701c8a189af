"""Deprecated labels of nodes, and warnings about selectors that use them. Upstream: pkg/api/node/util.go (1.37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from kapivara.content.names import is_label_value
from kapivara.field import FieldPath

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    import kapivara.meta.v1.zz_generated_types as meta_v1

    Expression = v1.NodeSelectorRequirement | meta_v1.LabelSelectorRequirement

DEPRECATED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
        "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
        "failure-domain.beta.kubernetes.io/region": (
            'deprecated since v1.17; use "topology.kubernetes.io/region" instead'
        ),
        "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
        "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
        "app.kubernetes.io/created-by": "deprecated since v1.9",
        "scheduler.alpha.kubernetes.io/preferAvoidPods": ("deprecated since v1.22; use Taints and Tolerations instead"),
        "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
    }
)
"""The deprecated labels, each with its warning."""


def label_selector_warnings(selector: meta_v1.LabelSelector | None, path: FieldPath) -> list[str]:
    """Returns warnings about deprecated labels in a label selector for nodes."""
    if selector is None:
        return []
    warnings = _expression_warnings(selector.get("matchExpressions", ()), path)
    for label in selector.get("matchLabels", ()):
        if label in DEPRECATED:
            warnings.append(f"{path.child('matchLabels', label)}: {DEPRECATED[label]}")
    return warnings


def node_selector_term_warnings(term: v1.NodeSelectorTerm, path: FieldPath, *, check_values: bool = False) -> list[str]:
    """Returns warnings about deprecated labels in a node selector term, with `check_values` about invalid values."""
    warnings = _expression_warnings(term.get("matchExpressions", ()), path)
    if not check_values:
        return warnings
    for position, expression in enumerate(term.get("matchExpressions", ())):
        values = path.child("matchExpressions").index(position).child("values")
        for number, value in enumerate(expression.get("values", ())):
            warnings += [f"{values.index(number)}: {value} is invalid, {each}" for each in is_label_value(value)]
    return warnings


def _expression_warnings(expressions: Sequence[Expression], path: FieldPath) -> list[str]:
    return [
        f"{path.child('matchExpressions').index(position).child('key')}: {key} is {DEPRECATED[key]}"
        for position, expression in enumerate(expressions)
        if (key := expression["key"]) in DEPRECATED
    ]
