"""The document fragments of built-in resources, from the catalog."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.meta import GroupVersion, GroupVersionKind
from kapivara.registry.openapi.fragment import Fragment
from kapivara.registry.openapi.model import TEXT, kind_model, meta_model
from kapivara.registry.openapi.operation import PathItem
from kapivara.registry.openapi.paths import DescribedResource, DescribedSubresource, paths_of
from kapivara.registry.openapi.plain_paths import resources_path
from kapivara.registry.openapi.service import BUILT_IN

_CORE = GroupVersion("", "v1")


def built_in_fragment(home: GroupVersion, resources: Iterable[ApiResource]) -> Fragment:
    """Returns the fragment of a group and version with its built-in resources.

    Upstream: apiserver/pkg/server/routes/openapi.go filterScopedGVKs (1.37).
    """
    items = (resources_path(home), *(item for each in resources for item in built_in_paths(each)))
    return Fragment(items, tuple(dict.fromkeys((_CORE, home))))


def built_in_paths(api: ApiResource) -> list[PathItem]:
    """Returns the paths of a built-in resource."""
    kind, model = api.kind, kind_model(api.kind)
    return paths_of(
        DescribedResource(
            BUILT_IN,
            kind,
            api.plural,
            namespaced=api.namespaced,
            model=model,
            list_model=kind_model(kind.group_version.with_kind(api.list_kind)) if "list" in api.verbs else TEXT,
            deleted=model if api.returns_deleted else meta_model("Status"),
            verbs=api.verbs,
            subresources=tuple(_subresource(kind, each) for each in api.subresources),
        )
    )


def _subresource(kind: GroupVersionKind, api: ApiSubresource) -> DescribedSubresource:
    options = described(folder_of_types(kind.group, kind.version)).struct(api.options) if api.options else None
    return DescribedSubresource(
        api.name,
        api.verbs,
        api.kind or kind,
        kind_model(api.kind or kind),
        options=options,
        media_type=api.media_type,
        connects=api.connects,
        is_proxy=api.is_proxy,
    )
