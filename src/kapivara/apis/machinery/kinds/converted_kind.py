"""A kind at a version whose form differs from the hub version, for which its rules are written.

One of several versions is the hub: rules, strategies and columns read only its form, and objects are stored in it. At
another version, an object is read, defaulted, patched and shown in that version's form, and converted to the hub for
every other step. A kind with such versions has the class of its hub, and a class for another version

    class WidgetV1(ConvertedKind, WidgetKind): ...

which implements the conversion in `to_hub` and `from_hub`. `WidgetKind.at` selects the class.
Upstream: apimachinery/pkg/runtime/scheme.go ConvertToVersion, and the internal version of each group (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.machinery.tables.table import TableLayout


class ConvertedKind(Kind):
    """Converts objects to the hub for the steps of the next base class, and back if a step changes them."""

    def _change_at_hub(self, step: Callable[[JsonObject], None], obj: JsonObject) -> None:
        hub = self.to_hub(obj)
        step(hub)
        changed = self.from_hub(hub)
        obj.clear()
        obj.update(changed)

    def _old_at_hub(self, old: JsonObject | Absent) -> JsonObject | Absent:
        return ABSENT if old is ABSENT else self.to_hub(old)

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the fields that clients may not set on a new object, at the hub."""
        self._change_at_hub(super().prepare_for_create, obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Copies the fields that an update may not change from the old object, at the hub."""
        prepare, at_hub = super().prepare_for_update, self.to_hub(old)
        self._change_at_hub(lambda hub: prepare(hub, at_hub), new)

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Copies the fields that a status update may not change from the old object, at the hub."""
        prepare, at_hub = super().prepare_for_status_update, self.to_hub(old)
        self._change_at_hub(lambda hub: prepare(hub, at_hub), new)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates an object at the hub; errors name the hub's fields, as the reference server's errors do."""
        return super().validate(operation, self.to_hub(new), self._old_at_hub(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns the warnings of the hub version."""
        return super().warnings(operation, self.to_hub(new), self._old_at_hub(old))

    def canonicalize(self, obj: JsonObject) -> None:
        """Normalizes an accepted object for storage, at the hub."""
        self._change_at_hub(super().canonicalize, obj)

    def mark_for_deletion(self, obj: JsonObject, finalizers: Sequence[str]) -> None:
        """Marks an object for deletion, at the hub."""
        mark = super().mark_for_deletion
        self._change_at_hub(lambda hub: mark(hub, finalizers), obj)

    def is_released(self, obj: JsonObject) -> bool:
        """Returns True if nothing holds a deleted object, by its hub form."""
        return super().is_released(self.to_hub(obj))

    def make_table(self) -> TableLayout:
        """Returns the hub's columns; the cells show the object's hub form."""
        layout = super().make_table()
        columns = tuple(
            replace(each, cell=lambda obj, cell=each.cell: cell(self.to_hub(obj))) for each in layout.columns
        )
        return replace(layout, columns=columns)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the selectable fields of the object's hub form."""
        return super().selectable_fields(self.to_hub(obj))
