"""Custom resources: what a definition's version makes of bodies, stored bytes and writes.

Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go schemaCoercingDecoder, unstructuredDefaulter,
pkg/registry/customresource/strategy.go, status_strategy.go, validator.go (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from kapivara.codec import DecodeError, encode_json
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta import (
    ApiError,
    ApiVersionError,
    GroupVersion,
    GroupVersionKind,
    GroupVersionResource,
    forbidden_status,
    internal_error_status,
    invalid_status,
    kind_of,
    parse_api_version,
)
from kapivara.meta.object_meta import (
    finalizer_warnings,
    validate_common_fields,
    validate_object_meta,
    validate_object_meta_update,
)
from kapivara.registry.body import Body, interpret, with_defaults
from kapivara.registry.definition import Definition, Version
from kapivara.registry.metadata import SYSTEM_FIELDS
from kapivara.registry.nested import find
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.scope import Proposal, Read, UndecodableError, View
from kapivara.registry.verdict import Verdict
from kapivara.registry.views import WholeView
from kapivara.schema.defaulting import apply_defaults
from kapivara.values import ABSENT, Absent, JsonObject, copy_json, deep_equal
from kapivara.values.rendering import format_value, quote

if TYPE_CHECKING:
    from kapivara.field.forgiveness import Unforgiven
    from kapivara.patch.field_set import Fields
    from kapivara.patch.merge_type import MergeType
    from kapivara.schema.ratcheting import Ratchet
    from kapivara.schema.resource import ResourceSchema


class CustomResource:
    """The scope of one served version of a definition."""

    custom = True
    unconditional_update = False

    def __init__(self, definition: Definition, version: Version, observer: Observer = NO_OBSERVER):
        self._observer = observer
        self.definition = definition
        self.version = version
        self.kind: GroupVersionKind = definition.gvk(version.name)
        self.resource: GroupVersionResource = definition.gvr(version.name)
        self.group_resource = self.resource.group_resource
        self._api_version = self.kind.api_version
        self.list_kind = definition.list_kind
        self.namespaced = definition.namespaced
        self.schema = definition.schema(version.name)
        self._views: dict[str, View] = {"": WholeView(self.kind, self._decode)}
        if version.has_status:
            self._views["status"] = self._views[""]
        if version.scale is not None:
            from kapivara.registry.scale import ScaleView  # most definitions have none

            self._views["scale"] = ScaleView(version.scale, definition.replicas_paths)

    @property
    def costly(self) -> bool:
        """Whether rules or patterns may take long, or a write may end a definition that waits."""
        structural = self.schema.structural
        return self.definition.terminating or (
            structural is not None and (structural.holds_heavy_rules or structural.holds_costly_patterns)
        )

    def view(self, subresource: str) -> View | None:
        """Returns the view of the resource, of its status, or of its Scale."""
        return self._views.get(subresource)

    def _decode(self, body: Body) -> Read:
        """Reads a body: metadata in its normal form, unknown fields and stray nulls gone, defaults filled in."""
        found = self._identify(body)
        obj: JsonObject = body.value
        if "apiVersion" in obj and obj["apiVersion"] is None:
            raise UndecodableError(".apiVersion accessor error: <nil> is of the type <nil>, expected string", found)
        try:
            unknown = self.schema.coerce_metadata(obj)
            if found is self.kind or found.group_kind == self.kind.group_kind:
                schema = self.schema if found.version == self.version.name else self.definition.schema(found.version)
                unknown += schema.settle(obj)
        except DecodeError as error:
            raise UndecodableError(error.message, found) from None
        return Read(obj, found, (*body.doubled, *(f'unknown field "{each}"' for each in unknown)))

    def _identify(self, body: Body) -> GroupVersionKind:
        """Returns the kind that a body says it is, nearly always this one."""
        value = body.value
        if type(value) is dict and value.get("apiVersion") == self._api_version and value.get("kind") == self.kind.kind:
            if body.beyond:
                raise UndecodableError(body.beyond, self.kind)
            return self.kind
        try:
            found = interpret(value)
        except DecodeError as error:
            raise UndecodableError(error.message) from None
        if body.beyond:
            raise UndecodableError(body.beyond, with_defaults(found, self.kind))
        if found.kind:
            return found
        if not body.strict:  # kept: another reader finds it missing then, and knows the kind that is asked for
            missing = f"Object 'Kind' is missing in '{body.json_text()}'"
            raise UndecodableError(missing, with_defaults(found, self.kind))
        raise UndecodableError(f"Object 'Kind' is missing in '{body.raw().decode(errors='replace')}'", found)

    def to_storage(self, obj: JsonObject) -> bytes:
        """Encodes an object in the storage version; another version's schema prunes it first."""
        stored = {**obj, "metadata": {k: v for k, v in obj["metadata"].items() if k not in _NOT_STORED}}
        if self.version.name != self.definition.storage_version:
            stored = copy_json(stored)
            stored["apiVersion"] = f"{self.definition.group}/{self.definition.storage_version}"
            self.definition.schema(self.definition.storage_version).prune(stored)
        return encode_json(stored)

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object as the schema it was stored under reads it today, then as this version does."""
        version = obj["apiVersion"].rpartition("/")[2]
        stored_schema = self.definition.schema(version)
        stored_schema.settle(obj, drop_malformed=True)
        if version != self.version.name:
            obj["apiVersion"] = self._api_version
            self.schema.prune(obj, drop_malformed=True)
        return obj

    def check_creation(self, name: str) -> None:
        """Lets objects be created while the definition stands."""
        if not self.definition.gate.is_open:
            raise self._forbid_creation(name)

    def propose(self, obj: JsonObject, *, is_new: bool) -> Proposal:
        """Has objects stored as they are, new ones only while the definition stands."""
        if not is_new:
            return Proposal(obj)
        self.check_creation(obj["metadata"]["name"])
        return Proposal(obj, (self.definition.gate.unchanged,))

    def _forbid_creation(self, name: str) -> ApiError:
        """Upstream: customresource_handler.go forbidCreateAdmission."""
        problem = "create not allowed while custom resource definition is terminating"
        return ApiError(forbidden_status(self.group_resource, name, problem))

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Starts the generations; a status is not the creator's to set where it has its own subresource."""
        if self.version.has_status:
            obj.pop("status", None)
        obj["metadata"]["generation"] = 1

    def prepare_for_update(self, new: JsonObject, old: JsonObject, subresource: str) -> None:
        """Keeps the part that this update may not touch, and counts a generation where more than metadata changed."""
        if new.get("apiVersion") != self._api_version and not self.group_kind_of(new).version:
            raise ApiError(internal_error_status("Object 'apiVersion' is missing in 'object has no apiVersion field'"))
        if subresource == "status":
            _keep_all_but_status(new, old)
            return
        if self.version.has_status:
            if "status" in old:
                new["status"] = copy_json(old["status"])
            else:
                new.pop("status", None)
        if not deep_equal(_without_metadata(new), _without_metadata(old)):
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> Verdict:
        """Judges type, metadata, schema, scale and rules, in the server's order."""
        wrong_type = self._validate_type(new)
        if old is ABSENT:
            if wrong_type:
                return Verdict(self._validate_other(operation, new, wrong_type))
            return Verdict(self._validate_new(operation, new))
        ratchet = self.schema.ratchet(new, old)
        errors = validate_common_fields(new["metadata"], old["metadata"], namespaced=self.namespaced)
        if wrong_type:
            errors += self._validate_other(operation, new, wrong_type, old, ratchet)
        else:
            errors += self._validate_update(operation, new, old, ratchet)
        if ratchet is not None:
            self._observer.observe_ratcheting(ratchet.seconds)
        if ratchet is None or not (errors or ratchet.forgiven):
            return Verdict(errors, unforgiven=_unratcheted(errors) if errors else ())
        return Verdict(errors, tuple(ratchet.warnings), tuple(ratchet.forgiven), ratchet.unforgiven(errors))

    def _validate_other(
        self,
        operation: Operation,
        new: JsonObject,
        wrong_type: ErrorList,
        old: JsonObject | Absent = ABSENT,
        ratchet: Ratchet | None = None,
    ) -> ErrorList:
        """Judges an object that says it is of another kind; kept: its metadata and values are not looked at then."""
        errors = wrong_type + self.schema.validate_parts(operation, new, old, ratchet)
        return errors + self.schema.validate_rules(new, old, errors, ratchet, deadline=operation.deadline)

    def _validate_update(
        self, operation: Operation, new: JsonObject, old: JsonObject, ratchet: Ratchet | None
    ) -> ErrorList:
        errors = validate_object_meta_update(new["metadata"], old["metadata"])
        is_whole = operation.subresource != "status"
        judge = self.schema.validate if is_whole else self.schema.validate_status
        errors += judge(operation, new, old, ratchet)
        errors += self._validate_scale(new, spec=is_whole)
        return errors + self.schema.validate_rules(
            new, old, errors, ratchet, judged_whole=is_whole, deadline=operation.deadline
        )

    def _validate_new(self, operation: Operation, obj: JsonObject) -> ErrorList:
        errors = validate_object_meta(obj["metadata"], namespaced=self.namespaced, name_check=name_is_dns_subdomain)
        errors += self.schema.validate(operation, obj)
        errors += self._validate_scale(obj)
        return errors + self.schema.validate_rules(obj, ABSENT, errors, deadline=operation.deadline)

    def _validate_scale(self, obj: JsonObject, *, spec: bool = True) -> ErrorList:
        if self.version.scale is None:
            return []
        from kapivara.registry.scale import validate_scale_spec, validate_scale_status

        errors = validate_scale_spec(self.version.scale, obj) if spec else []
        return errors + validate_scale_status(self.version.scale, obj)

    def _validate_type(self, obj: JsonObject) -> ErrorList:
        errors: ErrorList = []
        if obj.get("kind") != self.kind.kind:
            errors.append(invalid(FieldPath.of("kind"), obj.get("kind") or "", f"must be {self.kind.kind}"))
        if obj.get("apiVersion") != self._api_version:
            given = str(self.group_kind_of(obj).group_version)
            errors.append(invalid(FieldPath.of("apiVersion"), given, f"must be {self._api_version}"))
        return errors

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of new finalizers that are not qualified."""
        if operation.subresource == "status":
            return []
        return finalizer_warnings(new["metadata"], None if old is ABSENT else old["metadata"])

    def group_kind_of(self, obj: JsonObject) -> GroupVersionKind:
        """Names the kind that an object says it is: errors call it that even where it is wrong."""
        return kind_of(obj.get("apiVersion") or "", obj.get("kind") or "")

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns name and namespace, and what the definition lets selectors ask."""
        metadata = obj["metadata"]
        fields = {"metadata.name": metadata["name"]}
        if self.namespaced:
            fields["metadata.namespace"] = metadata.get("namespace", "")
        for path in self.version.selectable:
            value = find(obj, path.split("."))
            fields[path] = "" if value is ABSENT or value is None else format_value(value)
        return fields

    @property
    def field_labels(self) -> Collection[str]:
        """Name and namespace, and what the definition declares selectable."""
        return ("metadata.name", *(("metadata.namespace",) if self.namespaced else ()), *self.version.selectable)

    def canonicalize(self, obj: JsonObject) -> None:
        """Leaves the object as it is."""

    def begin_deletion(self, obj: JsonObject, now: str) -> bool:  # noqa: ARG002  the same for every object
        """Says that nothing but finalizers holds custom resources."""
        return False

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether no finalizer is left."""
        return not obj["metadata"].get("finalizers")

    @property
    def own_type(self) -> MergeType:
        """How objects merge at this version."""
        return _merge_type(self.schema, self.definition)

    def merge_type(self, api_version: str) -> MergeType:
        """Returns how objects merge at a version of the definition; raises ApiVersionError where it has no such.

        Upstream: apiextensions-apiserver/pkg/apiserver/conversion/converter.go crConverter.ConvertToVersion.
        """
        if api_version == self._api_version:
            return self.own_type
        group, version = parse_api_version(api_version)
        if group != self.kind.group:
            target = quote(str(GroupVersion(group, version)))
            raise ApiVersionError(f"{self.kind} is unstructured and is not suitable for converting to {target}")
        if version not in self.definition.versions:
            raise ApiVersionError(f"request to convert CR to an invalid group/version: {group}/{version}")
        return _merge_type(self.definition.schema(version), self.definition)

    def settle_applied(self, obj: JsonObject, *, new: bool) -> JsonObject:
        """Fills in defaults; kept: nulls are judged, and unknown fields go only when the object is read again.

        Metadata was not read as a body's is: what the server says itself of an object may be anything at all.
        """
        metadata = obj.get("metadata") or {}
        for field in (*SYSTEM_FIELDS, "generation") if new else ("creationTimestamp", "generation"):
            metadata.pop(field, None)
        try:
            self.schema.coerce_metadata(obj)
        except DecodeError as error:
            problem = invalid(FieldPath.of("metadata"), metadata, error.message)
            raise ApiError(invalid_status(self.kind.group_kind, metadata.get("name") or "", [problem])) from None
        apply_defaults(obj, self.schema.structural)
        return obj

    def ignored_fields(self, subresource: str) -> Fields:
        """Returns the status, or all but the status: as the subresource has it."""
        if subresource == "status":
            return {"f:metadata": {}, "f:spec": {}}
        return {"f:status": {}} if self.version.has_status else {}

    def blank(self) -> JsonObject:
        """Returns an object that says nothing but its kind."""
        return {"apiVersion": self._api_version, "kind": self.kind.kind}


def _merge_type(schema: ResourceSchema, definition: Definition) -> MergeType:
    structural = schema.structural
    found: MergeType | None = None if structural is None else structural.notes.get("merge type")
    if found is None:
        from kapivara.patch.merge_type import read_resource_type  # what only judges objects needs none

        raw = None if structural is None else structural.raw
        found = read_resource_type(raw, preserve=structural is not None and definition.preserve_unknown_fields)
        if structural is not None:
            structural.notes["merge type"] = found
    return found


def _unratcheted(errors: ErrorList) -> tuple[Unforgiven, ...]:
    from kapivara.field.forgiveness import Unforgiven, WhyNot  # only refused updates need it

    return tuple(Unforgiven(error, WhyNot.SWITCHED_OFF) for error in errors)


_NOT_STORED = frozenset(("resourceVersion", "selfLink"))


def _without_metadata(obj: JsonObject) -> JsonObject:
    return {key: value for key, value in obj.items() if key != "metadata"}


def _keep_all_but_status(new: JsonObject, old: JsonObject) -> None:
    """Makes the new object the old one but for its status (and for who manages which field)."""
    status, managed = new.get("status", ABSENT), new["metadata"].get("managedFields")
    new.clear()
    new.update(copy_json(old))
    new["metadata"].pop("managedFields", None)
    if managed:
        new["metadata"]["managedFields"] = managed
    new.pop("status", None)
    if status is not ABSENT:
        new["status"] = status
