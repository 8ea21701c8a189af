"""A kind at a version that looks different from the one its rules are written for.

Of several versions one is the hub: rules, strategies and columns are written for its form alone, and objects are stored
in it. At another version an object is read, defaulted, patched and shown in that version's own form, and is taken to
the hub for every other step. So a kind whose versions differ has the class of its hub, and for another version

    class WidgetV1(ConvertedKind, WidgetKind): ...

which says by `to_hub` and `from_hub` how an object goes there and back; `WidgetKind.at` makes the one or the other.
Upstream: apimachinery/pkg/runtime/scheme.go ConvertToVersion, and the internal version of each group (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.apis.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.table import TableLayout


class ConvertedKind(Kind):
    """Takes objects to the hub for the steps of the class beside it, and back where a step changes them."""

    def _change_at_hub(self, step: Callable[[JsonObject], None], obj: JsonObject) -> None:
        hub = self.to_hub(obj)
        step(hub)
        changed = self.from_hub(hub)
        obj.clear()
        obj.update(changed)

    def _old_at_hub(self, old: JsonObject | Absent) -> JsonObject | Absent:
        return ABSENT if old is ABSENT else self.to_hub(old)

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Wipes at the hub what clients may not set on a new object."""
        self._change_at_hub(super().prepare_for_create, obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Carries over at the hub what an update may not change."""
        prepare, at_hub = super().prepare_for_update, self.to_hub(old)
        self._change_at_hub(lambda hub: prepare(hub, at_hub), new)

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Carries over at the hub what a write of the status may not change."""
        prepare, at_hub = super().prepare_for_status_update, self.to_hub(old)
        self._change_at_hub(lambda hub: prepare(hub, at_hub), new)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges an object at the hub: errors name the hub's fields, as those of the reference server do."""
        return super().validate(operation, self.to_hub(new), self._old_at_hub(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Returns the warnings that the hub gives."""
        return super().warnings(operation, self.to_hub(new), self._old_at_hub(old))

    def canonicalize(self, obj: JsonObject) -> None:
        """Brings an accepted object into the form that the hub stores."""
        self._change_at_hub(super().canonicalize, obj)

    def mark_for_deletion(self, obj: JsonObject, finalizers: Sequence[str]) -> None:
        """Marks an object as the hub does."""
        mark = super().mark_for_deletion
        self._change_at_hub(lambda hub: mark(hub, finalizers), obj)

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether nothing holds an object any more, by the hub's form."""
        return super().is_released(self.to_hub(obj))

    def make_table(self) -> TableLayout:
        """Makes the hub's columns; their cells are those of the object's form at the hub."""
        layout = super().make_table()
        columns = tuple(
            replace(each, cell=lambda obj, cell=each.cell: cell(self.to_hub(obj))) for each in layout.columns
        )
        return replace(layout, columns=columns)

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns what field selectors may ask of the object's form at the hub."""
        return super().selectable_fields(self.to_hub(obj))
