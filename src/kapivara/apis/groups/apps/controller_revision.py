"""ControllerRevision as a built-in kind.

Upstream: pkg/registry/apps/controllerrevision/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.body import Body, Read
from kapivara.apis.machinery.objects.codec import Codec, TypedCodec
from kapivara.field import ErrorList, Operation
from kapivara.meta import ApiVersionError, parse_api_version
from kapivara.meta.kinds import GroupKind
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue

if TYPE_CHECKING:
    from kapivara.apis.groups.apps.v1.zz_generated_types import ControllerRevision
    from kapivara.apis.machinery.tables.table import TableLayout


class ControllerRevisionKind(Kind):
    """A state of an object that a controller keeps for a rollback."""

    def make_codec(self) -> Codec:
        """Creates a codec that reads data as patches leave it."""
        return _RevisionCodec(self)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the metadata (on update also like that of a new object), the revision and the data."""
        from kapivara.apis.groups.apps.controller_revision_rules import (
            validate_controller_revision,  # only writes need it
        )

        errors = super().validate(operation, new, old)
        if old is not ABSENT:
            errors += super().validate(operation, new, ABSENT)
        before = old if old is ABSENT else _as_revision(old)
        return errors + validate_controller_revision(operation, _as_revision(new), before)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, controller, revision and age.

        Upstream: pkg/printers/internalversion/printers.go printControllerRevision.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        revision = "Revision indicates the revision of the state represented by Data."
        return TableLayout(
            (
                name_column(),
                Column("Controller", "string", _controller, description="Controller of the object"),
                Column("Revision", "string", _revision, description=revision),
                age_column(self.surroundings),
            )
        )


class _RevisionCodec(TypedCodec):
    """A codec that sorts the keys of patched data, as Go prints maps."""

    __slots__ = ()

    def decode(self, body: Body) -> Read:
        """Reads a body."""
        read = super().decode(body)
        if body.patched and "data" in read.obj:
            read.obj["data"] = _in_order(read.obj["data"])
        return read


KIND = ControllerRevisionKind


def _in_order(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value)}
    return [_in_order(item) for item in value] if isinstance(value, list) else value


def _as_revision(obj: JsonObject) -> ControllerRevision:
    return cast("ControllerRevision", obj)


def _controller(obj: JsonObject) -> str:
    for owner in _as_revision(obj)["metadata"].get("ownerReferences", ()):
        if owner.get("controller"):
            try:
                group, _ = parse_api_version(owner["apiVersion"])
            except ApiVersionError:
                group = ""
            return f"{str(GroupKind(group, owner['kind'])).lower()}/{owner['name']}"
    return "<none>"


def _revision(obj: JsonObject) -> int:
    return _as_revision(obj)["revision"]
