"""A CRD in the server's internal version, which validation errors refer to.

There, the properties that all versions share (schema, subresources, columns, selectable fields) are fields of the spec,
and errors name them there: `spec.validation…` instead of `spec.versions[0].schema…`.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/{types.go,v1/conversion.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.empty_keywords import same_validation
from kapivara.schema.legality.go_schema import go_schema
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record
from kapivara.values.rendering import GoStruct

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

_SHARED = ("schema", "subresources", "additionalPrinterColumns", "selectableFields")


@record
class HubSpec:
    """A spec whose versions hold only the properties that differ between them.

    `versions` is None if the client sent none, which messages distinguish from an empty list.
    """

    spec: v1.CustomResourceDefinitionSpec
    versions: list[v1.CustomResourceDefinitionVersion] | None
    validation: v1.CustomResourceValidation | None
    subresources: v1.CustomResourceSubresources | None
    columns: list[v1.CustomResourceColumnDefinition]
    selectable_fields: list[v1.SelectableField]

    @property
    def preserves_unknown_fields(self) -> bool:
        """True if `preserveUnknownFields` is set for the whole resource."""
        return bool(self.spec.get("preserveUnknownFields"))

    @property
    def first_version(self) -> str:
        """The name of the first version, which the internal version repeats in its own field."""
        return str(self.versions[0]["name"]) if self.versions else ""

    def schemas(self) -> list[JsonObject]:
        """Returns all schemas, the shared one once."""
        holders = [self.validation, *(version.get("schema") for version in self.versions or ())]
        return [schema for holder in holders if (schema := schema_of(holder)) is not None]

    def subresources_of(self, version: v1.CustomResourceDefinitionVersion) -> v1.CustomResourceSubresources | None:
        """Returns the subresources of a version, shared or its own."""
        return self.subresources if self.subresources is not None else version.get("subresources")

    def go_versions(self) -> list[GoStruct] | None:
        """Returns the versions as error texts print them."""
        return None if self.versions is None else list(map(_go_version, self.versions))


def to_hub(spec: v1.CustomResourceDefinitionSpec) -> HubSpec:
    """Converts a v1 spec in its normal form."""
    versions = cast("list[JsonObject] | None", spec["versions"])  # indexed by field name
    first = versions[0] if versions else {}
    shared = [name for name in _SHARED if all(_same(version, first, name) for version in versions or ())]
    if versions and shared:
        versions = [{name: item for name, item in version.items() if name not in shared} for version in versions]
    taken = {name: first[name] for name in shared if name in first}
    return HubSpec(
        spec=spec,
        versions=cast("list[v1.CustomResourceDefinitionVersion] | None", versions),
        validation=taken.get("schema"),
        subresources=taken.get("subresources"),
        columns=taken.get("additionalPrinterColumns") or [],
        selectable_fields=taken.get("selectableFields") or [],
    )


def _same(one: JsonObject, other: JsonObject, name: str) -> bool:
    if one is other:
        return True
    if name == "schema":
        return same_validation(one.get(name), other.get(name))
    if name == "subresources":
        return deep_equal(one.get(name), other.get(name))
    return deep_equal(one.get(name) or [], other.get(name) or [])


def _go_version(version: v1.CustomResourceDefinitionVersion) -> GoStruct:
    schema, subresources = version.get("schema"), version.get("subresources")
    columns, fields = version.get("additionalPrinterColumns"), version.get("selectableFields")
    return GoStruct(
        Name=version["name"],
        Served=version["served"],
        Storage=version["storage"],
        Deprecated=version.get("deprecated", False),
        DeprecationWarning=version.get("deprecationWarning"),
        Schema=None if schema is None else GoStruct(OpenAPIV3Schema=_go_schema(schema_of(schema))),
        Subresources=None if subresources is None else _go_subresources(subresources),
        AdditionalPrinterColumns=None if columns is None else list(map(_go_column, columns)),
        SelectableFields=None if fields is None else [GoStruct(JSONPath=field["jsonPath"]) for field in fields],
    )


def _go_schema(schema: JsonObject | None) -> Any:
    return None if schema is None else go_schema(schema)


def _go_subresources(subresources: v1.CustomResourceSubresources) -> GoStruct:
    scale = subresources.get("scale")
    return GoStruct(
        Status=GoStruct() if "status" in subresources else None,
        Scale=None
        if scale is None
        else GoStruct(
            SpecReplicasPath=scale["specReplicasPath"],
            StatusReplicasPath=scale["statusReplicasPath"],
            LabelSelectorPath=scale.get("labelSelectorPath"),
        ),
    )


def _go_column(column: v1.CustomResourceColumnDefinition) -> GoStruct:
    return GoStruct(
        Name=column["name"],
        Type=column["type"],
        Format=column.get("format", ""),
        Description=column.get("description", ""),
        Priority=column.get("priority", 0),
        JSONPath=column["jsonPath"],
    )
