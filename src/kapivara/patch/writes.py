"""A write as the record of managers sees it: by whom, of what type, and how it differs from what was there.

Managers may have written at other versions of the object than the author does, so that types and differences are asked
for by version. An object has the same fields at all versions; only its type is another one.
Upstream: apimachinery/pkg/util/managedfields/internal/versionconverter.go Convert (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kapivara.meta import ApiVersionError
from kapivara.patch.field_set import Fields, without
from kapivara.patch.managed_fields import Entry
from kapivara.patch.merge_type import MergeType
from kapivara.patch.typed_compare import NO_DIFFERENCE, Difference, compare
from kapivara.patch.typed_merge import type_problems
from kapivara.values import JsonObject
from kapivara.values.record import record

TypeOf: TypeAlias = Callable[[str], MergeType | None]
"""Returns how objects merge at an API version; None where who wrote at it is forgotten. Raises ApiVersionError
where no object can be brought to that version."""


class TypedError(Exception):
    """An object that is not of its type, or not at the version that a manager wrote at; in the server's words."""


@record
class Write:
    """A write about to be recorded: by whom, of what type, and the fields that it cannot change whatever it says.

    `kind` is the type at the author's version, `type_of` gives it at others.
    """

    author: Entry
    kind: MergeType
    type_of: TypeOf
    ignored: Fields

    def type_at(self, version: str, obj: JsonObject, blame: str = "") -> MergeType | None:
        """Returns the type of an object at a version, None where there is no such any more.

        Raises TypedError where the object cannot be brought to that version; `blame` begins its text.
        """
        if version == self.author.api_version:
            return self.kind
        try:
            kind = self.type_of(version)
            if kind is not None:
                check_type(obj, kind)
        except (ApiVersionError, TypedError) as error:
            raise TypedError(f"{blame}{error}") from None
        return kind


def check_type(obj: JsonObject, kind: MergeType, *, allow_duplicates: bool = False) -> None:
    """Raises TypedError where an object is not of a type; items of lists may be allowed to be there twice."""
    found = type_problems(obj, kind, allow_duplicates=allow_duplicates)
    if found:
        raise TypedError(found[0] if len(found) == 1 else "\n  ".join(("errors:", *found)))


class Differences:
    """How the object that a write makes differs from the live one, at each version that is asked for."""

    __slots__ = ("_by_version", "_live", "_new", "_write", "own")

    def __init__(self, live: JsonObject, new: JsonObject, write: Write):
        self._live = live
        self._new = new
        self._write = write
        found = compare(live, new, write.kind)
        self.own = found.keep(lambda fields: without(fields, write.ignored)) if write.ignored else found
        """At the author's version, without the fields that the write cannot change."""
        self._by_version: dict[str, Difference] = {write.author.api_version: self.own}

    def at(self, version: str) -> Difference:
        """Returns the difference at a version; none where there is no such version. Raises TypedError."""
        found = self._by_version.get(version)
        if found is None:
            kind = self._write.type_at(version, self._new, "failed to convert new object: ")
            found = NO_DIFFERENCE if kind is None else compare(self._live, self._new, kind)
            self._by_version[version] = found
        return found
