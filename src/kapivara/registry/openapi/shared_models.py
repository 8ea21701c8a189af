"""The types that requests to every resource share, as documents describe them.

Upstream: apimachinery/pkg/apis/meta/v1/types.go DeleteOptions, Status, api/autoscaling/v1/types.go Scale, as OpenAPI
describes them (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.apis.reference_kinds import DELETE_OPTIONS
from kapivara.apis.scale_paths import SCALE
from kapivara.codec.described import described, folder_of_types
from kapivara.registry.openapi.models import describe, describe_fields
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, SCALE_MODEL, identity
from kapivara.values import JsonObject

_SHARED = ("DeleteOptions", "ListMeta", "ObjectMeta", "Patch", "Status")


def shared_schemas(*, scale: bool = False) -> JsonObject:
    """Returns the schemas of the types that requests to every resource use; on demand with those of a Scale."""
    meta = described("meta.v1")
    types = [meta.struct(name) for name in _SHARED]
    if scale:
        types.append(described(folder_of_types(SCALE.group, SCALE.version)).struct(SCALE.kind))
    schemas = describe(*types)
    schemas[f"{META}.DeleteOptions"][GROUP_VERSION_KIND] = [
        {"group": group, "version": version, "kind": "DeleteOptions"}
        for group, versions in DELETE_OPTIONS.items()
        for version in versions.split()
    ]
    schemas[f"{META}.Status"][GROUP_VERSION_KIND] = [{"group": "", "version": "v1", "kind": "Status"}]
    if scale:
        schemas[SCALE_MODEL][GROUP_VERSION_KIND] = [identity(SCALE)]
    return schemas


def type_meta() -> JsonObject:
    """Returns the properties that say of which kind an object is."""
    return describe_fields(described("meta.v1").struct("TypeMeta"))


def delete_texts() -> Mapping[str, str]:
    """Returns what options of deletions ask for, by name; they may stand in a body or in a query."""
    return described("meta.v1").texts("DeleteOptions")
