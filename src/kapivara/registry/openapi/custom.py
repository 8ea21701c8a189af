"""The fragment of a custom resource: its schema from the CRD, its list, its paths.

Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (1.37). As there, names come from the CRD's
spec, not from the accepted names.
"""

from __future__ import annotations

from kapivara.apis.catalog.reference_versions import versions_known_to_clients
from kapivara.codec.typed.described import described
from kapivara.meta import GroupVersionKind
from kapivara.registry.crds.custom_resource import CustomResource
from kapivara.registry.openapi.form import Form
from kapivara.registry.openapi.fragment import Fragment
from kapivara.registry.openapi.model import (
    GROUP_VERSION_KIND,
    META,
    Model,
    custom_model,
    identity,
    kind_model,
    meta_model,
)
from kapivara.registry.openapi.paths import DescribedResource, DescribedSubresource, paths_of
from kapivara.registry.openapi.service import CUSTOM
from kapivara.registry.openapi.structural import publish_schema
from kapivara.registry.openapi.type_schemas import describe_fields
from kapivara.values import JsonObject
from kapivara.values.record import record

_SELECTABLE_FIELDS = "x-kubernetes-selectable-fields"


def custom_fragment(custom: CustomResource) -> Fragment:
    """Returns the fragment of a custom resource at one version."""
    names = custom.definition.crd["spec"]["names"]
    kind = GroupVersionKind(custom.gvk.group, custom.gvk.version, names["kind"])
    list_kind = kind.group_version.with_kind(names["listKind"])
    model, list_model = custom_model(kind), custom_model(list_kind)
    resource = DescribedResource(
        CUSTOM,
        kind,
        names["plural"],
        namespaced=custom.namespaced,
        model=model,
        list_model=list_model,
        deleted=meta_model("Status"),
        verbs=tuple(CUSTOM.actions),
        subresources=_subresources(custom, kind, model),
    )
    schemas = _Schemas(custom, kind, list_kind, model.name, list_model.name)
    return Fragment(
        tuple(paths_of(resource)),
        tuple(versions_known_to_clients()),
        types=(described("meta.v1").struct("ObjectMeta"),),
        schemas=schemas.describe,
    )


def _subresources(custom: CustomResource, kind: GroupVersionKind, model: Model) -> tuple[DescribedSubresource, ...]:
    """Returns the subresources of a custom resource. Kept: operations on a scale name the kind of the object."""
    return tuple(
        DescribedSubresource(each.name, each.verbs, kind, model if each.kind is None else kind_model(each.kind))
        for each in custom.api.subresources
    )


@record
class _Schemas:
    """The schemas of a custom resource and of its list."""

    custom: CustomResource
    kind: GroupVersionKind
    list_kind: GroupVersionKind
    model: str
    list_model: str

    def describe(self, form: Form) -> JsonObject:
        """Returns the schemas for a version of OpenAPI."""
        version = self.custom.version
        is_open = self.custom.definition.preserve_unknown_fields
        schema = publish_schema(form, version.raw_schema, is_open=is_open)
        lists = self._describe_lists(form)
        if version.selectable:
            fields = [{"fieldPath": path} for path in version.selectable]
            schema[_SELECTABLE_FIELDS] = lists[_SELECTABLE_FIELDS] = fields
        schema[GROUP_VERSION_KIND] = [identity(self.kind)]
        lists[GROUP_VERSION_KIND] = [identity(self.list_kind)]
        return {self.model: schema, self.list_model: lists}

    def _describe_lists(self, form: Form) -> JsonObject:
        plural = self.custom.definition.crd["spec"]["names"]["plural"]
        items = {
            "type": "array",
            "items": form.reference(self.model),
            "description": f"The {plural}, as far as this part of the list goes.",
        }
        text = "Which state was listed, and whether there is more."
        metadata = form.reference_with(f"{META}.ListMeta", {"description": text})
        types = describe_fields(form, described("meta.v1").struct("TypeMeta"))
        return {
            "type": "object",
            "description": f"A list of {plural}.",
            "required": ["items"],
            "properties": {**types, "items": items, "metadata": metadata},
        }
