"""The fragment of a built-in kind: schemas from its types, paths from what discovery says of it.

It offers the patches that are taken here. The reference server takes more of built-in kinds; clients that read
documents, kubectl among them, then send a kind of patch that works.
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.codec.described import described
from kapivara.meta.media_types import JSON_PATCH, MERGE_PATCH
from kapivara.registry.openapi.fragments import Fragment
from kapivara.registry.openapi.models import describe, model_name
from kapivara.registry.openapi.paths import paths_of
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, identity
from kapivara.registry.openapi.resource import DescribedResource, DescribedSubresource
from kapivara.registry.openapi.shared_models import shared_schemas
from kapivara.values import JsonObject

_PATCHES = (JSON_PATCH, MERGE_PATCH)


def built_in_fragment(kind: Kind) -> Fragment:
    """Returns what a built-in kind adds to a document."""
    shape, list_kind = kind.shape, kind.api.list_kind
    lists = described(shape.folder).struct(list_kind)
    model, list_model = model_name(shape.folder, shape.name), model_name(lists.folder, lists.name)
    schemas = {**_shared(kind), **describe(shape, lists)}
    schemas[model][GROUP_VERSION_KIND] = [identity(kind.gvk)]
    schemas[list_model][GROUP_VERSION_KIND] = [identity(kind.gvk.group_version.with_kind(list_kind))]
    return Fragment(schemas, paths_of(_resource(kind, model, list_model)))


def _resource(kind: Kind, model: str, list_model: str) -> DescribedResource:
    api = kind.api
    subresources = tuple(DescribedSubresource(each.name, model, frozenset(each.verbs)) for each in api.subresources)
    verbs = frozenset(api.verbs)
    return DescribedResource(kind.gvk, api.plural, api.namespaced, model, list_model, verbs, subresources, _PATCHES)


def _shared(kind: Kind) -> JsonObject:
    """Returns the schemas that all kinds share; the options of deletions say that they are this group's too.

    Upstream: apiserver/pkg/server/routes/openapi.go filterScopedGVKs (1.37).
    """
    schemas = shared_schemas()
    homes = dict.fromkeys((("", "v1"), (kind.gvk.group, kind.gvk.version)))
    schemas[f"{META}.DeleteOptions"][GROUP_VERSION_KIND] = [
        {"group": group, "version": version, "kind": "DeleteOptions"} for group, version in homes
    ]
    return schemas
