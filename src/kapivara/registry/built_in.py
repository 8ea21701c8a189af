"""Built-in kinds behind the same seam as custom resources: an adapter over `apis.strategy.Kind`.

Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, with a registered type to decode into (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from kapivara.apis.strategy import Kind
from kapivara.codec import DecodeError, encode_json
from kapivara.codec.meta_shapes import OBJECT_META, internal_shape
from kapivara.codec.typed import decode_typed
from kapivara.field import Operation
from kapivara.meta import GroupVersionKind, GroupVersionResource, parse_api_version
from kapivara.meta.object_meta import told_once, validate_common_fields
from kapivara.registry.body import Body, interpret, with_defaults
from kapivara.registry.scope import Proposal, Read, UndecodableError, View
from kapivara.registry.verdict import Verdict
from kapivara.registry.views import WholeView
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.patch.field_set import Fields
    from kapivara.patch.merge_type import MergeType

_INTERNAL = "__internal"
_NOT_STORED = frozenset(("resourceVersion", "selfLink"))


class BuiltIn:
    """The scope of a built-in kind, at its one version."""

    custom = False
    costly = True
    """Definitions take long to judge, and a namespace or a definition that goes takes objects along."""

    def __init__(self, kind: Kind):
        info = kind.info
        self.type = kind
        self.kind: GroupVersionKind = info.gvk
        self.resource: GroupVersionResource = info.gvk.group_version.with_resource(info.plural)
        self.group_resource = self.resource.group_resource
        self.list_kind = info.list_kind
        self.namespaced = info.namespaced
        self.unconditional_update = info.unconditional_update
        self._internal = GroupVersionKind(self.kind.group, _INTERNAL, self.kind.kind)
        self._view = WholeView(self.kind, self._decode, kind.shape)
        self._merge_type: MergeType | None = None

    def view(self, subresource: str) -> View | None:
        """Returns the view of the whole object, which all subresources take."""
        return self._view if not subresource or subresource in self.type.info.subresources else None

    def _decode(self, body: Body) -> Read:
        """Reads a body as the kind, which it need not name, and fills in the defaults."""
        found = self._identify(body)
        value = body.value if body.value is not None else {}
        try:
            if found == self._internal:
                return self._read_internal(body)
            if (old := self.type.old_shape(found.version)) is not None:
                strict = decode_typed(value, old, source=body.source, duplicates=body.duplicates).strict
                obj = self._read_old(value)
            else:
                typed = self.type.decode(value, source=body.source, duplicates=body.duplicates)
                strict, obj = typed.strict, typed.value
        except DecodeError as error:
            raise UndecodableError(error.message, found) from None
        if body.beyond and _holds_infinity({name: item for name, item in obj.items() if name != "metadata"}):
            raise UndecodableError(body.beyond, found)
        obj["kind"], obj["apiVersion"] = self.kind.kind, self.kind.api_version
        obj.setdefault("metadata", {})
        self.type.apply_defaults(obj)
        doubled = body.doubled if body.source is None else ()
        return Read(obj, found, (*doubled, *strict))

    def _identify(self, body: Body) -> GroupVersionKind:
        """Returns the kind that a body is to be read as: this one, at its own, an old or the internal version."""
        try:
            given = interpret(body.value)
        except DecodeError as error:
            raise UndecodableError(error.message) from None
        found = with_defaults(given, self._internal if body.patched else self.kind)
        if not found.version:
            raise UndecodableError(f"Object 'apiVersion' is missing in '{body.raw().decode(errors='replace')}'", found)
        known = found.version in (self.kind.version, self._internal.version) or self.type.old_shape(found.version)
        if found.group_kind != self.kind.group_kind or not known:
            raise UndecodableError(self._not_registered(found), found)
        return found

    def _not_registered(self, found: GroupVersionKind) -> str:
        version = f"version {quote(str(found.group_version))}"
        if found.version == _INTERNAL:
            version = f"the internal version of group {quote(found.group)}"
        return f"no kind {quote(found.kind)} is registered for {version} in scheme {quote(self.type.info.scheme)}"

    def _read_internal(self, body: Body) -> Read:
        """Reads what a patch made without a version; kept: into the internal type, which knows no `metadata`."""
        typed = decode_typed(
            body.value, internal_shape(self.type.shape), source=body.source, duplicates=body.duplicates
        )
        metadata = {name: item for name, item in typed.value.items() if name in OBJECT_META.tables.by_name}
        obj = {**self.blank(), "metadata": metadata}
        self.type.apply_defaults(obj)
        return Read(obj, self._internal, typed.strict)

    def _read_old(self, value: JsonValue) -> JsonObject:
        """Reads an object of an old version as far as that is the same today: nothing is ever stored of it."""
        try:
            return self.type.decode(value).value
        except DecodeError:
            return self.type.decode({}).value

    def to_storage(self, obj: JsonObject) -> bytes:
        """Encodes an object as it is stored."""
        metadata = {key: value for key, value in obj["metadata"].items() if key not in _NOT_STORED}
        return encode_json({**obj, "metadata": metadata})

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object with the defaults of today."""
        self.type.apply_defaults(obj)
        return obj

    def check_creation(self, name: str) -> None:
        """Lets every object be created: the kind is always there."""

    def propose(self, obj: JsonObject, *, is_new: bool) -> Proposal:  # noqa: ARG002  the same for every write
        """Has objects stored as they are."""
        return Proposal(obj)

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets what clients may not set on a new object."""
        self.type.prepare_for_create(obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject, subresource: str) -> None:
        """Carries over what this kind of update may not change."""
        self.type.prepare_for_update(new, old, subresource)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> Verdict:
        """Judges a new object, or a new one against its old one; of an update, what all kinds share comes first."""
        errors = self.type.validate(operation, new, old)
        if old is not ABSENT:
            errors = validate_common_fields(new["metadata"], old["metadata"], namespaced=self.namespaced) + errors
        return Verdict(told_once(errors) if self.type.info.declarative else errors)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns the warnings of an accepted write."""
        return self.type.warnings(operation, new, old)

    def group_kind_of(self, obj: JsonObject) -> GroupVersionKind:  # noqa: ARG002  every object is of the one kind
        """Names the kind."""
        return self.kind

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns what field selectors may ask of an object."""
        return self.type.selectable_fields(obj)

    @property
    def field_labels(self) -> Collection[str] | None:
        """What the kind offers to selectors; None where that is only what every kind does."""
        from kapivara.meta.field_selectors import GENERIC_FIELDS  # only lists need it

        labels = self.type.selectable_fields({"metadata": {}}).keys()
        return None if labels <= set(GENERIC_FIELDS) else labels

    def canonicalize(self, obj: JsonObject) -> None:
        """Brings an accepted object into the form that is stored and shown."""
        self.type.canonicalize(obj)

    def begin_deletion(self, obj: JsonObject, now: str) -> bool:
        """Does what the first DELETE does to an object of a kind that holds on to it."""
        return self.type.begin_deletion(obj, now)

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether nothing holds an object that is marked for deletion any more."""
        return self.type.is_released(obj)

    def merge_type(self, api_version: str) -> MergeType | None:
        """Returns how objects merge; the kind has one version, and forgets who wrote at others."""
        if api_version == self.kind.api_version:
            return self.own_type
        parse_api_version(api_version)
        return None

    @property
    def own_type(self) -> MergeType:
        """How objects merge."""
        if self._merge_type is None:
            from kapivara.patch.shape_types import read_shape_type

            self._merge_type = read_shape_type(self.type.shape)
        return self._merge_type

    def settle_applied(self, obj: JsonObject, *, new: bool) -> JsonObject:  # noqa: ARG002  all alike
        """Reads an object as a body is read."""
        return self._decode(Body(obj)).obj

    def ignored_fields(self, subresource: str) -> Fields:
        """Returns the status, or the spec where it is the status that is written."""
        return {"f:spec": {}} if subresource == "status" else {"f:status": {}}

    def blank(self) -> JsonObject:
        """Returns an object with nothing in it but what the kind's objects always show."""
        return {**self.type.decode({}).value, "apiVersion": self.kind.api_version, "kind": self.kind.kind}


def _holds_infinity(value: JsonValue) -> bool:
    """Tells whether a number beyond every float has come to stay, in a field that takes any JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(map(_holds_infinity, value))
    return type(value) is float and value - value != 0
