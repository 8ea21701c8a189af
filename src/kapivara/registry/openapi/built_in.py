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
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META
from kapivara.registry.openapi.resource import DescribedResource, DescribedSubresource
from kapivara.registry.openapi.shared_models import shared_schemas
from kapivara.values import JsonObject


def built_in_fragment(kind: Kind) -> Fragment:
    """Returns what a built-in kind adds to a document."""
    shape = kind.shape
    lists = [described(shape.folder).struct(kind.api.list_kind)] if "list" in kind.api.verbs else []
    # Those that connect show no object.
    ways = [each for each in kind.api.subresources if not kind.subresources[each.name].connects]
    others = {each.name: _shown_by(each.kind) for each in ways if each.kind is not None}
    subresources = tuple(
        DescribedSubresource(each.name, _model_of(others.get(each.name, shape)), frozenset(each.verbs)) for each in ways
    )
    resource = DescribedResource(
        kind.gvk,
        kind.api.plural,
        namespaced=kind.namespaced,
        model=_model_of(shape),
        list_model=_model_of(lists[0]) if lists else "",
        verbs=frozenset(kind.api.verbs),
        subresources=subresources,
        patch_types=tuple(each for each in kind.patch_types if each in APPLIED_PATCHES),
    )
    return Fragment({**_shared(kind), **describe(shape, *lists, *others.values())}, paths_of(resource))


def _shown_by(kind: GroupVersionKind) -> Struct:
    """Returns the type of another kind that a subresource shows."""
    return described(folder_of_types(kind.group, kind.version)).struct(kind.kind)


def _model_of(shape: Struct) -> str:
    return model_name(shape.folder, shape.name)


def _shared(kind: Kind) -> JsonObject:
    """Returns the schemas that all stored kinds share; the options of deletions say that they are this group's too.

    Upstream: apiserver/pkg/server/routes/openapi.go filterScopedGVKs (1.37).
    """
    if not kind.is_stored:
        return {}
    schemas = shared_schemas()
    homes = dict.fromkeys((("", "v1"), (kind.gvk.group, kind.gvk.version)))
    schemas[f"{META}.DeleteOptions"][GROUP_VERSION_KIND] = [
        {"group": group, "version": version, "kind": "DeleteOptions"} for group, version in homes
    ]
    return schemas
