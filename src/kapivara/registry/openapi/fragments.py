"""The part of a document that one resource gives: the schemas of its kind and of lists of it, and its paths."""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.published import (
    GROUP_VERSION_KIND,
    META,
    described_reference,
    identity,
    reference,
    type_meta,
)
from kapivara.values import JsonObject
from kapivara.values.record import record

_CONVENTIONS = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md"


@record
class Fragment:
    """What one resource adds to the document of its group and version."""

    schemas: JsonObject
    paths: JsonObject


def metadata_property() -> JsonObject:
    """Describes the metadata of an object."""
    return described_reference(f"{META}.ObjectMeta", f"Standard object's metadata. More info: {_CONVENTIONS}#metadata")


def list_schema(kind: GroupVersionKind, list_kind: str, *, plural: str, model: str) -> JsonObject:
    """Describes lists of a kind.

    Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go buildListSchema (1.37).
    """
    items = {
        "type": "array",
        "items": reference(model),
        "description": f"List of {plural}. More info: {_CONVENTIONS}",
    }
    metadata = f"Standard list metadata. More info: {_CONVENTIONS}#types-kinds"
    return {
        "type": "object",
        "description": f"{list_kind} is a list of {kind.kind}",
        "required": ["items"],
        "properties": {**type_meta(), "items": items, "metadata": described_reference(f"{META}.ListMeta", metadata)},
        GROUP_VERSION_KIND: [identity(kind.group_version.with_kind(list_kind))],
    }
