"""The part of a document that one resource gives: the schemas of its kind and of lists of it, and its paths."""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, described_reference, identity, reference
from kapivara.registry.openapi.shared_models import type_meta
from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class Fragment:
    """What one resource adds to the document of its group and version."""

    schemas: JsonObject
    paths: JsonObject


def metadata_property() -> JsonObject:
    """Describes the metadata of an object."""
    return described_reference(f"{META}.ObjectMeta", "The metadata of this object.")


def list_schema(kind: GroupVersionKind, list_kind: str, *, plural: str, model: str) -> JsonObject:
    """Describes lists of a kind.

    Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go buildListSchema (1.37).
    """
    items = {
        "type": "array",
        "items": reference(model),
        "description": f"The {plural}, as far as this part of the list goes.",
    }
    metadata = "Which state was listed, and whether there is more."
    return {
        "type": "object",
        "description": f"A list of {plural}.",
        "required": ["items"],
        "properties": {**type_meta(), "items": items, "metadata": described_reference(f"{META}.ListMeta", metadata)},
        GROUP_VERSION_KIND: [identity(kind.group_version.with_kind(list_kind))],
    }
