"""Merging of custom resources, by the schemas of their CRD.

Upstream: apiextensions-apiserver/pkg/apiserver/conversion/converter.go crConverter.ConvertToVersion,
apimachinery/pkg/util/managedfields/internal/structuredmerge.go NewCRDStructuredMergeManager (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.codec import DecodeError
from kapivara.field import FieldPath, invalid
from kapivara.meta import ApiError, ApiVersionError, GroupVersion, invalid_status, parse_api_version
from kapivara.registry.objects.metadata import SYSTEM_FIELDS
from kapivara.schema.steps.defaulting import apply_defaults
from kapivara.values import JsonObject
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.patch.managers.writes import Version
    from kapivara.patch.merging.merge_type import MergeType
    from kapivara.registry.crds.custom_resource import CustomResource
    from kapivara.registry.crds.definition import Definition
    from kapivara.schema.resource.versions import ResourceSchema


class CustomMerging:
    """The merge rules of the objects of one version of a CRD."""

    new_fields = None

    def __init__(self, kind: CustomResource):
        self._kind = kind

    @property
    def own_type(self) -> MergeType:
        """The merge type of this version."""
        return _merge_type(self._kind.schema, self._kind.definition)

    def version(self, api_version: str) -> Version:
        """Returns another version of the CRD, which has the same fields; raises ApiVersionError."""
        from kapivara.patch.managers.writes import Version

        return Version(self._type_at(api_version))

    def _type_at(self, api_version: str) -> MergeType:
        gvk, definition = self._kind.gvk, self._kind.definition
        if api_version == gvk.api_version:
            return self.own_type
        group, version = parse_api_version(api_version)
        if group != gvk.group:
            target = quote(str(GroupVersion(group, version)))
            raise ApiVersionError(f"{gvk} is unstructured and is not suitable for converting to {target}")
        if version not in definition.versions:
            raise ApiVersionError(f"request to convert CR to an invalid group/version: {group}/{version}")
        return _merge_type(definition.schema(version), definition)

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:
        """Normalizes metadata and applies defaults. Kept: nulls are validated; unknown fields go only at the next
        decoding.

        The metadata was not decoded like that of a body, so values of the system fields may have any type.
        """
        metadata, schema = obj.get("metadata") or {}, self._kind.schema
        for field in (*SYSTEM_FIELDS, "generation") if new else ("creationTimestamp", "generation"):
            metadata.pop(field, None)
        try:
            schema.coerce_metadata(obj)
        except DecodeError as error:
            problem = invalid(FieldPath.of("metadata"), metadata, error.message)
            raise ApiError(invalid_status(self._kind.gvk.group_kind, metadata.get("name") or "", [problem])) from None
        apply_defaults(obj, schema.structural)
        return obj


def _merge_type(schema: ResourceSchema, definition: Definition) -> MergeType:
    structural = schema.structural
    found = None if structural is None else cast("MergeType | None", structural.known.merge_type)
    if found is None:
        from kapivara.patch.merging.schema_types import read_resource_type  # validation alone needs none

        raw = None if structural is None else structural.raw
        found = read_resource_type(raw, preserve=structural is not None and definition.preserve_unknown_fields)
        if structural is not None:
            structural.known.merge_type = found
    return found
