"""The fragment of a built-in kind: schemas from its shape, paths from what discovery says of it.

It offers the patches that are taken here. The reference server takes more of built-in kinds; clients that read
documents, kubectl among them, then send a kind of patch that works.
"""

from __future__ import annotations

from kapivara.registry.built_in import BuiltIn
from kapivara.registry.discovery import built_in_resources
from kapivara.registry.openapi.fragments import Fragment, list_schema, metadata_property
from kapivara.registry.openapi.paths import paths_of
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, META, identity
from kapivara.registry.openapi.resource import Resource, Subresource
from kapivara.registry.openapi.shapes import describe_struct, model_of
from kapivara.registry.openapi.shared_types import shared_schemas, type_meta
from kapivara.registry.request import JSON_PATCH, MERGE_PATCH
from kapivara.values import JsonObject

_PATCHES = (JSON_PATCH, MERGE_PATCH)
_PACKAGES = {"": "io.k8s.api.core", "apiextensions.k8s.io": "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions"}


def built_in_fragment(scope: BuiltIn) -> Fragment:
    """Returns what a built-in kind adds to a document."""
    kind, shape = scope.kind, scope.type.shape
    package = f"{_PACKAGES[kind.group]}.{kind.version}"
    schemas = describe_struct(shape, package)
    model, list_model = model_of(shape, package), f"{package}.{scope.list_kind}"
    schemas[model]["properties"] |= {**type_meta(), "metadata": metadata_property()}
    schemas[model][GROUP_VERSION_KIND] = [identity(kind)]
    schemas[list_model] = list_schema(kind, scope.list_kind, plural=scope.type.info.plural, model=model)
    return Fragment({**_shared(scope), **schemas}, paths_of(_resource(scope, model, list_model)))


def _resource(scope: BuiltIn, model: str, list_model: str) -> Resource:
    whole, *below = built_in_resources(scope)
    subresources = (Subresource(each["name"].partition("/")[2], model, frozenset(each["verbs"])) for each in below)
    return Resource(
        scope.kind,
        whole["name"],
        scope.namespaced,
        model,
        list_model,
        frozenset(whole["verbs"]),
        tuple(subresources),
        _PATCHES,
    )


def _shared(scope: BuiltIn) -> JsonObject:
    """Returns the schemas that all kinds share; the options of deletions say that they are this group's too.

    Upstream: apiserver/pkg/server/routes/openapi.go filterScopedGVKs (1.37).
    """
    schemas = shared_schemas()
    options = f"{META}.DeleteOptions"
    homes = (("", "v1"), (scope.kind.group, scope.kind.version))
    kept = [each for each in schemas[options][GROUP_VERSION_KIND] if (each["group"], each["version"]) in homes]
    schemas[options] = {**schemas[options], GROUP_VERSION_KIND: kept}
    return schemas
