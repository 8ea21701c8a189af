"""Types of Kubernetes that Python files of types may import from `names`, and the Go types that they represent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from kapivara.generator.model.types import META, Type, TypeName

NAMES_MODULE = "kapivara.generator.python.names"

SHARED_TYPES: Mapping[str, TypeName] = MappingProxyType(
    {
        **{
            name: TypeName(META, name)
            for name in (
                *("Condition", "Duration", "LabelSelector", "ListMeta", "MicroTime", "ObjectMeta", "OwnerReference"),
                "Time",
            )
        },
        "IntOrString": TypeName("k8s.io/apimachinery/pkg/util/intstr", "IntOrString"),
        "Quantity": TypeName("k8s.io/apimachinery/pkg/api/resource", "Quantity"),
        "RawExtension": TypeName("k8s.io/apimachinery/pkg/runtime", "RawExtension"),
    }
)
"""The Go types, by Python name."""

SharedType: TypeAlias = Callable[[TypeName], Type]
"""Returns a common Kubernetes type by its Go name."""
