"""RuntimeClass as a built-in kind; a PUT can create it.

Upstream: pkg/registry/node/runtimeclass/{strategy.go,storage/storage.go}, pkg/api/node/util.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.node_labels import DEPRECATED
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.node.v1.zz_generated_types import RuntimeClass
    from kapivara.apis.machinery.tables.table import TableLayout


class RuntimeClassKind(Kind):
    """A class of container runtimes."""

    qualified_finalizers = False
    unconditional_update = False
    create_on_update = True

    def apply_defaults(self, obj: JsonObject) -> None:
        """Does nothing: this group has no defaults, and does not round the core types' quantities."""

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole class on create and update; the handler is immutable."""
        from kapivara.apis.groups.node.runtime_class_rules import validate_runtime_class, validate_same_handler

        given = cast("RuntimeClass", new)
        errors = self.validate_new_metadata(new) + validate_runtime_class(given)
        if old is ABSENT:
            return errors
        errors += self.validate_changed_metadata(new, old)
        return errors + validate_same_handler(given, cast("RuntimeClass", old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of node selectors with deprecated labels."""
        selector = cast("RuntimeClass", new).get("scheduling", {}).get("nodeSelector", {})
        return [f"scheduling.nodeSelector: {DEPRECATED[label]}" for label in selector if label in DEPRECATED]

    def make_table(self) -> TableLayout:
        """Returns the columns: name, handler and age.

        Upstream: pkg/printers/internalversion/printers.go printRuntimeClass.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        handler = Column("Handler", "string", lambda obj: cast("RuntimeClass", obj)["handler"])
        return TableLayout((name_column(), handler, age_column(self.surroundings)))


KIND = RuntimeClassKind
