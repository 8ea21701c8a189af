"""The base class of kinds: the strategy that the registry calls, with a default for every step.

A write calls these steps in order: the codec's `decode` (which calls `apply_defaults`), `admit`, `prepare_for_create`
or a subresource's `prepare`, `verdict` (which calls `validate`), `warnings`, `canonicalize`, `propose`; then the
registry stores the object and calls `after_write`. From `decode` on, objects are in their normal form (see
`codec.typed.decoding`), and steps that change an object change it in place. A kind module does not import the registry:
it reads the server's state through its `surroundings`.
Upstream: apiserver/pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy; pkg/endpoints/handlers/rest.go
RequestScope (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.apis.machinery.kinds.proposal import Proposal
from kapivara.apis.machinery.kinds.subresource import StatusSubresource, Subresource
from kapivara.apis.machinery.objects.codec import Codec, TypedCodec
from kapivara.apis.machinery.objects.merging import Merging, TypedMerging
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, ErrorType, FieldPath, Operation
from kapivara.meta import ApiError, GroupVersionKind, GroupVersionResource
from kapivara.meta.media_types import BUILT_IN_PATCHES
from kapivara.meta.object_meta import (
    finalizers_of,
    validate_common_fields,
    validate_object_meta,
    validate_object_meta_update,
    without_repeats,
)
from kapivara.meta.owners import validate_qualified_finalizers
from kapivara.storage import Precondition
from kapivara.values import ABSENT, Absent, JsonObject, copy_json
from kapivara.values.deadline import Deadline

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.apis.machinery.validation.declared_rules import DeclaredRules
    from kapivara.codec.shapes import Struct
    from kapivara.meta.object_meta import NameCheck
    from kapivara.meta.v1.zz_generated_types import ObjectMeta
    from kapivara.patch.merging.field_set import Fields
    from kapivara.schema.resource.sound_fields import SoundFields
    from kapivara.validate.normalization import NormalizationRule


class Kind:
    """A kind at one served version. It has no state except its surroundings.

    Class attributes: with `unconditional_update`, an update may omit the resourceVersion. `costly` marks kinds whose
    writes may take long even for small bodies. `written_one_by_one` asks servers to serialize writes, since each write
    needs the CPU. With `holds_deleted`, a DELETE only marks objects. `is_stored` is False for kinds that store no
    objects (`unstored_kind.py`). Every response carries `deprecation_warning`; `patch_types` are the patch types that
    the reference server accepts. Error texts print `scheme` (the place of the server's type registry) and
    `precondition_failed` (for a rejected deletion).
    """

    unconditional_update = True
    create_on_update = False
    """True if a PUT creates a missing object."""
    generates_names = True
    """True if the server appends a random suffix to `generateName`."""
    counted: tuple[str, ...] = ()
    """The fields whose changes increase `metadata.generation`; empty if the kind has no generations."""
    garbage_collection = GarbageCollectionPolicy.DELETE_DEPENDENTS
    """The handling of dependents if neither the deletion nor a finalizer chooses one."""
    waits_unless_orphaned = False
    """True if `orphanDependents: false` lets a held object wait for its dependents."""
    kept_by_status: tuple[str, ...] = ()
    """The fields of the metadata that a status update does not change."""
    field_annotations: tuple[str, ...] = ()
    """Annotations that are fields of the internal type: metadata-only requests omit them."""
    shown_when_blank: ClassVar[Mapping[str, JsonObject]] = {}
    """The fields of an empty object of the internal Go type beyond those of its declared types, by section.
    """
    deletion_warning = ""
    """The warning about a deletion that does not choose a handling of dependents."""
    merges_errors = True
    """True if errors are merged with those of declarative rules; merging drops repeated errors."""
    qualified_finalizers = True
    """True if finalizers must have a domain, except the well-known ones."""
    normalization_rules: tuple[NormalizationRule, ...] = ()
    """Converts field names of declarative errors to the hub's names before the comparison with hand-written errors."""
    short_circuit_mismatch = False
    """True if a declarative error that stopped further rules matches hand-written errors below its field."""
    declared_name_format = ""
    """The origin of the declarative rule that repeats `check_name`, such as `format=k8s-long-name`."""
    keeps_empties = False
    """True if empty lists and maps sent by clients are distinguished from absent ones (`sent_empties.py`)."""
    costly: bool = False
    waits = False
    """True if reading or writing an object may wait for others, such as a conversion webhook."""
    written_one_by_one = False
    holds_deleted = False
    deletes_unreadable = True
    """True if the server deletes unreadable objects when the deletion's option requests it."""
    is_stored = True
    claims = False
    """True if objects claim unique values, such as addresses: `allocate` assigns them, `propose` secures them."""
    has_initial_objects = False
    """True if every server creates objects of the kind at its start."""
    made_since = 0
    """The revision of the CRD that created the kind in its present form; 0 for built-in kinds."""
    in_watch_cache = True
    """True if the reference server reads from a watch cache; without one, errors about resource versions differ."""
    stored_as_json = False
    """True if the reference server stores objects as JSON instead of protocol buffers."""
    deprecation_warning = ""
    scheme = "pkg/api/legacyscheme/scheme.go:30"
    precondition_failed = "Precondition failed"
    patch_types: tuple[str, ...] = BUILT_IN_PATCHES
    whole_type: ClassVar[type[Subresource]] = Subresource
    """The access to the whole object."""
    subresource_types: ClassVar[Mapping[str, type[Subresource]]] = {"status": StatusSubresource}

    @property
    def served_since(self) -> int:
        """The storage revision before which objects of the kind cannot be watched."""
        return 0

    @classmethod
    def at(cls, api: ApiResource, surroundings: Surroundings) -> Kind:
        """Creates the kind at a version; kinds with versions of different form override it (`converted_kind.py`)."""
        return cls(api, surroundings)

    def __init__(self, api: ApiResource, surroundings: Surroundings):
        self.api = api
        self.surroundings = surroundings
        self.gvk: GroupVersionKind = api.kind
        self.gvr = GroupVersionResource(api.kind.group, api.kind.version, api.plural)
        self.group_resource = self.stored_resource = self.gvr.group_resource
        self.namespaced = api.namespaced
        self.codec = self.make_codec()
        self.subresources: dict[str, Subresource] = {"": self.whole_type(self, "", api.verbs)}
        for each in api.subresources:
            self.subresources[each.name] = self.make_subresource(each)
        self._merging: Merging | None = None
        self._table: TableLayout | None = None
        self._blank: JsonObject | None = None

    def make_codec(self) -> Codec:
        """Creates the codec, which reads and writes objects."""
        return TypedCodec(self)

    def make_subresource(self, api: ApiSubresource) -> Subresource:
        """Creates a subresource that the catalog names."""
        return self.subresource_types[api.name](self, api.name, api.verbs, api.kind)

    def make_merging(self) -> Merging:
        """Creates the merge rules for server-side apply."""
        return TypedMerging(self)

    @property
    def merging(self) -> Merging:
        """The merge rules of objects; created on first use, since validation alone does not need them."""
        if self._merging is None:
            self._merging = self.make_merging()
        return self._merging

    @property
    def go_package(self) -> str:
        """The package of the internal Go type, for error texts; empty if there is none."""
        return self.gvk.group.partition(".")[0] or "core"

    # Versions

    @cached_property
    def shape(self) -> Struct:
        """The Go type of objects at this version."""
        return described(folder_of_types(self.gvk.group, self.gvk.version)).struct(self.gvk.kind)

    @property
    def hub_shape(self) -> Struct:
        """The Go type of objects at the hub version."""
        return self.shape

    def other_shape(self, found: GroupVersionKind) -> Struct | None:
        """Returns the shape of another version of the kind, by which a body is read before it is rejected.

        Returns None if the server does not know the version.
        """
        from kapivara.apis.catalog.scheme import find_version  # rare

        return find_version(self.gvk, found)

    @property
    def is_hub(self) -> bool:
        """True if this version is the hub version, in which objects are stored."""
        return type(self).to_hub is Kind.to_hub and type(self).from_hub is Kind.from_hub

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an object of this version, converted to the hub version."""
        return obj

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an object of the hub version, converted to this version."""
        return obj

    def from_storage_together(self, objects: Sequence[JsonObject]) -> Sequence[JsonObject | ApiError | None]:
        """Converts stored objects to this version, all at once, for kinds whose conversion waits. Consumes the objects.

        Returns an ApiError for each object that cannot be converted, and None for each that the caller must convert
        itself.
        """
        return [None] * len(objects)

    def blank(self) -> JsonObject:
        """Returns an empty object, as bookmarks of watches contain it."""
        obj = self.codec.blank()
        return {**obj, **{section: {**obj[section], **more} for section, more in self.shown_when_blank.items()}}

    # The steps of a write

    def may_take_long(self, data: bytes) -> bool:  # noqa: ARG002  does not depend on it
        """Returns True if a write of an object of these bytes may take long, however few they are."""
        return self.costly

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in the fields that the client omitted, by the object's Go type (`type_defaults.py`).

        Raises DecodeError if the object cannot be converted to the hub version.
        """
        from kapivara.apis.machinery.objects.type_defaults import (
            defaults_of,
        )  # not all kinds have defaults

        defaults_of(self.shape).apply(obj)

    def admit(self, name: str) -> None:
        """Raises ApiError if the object may not be created; called after all admission plugins."""

    def check_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError (403) if the write would grant rights that the user does not have.

        Called after plugins have changed the object, before its version is compared.
        """

    def allocate(self, new: JsonObject, old: JsonObject | Absent, *, dry_run: bool) -> None:
        """Allocates the unique values of an object before it is prepared and validated.

        Raises ApiError if a requested value is not available.
        """

    def early_warnings(self, obj: JsonObject) -> Sequence[str]:  # noqa: ARG002  most warn after validation
        """Returns warnings about a new object that are sent even if it is rejected."""
        return ()

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the fields of a new object that clients may not set, such as the status, and starts its generation."""
        if "status" in self.subresources:
            if self._blank is None:
                self._blank = self.to_hub(self.codec.blank())
            _take_over("status", obj, self._blank)
        if self.counted:
            obj["metadata"]["generation"] = 1

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Copies the fields that an update may not change from the old object, and increases the generation."""
        if "status" in self.subresources:
            _take_over("status", new, old)
        if self.counted and self.changes(new, old, self.counted):
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Copies all fields that a status update may not change from the old object: all except metadata and status."""
        for field in new.keys() | old.keys():
            if field not in _OF_STATUS:
                _take_over(field, new, old)
        for field in self.kept_by_status:
            _take_over(field, new["metadata"], old["metadata"])

    def changes(self, new: JsonObject, old: JsonObject, fields: Iterable[str]) -> bool:
        """Returns True if one of the fields differs between both objects, which are at the hub version.

        Empty and absent lists and maps are equal, and quantities are compared by number.
        """
        from kapivara.validate.parts.values import same  # only updates need it

        by_name = self.hub_shape.tables.by_name
        return any(not same(by_name[name].shape, new.get(name), old.get(name)) for name in fields)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates a new object, or an update against the old object; `operation` names the subresource.

        The default validates only the metadata; kinds add their rules.
        """
        return self.validate_new_metadata(new) if old is ABSENT else self.validate_changed_metadata(new, old)

    def validate_new_metadata(self, obj: JsonObject, name_check: NameCheck | None = None) -> ErrorList:
        """Validates the metadata of a new object; checks the name with `name_check`, by default with `check_name`."""
        check = name_check or self.check_name
        errors = validate_object_meta(obj["metadata"], namespaced=self.namespaced, name_check=check)
        if errors and self.declared_name_format:
            errors = self._cover_names(errors)
        return errors + self._validate_finalizers(obj["metadata"])

    def validate_changed_metadata(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Validates the changes of an update to metadata."""
        errors = validate_object_meta_update(new["metadata"], old["metadata"])
        return errors + self._validate_finalizers(new["metadata"])

    def _validate_finalizers(self, metadata: ObjectMeta) -> ErrorList:
        if not self.qualified_finalizers or not metadata.get("finalizers"):
            return []
        return validate_qualified_finalizers(finalizers_of(metadata), _FINALIZERS)

    def _cover_names(self, errors: ErrorList) -> ErrorList:
        """Marks errors about the name as covered by a declarative rule."""
        return [
            each.with_origin(self.declared_name_format).marked(covered_by_declarative=True)
            if each.field == "metadata.name" and each.type is ErrorType.INVALID
            else each
            for each in errors
        ]

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Returns the errors of a name, or of a name prefix."""
        return name_is_dns_subdomain(name, prefix)

    def verdict(
        self,
        operation: Operation,
        new: JsonObject,
        old: JsonObject | Absent,
        sound: SoundFields | None = None,  # noqa: ARG002
    ) -> Verdict:
        """Validates an object by `validate` and by the declarative rules of its type; reports forgiven errors, too.

        For an update, the errors of the rules that all kinds share come first. `sound` holds the fields found valid
        when the object was read.
        """
        errors = self.validate(operation, new, old)
        if old is not ABSENT:
            errors = validate_common_fields(new["metadata"], old["metadata"], namespaced=self.namespaced) + errors
        if self.declared_rules is not None:
            return self.declared_rules.verdict(errors, operation, new, old)
        return Verdict(without_repeats(errors) if self.merges_errors else errors)

    @cached_property
    def declared_rules(self) -> DeclaredRules | None:
        """The declarative rules of the kind's type; None if it has none or its objects are not stored."""
        if not self.merges_errors or not self.is_stored or not self.shape.folder:
            return None
        if not described(self.shape.folder).has_validator(self.shape.name):
            return None
        from kapivara.apis.machinery.validation.declared_rules import DeclaredRules  # only validation needs it

        return DeclaredRules(self)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Returns the texts of Warning headers of an accepted write."""
        return []

    def canonicalize(self, obj: JsonObject) -> None:
        """Normalizes an accepted object for storage and responses."""

    def made_up(self) -> Sequence[JsonObject]:
        """Returns all current objects of a kind that stores none; the caller owns them."""
        return ()

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  overridden
        """Returns an object of a kind that stores none, with the server's response in it."""
        return obj

    def kind_in_errors(self, obj: JsonObject) -> GroupVersionKind:  # noqa: ARG002  one kind for all objects
        """Returns the kind that errors about an object name."""
        return self.gvk

    # Hooks of an object's life

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the objects that every server creates at its start; called before the kind is first used."""
        return ()

    def propose(self, obj: JsonObject, *, is_new: bool, dry_run: bool = False) -> Proposal:  # noqa: ARG002
        """Returns the object to store for an accepted object, with its preconditions; leaves `obj` unchanged.

        The result includes the changes that the server's controllers would make a moment later. Called again if a
        precondition failed. Raises ApiError if nothing can be created any more, and OutdatedError if the write must
        start again.
        """
        return Proposal(obj)

    def after_write(self, name: str) -> None:
        """Runs the consequences of a stored object."""

    def mark_for_deletion(self, obj: JsonObject, finalizers: Sequence[str]) -> None:
        """Marks an object of a kind that holds it after a DELETE, until `is_released` returns True.

        `finalizers` are those of the object and those that the deletion's options add.
        """

    def grace_seconds(self, obj: JsonObject, asked: int | None) -> int | None:  # noqa: ARG002  most have none
        """Returns the grace period of a deleted object in seconds, given the requested one.

        None if the kind has none.
        """
        return None

    def is_released(self, obj: JsonObject) -> bool:
        """Returns True if nothing holds an object that is marked for deletion any more."""
        return not obj["metadata"].get("finalizers")

    def removal_preconditions(self) -> tuple[Precondition, ...]:
        """Returns the preconditions of an object's removal; if one fails, the caller reads the object again."""
        return ()

    def after_delete(self, name: str, removed_at: int, deadline: Deadline) -> None:
        """Runs the consequences of an object's removal or its mark for deletion.

        `removed_at` is the storage revision of the removal, or 0 if the object was only marked.
        """

    def keep_generated(self, sent: JsonObject, old: JsonObject) -> None:
        """Copies the values that the server generated for the old object to one from a file, which lacks them.

        In place. `sent` is not decoded yet and may have any form. Called when files are validated as updates of other
        files.
        """

    def restore(self, obj: JsonObject, status: JsonObject | None) -> ErrorList:
        """Gives an object that is stored unchecked its former status.

        Returns the errors for which it could not be served.
        """
        if status:
            obj["status"] = status
        return []

    # Tables, selectors and managed fields

    @property
    def table(self) -> TableLayout:
        """The columns that `kubectl get` shows; created on first use."""
        if self._table is None:
            self._table = self.make_table()
        return self._table

    def make_table(self) -> TableLayout:
        """Creates the columns: by default the name and the creation time.

        Upstream: apiserver/pkg/registry/rest/table.go NewDefaultTableConvertor.
        """
        from kapivara.apis.machinery.tables.table import TableLayout, created_at_column, name_column

        return TableLayout((name_column(), created_at_column()), null_rows=True)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the fields of an object that field selectors can select by."""
        fields = {"metadata.name": obj["metadata"].get("name", "")}
        if self.namespaced:
            fields["metadata.namespace"] = obj["metadata"].get("namespace", "")
        return fields

    @property
    def field_labels(self) -> Collection[str] | None:
        """The names of the selectable fields; None if they are only those of every kind."""
        from kapivara.meta.field_selectors import GENERIC_FIELDS  # only lists need it

        labels = self.selectable_fields({"metadata": {}, **self.codec.blank()}).keys()
        return None if labels <= set(GENERIC_FIELDS) else labels

    @property
    def unsupported_field(self) -> str:
        """The error text for a selector by an unsupported field, with a placeholder `{field}`."""
        from kapivara.meta.field_selectors import UNSUPPORTED_FIELD

        return UNSUPPORTED_FIELD

    @property
    def reset_fields(self) -> Fields:
        """The fields that a write to the whole object never changes."""
        return {"f:status": {}} if "status" in self.subresources else {}

    @property
    def status_reset_fields(self) -> Fields:
        """The fields that a status update never changes."""
        if self.kept_by_status in (METADATA, WHOLE_METADATA):
            return {"f:metadata": {}, "f:spec": {}}
        kept: Fields = {"f:spec": {}}
        if self.kept_by_status:
            kept["f:metadata"] = {f"f:{field}": {} for field in self.kept_by_status}
        return kept


METADATA = ("labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp")
"""All fields of the metadata that clients write. Upstream: apimachinery/pkg/apis/meta/v1 ResetObjectMetaForStatus."""
WHOLE_METADATA = (*METADATA, "creationTimestamp", "deletionGracePeriodSeconds", "generateName", "selfLink")
"""All fields of the metadata except managedFields."""
_FINALIZERS = FieldPath.of("metadata", "finalizers")
_OF_STATUS = frozenset(("apiVersion", "kind", "metadata", "status"))


def _take_over(field: str, new: JsonObject, old: JsonObject) -> None:
    """Copies a field from the old object to the new one, or removes it if the old object lacks it."""
    new.pop(field, None)
    if field in old:
        new[field] = copy_json(old[field])
