"""ControllerRevision as a built-in kind: a state of another object, kept to go back to.

Upstream: pkg/registry/apps/controllerrevision/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.kind import Kind
from kapivara.meta import ApiVersionError, parse_api_version
from kapivara.meta.kinds import GroupKind
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.apps.v1.zz_generated_types import ControllerRevision
    from kapivara.apis.table import TableLayout


class ControllerRevisionKind(Kind):
    """A state of an object, as a controller keeps it."""

    def make_table(self) -> TableLayout:
        """Makes the columns: whose state it is, and which one.

        Upstream: pkg/printers/internalversion/printers.go printControllerRevision.
        """
        from kapivara.apis.table import Column, TableLayout, age_column, name_column

        revision = "Revision indicates the revision of the state represented by Data."
        return TableLayout(
            (
                name_column(),
                Column("Controller", "string", _controller, description="Controller of the object"),
                Column("Revision", "string", _revision, description=revision),
                age_column(self.surroundings),
            )
        )


KIND = ControllerRevisionKind


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
