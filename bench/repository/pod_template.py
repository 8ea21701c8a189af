"""The schema of pod templates as in CRDs of operators: thousands of lines, the largest part of the repository.

It is built from kapivara's OpenAPI document with all references resolved, as generators of CRDs do.
"""

from __future__ import annotations

import json
from functools import cache
from textwrap import indent
from typing import Any

import yaml

from kapivara import Api

_TEMPLATE = "io.k8s.api.core.v1.PodTemplateSpec"
_LIST = ("x-kubernetes-list-type", "x-kubernetes-list-map-keys")
_KEPT = ("format", "type", "required", "default", "x-kubernetes-map-type", *_LIST)
_QUANTITY = {
    "anyOf": [{"type": "integer"}, {"type": "string"}],
    "pattern": r"^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$",
    "x-kubernetes-int-or-string": True,
}
_INT_OR_STRING = {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": True}
_OWN = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity": _QUANTITY,
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": _INT_OR_STRING,
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": {"type": "object"},
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": {"type": "object"},
}


@cache
def pod_template_schema(depth: int) -> str:
    """Returns the schema as YAML with this indentation."""
    with Api() as api:
        document = api.registry.openapi().document("api/v1")
        assert document is not None
        schemas = json.loads(document.text)["components"]["schemas"]
    schema = _resolved({"$ref": f"/{_TEMPLATE}"}, schemas, "template")
    return indent(yaml.dump(schema, Dumper=_Dumper), " " * depth)


def _resolved(schema: dict[str, Any], schemas: dict[str, Any], field: str) -> dict[str, Any]:
    """Returns the schema of a field without references, and without keywords that CRDs do not allow."""
    (reference,) = [*schema.get("allOf", ()), schema][:1]
    name = reference.get("$ref", "").rpartition("/")[2]
    found = _OWN.get(name) or schemas.get(name) or schema
    made = dict(found) if name in _OWN else {key: found[key] for key in _KEPT if key in found}
    made["description"] = _describe(field, name.rpartition(".")[2])
    if "properties" in found:
        made["properties"] = {key: _resolved(each, schemas, key) for key, each in found["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(found.get(key), dict):
            made[key] = _resolved(found[key], schemas, field)
    return made


def _describe(field: str, kind: str) -> str:
    """Returns a description of typical length: several lines for a field with a type of its own."""
    text = f"{field} is handed on to the pods as it is, and means there what the reference of pods says it means."
    return (
        f"{text}\nIt is written as {kind} is.\nWhere it is not given, the server fills in what is usual."
        if kind
        else text
    )


class _Dumper(yaml.CSafeDumper):
    """Writes YAML as generators of CRDs do: without aliases, multi-line strings as blocks."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  overrides a method
        """Returns True: aliases are never written."""
        return True


def _represent_text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent_text)
