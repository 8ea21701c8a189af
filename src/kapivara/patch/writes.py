"""A write as the record of managers sees it: by whom, of what type, and how it differs from what was there.

Managers may have written at other versions of the object than the author does, so that types and differences are asked
for by version, and the object is brought there first.
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
from kapivara.values.record import record, slot_record

Conversion: TypeAlias = Callable[[JsonObject], JsonObject]


class TypedError(Exception):
    """An object that is not of its type, or not at the version that a manager wrote at; in the server's words."""


def _as_it_is(obj: JsonObject) -> JsonObject:
    return obj


@record
class Version:
    """A version of an object: its type, and the conversions from the author's version and back.

    `resets_fields` is true if the fields that a write resets are those of the author's version here, too. Custom
    resources reset fields at the author's version alone.
    Upstream: GetResetFields of each strategy; apiextensions-apiserver/pkg/registry/customresource/strategy.go (1.37).
    Conversions raise TypedError.
    """

    kind: MergeType
    convert: Conversion = _as_it_is
    convert_back: Conversion = _as_it_is
    resets_fields: bool = False


VersionOf: TypeAlias = Callable[[str], Version | None]
"""Returns a version of an object by its API version; None where who wrote at it is forgotten. Raises ApiVersionError
where no object can be brought to that version."""


@record
class Versioned:
    """An object at a version."""

    version: Version
    obj: JsonObject

    @property
    def kind(self) -> MergeType:
        """How it merges there."""
        return self.version.kind

    def with_object(self, obj: JsonObject) -> Versioned:
        """Returns another object at the same version."""
        return Versioned(self.version, obj)

    def at_home(self) -> JsonObject:
        """Returns the object at the author's version. Raises TypedError."""
        return self.version.convert_back(self.obj)


@slot_record
class Write:
    """A write about to be recorded: by whom, of what type, and the fields that it cannot change whatever it says.

    `kind` is the type at the author's version, `version_of` gives it at others.
    """

    author: Entry
    kind: MergeType
    version_of: VersionOf
    ignored: Fields

    def at(self, api_version: str, obj: JsonObject, blame: str = "") -> Versioned | None:
        """Returns an object of the author's version at another one, None where there is no such any more.

        Raises TypedError where the object cannot be brought to that version; `blame` begins its text.
        """
        if api_version == self.author.api_version:
            return Versioned(Version(self.kind), obj)
        try:
            version = self.version_of(api_version)
            if version is None:
                return None
            made = version.convert(obj)
            check_type(made, version.kind)
        except (ApiVersionError, TypedError) as error:
            raise TypedError(f"{blame}{error}") from None
        return Versioned(version, made)


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

    def at(self, api_version: str) -> Difference:
        """Returns the difference at a version; none where there is no such version. Raises TypedError."""
        found = self._by_version.get(api_version)
        if found is None:
            live = self._write.at(api_version, self._live, "failed to convert old object: ")
            new = self._write.at(api_version, self._new, "failed to convert new object: ")
            found = NO_DIFFERENCE if live is None or new is None else compare(live.obj, new.obj, new.kind)
            ignored = self._write.ignored
            if ignored and new is not None and new.version.resets_fields:
                found = found.keep(lambda fields: without(fields, ignored))
            self._by_version[api_version] = found
        return found
