"""Reads and writes the objects of a kind: the `Codec` protocol, and `TypedCodec` for kinds with a Go type.

Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, with a registered type to decode into;
apiserver/pkg/endpoints/handlers/rest.go transformDecodeError (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kapivara.apis.machinery.objects.body import (
    Body,
    Read,
    UndecodableError,
    check_parts,
    check_repeated_identity,
    interpret,
    not_marshalable,
    undecodable_text,
    with_defaults,
)
from kapivara.apis.machinery.objects.empty_lists import drop_empty_lists
from kapivara.codec import DecodeError
from kapivara.codec.json.plain.light_encoding import dumps_sorted
from kapivara.codec.stored.stored_note import Encoded, encode_around, make_stamp
from kapivara.codec.typed.decoding import Typed, take_typed
from kapivara.codec.typed.described import described
from kapivara.codec.typed.quick_reader import dropped_so_far
from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import replace
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.objects.sent_empties import Place
    from kapivara.schema.resource.sound_fields import SoundFields

_INTERNAL = "__internal"
_NOT_STORED = ("resourceVersion", "selfLink")
_SET_BY_SERVER = frozenset((*_NOT_STORED, "namespace", "uid", "creationTimestamp", "generation", "managedFields"))
"""The fields of metadata that the server sets on creation, in normal form; no default depends on them."""


class Codec(Protocol):
    """Reads and writes the objects of a kind at its version."""

    def decode(self, body: Body) -> Read:
        """Reads a body and fills in defaults; raises UndecodableError. The caller owns the object."""
        ...

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Returns the error text for a body that could not be decoded."""
        ...

    def to_storage(self, obj: JsonObject) -> JsonObject:
        """Returns an object in its stored form: at the storage version, without its resourceVersion.

        The result may share parts with the original.
        """
        ...

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object at this version, with today's defaults filled in. Consumes `obj`."""
        ...

    def reads_back(self, form: JsonObject, encoded: Encoded, sound: SoundFields) -> bool:
        """Returns True if `from_storage` is known to return the form unchanged; False if it must be called to find out.

        `encoded` is the JSON of the form; `sound` holds the fields found valid when the object was read.
        """
        ...

    @property
    def stamp(self) -> bytes:
        """Identifies the behavior of `from_storage`: codecs with equal stamps convert alike
        (`codec.stored.stored_note`)."""
        ...

    def blank(self) -> JsonObject:
        """Returns an object without content, to which writes compare new objects."""
        ...

    def printed(self, obj: JsonObject) -> JsonObject:
        """Returns an object with its fields in the order in which the server prints them."""
        ...


def stored_form(obj: JsonObject) -> JsonObject:
    """Returns an object without the metadata that is not stored; shares the rest with the original."""
    metadata = obj["metadata"].copy()
    for field in _NOT_STORED:
        metadata.pop(field, None)
    return {**obj, "metadata": metadata}


class TypedCodec:
    """The codec of a kind whose objects have a Go type."""

    __slots__ = ("_api_version", "_internal", "_kind", "_stamp")

    def __init__(self, kind: Kind):
        self._kind = kind
        self._api_version = kind.gvk.api_version
        self._stamp = b""
        self._internal = GroupVersionKind(kind.gvk.group, _INTERNAL, kind.gvk.kind)

    def decode(self, body: Body) -> Read:
        """Reads a body as the kind, which the body need not name, and fills in defaults."""
        found, dropped = self._identify(body), dropped_so_far()
        forgets_managers = _forgets_managers(body.value)
        empties = self._empties(body) if self._kind.keeps_empties and not body.can_be_read_again else ()
        try:
            if found is self._kind.gvk or found == self._kind.gvk:
                typed = body.read_as(self._kind.shape)
                strict, obj = typed.strict, typed.value
            elif found == self._internal:
                return self._read_internal(body)
            else:
                other = self._kind.other_shape(found) or self._kind.shape
                typed = body.read_as(other)
                strict, obj = typed.strict, self._read_old(typed.value)
        except DecodeError as error:
            raise UndecodableError(error.message, found) from None
        if body.beyond and _holds_infinity({name: item for name, item in obj.items() if name != "metadata"}):
            raise UndecodableError(body.beyond, found)
        obj["kind"], obj["apiVersion"] = self._kind.gvk.kind, self._api_version
        metadata = obj.setdefault("metadata", {})
        if forgets_managers:
            metadata["managedFields"] = []
        if self._kind.keeps_empties and dropped_so_far() != dropped and body.can_be_read_again:
            empties = self._empties(replace(body, value=body.read_again()))  # only now: most objects have none
        if empties:
            from kapivara.apis.machinery.objects.sent_empties import restore_empties

            restore_empties(obj, self._kind.shape, empties)
        if body.may_be_large:
            check_parts(obj)
        try:
            self._kind.apply_defaults(obj)
        except DecodeError as error:
            raise UndecodableError(error.message, found, unconverted=True) from None
        if not empties and body.sound_fields is not None and body.sound_fields.to_be_stored:
            self._note_texts(obj, body.sound_fields)
        doubled = body.doubled if body.source is None else ()
        return Read(obj, found, (*doubled, *strict))

    def _note_texts(self, obj: JsonObject, sound: SoundFields) -> None:
        """Keeps the object's JSON in `sound`, if the kind's objects are stored at their own version."""
        if self._kind.is_hub:
            try:
                sound.texts = (*encode_around(obj), _encode_given(obj["metadata"]))
            except TypeError:  # the object is nested too deeply for orjson
                return

    def _empties(self, body: Body) -> Sequence[Place]:
        from kapivara.apis.machinery.objects.sent_empties import find_empties, may_hold_empties  # few kinds need it

        if body.source is not None and not may_hold_empties(body.source):
            return ()
        return find_empties(body.value, self._kind.shape)

    def _identify(self, body: Body) -> GroupVersionKind:
        """Returns the kind to read a body as: this kind at its own, another or the internal version."""
        kind, value = self._kind.gvk, body.value
        if (
            type(value) is dict
            and value.get("kind") == kind.kind
            and value.get("apiVersion") == self._api_version
            and not body.duplicates
        ):
            return kind  # the common case
        try:
            if body.source is not None and not body.patched:
                check_repeated_identity(body.source, body.duplicates)
            given = interpret(value)
        except DecodeError as error:
            raise UndecodableError(error.message) from None
        found = with_defaults(given, self._internal if body.patched else kind)
        if not found.version:
            raise UndecodableError(f"Object 'apiVersion' is missing in '{body.raw().decode(errors='replace')}'", found)
        if found in (kind, self._internal) or self._kind.other_shape(found) is not None:
            return found
        raise UndecodableError(self._refuse(found, body), found)

    def _refuse(self, found: GroupVersionKind, body: Body) -> str:
        """Returns the error text for an object of another kind: its decoding error, or that it cannot be converted."""
        from kapivara.apis.catalog.scheme import find_other_kind  # rare

        shape = find_other_kind(self._kind.gvk, found)
        if shape is None:
            return self._not_registered(found)
        try:
            body.read_as(shape)
        except DecodeError as error:
            return error.message
        wanted = f"{self._kind.go_package}.{self._kind.gvk.kind}"
        return f"converting ({found.version}.{found.kind}) to ({wanted}): unknown conversion"

    def _not_registered(self, found: GroupVersionKind) -> str:
        version = f"version {quote(str(found.group_version))}"
        if found.version == _INTERNAL:
            version = f"the internal version of group {quote(found.group)}"
        return f"no kind {quote(found.kind)} is registered for {version} in scheme {quote(self._kind.scheme)}"

    def _read_internal(self, body: Body) -> Read:
        """Reads an object of the internal version, which a patch or the client set.

        Kept: the internal type has no `metadata` field and no protocol buffer form.
        """
        from kapivara.codec.typed.internal_shapes import internal_shape  # rare

        if body.message is not None:
            raise DecodeError(not_marshalable(f"*{self._kind.go_package}.{self._kind.gvk.kind}"))
        typed = body.read_as(internal_shape(self._kind.shape))
        known = described("meta.v1").struct("ObjectMeta").tables.by_name
        metadata = {name: item for name, item in typed.value.items() if name in known}
        obj = {**self.blank(), "metadata": metadata}
        self._kind.apply_defaults(obj)
        return Read(obj, self._internal, typed.strict)

    def _read_old(self, value: JsonValue) -> JsonObject:
        """Reads an object of an old version as far as its fields are the same today; the result is never stored."""
        try:
            return self._read(value).value
        except DecodeError:
            return self._read({}).value

    def _read(self, value: JsonValue) -> Typed:
        return take_typed(value, self._kind.shape)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Returns the error text for a body: with its kind if it names one, else with the first bytes."""
        return undecodable_text(error.problem, error.found, self._kind.gvk.kind, body.raw())

    def to_storage(self, obj: JsonObject) -> JsonObject:
        """Returns an object at the hub version, without values that are lost in storage."""
        if not self._kind.stored_as_json:
            drop_empty_lists(self._kind.shape, obj)
        return self._kind.to_hub(stored_form(obj))

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object at this version, with today's defaults.

        Raises DecodeError if it does not fit the type. The object is read by its type again, since other programs may
        write to the storage.
        """
        obj = self._read(self._kind.from_hub(obj)).value
        self._kind.apply_defaults(obj)
        return obj

    def reads_back(self, form: JsonObject, encoded: Encoded, sound: SoundFields) -> bool:
        """Returns True if only the server changed the object since it was read; reading it again is then needless."""
        metadata = form["metadata"]
        if not sound.texts or ("managedFields" in metadata and not encoded.splices):
            return False
        return sound.texts == (*encoded.around, _encode_given(metadata))

    @property
    def stamp(self) -> bytes:
        """Identifies the kind, since its type and defaults only change with kapivara's version."""
        if not self._stamp:
            self._stamp = make_stamp(str(self._kind.gvk).encode())
        return self._stamp

    def blank(self) -> JsonObject:
        """Returns an object with only the fields that the kind's objects always show."""
        gvk = self._kind.gvk
        return {**self._read({}).value, "apiVersion": gvk.api_version, "kind": gvk.kind}

    def printed(self, obj: JsonObject) -> JsonObject:
        """Returns an object with its fields in the order of its type."""
        from kapivara.codec.typed.go_order import in_go_order  # only rejected patches need it

        ordered: JsonObject = in_go_order(obj, self._kind.shape)
        for entry in ordered["metadata"].get("managedFields", ()):
            _print_fields(entry)
        return ordered


def _forgets_managers(value: JsonValue) -> bool:
    """Returns True if an object has an empty list of managed fields, which differs from having none."""
    metadata = value.get("metadata") if type(value) is dict else None
    return type(metadata) is dict and metadata.get("managedFields") == []


def _encode_given(metadata: JsonObject) -> bytes:
    return dumps_sorted({name: item for name, item in metadata.items() if name not in _SET_BY_SERVER})


def _print_fields(entry: JsonObject) -> None:
    """Sorts the managed fields of an entry in the order in which they are printed."""
    from kapivara.patch.merging.field_set import FieldSetError, printed, read_fields  # only rejected patches need it

    try:
        entry["fieldsV1"] = printed(read_fields(entry["fieldsV1"]))
    except (KeyError, FieldSetError):
        return


def _holds_infinity(value: JsonValue) -> bool:
    """Returns True if a value holds an infinite number, which only fields of any JSON type keep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(map(_holds_infinity, value))
    return type(value) is float and value - value != 0
