"""The fragment of a custom resource: its schema from the CRD, its list, its paths.

Upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (1.37). As there, names come from the CRD's
spec, not from the accepted names.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/{kubeopenapi,unfold}.go,
pkg/controller/openapi/builder/builder.go buildKubeNative, addEmbeddedProperties,
pkg/controller/openapi/v2/conversion.go (1.37).
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
from kapivara.registry.openapi.type_schemas import describe_fields
from kapivara.values import JsonObject
from kapivara.values.record import record

_JUNCTORS = ("allOf", "anyOf", "oneOf")
_BELOW = frozenset((*_JUNCTORS, "not", "items", "properties", "additionalProperties"))
_PLAIN_ONLY = frozenset((*_JUNCTORS, "not", "default", "nullable"))
"""The keywords that plain schemas do not support."""
_OPEN = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED = "x-kubernetes-embedded-resource"
_INTEGER_OR_STRING = [{"type": "integer"}, {"type": "string"}]
_EMBEDDED_TYPE = {
    "apiVersion": "The group and version of the object that stands here.",
    "kind": "The kind of the object that stands here.",
}


def publish_schema(form: Form, raw: JsonObject | None, *, is_open: bool = False) -> JsonObject:
    """Returns the published schema of a kind; without a schema, that of any object.

    `is_open` is True if the CRD preserves unknown fields. Kept: the CRD's schema of `metadata` is not published.
    """
    if raw is None or (form.is_plain and (is_open or raw.get(_OPEN))):
        return {"type": "object"}
    schema = _publish(form, _simplify(raw) if form.is_plain else raw)
    types = describe_fields(form, described("meta.v1").struct("TypeMeta"))
    schema["properties"] = {**schema.get("properties", {}), "metadata": _metadata(form), **types}
    if raw.get(_EMBEDDED):
        _embed(form, schema)  # again, because its texts take precedence
    return schema


def _publish(form: Form, raw: JsonObject) -> JsonObject:
    """Publishes a node and all nodes below."""
    schema = _publish_validations(raw)
    if "items" in raw:
        schema["items"] = _publish(form, raw["items"])
    if "properties" in raw:
        schema["properties"] = {name: _publish(form, each) for name, each in raw["properties"].items()}
    if "additionalProperties" in raw:
        others = raw["additionalProperties"]
        schema["additionalProperties"] = others if isinstance(others, bool) else _publish(form, others)
    if raw.get("x-kubernetes-int-or-string") and not form.is_plain:
        _unfold(schema)
    if raw.get(_EMBEDDED) and not (form.is_plain and raw.get(_OPEN)):
        _embed(form, schema)
    return schema


def _publish_validations(raw: JsonObject) -> JsonObject:
    """Publishes a node without its children, which differ inside and outside of junctors."""
    schema = {key: value for key, value in raw.items() if key not in _BELOW}
    for junctor in _JUNCTORS:
        if junctor in raw:
            schema[junctor] = [_publish_branch(each) for each in raw[junctor]]
    if "not" in raw:
        schema["not"] = _publish_branch(raw["not"])
    return schema


def _publish_branch(raw: JsonObject) -> JsonObject:
    """Publishes a branch of a junctor. Kept: the additionalProperties of a branch are lost."""
    schema = _publish_validations(raw)
    if "items" in raw:
        schema["items"] = _publish_branch(raw["items"])
    if "properties" in raw:
        schema["properties"] = {name: _publish_branch(each) for name, each in raw["properties"].items()}
    return schema


def _simplify(raw: JsonObject) -> JsonObject:
    """Returns a node, and all nodes below, reduced to plain keywords; the unsupported ones are dropped."""
    schema = {key: value for key, value in raw.items() if key not in _PLAIN_ONLY}
    if raw.get("nullable") or raw.get(_OPEN):
        schema.pop("items", None)
        schema.pop("properties", None)
    if raw.get("nullable") or (raw.get(_OPEN) and raw.get("type") == "object"):
        schema.pop("type", None)
    if "items" in schema:
        schema["items"] = _simplify(schema["items"])
    elif schema.get("type") == "array":
        del schema["type"]
    if "properties" in schema:
        schema["properties"] = {name: _simplify(each) for name, each in schema["properties"].items()}
    others = raw.get("additionalProperties")
    if isinstance(others, dict):
        schema["additionalProperties"] = _simplify(others)
    schema.pop("required", None)
    if required := _required(raw, schema):
        schema["required"] = required
    return schema


def _required(raw: JsonObject, schema: JsonObject) -> list[str]:
    """Returns the required fields of a plain schema, without nullable ones."""
    others = raw.get("additionalProperties")
    if isinstance(others, dict) and others.get("nullable"):
        return []
    nullable = {name for name in schema.get("properties", ()) if raw["properties"][name].get("nullable")}
    return [name for name in raw.get("required", ()) if name not in nullable]


def _unfold(schema: JsonObject) -> None:
    """Adds the choice of integer or string, unless the schema has it already."""
    said = schema.get("anyOf"), (schema.get("allOf") or [{}])[0].get("anyOf")
    if _INTEGER_OR_STRING in said:
        return
    if "anyOf" not in schema:
        schema["anyOf"] = _INTEGER_OR_STRING
    else:
        schema["allOf"] = [{"anyOf": _INTEGER_OR_STRING}, *schema.get("allOf", ())]


def _embed(form: Form, schema: JsonObject) -> None:
    """Adds the common fields of objects to a node that embeds one."""
    fields = describe_fields(form, described("meta.v1").struct("TypeMeta"))
    types = {name: {**each, "description": _EMBEDDED_TYPE[name]} for name, each in fields.items()}
    schema["properties"] = {**schema.get("properties", {}), **types, "metadata": _metadata(form)}
    required = schema.get("required", [])
    schema["required"] = [*required, *(name for name in ("kind", "apiVersion") if name not in required)]


def _metadata(form: Form) -> JsonObject:
    return form.reference_with(f"{META}.ObjectMeta", {"description": "The metadata of this object."})


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
