"""How the objects of a kind merge, for server-side apply: the contract, and what it is for kinds with a Go type.

Upstream: apimachinery/pkg/util/managedfields/internal/structuredmerge.go, typeconverter.go (1.37).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from kapivara.apis.body import Body, UndecodableError
from kapivara.codec import DecodeError
from kapivara.codec.typed import take_typed
from kapivara.meta import parse_api_version
from kapivara.values import JsonObject, copy_json

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind
    from kapivara.patch.merge_type import MergeType
    from kapivara.patch.new_fields import NewFields
    from kapivara.patch.writes import Version


class Merging(Protocol):
    """What apply, and who records the managers of fields, must know of a kind."""

    @property
    def own_type(self) -> MergeType:
        """How objects merge at this version."""
        ...

    @property
    def new_fields(self) -> NewFields | None:
        """What new objects have; None where they hold only what their creator wrote, so that all of it is theirs."""
        ...

    def version(self, api_version: str) -> Version | None:
        """Returns what objects are at a version of theirs; None where writes at it are forgotten.

        Raises ApiVersionError where no object can be brought to that version.
        """
        ...

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:
        """Returns what an apply made of an object in its normal form, defaults filled in; raises UndecodableError."""
        ...


class TypedMerging:
    """How objects merge that have a shape; the kind forgets who wrote at versions that are not served."""

    def __init__(self, kind: Kind):
        self._kind = kind
        self._own_type: MergeType | None = None
        self._new_fields: NewFields | None = None

    @property
    def own_type(self) -> MergeType:
        """How objects merge."""
        if self._own_type is None:
            from kapivara.patch.described_types import read_described_type

            self._own_type = read_described_type(self._kind.shape)
        return self._own_type

    @property
    def new_fields(self) -> NewFields:
        """What new objects have that are created as a whole."""
        if self._new_fields is None:
            from kapivara.patch.new_fields import NewFields

            self._new_fields = NewFields(self.own_type, self._kind.codec.blank(), self._kind.reset_fields)
        return self._new_fields

    def version(self, api_version: str) -> Version | None:
        """Returns what objects are at a version of the group that is served; None at others, and in other groups."""
        from kapivara.patch.writes import Version

        kind = self._kind
        if api_version == kind.gvk.api_version:
            return Version(self.own_type)
        group, version = parse_api_version(api_version)
        for other in kind.surroundings.versions_of(kind) if group == kind.gvk.group else ():
            if other.gvk.version == version:
                there, back = partial(_converted, kind, other), partial(_converted, other, kind)
                return Version(other.merging.own_type, there, back)
        return None

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:  # noqa: ARG002  all alike
        """Reads an object as a body is read, once its numbers are what they are declared to be."""
        from kapivara.patch.strategic.conversion import NotConvertedError, convert  # whoever applies nothing needs none

        try:
            return self._kind.codec.decode(Body(convert(obj, self._kind.shape))).obj
        except NotConvertedError as error:
            raise UndecodableError(error.message) from None


def _converted(kind: Kind, other: Kind, obj: JsonObject) -> JsonObject:
    """Returns an object of a kind, of which parts may be missing, at another version. Raises TypedError."""
    from kapivara.patch.writes import TypedError

    try:
        whole = take_typed(copy_json(obj), kind.shape).value
    except DecodeError as error:
        raise TypedError(error.message) from None
    return {**other.from_hub(kind.to_hub(whole)), "apiVersion": other.gvk.api_version, "kind": other.gvk.kind}
