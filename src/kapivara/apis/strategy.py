"""What the registry asks of a built-in kind: one contract, the same steps for all.

A request goes through them in this order: `decode`, `apply_defaults`, `prepare_for_create` or `prepare_for_update`,
`validate`, `warnings`, `canonicalize`; then the object is stored and shown. Objects are in their normal form
(see `codec.typed`) from `decode` on, and the steps that change an object change it in place.
Upstream: apiserver/pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from kapivara.codec.shapes import Struct
from kapivara.codec.typed import Typed
from kapivara.field import ErrorList, Operation
from kapivara.meta.kinds import GroupVersionKind
from kapivara.values import Absent, JsonObject, JsonValue


class KindInfo(NamedTuple):
    """How a kind is called and served.

    `scheme` is the place of the server's type registry that messages about unregistered kinds name;
    `unconditional_update` tells whether an update may come without a resourceVersion; `declarative` whether the rules
    of metadata that are declared upstream replace the hand-written ones; each error of all is then told once.
    """

    gvk: GroupVersionKind
    plural: str
    singular: str
    list_kind: str
    namespaced: bool
    scheme: str
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    subresources: tuple[str, ...] = ()
    unconditional_update: bool = False
    declarative: bool = False


class Kind(Protocol):
    """A built-in kind: its names and its steps."""

    @property
    def info(self) -> KindInfo:
        """How the kind is called and served."""
        ...

    @property
    def shape(self) -> Struct:
        """What the kind's objects look like."""
        ...

    def old_shape(self, version: str) -> Struct | None:
        """Returns the shape of a version that is still read, though no longer served; None where it is not."""
        ...

    def decode(self, value: JsonValue, *, source: bytes | None = None, duplicates: Sequence[str] = ()) -> Typed:
        """Reads a decoded document as this kind; raises DecodeError. The arguments are `decode_typed`'s."""
        ...

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in what the client left out."""
        ...

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets what clients may not set on a new object."""
        ...

    def prepare_for_update(self, new: JsonObject, old: JsonObject, subresource: str = "") -> None:
        """Carries over from the old object what this kind of update may not change, and counts the generation."""
        ...

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges a new object, or a new one against its old one; `operation` names the subresource written through."""
        ...

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns the texts that go into Warning headers of an accepted write."""
        ...

    def canonicalize(self, obj: JsonObject) -> None:
        """Brings an accepted object into the form that is stored and shown."""
        ...

    def begin_deletion(self, obj: JsonObject, now: str) -> bool:
        """Does what the first DELETE does to an object of a kind that holds on to it; False where the kind does not.

        An object that is held goes when `is_released` says so.
        """
        ...

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether nothing holds an object that is marked for deletion any more."""
        ...

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns what field selectors may ask of an object."""
        ...
