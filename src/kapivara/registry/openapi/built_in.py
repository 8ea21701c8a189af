"""The fragment of a built-in kind: schemas from its types, paths from what discovery says of it.

It offers the patches that are applied here: clients that read documents, kubectl among them, then send a kind of patch
that works.
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.codec.described import described, folder_of_types
from kapivara.codec.shapes import Struct
from kapivara.meta import GroupVersionKind
from kapivara.meta.media_types import APPLIED_PATCHES
from kapivara.registry.openapi.fragments import Fragment
from kapivara.registry.openapi.models import describe, model_name
from kapivara.registry.openapi.paths import paths_of
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, identity
from kapivara.registry.openapi.resource import DescribedResource, DescribedSubresource
from kapivara.registry.openapi.shared_models import shared_schemas
from kapivara.values import JsonObject


def built_in_fragment(kind: Kind) -> Fragment:
    """Returns what a built-in kind adds to a document."""
    shape, list_kind = kind.shape, kind.api.list_kind
    lists = described(shape.folder).struct(list_kind)
    model, list_model = _model_of(shape), _model_of(lists)
    others = {each.name: _shown_by(each.kind) for each in kind.api.subresources if each.kind is not None}
    schemas = {**_shared(kind), **describe(shape, lists, *others.values())}
    schemas[model][GROUP_VERSION_KIND] = [identity(kind.gvk)]
    schemas[list_model][GROUP_VERSION_KIND] = [identity(kind.gvk.group_version.with_kind(list_kind))]
    for each in kind.api.subresources:
        if each.kind is not None:
            schemas[_model_of(others[each.name])][GROUP_VERSION_KIND] = [identity(each.kind)]
    subresources = tuple(
        DescribedSubresource(each.name, _model_of(others.get(each.name, shape)), frozenset(each.verbs))
        for each in kind.api.subresources
    )
    resource = DescribedResource(
        kind.gvk,
        kind.api.plural,
        namespaced=kind.namespaced,
        model=model,
        list_model=list_model,
        verbs=frozenset(kind.api.verbs),
        subresources=subresources,
        patch_types=tuple(each for each in kind.patch_types if each in APPLIED_PATCHES),
    )
    return Fragment(schemas, paths_of(resource))


def _shown_by(kind: GroupVersionKind) -> Struct:
    """Returns the type of another kind that a subresource shows."""
    return described(folder_of_types(kind.group, kind.version)).struct(kind.kind)


def _model_of(shape: Struct) -> str:
    return model_name(shape.folder, shape.name)


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
