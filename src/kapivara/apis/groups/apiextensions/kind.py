"""CustomResourceDefinition as a built-in kind; the other files of this folder implement its steps.

Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/{strategy,etcd}.go (1.37).

Without the gates, these fields are unknown, and dropped with a warning.

Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go dropDisabledFields (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from kapivara.apis.groups.apiextensions.defaults import apply_defaults
from kapivara.apis.groups.apiextensions.definition_types import as_definition
from kapivara.apis.groups.apiextensions.establishing import establish, mark_for_deletion
from kapivara.apis.groups.apiextensions.validation.conditions import PENDING
from kapivara.apis.groups.apiextensions.validation.definition import (
    validate_new,
    validate_status_update,
    validate_update,
)
from kapivara.apis.groups.apiextensions.validation.empty_keywords import drop_empty_keywords
from kapivara.apis.groups.apiextensions.validation.selectable_fields import drop_selectable_fields
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.proposal import Proposal
from kapivara.apis.machinery.kinds.subresource import StatusSubresource
from kapivara.apis.machinery.objects.codec import Codec, TypedCodec
from kapivara.apis.machinery.server.feature_gates import CRD_VALIDATION_RATCHETING
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.described import DescribedTypes, Table, described, load_table
from kapivara.field import ErrorList, Operation, Verb
from kapivara.meta import GroupVersionKind
from kapivara.schema.legality.warnings import schema_warnings
from kapivara.schema.server_version import ServerVersion
from kapivara.schema.structural.subschemas import every_schema
from kapivara.values import ABSENT, Absent, JsonObject, copy_json, deep_equal
from kapivara.values.deadline import Deadline

if TYPE_CHECKING:
    from kapivara.apis.machinery.tables.table import TableLayout


_FIELD = "optionalOldSelf"


def has_optional_old_self(crd: JsonObject) -> bool:
    """Returns True if a rule of a CRD has the field."""
    return any(_FIELD in rule for rule in _rules(crd))


def drop_optional_old_self(crd: JsonObject) -> None:
    """Removes the field from all rules of a CRD, in place."""
    for rule in _rules(crd):
        rule.pop(_FIELD, None)


def _rules(crd: JsonObject) -> Iterator[JsonObject]:
    for version in crd["spec"]["versions"] or ():
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if schema is not None:
            for each in every_schema(schema):
                yield from each.get("x-kubernetes-validations") or ()


_FOLDER = "apis.groups.apiextensions.v1"
_DEFAULTS = {"JSONSchemaProps": "1001 x-kubernetes-default []DefaultRule omitempty list=atomic go=XDefault\n"}
_CONVERSIONS = {"CustomResourceConversion": "1001 converters []VersionConverter omitempty list=atomic\n"}
_TYPES = {
    "DefaultRule": "struct\n1 rule string\n2 field string omitempty\n",
    "VersionConverter": (
        "struct\n1 fromVersion string\n2 toVersion string\n3 rules []ConversionRule omitempty list=atomic\n"
    ),
    "ConversionRule": "struct\n1 rule string\n2 field string omitempty\n3 scope string omitempty\n",
}


def definition_types(server: ServerVersion) -> DescribedTypes:
    """Returns the types of CRDs for a server with or without these gates."""
    if not server.has_default_rules and not server.has_conversion_rules:
        return described(_FOLDER)
    return _extended(defaults=server.has_default_rules, conversions=server.has_conversion_rules)


@lru_cache(maxsize=4)
def _extended(*, defaults: bool, conversions: bool) -> DescribedTypes:
    known = load_table(_FOLDER)
    added = {**(_DEFAULTS if defaults else {}), **(_CONVERSIONS if conversions else {})}
    types = {name: text + added.get(name, "") for name, text in known.types.items()}
    table = Table(known.path, {**types, **_TYPES}, known.validated)
    return DescribedTypes(_FOLDER, lambda: table, described)


_SERVER_WRITES = ("acceptedNames", "conditions")
"""The fields of the status that the server's controllers write."""


class DefinitionCodec(TypedCodec):
    """The codec of CRDs, which records the server as the manager of the fields that it writes."""

    __slots__ = ()

    def to_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a CRD in stored form, with the server as the manager of its names and conditions.

        The response to the client does not contain these entries yet.
        """
        metadata, status = obj["metadata"], obj["status"]
        if not metadata.get("managedFields"):
            return super().to_storage(obj)
        from kapivara.patch.managers.managed_fields import Entry  # validation alone does not need it
        from kapivara.patch.managers.own_writes import with_own_writes

        written = {name: status[name] for name in _SERVER_WRITES if status.get(name)}
        if "conditions" in written:
            written["conditions"] = [each for each in written["conditions"] if each.get("reason") != PENDING]
        kind = self._kind
        author = Entry("kube-apiserver", "Update", kind.gvk.api_version, "status", {}, kind.surroundings.now())
        entries = with_own_writes(metadata["managedFields"], {"status": written}, author, kind.merging.own_type)
        return super().to_storage({**obj, "metadata": {**metadata, "managedFields": entries}})


class DefinitionStatus(StatusSubresource):
    """The status subresource of a CRD."""

    __slots__ = ()

    has_table = False  # kept: the reference server shows only whole CRDs as a Table


class CustomResourceDefinitionKind(Kind):
    """The kind of CRDs.

    Without ratcheting, rules lose their field `optionalOldSelf`.
    """

    qualified_finalizers = False
    unconditional_update = False
    merges_errors = False
    stored_as_json = True
    holds_deleted = True
    written_one_by_one = True
    costly = True  # schemas take long to validate, and a deletion deletes objects
    scheme = "k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:56"
    precondition_failed = "precondition failed"
    subresource_types: ClassVar = {"status": DefinitionStatus}

    def make_codec(self) -> Codec:
        """Creates the codec of CRDs."""
        return DefinitionCodec(self)

    @property
    def _ratcheting(self) -> bool:
        return self.surroundings.feature_gates.enabled(CRD_VALIDATION_RATCHETING)

    @property
    def _server(self) -> ServerVersion:
        return self.surroundings.server_version

    @cached_property
    def shape(self) -> Struct:
        """The type of CRDs, with the fields that feature gates add."""
        if not self._server.is_extended:
            return described("apis.groups.apiextensions.v1").struct(self.gvk.kind)

        return definition_types(self._server).struct(self.gvk.kind)

    def other_shape(self, found: GroupVersionKind) -> Struct | None:
        """Returns the shape of v1beta1; None for all others."""
        if found.group_kind != self.gvk.group_kind or found.version != "v1beta1":
            return None
        return described("apis.groups.apiextensions.v1beta1").struct(found.kind)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in defaults."""
        apply_defaults(as_definition(obj))

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, records the storage version, and starts the generation."""
        obj["status"] = described("apis.groups.apiextensions.v1").struct("CustomResourceDefinitionStatus").empty()
        obj["metadata"]["generation"] = 1
        _note_stored_version(obj)
        if not self._ratcheting:
            drop_optional_old_self(obj)
        if not self._server.has_selectable_fields:
            drop_selectable_fields(obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and increases the generation if the spec changed."""
        super().prepare_for_update(new, old)
        new["metadata"]["generation"] = old["metadata"].get("generation", 0) + _changes_spec(new, old)
        _note_stored_version(new)
        if not self._ratcheting and not has_optional_old_self(old):
            drop_optional_old_self(new)
        if not self._server.has_selectable_fields:
            drop_selectable_fields(new)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a CRD, or an update of one."""
        if old is ABSENT:
            return validate_new(as_definition(new), operation.deadline, self._server)
        if operation.subresource == "status":
            return validate_status_update(as_definition(new), as_definition(old))
        return validate_update(as_definition(new), as_definition(old), operation.deadline, self._server)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of unsupported formats, and of sets with unsupported item types."""
        if operation.subresource:
            return []
        return schema_warnings(_schemas(new), [] if old is ABSENT else _schemas(old), self._server)

    def canonicalize(self, obj: JsonObject) -> None:
        """Removes empty lists and maps of schemas, which validation distinguishes from absent ones."""
        drop_empty_keywords(obj)

    def propose(self, obj: JsonObject, *, is_new: bool, dry_run: bool = False) -> Proposal:  # noqa: ARG002
        """Accepts the names that are free and sets the conditions.

        If the CRD claims names, the precondition is that no other CRD is stored meanwhile: if two CRDs claim a name at
        once, on any servers, the second one tries again.
        """
        stored, name = self.surroundings.all_of(self.gvr), obj["metadata"]["name"]
        crd = {**obj, "status": copy_json(obj["status"])}
        of_group = "." + obj["spec"]["group"]  # names end with the group, so others need not be examined
        peers = (as_definition(each) for key, each in stored.objects.items() if key.endswith(of_group) and key != name)
        claims = establish(as_definition(crd), peers, self.surroundings.now())
        return Proposal(crd, (stored.no_other,) if claims else ())

    def after_write(self, name: str) -> None:
        """Reconciles CRDs with the names that are free again, and cleans up a CRD that is deleted."""
        self.surroundings.reconcile(self.gvr, name)

    def after_delete(self, name: str, removed_at: int, deadline: Deadline) -> None:  # noqa: ARG002
        """Reconciles CRDs with the names that the removed CRD no longer uses."""
        self.surroundings.reconcile(self.gvr, name)

    def mark_for_deletion(self, obj: JsonObject, finalizers: Sequence[str]) -> None:  # noqa: ARG002  it keeps its own
        """Marks a CRD for deletion until its objects are deleted. Kept: ignores the finalizers of the options."""
        mark_for_deletion(as_definition(obj), self.surroundings.now())

    def make_table(self) -> TableLayout:
        """Returns the columns: name, scope, versions, names and whether the kind is served."""
        from kapivara.apis.groups.apiextensions.table import definition_layout

        return definition_layout()

    def restore(self, obj: JsonObject, status: JsonObject | None) -> ErrorList:
        """Keeps the stored versions of the former status; everything else is established again.

        Returns the errors of an unchanged update, since a CRD with errors cannot be served.
        """
        before, today = (status or {}).get("storedVersions") or [], obj["status"]["storedVersions"] or []
        obj["status"]["storedVersions"] = list(dict.fromkeys([*before, *today]))
        stored = {**obj, "metadata": {**obj["metadata"], "resourceVersion": "1"}}
        return self.verdict(Operation(Verb.UPDATE), stored, stored).errors


KIND = CustomResourceDefinitionKind


def _changes_spec(new: JsonObject, old: JsonObject) -> bool:
    if deep_equal(new["spec"], old["spec"]):
        return False
    shown = {"spec": copy_json(new["spec"])}
    drop_empty_keywords(shown)
    return not deep_equal(shown["spec"], old["spec"])


def _note_stored_version(crd: JsonObject) -> None:
    storage = next((version["name"] for version in crd["spec"]["versions"] or () if version["storage"]), None)
    stored = crd["status"]["storedVersions"] or []
    if storage is not None and storage not in stored:
        crd["status"]["storedVersions"] = [*stored, storage]


def _schemas(crd: JsonObject) -> list[JsonObject]:
    holders = [version.get("schema") or {} for version in crd["spec"]["versions"] or ()]
    return [holder["openAPIV3Schema"] for holder in holders if "openAPIV3Schema" in holder]
