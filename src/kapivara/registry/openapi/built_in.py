"""The fragment of a built-in kind: schemas from its shape, paths from what discovery says of it.

It offers the patches that are taken here. The reference server takes more of built-in kinds; clients that read
documents, kubectl among them, then send a kind of patch that works.
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.meta.media_types import JSON_PATCH, MERGE_PATCH
from kapivara.registry.openapi.fragments import Fragment, list_schema, metadata_property
from kapivara.registry.openapi.paths import paths_of
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, identity
from kapivara.registry.openapi.resource import Resource, Subresource
from kapivara.registry.openapi.shapes import describe_struct, model_of
from kapivara.registry.openapi.shared_types import shared_schemas, type_meta
from kapivara.values import JsonObject

_PATCHES = (JSON_PATCH, MERGE_PATCH)
_PACKAGES = {"": "io.k8s.api.core", "apiextensions.k8s.io": "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions"}


def built_in_fragment(kind: Kind) -> Fragment:
    """Returns what a built-in kind adds to a document."""
    gvk, list_kind, shape = kind.gvk, kind.api.list_kind, kind.shape
    package = f"{_PACKAGES[gvk.group]}.{gvk.version}"
    schemas = describe_struct(shape, package)
    model, list_model = model_of(shape, package), f"{package}.{list_kind}"
    schemas[model]["properties"] |= {**type_meta(), "metadata": metadata_property()}
    schemas[model][GROUP_VERSION_KIND] = [identity(gvk)]
    schemas[list_model] = list_schema(gvk, list_kind, plural=kind.api.plural, model=model)
    return Fragment({**_shared(kind), **schemas}, paths_of(_resource(kind, model, list_model)))


def _resource(kind: Kind, model: str, list_model: str) -> Resource:
    api = kind.api
    subresources = tuple(Subresource(each.name, model, frozenset(each.verbs)) for each in api.subresources)
    verbs = frozenset(api.verbs)
    return Resource(kind.gvk, api.plural, api.namespaced, model, list_model, verbs, subresources, _PATCHES)


def _shared(kind: Kind) -> JsonObject:
    """Returns the schemas that all kinds share; the options of deletions say that they are this group's too.

    Upstream: apiserver/pkg/server/routes/openapi.go filterScopedGVKs (1.37).
    """
    schemas = shared_schemas()
    options = f"{META}.DeleteOptions"
    homes = (("", "v1"), (kind.gvk.group, kind.gvk.version))
    kept = [each for each in schemas[options][GROUP_VERSION_KIND] if (each["group"], each["version"]) in homes]
    schemas[options] = {**schemas[options], GROUP_VERSION_KIND: kept}
    return schemas
