"""What the registry asks of a kind: one base, with a default for every step, so that a plain kind is a few lines.

A write goes through the steps in this order: the codec's `decode` (which calls `apply_defaults`), `admit`,
`prepare_for_create` or a subresource's `prepare`, `judge` (which calls `validate`), `warnings`, `canonicalize`,
`propose`; then the object is stored, and `after_write` called. Objects are in their normal form (see
`codec.typed`) from `decode` on, and the steps that change an object change it in place. A kind module imports nothing
of the registry: what it needs of the server it asks its `surroundings`.
Upstream: apiserver/pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy; pkg/endpoints/handlers/rest.go
RequestScope (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from kapivara.apis.api_resource import ApiResource, ApiSubresource
from kapivara.apis.codec import Codec, TypedCodec
from kapivara.apis.garbage_collection import GarbageCollectionPolicy
from kapivara.apis.merging import Merging, TypedMerging
from kapivara.apis.proposal import Proposal
from kapivara.apis.subresource import StatusSubresource, Subresource
from kapivara.apis.surroundings import Surroundings
from kapivara.apis.verdict import Verdict
from kapivara.codec.described import described, folder_of_types
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, ErrorType, FieldPath, Operation
from kapivara.meta import ApiError, GroupVersionKind, GroupVersionResource
from kapivara.meta.media_types import BUILT_IN_PATCHES
from kapivara.meta.object_meta import (
    finalizers_of,
    told_once,
    validate_common_fields,
    validate_object_meta,
    validate_object_meta_update,
)
from kapivara.meta.owners import validate_qualified_finalizers
from kapivara.storage import Precondition
from kapivara.values import ABSENT, Absent, JsonObject, copy_json
from kapivara.values.deadline import Deadline

if TYPE_CHECKING:
    from kapivara.apis.declared_rules import DeclaredRules
    from kapivara.apis.initial_object import InitialObject
    from kapivara.apis.table import TableLayout
    from kapivara.codec.shapes import Struct
    from kapivara.meta.object_meta import NameCheck
    from kapivara.meta.v1.zz_generated_types import ObjectMeta
    from kapivara.patch.field_set import Fields
    from kapivara.schema.sound_fields import SoundFields
    from kapivara.validate.normalization import NormalizationRule


class Kind:
    """A kind at one version that is served. It keeps no state but what its surroundings know.

    Of its class: `unconditional_update` tells whether an update may come without
    a resourceVersion, `costly` whether a write may take long, however small its body is, `written_one_by_one` that a
    server does well to make one write after another, since each takes the processor, `holds_deleted` that a DELETE only
    marks objects, `is_stored` that objects are stored at all (`unstored_kind.py`). `deprecation_warning` goes with
    every answer; `patch_types` are the patches that the reference server offers. Messages name its `scheme` (the place
    of the server's type registry) and how a deletion is refused (`precondition_failed`).
    """

    unconditional_update = True
    create_on_update = False
    """Whether a PUT of an object that there is none of creates it."""
    generates_names = True
    """Whether something is added to a prefix that an object has in the place of a name."""
    counted: tuple[str, ...] = ()
    """The fields whose changes `metadata.generation` counts; none where objects have no generation by themselves."""
    garbage_collection = GarbageCollectionPolicy.DELETE_DEPENDENTS
    """What becomes of dependents where neither a deletion nor a finalizer says."""
    waits_unless_orphaned = False
    """Whether `orphanDependents: false` lets an object that is held wait for its dependents."""
    kept_by_status: tuple[str, ...] = ()
    """The fields of the metadata that a write of the status leaves alone."""
    field_annotations: tuple[str, ...] = ()
    """Annotations that stand for fields of the internal type: who asks for the metadata alone does not see them."""
    shown_when_blank: ClassVar[Mapping[str, JsonObject]] = {}
    """What the internal Go type shows of an object with nothing in it, beyond what the types declare; by section."""
    deletion_warning = ""
    """What is warned of where a deletion does not say what becomes of dependents."""
    merges_errors = True
    """Whether errors are merged with those of declared rules, be there any: repetitions are lost by that."""
    qualified_finalizers = True
    """Whether finalizers must be qualified by a domain, where they are not those that all kinds know."""
    normalization_rules: tuple[NormalizationRule, ...] = ()
    """How fields of declared rules are told in the hub's way, where both kinds of rules are compared."""
    short_circuit_mismatch = False
    """Whether a declared error after which no more rules ran stands for hand-written ones below its field."""
    declared_name_format = ""
    """The origin of a declared rule that says of names what `check_name` does, such as `format=k8s-long-name`."""
    keeps_empties = False
    """Whether empty lists and maps that clients send are told from none (`sent_empties.py`)."""
    costly: bool = False
    waits = False
    """Whether reading or writing an object may wait for somebody else, such as a webhook that converts it."""
    written_one_by_one = False
    holds_deleted = False
    is_stored = True
    claims = False
    """Whether objects claim what only one of them can have: `begin` gives it to them, `propose` makes sure of it."""
    has_initial_objects = False
    """Whether every server has objects of the kind from its start."""
    made_since = 0
    """The revision of the definition that it was made of, when that came to be as it was then; 0 for built-in kinds."""
    in_watch_cache = True
    """Whether the reference server reads from a cache that watches fill: it words wrong versions otherwise without."""
    stored_as_json = False
    """Whether the reference server stores objects as JSON, and not as protocol buffers."""
    deprecation_warning = ""
    scheme = "pkg/api/legacyscheme/scheme.go:30"
    precondition_failed = "Precondition failed"
    patch_types: tuple[str, ...] = BUILT_IN_PATCHES
    whole_type: ClassVar[type[Subresource]] = Subresource
    """The way to the whole object."""
    subresource_types: ClassVar[Mapping[str, type[Subresource]]] = {"status": StatusSubresource}

    @property
    def served_since(self) -> int:
        """The revision of the storage before which nobody can watch objects of the kind."""
        return 0

    @classmethod
    def at(cls, api: ApiResource, surroundings: Surroundings) -> Kind:
        """Makes the kind at a version; one whose versions look different has a class for each (`converted_kind.py`)."""
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
        """Makes what reads and writes the objects."""
        return TypedCodec(self)

    def make_subresource(self, api: ApiSubresource) -> Subresource:
        """Makes a subresource that the catalog names."""
        return self.subresource_types[api.name](self, api.name, api.verbs, api.kind)

    def make_merging(self) -> Merging:
        """Makes what knows how objects merge."""
        return TypedMerging(self)

    @property
    def merging(self) -> Merging:
        """How objects merge; made when it is first asked for, which is never where objects are only judged."""
        if self._merging is None:
            self._merging = self.make_merging()
        return self._merging

    @property
    def go_package(self) -> str:
        """The package of the internal Go type, as errors name it; empty where there is none."""
        return self.gvk.group.partition(".")[0] or "core"

    # Versions

    @cached_property
    def shape(self) -> Struct:
        """What objects look like at this version, as the types of the group declare it."""
        return described(folder_of_types(self.gvk.group, self.gvk.version)).struct(self.gvk.kind)

    @property
    def hub_shape(self) -> Struct:
        """What objects look like in the form that all versions share."""
        return self.shape

    def other_shape(self, found: GroupVersionKind) -> Struct | None:
        """Returns the shape of another version of the kind that bodies may name: it is read, and then refused.

        None where it is no version that the server knows.
        """
        from kapivara.apis.scheme import find_version  # hardly ever needed

        return find_version(self.gvk, found)

    @property
    def is_hub(self) -> bool:
        """Whether objects are stored as they are at this version."""
        return type(self).to_hub is Kind.to_hub and type(self).from_hub is Kind.from_hub

    def to_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an object of this version in the form that all versions share, and that is stored."""
        return obj

    def from_hub(self, obj: JsonObject) -> JsonObject:
        """Returns an object that is in the form that all versions share at this version."""
        return obj

    def from_storage_together(self, objects: Sequence[JsonObject]) -> Sequence[JsonObject | ApiError | None]:
        """Reads stored objects, which are the caller's own, at this version: for kinds that wait, all at once.

        Instead of one that cannot be converted its refusal is returned; None for what is to be read by itself.
        """
        return [None] * len(objects)

    def blank(self) -> JsonObject:
        """Returns an object with nothing in it, as bookmarks of watches show it."""
        obj = self.codec.blank()
        return {**obj, **{section: {**obj[section], **more} for section, more in self.shown_when_blank.items()}}

    # The steps of a write

    def may_take_long(self, data: bytes) -> bool:  # noqa: ARG002  the same whatever is written
        """Tells whether a write may take long that is about an object of these bytes, however few they are."""
        return self.costly

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in what the client left out, by the types that the object is made of (`type_defaults.py`).

        Raises DecodeError where the object cannot be converted into what is judged.
        """
        from kapivara.apis.type_defaults import defaults_of  # kinds without defaults, and custom ones, need none

        defaults_of(self.shape).apply(obj)

    def admit(self, name: str) -> None:
        """Ends the creation of an object that may not be created, once all plugins have admitted it."""

    def check_grant(self, new: JsonObject, old: JsonObject | Absent) -> None:
        """Raises ApiError (403) where the user would grant rights that they do not have.

        Called once plugins have changed the object, before its version is compared.
        """

    def begin(self, new: JsonObject, old: JsonObject | Absent, *, dry_run: bool) -> None:
        """Gives an object what the server allocates, before it is prepared and judged.

        Ends the request where it cannot have what it asks for.
        """

    def early_warnings(self, obj: JsonObject) -> Sequence[str]:  # noqa: ARG002  most say all when it has passed
        """Returns warnings about a new object as it was sent, which are told although it may be refused."""
        return ()

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Wipes what clients may not set on a new object, a status that has its own subresource; starts generations."""
        if "status" in self.subresources:
            if self._blank is None:
                self._blank = self.to_hub(self.codec.blank())
            _take_over("status", obj, self._blank)
        if self.counted:
            obj["metadata"]["generation"] = 1

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Carries over from the old object what an update may not change, and counts the generation."""
        if "status" in self.subresources:
            _take_over("status", new, old)
        if self.counted and self.changes(new, old, self.counted):
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Carries over from the old object what a write of the status may not change: all but metadata and status."""
        for field in new.keys() | old.keys():
            if field not in _OF_STATUS:
                _take_over(field, new, old)
        for field in self.kept_by_status:
            _take_over(field, new["metadata"], old["metadata"])

    def changes(self, new: JsonObject, old: JsonObject, fields: Iterable[str]) -> bool:
        """Tells whether one of the fields is not the same in both objects, which are at the hub.

        An empty list or map is as good as none, and quantities are compared by number.
        """
        from kapivara.validate.values import same  # only updates need it

        by_name = self.hub_shape.tables.by_name
        return any(not same(by_name[name].shape, new.get(name), old.get(name)) for name in fields)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Judges a new object, or a new one against its old one; `operation` names the subresource written through.

        By default by its metadata alone; a kind adds rules of its own.
        """
        return self.validate_new_metadata(new) if old is ABSENT else self.validate_changed_metadata(new, old)

    def validate_new_metadata(self, obj: JsonObject, name_check: NameCheck | None = None) -> ErrorList:
        """Judges metadata by itself, as that of a new object; names by `check_name`, if not told otherwise."""
        check = name_check or self.check_name
        errors = validate_object_meta(obj["metadata"], namespaced=self.namespaced, name_check=check)
        if errors and self.declared_name_format:
            errors = self._cover_names(errors)
        return errors + self._validate_finalizers(obj["metadata"])

    def validate_changed_metadata(self, new: JsonObject, old: JsonObject) -> ErrorList:
        """Judges what an update makes of metadata."""
        errors = validate_object_meta_update(new["metadata"], old["metadata"])
        return errors + self._validate_finalizers(new["metadata"])

    def _validate_finalizers(self, metadata: ObjectMeta) -> ErrorList:
        if not self.qualified_finalizers or not metadata.get("finalizers"):
            return []
        return validate_qualified_finalizers(finalizers_of(metadata), _FINALIZERS)

    def _cover_names(self, errors: ErrorList) -> ErrorList:
        """Marks errors about the name as those of which a declared rule has the twin."""
        return [
            each.with_origin(self.declared_name_format).marked(covered_by_declarative=True)
            if each.field == "metadata.name" and each.type is ErrorType.INVALID
            else each
            for each in errors
        ]

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Says what is wrong with a name, or with a prefix that one is to be made from."""
        return name_is_dns_subdomain(name, prefix)

    def judge(
        self,
        operation: Operation,
        new: JsonObject,
        old: JsonObject | Absent,
        sound: SoundFields | None = None,  # noqa: ARG002
    ) -> Verdict:
        """Judges an object by `validate` and by what the tags of its type declare; says what was forgiven, too.

        Of an update, the rules that all kinds share are told first. Fields may be known to be `sound` from when the
        object was read.
        """
        errors = self.validate(operation, new, old)
        if old is not ABSENT:
            errors = validate_common_fields(new["metadata"], old["metadata"], namespaced=self.namespaced) + errors
        if self.declared_rules is not None:
            return self.declared_rules.judge(errors, operation, new, old)
        return Verdict(told_once(errors) if self.merges_errors else errors)

    @cached_property
    def declared_rules(self) -> DeclaredRules | None:
        """What the tags of its type declare; None where they declare nothing, and for what nobody stores."""
        if not self.merges_errors or not self.is_stored or not self.shape.folder:
            return None
        if not described(self.shape.folder).has_validator(self.shape.name):
            return None
        from kapivara.apis.declared_rules import DeclaredRules  # before that nobody is judged

        return DeclaredRules(self)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Returns the texts that go into Warning headers of an accepted write."""
        return []

    def canonicalize(self, obj: JsonObject) -> None:
        """Brings an accepted object into the form that is stored and shown."""

    def made_up(self) -> Sequence[JsonObject]:
        """Returns all objects of a kind that stores none, as of now; the caller's own."""
        return ()

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  who stores nothing looks at it
        """Returns an object of a kind that stores none with the server's answer in it; all of them have one."""
        return obj

    def kind_in_errors(self, obj: JsonObject) -> GroupVersionKind:  # noqa: ARG002  every object is of the one kind
        """Names the kind that errors about an object call it."""
        return self.gvk

    # Hooks of an object's life

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the objects that every server has from its start; asked before the kind is first used."""
        return ()

    def propose(self, obj: JsonObject, *, is_new: bool, dry_run: bool = False) -> Proposal:  # noqa: ARG002
        """Returns an accepted object as it is to be stored now, and on what condition; leaves it as it is.

        What the server's controllers would do to it a moment later is done here. Asked again where the condition did
        not hold. Ends the request where nothing may be created any more; raises OutdatedError where it has to begin
        anew.
        """
        return Proposal(obj)

    def after_write(self, name: str) -> None:
        """Does what follows from an object that was stored."""

    def mark_for_deletion(self, obj: JsonObject, finalizers: Sequence[str]) -> None:
        """Marks an object of a kind that holds it after a DELETE, until `is_released` says so.

        `finalizers` are those that it is to have, by its own and by the options of the deletion.
        """

    def grace_seconds(self, obj: JsonObject, asked: int | None) -> int | None:  # noqa: ARG002  most know no grace
        """Returns how long a deleted object stays, given what the deletion asks for; None where there is no grace."""
        return None

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether nothing holds an object that is marked for deletion any more."""
        return not obj["metadata"].get("finalizers")

    def removal_preconditions(self) -> tuple[Precondition, ...]:
        """Returns on what condition an object is removed: where it does not hold, one looks again."""
        return ()

    def after_delete(self, name: str, removed_at: int, deadline: Deadline) -> None:
        """Does what follows from an object that was removed, or marked.

        `removed_at` is the revision of the storage at which it went, 0 where it waits.
        """

    def keep_generated(self, sent: JsonObject, old: JsonObject) -> None:
        """Gives an object from a file what the server made for its old version, and no file can tell; in place.

        What is sent is not read yet, and may be anything. Asked where files are judged as updates of others.
        """

    def restore(self, obj: JsonObject, status: JsonObject | None) -> ErrorList:
        """Gives an object that is stored unchecked the status it was found with; returns why it could not be served."""
        if status:
            obj["status"] = status
        return []

    # What others ask of objects

    @property
    def table(self) -> TableLayout:
        """The columns that `kubectl get` shows; made when they are first asked for."""
        if self._table is None:
            self._table = self.make_table()
        return self._table

    def make_table(self) -> TableLayout:
        """Makes the columns: by default a name and the moment of creation.

        Upstream: apiserver/pkg/registry/rest/table.go NewDefaultTableConvertor.
        """
        from kapivara.apis.table import TableLayout, created_at_column, name_column

        return TableLayout((name_column(), created_at_column()), null_rows=True)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns what field selectors may ask of an object."""
        fields = {"metadata.name": obj["metadata"].get("name", "")}
        if self.namespaced:
            fields["metadata.namespace"] = obj["metadata"].get("namespace", "")
        return fields

    @property
    def field_labels(self) -> Collection[str] | None:
        """The fields that selectors may ask of objects; None where that is only what every kind offers."""
        from kapivara.meta.field_selectors import GENERIC_FIELDS  # only lists need it

        labels = self.selectable_fields({"metadata": {}, **self.codec.blank()}).keys()
        return None if labels <= set(GENERIC_FIELDS) else labels

    @property
    def unsupported_field(self) -> str:
        """How a selector by a field that the kind does not offer is refused; the text names the `{field}`."""
        from kapivara.meta.field_selectors import UNSUPPORTED_FIELD

        return UNSUPPORTED_FIELD

    @property
    def reset_fields(self) -> Fields:
        """The fields that a write to the whole object does not change, whatever it says."""
        return {"f:status": {}} if "status" in self.subresources else {}

    @property
    def status_reset_fields(self) -> Fields:
        """The fields that a write of the status does not change, whatever it says."""
        if self.kept_by_status in (METADATA, WHOLE_METADATA):
            return {"f:metadata": {}, "f:spec": {}}
        kept: Fields = {"f:spec": {}}
        if self.kept_by_status:
            kept["f:metadata"] = {f"f:{field}": {} for field in self.kept_by_status}
        return kept


METADATA = ("labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp")
"""All of the metadata that clients write. Upstream: apimachinery/pkg/apis/meta/v1 ResetObjectMetaForStatus."""
WHOLE_METADATA = (*METADATA, "creationTimestamp", "deletionGracePeriodSeconds", "generateName", "selfLink")
"""All of the metadata, but for who manages which field."""
_FINALIZERS = FieldPath.of("metadata", "finalizers")
_OF_STATUS = frozenset(("apiVersion", "kind", "metadata", "status"))


def _take_over(field: str, new: JsonObject, old: JsonObject) -> None:
    """Gives a field of an object the value that it has in the old one, or none."""
    new.pop(field, None)
    if field in old:
        new[field] = copy_json(old[field])
