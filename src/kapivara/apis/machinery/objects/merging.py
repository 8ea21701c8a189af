"""The merge rules of a kind for server-side apply: the `Merging` protocol, and `TypedMerging` for kinds with a Go type.

Upstream: apimachinery/pkg/util/managedfields/internal/structuredmerge.go, typeconverter.go (1.37).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from kapivara.apis.machinery.objects.body import Body, UndecodableError
from kapivara.codec import DecodeError
from kapivara.codec.typed.decoding import take_typed
from kapivara.meta import parse_api_version
from kapivara.values import JsonObject, copy_json

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.patch.managers.new_fields import NewFields
    from kapivara.patch.managers.writes import Version
    from kapivara.patch.merging.merge_type import MergeType


class Merging(Protocol):
    """The merge rules of a kind, for apply and for tracking field managers."""

    @property
    def own_type(self) -> MergeType:
        """The merge type of objects at this version."""
        ...

    @property
    def new_fields(self) -> NewFields | None:
        """The fields that every new object has.

        None if a new object only has its creator's fields, who then owns them all.
        """
        ...

    def version(self, api_version: str) -> Version | None:
        """Returns the merge rules at a version of the kind; None if field ownership at that version is dropped.

        Raises ApiVersionError if no object can be converted to that version.
        """
        ...

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:
        """Returns the result of an apply in its normal form, with defaults; raises UndecodableError."""
        ...


class TypedMerging:
    """The merge rules of a kind with a Go type; drops field ownership at versions that are not served."""

    def __init__(self, kind: Kind):
        self._kind = kind
        self._own_type: MergeType | None = None
        self._new_fields: NewFields | None = None

    @property
    def own_type(self) -> MergeType:
        """The merge type of objects."""
        if self._own_type is None:
            from kapivara.patch.merging.described_types import read_described_type

            self._own_type = read_described_type(self._kind.shape)
        return self._own_type

    @property
    def new_fields(self) -> NewFields:
        """The fields that new objects have when they are created as a whole."""
        if self._new_fields is None:
            from kapivara.patch.managers.new_fields import NewFields

            self._new_fields = NewFields(self.own_type, self._kind.codec.blank(), self._kind.reset_fields)
        return self._new_fields

    def version(self, api_version: str) -> Version | None:
        """Returns the merge rules at a served version of the group; None for all other versions."""
        from kapivara.patch.managers.writes import Version

        kind = self._kind
        if api_version == kind.gvk.api_version:
            return Version(self.own_type)
        group, version = parse_api_version(api_version)
        for other in kind.surroundings.versions_of(kind) if group == kind.gvk.group else ():
            if other.gvk.version == version:
                there, back = partial(_converted, kind, other), partial(_converted, other, kind)
                return Version(other.merging.own_type, there, back, resets_fields=True)
        return None

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:  # noqa: ARG002  the same for new and old objects
        """Reads an object as a body is read, after converting its numbers to their declared types."""
        from kapivara.patch.strategic.conversion import NotConvertedError, convert  # only apply needs it

        try:
            return self._kind.codec.decode(Body(convert(obj, self._kind.shape))).obj
        except NotConvertedError as error:
            raise UndecodableError(error.message) from None


def _converted(kind: Kind, other: Kind, obj: JsonObject) -> JsonObject:
    """Converts a partial object of a kind to another version. Raises TypedError."""
    from kapivara.patch.managers.writes import TypedError

    try:
        whole = take_typed(copy_json(obj), kind.shape).value
    except DecodeError as error:
        raise TypedError(error.message) from None
    return {**other.from_hub(kind.to_hub(whole)), "apiVersion": other.gvk.api_version, "kind": other.gvk.kind}
