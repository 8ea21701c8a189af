"""How the objects of a kind are read and stored: the contract, and what it is for kinds that have a Go type.

Upstream: apimachinery/pkg/runtime/serializer/json/json.go Decode, with a registered type to decode into;
apiserver/pkg/endpoints/handlers/rest.go transformDecodeError (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kapivara.apis.body import (
    Body,
    Read,
    UndecodableError,
    interpret,
    not_marshalable,
    undecodable_text,
    with_defaults,
)
from kapivara.apis.empty_lists import drop_empty_lists
from kapivara.codec import DecodeError
from kapivara.codec.described import described
from kapivara.codec.stored_note import make_stamp
from kapivara.codec.typed import Typed, take_typed
from kapivara.meta import GroupVersionKind
from kapivara.values import JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kapivara.apis.kind import Kind
    from kapivara.apis.sent_empties import Place
    from kapivara.schema.sound_fields import SoundFields

_INTERNAL = "__internal"
_EMPTY = lazy_bytes_pattern(rb"\[[ \t\r\n]*+\]|\{[ \t\r\n]*+\}")
_NOT_STORED = ("resourceVersion", "selfLink")


class Codec(Protocol):
    """Reads and writes the objects of a kind, at its version."""

    def decode(self, body: Body) -> Read:
        """Reads a body, defaults filled in; raises UndecodableError. The object is the caller's own."""
        ...

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Words the refusal of a body that could not be decoded."""
        ...

    def to_storage(self, obj: JsonObject) -> JsonObject:
        """Returns an object as it is stored: in the storage version, without its resourceVersion.

        It may share with the original what is the same in both.
        """
        ...

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object, which is the caller's own, at this version, with the defaults of today."""
        ...

    def reads_back(self, form: JsonObject, sound: SoundFields) -> bool:
        """Tells that `from_storage` would leave a form as it is: it comes of an object whose fields were found sound.

        That was when the object was read; a no only means that it has to be tried.
        """
        ...

    @property
    def stamp(self) -> bytes:
        """What tells `from_storage` from that of others: two with the same stamp do the same (`codec.stored_note`)."""
        ...

    def blank(self) -> JsonObject:
        """Returns an object with nothing in it, as writes of new ones are compared with."""
        ...

    def printed(self, obj: JsonObject) -> JsonObject:
        """Returns an object with its fields in the order in which the server prints them."""
        ...


def stored_form(obj: JsonObject) -> JsonObject:
    """Returns an object without what is not stored; it shares all else with the original."""
    metadata = obj["metadata"].copy()
    for field in _NOT_STORED:
        metadata.pop(field, None)
    return {**obj, "metadata": metadata}


class TypedCodec:
    """The codec of a kind whose objects have a shape."""

    __slots__ = ("_internal", "_kind", "_stamp")

    def __init__(self, kind: Kind):
        self._kind = kind
        self._stamp = b""
        self._internal = GroupVersionKind(kind.gvk.group, _INTERNAL, kind.gvk.kind)

    def decode(self, body: Body) -> Read:
        """Reads a body as the kind, which it need not name, and fills in the defaults."""
        found = self._identify(body)
        empties = self._empties(body) if self._kind.keeps_empties else ()
        try:
            if found == self._kind.gvk:
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
        obj["kind"], obj["apiVersion"] = self._kind.gvk.kind, self._kind.gvk.api_version
        obj.setdefault("metadata", {})
        if empties:
            from kapivara.apis.sent_empties import restore_empties

            restore_empties(obj, self._kind.shape, empties)
        try:
            self._kind.apply_defaults(obj)
        except DecodeError as error:  # what is read, but cannot be brought to the form that is judged
            raise UndecodableError(error.message, found) from None
        doubled = body.doubled if body.source is None else ()
        return Read(obj, found, (*doubled, *strict))

    def _empties(self, body: Body) -> Sequence[Place]:
        if body.source is not None and not _EMPTY.search(body.source):
            return ()
        from kapivara.apis.sent_empties import find_empties  # few kinds tell them from none

        return tuple(find_empties(body.value))

    def _identify(self, body: Body) -> GroupVersionKind:
        """Returns the kind that a body is to be read as: this one, at its own, an old or the internal version."""
        try:
            given = interpret(body.value)
        except DecodeError as error:
            raise UndecodableError(error.message) from None
        kind = self._kind.gvk
        found = with_defaults(given, self._internal if body.patched else kind)
        if not found.version:
            raise UndecodableError(f"Object 'apiVersion' is missing in '{body.raw().decode(errors='replace')}'", found)
        if found in (kind, self._internal) or self._kind.other_shape(found) is not None:
            return found
        raise UndecodableError(self._refuse(found, body), found)

    def _refuse(self, found: GroupVersionKind, body: Body) -> str:
        """Says why an object of another kind is refused: it cannot be read as that one, or not be made into this."""
        from kapivara.apis.scheme import find_other_kind  # hardly ever needed

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
        """Reads what says that it has no version, or was made so by a patch.

        Kept: it is read into the internal type, which knows no `metadata`, and has no form in protocol buffers.
        """
        from kapivara.codec.internal_shapes import internal_shape  # seldom needed

        if body.message is not None:
            raise DecodeError(not_marshalable(f"*{self._kind.go_package}.{self._kind.gvk.kind}"))
        typed = body.read_as(internal_shape(self._kind.shape))
        known = described("meta.v1").struct("ObjectMeta").tables.by_name
        metadata = {name: item for name, item in typed.value.items() if name in known}
        obj = {**self.blank(), "metadata": metadata}
        self._kind.apply_defaults(obj)
        return Read(obj, self._internal, typed.strict)

    def _read_old(self, value: JsonValue) -> JsonObject:
        """Reads an object of an old version as far as that is the same today: nothing is ever stored of it."""
        try:
            return self._read(value).value
        except DecodeError:
            return self._read({}).value

    def _read(self, value: JsonValue) -> Typed:
        return take_typed(value, self._kind.shape)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Words the refusal of a body: by its kind where it has one, else by how it begins."""
        return undecodable_text(error.problem, error.found, self._kind.gvk.kind, body.raw())

    def to_storage(self, obj: JsonObject) -> JsonObject:
        """Returns an object in the form that all its versions share, without what does not survive being stored."""
        if not self._kind.stored_as_json:
            drop_empty_lists(self._kind.shape, obj)
        return self._kind.to_hub(stored_form(obj))

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object at this version, with the defaults of today; raises DecodeError where it is none.

        It is read by its type again: others may write to the storage, too.
        """
        obj = self._read(self._kind.from_hub(obj)).value
        self._kind.apply_defaults(obj)
        return obj

    def reads_back(self, form: JsonObject, sound: SoundFields) -> bool:  # noqa: ARG002  none of the kinds notes any
        """Says no: reading finds no sound fields."""
        return False

    @property
    def stamp(self) -> bytes:
        """Of the kind, whose type and defaults are part of kapivara."""
        if not self._stamp:
            self._stamp = make_stamp(str(self._kind.gvk).encode())
        return self._stamp

    def blank(self) -> JsonObject:
        """Returns an object with nothing in it but what the kind's objects always show."""
        gvk = self._kind.gvk
        return {**self._read({}).value, "apiVersion": gvk.api_version, "kind": gvk.kind}

    def printed(self, obj: JsonObject) -> JsonObject:
        """Returns an object in the order of its type's fields."""
        from kapivara.codec.go_order import in_go_order  # only refused patches need it

        ordered: JsonObject = in_go_order(obj, self._kind.shape)
        return ordered


def _holds_infinity(value: JsonValue) -> bool:
    """Tells whether a number beyond every float has come to stay, in a field that takes any JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(map(_holds_infinity, value))
    return type(value) is float and value - value != 0
