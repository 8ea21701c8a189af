"""The fragment of a custom resource: its schema as the definition gives it, its list, its paths.

Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (1.37). Names are those of the
definition's spec, as there, not the accepted ones.
"""

from __future__ import annotations

from kapivara.meta import GroupVersionKind
from kapivara.meta.media_types import APPLIED_PATCHES
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.openapi.fragments import Fragment, list_schema
from kapivara.registry.openapi.paths import paths_of
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, SCALE_MODEL, identity
from kapivara.registry.openapi.resource import DescribedResource, DescribedSubresource
from kapivara.registry.openapi.shared_models import shared_schemas
from kapivara.registry.openapi.structural import publish_schema
from kapivara.values import JsonObject

_VERBS = frozenset(("create", "delete", "deletecollection", "get", "list", "patch", "update"))
_SUBRESOURCE_VERBS = frozenset(("get", "patch", "update"))
_SELECTABLE_FIELDS = "x-kubernetes-selectable-fields"


def custom_fragment(custom: CustomResource) -> Fragment:
    """Returns what a custom resource at one version adds to a document."""
    names = custom.definition.crd["spec"]["names"]
    kind = GroupVersionKind(custom.gvk.group, custom.gvk.version, names["kind"])
    list_kind: str = names["listKind"]
    model, list_model = _model(kind), _model(kind.group_version.with_kind(list_kind))
    schema = {**publish_schema(custom.version.raw_schema), GROUP_VERSION_KIND: [identity(kind)]}
    lists = list_schema(kind, list_kind, plural=names["plural"], model=model)
    if custom.version.selectable:
        fields = [{"fieldPath": path} for path in custom.version.selectable]
        schema[_SELECTABLE_FIELDS] = lists[_SELECTABLE_FIELDS] = fields
    schemas: JsonObject = {**shared_schemas(scale=custom.version.scale is not None), model: schema, list_model: lists}
    resource = DescribedResource(
        kind,
        names["plural"],
        namespaced=custom.namespaced,
        model=model,
        list_model=list_model,
        verbs=_VERBS,
        subresources=_subresources(custom, model),
        patch_types=APPLIED_PATCHES,
    )
    return Fragment(schemas, paths_of(resource))


def _model(kind: GroupVersionKind) -> str:
    """Returns the name of a kind's schema: its group backwards, version and kind."""
    return ".".join((*reversed(kind.group.split(".")), kind.version, kind.kind))


def _subresources(custom: CustomResource, model: str) -> tuple[DescribedSubresource, ...]:
    found = []
    if custom.version.has_status:
        found.append(DescribedSubresource("status", model, _SUBRESOURCE_VERBS))
    if custom.version.scale is not None:
        found.append(DescribedSubresource("scale", SCALE_MODEL, _SUBRESOURCE_VERBS))
    return tuple(found)
