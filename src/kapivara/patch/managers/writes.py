"""A write, as needed for the record of managers: its author, its type, and its differences from the live object.

Managers may have written other versions than the author, so types and differences are computed per version, after
converting the object. Upstream: apimachinery/pkg/util/managedfields/internal/versionconverter.go Convert (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kapivara.meta import ApiVersionError
from kapivara.patch.managers.managed_fields import Entry
from kapivara.patch.merging.field_set import Fields, without
from kapivara.patch.merging.merge_type import MergeType
from kapivara.patch.merging.typed_compare import NO_DIFFERENCE, Difference, compare
from kapivara.patch.merging.typed_merge import type_problems
from kapivara.values import JsonObject
from kapivara.values.record import record, slot_record

Conversion: TypeAlias = Callable[[JsonObject], JsonObject]


class TypedError(Exception):
    """An object that does not match its type, or cannot be converted to a manager's version; with the server's text."""


def _as_it_is(obj: JsonObject) -> JsonObject:
    return obj


@record
class Version:
    """A version of an object: its type, and the conversions from the author's version and back.

    `resets_fields` is True if the reset fields of the author's version apply to this version, too. Custom resources
    reset fields at the author's version only. Conversions raise TypedError. Upstream: GetResetFields of each strategy;
    apiextensions-apiserver/pkg/registry/customresource/strategy.go (1.37).
    """

    kind: MergeType
    convert: Conversion = _as_it_is
    convert_back: Conversion = _as_it_is
    resets_fields: bool = False


VersionOf: TypeAlias = Callable[[str], Version | None]
"""Returns a version of an object by its API version; None if managers at that version are to be dropped. Raises
ApiVersionError if no object can be converted to that version.
"""


@record
class Versioned:
    """An object at a version."""

    version: Version
    obj: JsonObject

    @property
    def kind(self) -> MergeType:
        """The merge type at that version."""
        return self.version.kind

    def with_object(self, obj: JsonObject) -> Versioned:
        """Returns another object at the same version."""
        return Versioned(self.version, obj)

    def at_home(self) -> JsonObject:
        """Returns the object at the author's version. Raises TypedError."""
        return self.version.convert_back(self.obj)


@slot_record
class Write:
    """A write to record: its author, its type, and the fields that it cannot change.

    `kind` is the type at the author's version; `version_of` returns other versions.
    """

    author: Entry
    kind: MergeType
    version_of: VersionOf
    ignored: Fields

    def at(self, api_version: str, obj: JsonObject, blame: str = "") -> Versioned | None:
        """Returns an object of the author's version at another one; None if that version is gone.

        Raises TypedError if the conversion fails; `blame` starts its text.
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
    """Raises TypedError if an object does not match a type; duplicate list items may be allowed."""
    found = type_problems(obj, kind, allow_duplicates=allow_duplicates)
    if found:
        raise TypedError(found[0] if len(found) == 1 else "\n  ".join(("errors:", *found)))


class Differences:
    """The differences between the live object and the written one, per version."""

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
        """Returns the difference at a version; empty if there is no such version. Raises TypedError."""
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
