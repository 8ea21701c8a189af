"""Schemas of types with their own JSON encoding, whose fields are not read.

Upstream: controller-tools/pkg/crd/known_types.go; for types of Go itself, the types that Go's type checker knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.generator.crd.markers.marker import Schema
from kapivara.generator.model.types import META

_MACHINERY = "k8s.io/apimachinery/pkg"
_EXTENSIONS = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
_INT_OR_STRING: Schema = {
    "anyOf": [{"type": "integer"}, {"type": "string"}],
    "x-kubernetes-int-or-string": True,
}
_QUANTITY = (
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
)
_ANY: Schema = {"x-kubernetes-preserve-unknown-fields": True}

KNOWN_SCHEMAS: Mapping[tuple[str, str], Schema] = MappingProxyType(
    {
        (META, "ObjectMeta"): {"type": "object"},
        (META, "Time"): {"type": "string", "format": "date-time"},
        (META, "MicroTime"): {"type": "string", "format": "date-time"},
        (META, "Duration"): {"type": "string"},
        (META, "Fields"): {"type": "object", "additionalProperties": True},
        (f"{META}/unstructured", "Unstructured"): {"type": "object"},
        (f"{_MACHINERY}/api/resource", "Quantity"): {**_INT_OR_STRING, "pattern": _QUANTITY},
        (f"{_MACHINERY}/util/intstr", "IntOrString"): _INT_OR_STRING,
        (f"{_MACHINERY}/runtime", "RawExtension"): {"type": "object", **_ANY},
        (f"{_EXTENSIONS}/v1", "JSON"): _ANY,
        (f"{_EXTENSIONS}/v1beta1", "JSON"): _ANY,
        ("time", "Duration"): {"type": "integer", "format": "int64"},
        ("encoding/json", "RawMessage"): {"type": "string", "format": "byte"},
        ("net", "IP"): {"type": "string"},
    }
)

_TEXTS: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
EMBEDDED_METADATA: Schema = {
    "type": "object",
    "properties": {
        "annotations": _TEXTS,
        "finalizers": {"type": "array", "items": {"type": "string"}},
        "labels": _TEXTS,
        "name": {"type": "string"},
        "namespace": {"type": "string"},
    },
}
"""The schema of embedded metadata, if enabled: the fields that users may write."""

INSTEAD: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("time", "Time"): "metav1.Time is the time that JSON and the server agree on",
        ("encoding/json", "Number"): "use a string, or resource.Quantity",
    }
)
"""Replacements for types that have no schema, as hints."""
