"""How documents name kinds and models, and refer to the schema of one from that of another."""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject

META = "io.k8s.apimachinery.pkg.apis.meta.v1"
AUTOSCALING = "io.k8s.api.autoscaling.v1"
SCALE_MODEL = f"{AUTOSCALING}.Scale"
GROUP_VERSION_KIND = "x-kubernetes-group-version-kind"


def reference(model: str) -> JsonObject:
    """Refers to the schema of a model, by the name that it has in its document."""
    return {"$ref": f"#/components/schemas/{model}"}


def described_reference(model: str, description: str) -> JsonObject:
    """Refers to a schema and describes it: beside a reference nothing else may stand, so it is wrapped."""
    return {"allOf": [reference(model)], "description": description}


def identity(kind: GroupVersionKind) -> JsonObject:
    """Returns how documents name a kind."""
    return {"group": kind.group, "version": kind.version, "kind": kind.kind}
