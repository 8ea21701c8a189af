"""How the objects of a kind merge, for server-side apply: the contract, and what it is for kinds with a Go type.

Upstream: apimachinery/pkg/util/managedfields/internal/structuredmerge.go, typeconverter.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kapivara.apis.body import Body
from kapivara.meta import parse_api_version
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind
    from kapivara.patch.merge_type import MergeType


class Merging(Protocol):
    """What apply, and who records the managers of fields, must know of a kind."""

    @property
    def own_type(self) -> MergeType:
        """How objects merge at this version."""
        ...

    @property
    def shows_nothing_unasked(self) -> bool:
        """Whether a new object holds only what its creator wrote, so that all of it is the creator's."""
        ...

    def type_at(self, api_version: str) -> MergeType | None:
        """Returns how objects merge at a version of theirs; None where writes at it are forgotten.

        Raises ApiVersionError where no object can be brought to that version.
        """
        ...

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:
        """Returns what an apply made of an object in its normal form, defaults filled in; raises UndecodableError."""
        ...


class TypedMerging:
    """How objects merge that have a shape; the kind forgets who wrote at other versions than its own."""

    shows_nothing_unasked = False

    def __init__(self, kind: Kind):
        self._kind = kind
        self._own_type: MergeType | None = None

    @property
    def own_type(self) -> MergeType:
        """How objects merge."""
        if self._own_type is None:
            from kapivara.patch.described_types import read_described_type

            self._own_type = read_described_type(self._kind.shape)
        return self._own_type

    def type_at(self, api_version: str) -> MergeType | None:
        """Returns how objects merge at the kind's own version; None at others."""
        if api_version == self._kind.gvk.api_version:
            return self.own_type
        parse_api_version(api_version)
        return None

    def normalize(self, obj: JsonObject, *, new: bool) -> JsonObject:  # noqa: ARG002  all alike
        """Reads an object as a body is read."""
        return self._kind.codec.decode(Body(obj)).obj
