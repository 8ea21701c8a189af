"""Custom resources: a kind for each served version of a CustomResourceDefinition.

Upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go, status_strategy.go, validator.go,
pkg/apiserver/customresource_handler.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from kapivara.apis.catalog.api_resource import ApiSubresource
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.proposal import Proposal
from kapivara.apis.machinery.kinds.subresource import StatusSubresource, Subresource
from kapivara.apis.machinery.objects.codec import Codec
from kapivara.apis.machinery.objects.merging import Merging
from kapivara.apis.machinery.scales.nested import find
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta import ApiError, GroupVersionKind, forbidden_status, internal_error_status, kind_of
from kapivara.meta.media_types import ANY_KIND_PATCHES
from kapivara.meta.object_meta import finalizer_warnings, validate_common_fields
from kapivara.registry.conversion.converter import ConversionError, Converter
from kapivara.registry.crds.codec import CustomCodec
from kapivara.registry.crds.definition import Definition, Version
from kapivara.registry.observer import Observer
from kapivara.schema.resource.sound_fields import SoundFields
from kapivara.storage import Precondition
from kapivara.values import ABSENT, Absent, JsonObject, copy_json, deep_equal
from kapivara.values.deadline import Deadline
from kapivara.values.rendering import format_value

if TYPE_CHECKING:
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.field.forgiveness import Unforgiven
    from kapivara.patch.merging.field_set import Fields
    from kapivara.schema.steps.ratcheting import Ratchet


class CustomStatus(StatusSubresource):
    """The status subresource of a custom resource: a write changes only the status."""

    __slots__ = ()

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Makes the new object the old one, except for the status and the managed fields."""
        _require_version(self.of, new)
        status, managed = new.get("status", ABSENT), new["metadata"].get("managedFields")
        new.clear()
        new.update(copy_json(old))
        new["metadata"].pop("managedFields", None)
        if managed:
            new["metadata"]["managedFields"] = managed
        new.pop("status", None)
        if status is not ABSENT:
            new["status"] = status

    @property
    def reset_fields(self) -> Fields:
        """The fields that a write of the status does not own: metadata and spec."""
        return {"f:metadata": {}, "f:spec": {}}


AfterRemoval: TypeAlias = Callable[[Definition, int, Deadline], None]
"""Called with a CRD after one of its objects was removed, with the revision of the removal."""


class CustomResource(Kind):
    """The kind of one served version of a CRD.

    `after_removal` is called for removed objects, because a terminating CRD may have waited for the last one.
    `converter` converts objects between versions; the default is the CRD's converter.
    """

    unconditional_update = False
    qualified_finalizers = False
    patch_types = ANY_KIND_PATCHES
    go_package = ""

    def __init__(
        self,
        definition: Definition,
        version: Version,
        surroundings: Surroundings,
        *,
        observer: Observer,
        after_removal: AfterRemoval,
        converter: Converter | None = None,
    ):
        self.definition = definition
        self.made_since = definition.gate.served_since
        self.converter = definition.converter if converter is None else converter
        self.waits = self.converter.waits
        self.version = version
        self.schema = definition.schema(version.name)
        self.deprecation_warning = version.deprecation_warning
        self._has_rules = self.schema.structural is not None and self.schema.structural.holds_rules
        self._observer = observer
        self._after_removal = after_removal
        super().__init__(definition.describe(version), surroundings)
        self._api_version = self.gvk.api_version

    @property
    def served_since(self) -> int:
        """The revision at which the CRD got its current form; watches begin no earlier."""
        return self.definition.gate.served_since

    def make_codec(self) -> Codec:
        """Returns the codec of the objects."""
        self._custom_codec = CustomCodec(self)
        return self._custom_codec

    def make_merging(self) -> Merging:
        """Returns the merge rules of the objects."""
        from kapivara.registry.crds.merging import CustomMerging

        return CustomMerging(self)

    def make_subresource(self, api: ApiSubresource) -> Subresource:
        """Returns the status or scale subresource."""
        scale = self.version.scale
        if api.name == "status" or scale is None:
            return CustomStatus(self, api.name, api.verbs)
        from kapivara.apis.machinery.scales.custom_scale import Scale  # most CRDs have none

        return Scale(self, api.verbs, scale, self.definition.replicas_paths)

    def may_take_long(self, data: bytes) -> bool:
        """Returns True if validation may be slow (rules, patterns, many branches) or a write may finish a deletion."""
        structural = self.schema.structural
        return self.definition.terminating or (structural is not None and structural.apparent_cost.is_high_for(data))

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an object in the storage version, pruned by its schema."""
        stored = self.definition.storage_version
        if self.version.name == stored:
            return obj
        obj = self._converted(copy_json(obj), f"{self.definition.group}/{stored}")
        self.definition.schema(stored).prune(obj)
        return obj

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object of any version in this version, pruned by its schema."""
        if obj["apiVersion"].rpartition("/")[2] != self.version.name:
            obj = self._converted(obj, self._api_version)
            self.schema.prune(obj, drop_malformed=True)
        return obj

    def from_storage_together(self, objects: Sequence[JsonObject]) -> Sequence[JsonObject | ApiError | None]:
        """Decodes stored objects; converts those of other versions in one call."""
        others = [each for each in objects if self._custom_codec.read_other(each)]
        converted = self.converter.convert(others, self._api_version) if others else ()
        made: dict[int, JsonObject | ConversionError] = {}
        for before, each in zip(others, converted, strict=True):
            if not isinstance(each, ConversionError):
                self.schema.prune(each, drop_malformed=True)
            made[id(before)] = each
        return [made.get(id(each)) for each in objects]

    def _converted(self, obj: JsonObject, api_version: str) -> JsonObject:
        (converted,) = self.converter.convert([obj], api_version)
        if isinstance(converted, ConversionError):
            raise converted
        return converted

    def admit(self, name: str) -> None:
        """Rejects creations while the CRD is terminating."""
        self._check_gate(name)

    def propose(self, obj: JsonObject, *, is_new: bool, dry_run: bool = False) -> Proposal:  # noqa: ARG002
        """Stores objects unchanged; new ones only if the CRD has not changed since the check."""
        if not is_new:
            return Proposal(obj)
        self._check_gate(obj["metadata"]["name"])
        return Proposal(obj, (self.definition.gate.unchanged,))

    def _check_gate(self, name: str) -> None:
        """Ends the creation of an object whose CRD is terminating.

        Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go forbidCreateAdmission (1.37).
        """
        if not self.definition.gate.is_open:
            problem = "create not allowed while custom resource definition is terminating"
            raise ApiError(forbidden_status(self.group_resource, name, problem))

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Sets the generation to 1; drops the status if it has its own subresource."""
        if self.version.has_status:
            obj.pop("status", None)
        obj["metadata"]["generation"] = 1

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps a status that has its own subresource; increments the generation if more than metadata changed."""
        _require_version(self, new)
        super().prepare_for_update(new, old)
        if not deep_equal(_without_metadata(new), _without_metadata(old)):
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1

    def verdict(
        self,
        operation: Operation,
        new: JsonObject,
        old: JsonObject | Absent,
        sound: SoundFields | None = None,
    ) -> Verdict:
        """Validates type, metadata, schema, scale and rules, in the server's order."""
        wrong_type = self._validate_type(new)
        if old is ABSENT:
            if wrong_type:
                return Verdict(self._validate_other(operation, new, wrong_type))
            return Verdict(self._validate_new(operation, new, sound or SoundFields(operation.deadline)))
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
        """Validates an object that states another kind. Kept: its metadata and values are not validated then."""
        errors = wrong_type + self.schema.validate_parts(operation, new, old, ratchet)
        return errors + self._rule_errors(operation, new, old, errors, ratchet=ratchet)

    def _validate_update(
        self, operation: Operation, new: JsonObject, old: JsonObject, ratchet: Ratchet | None
    ) -> ErrorList:
        errors = self.validate(operation, new, old)
        is_whole = operation.subresource != "status"
        is_sound = is_whole and self._is_sound(new, old, SoundFields(operation.deadline))
        if not is_sound:
            judge = self.schema.validate if is_whole else self.schema.validate_status
            errors += judge(operation, new, old, ratchet)
        errors += self._validate_scale(new, spec=is_whole)
        if is_sound and not errors:
            return []
        return errors + self._rule_errors(operation, new, old, errors, ratchet=ratchet)

    def _validate_new(self, operation: Operation, obj: JsonObject, sound: SoundFields) -> ErrorList:
        errors = self.validate(operation, obj, ABSENT)
        is_sound = self._is_sound(obj, ABSENT, sound)
        if not is_sound:
            errors += self.schema.validate(operation, obj)
        errors += self._validate_scale(obj)
        if is_sound and not errors:
            return []
        return errors + self._rule_errors(operation, obj, ABSENT, errors)

    def _is_sound(self, new: JsonObject, old: JsonObject | Absent, sound: SoundFields) -> bool:
        """Returns True if the fast validators accept an object; reports the duration if rules are among them."""
        if not self._has_rules:
            return self.schema.is_sound(new, old, sound)
        started = perf_counter()
        is_sound = self.schema.is_sound(new, old, sound)
        if is_sound:
            self._observer.observe_evaluation(perf_counter() - started)
        return is_sound

    def _rule_errors(
        self,
        operation: Operation,
        new: JsonObject,
        old: JsonObject | Absent,
        errors: ErrorList,
        *,
        ratchet: Ratchet | None = None,
    ) -> ErrorList:
        """Evaluates the rules, in view of the earlier errors; reports the duration."""
        if not self._has_rules:
            return []
        whole, started = operation.subresource != "status", perf_counter()
        found = self.schema.validate_rules(new, old, errors, ratchet, judged_whole=whole, deadline=operation.deadline)
        self._observer.observe_evaluation(perf_counter() - started)
        return found

    def _validate_scale(self, obj: JsonObject, *, spec: bool = True) -> ErrorList:
        if self.version.scale is None:
            return []
        from kapivara.apis.machinery.scales.custom_scale import validate_scale_spec, validate_scale_status

        errors = validate_scale_spec(self.version.scale, obj) if spec else []
        return errors + validate_scale_status(self.version.scale, obj)

    def _validate_type(self, obj: JsonObject) -> ErrorList:
        errors: ErrorList = []
        if obj.get("kind") != self.gvk.kind:
            errors.append(invalid(FieldPath.of("kind"), obj.get("kind") or "", f"must be {self.gvk.kind}"))
        if obj.get("apiVersion") != self._api_version:
            given = str(self.kind_in_errors(obj).group_version)
            errors.append(invalid(FieldPath.of("apiVersion"), given, f"must be {self._api_version}"))
        return errors

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns warnings about new finalizers without a domain."""
        if operation.subresource == "status":
            return []
        return finalizer_warnings(new["metadata"], None if old is ABSENT else old["metadata"])

    def kind_in_errors(self, obj: JsonObject) -> GroupVersionKind:
        """Returns the kind that an object states; errors use it even if it is wrong."""
        return kind_of(obj.get("apiVersion") or "", obj.get("kind") or "")

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns name, namespace, and the selectable fields of the CRD."""
        fields = dict(super().selectable_fields(obj))
        for path in self.version.selectable:
            value = find(obj, path.split("."))
            fields[path] = "" if value is ABSENT or value is None else format_value(value)
        return fields

    def make_table(self) -> TableLayout:
        """Returns the printer columns of the CRD, or the age."""
        from kapivara.apis.machinery.tables.printer_columns import printer_layout

        return printer_layout(self.version.columns, self.surroundings)

    @property
    def field_labels(self) -> Collection[str]:
        """Name, namespace, and the selectable fields of the CRD."""
        return ("metadata.name", *(("metadata.namespace",) if self.namespaced else ()), *self.version.selectable)

    def removal_preconditions(self) -> tuple[Precondition, ...]:
        """Returns the condition that the CRD is unchanged; none if the CRD is terminating."""
        gate = self.definition.gate
        return (gate.unchanged,) if gate.is_open else ()

    def after_delete(self, name: str, removed_at: int, deadline: Deadline) -> None:  # noqa: ARG002
        """Reports a removal to a terminating CRD, which waits for its last object."""
        if removed_at and not self.definition.gate.is_open:
            self._after_removal(self.definition, removed_at, deadline)


def _unratcheted(errors: ErrorList) -> tuple[Unforgiven, ...]:
    from kapivara.field.forgiveness import Unforgiven, WhyNot  # only rejected updates need it

    return tuple(Unforgiven(error, WhyNot.SWITCHED_OFF) for error in errors)


def _without_metadata(obj: JsonObject) -> JsonObject:
    return {key: value for key, value in obj.items() if key != "metadata"}


def _require_version(kind: Kind, obj: JsonObject) -> None:
    """Ends an update with an object that has no apiVersion."""
    if obj.get("apiVersion") != kind.gvk.api_version and not kind.kind_in_errors(obj).version:
        raise ApiError(internal_error_status("Object 'apiVersion' is missing in 'object has no apiVersion field'"))
