"""The Table columns of kinds with a pod template.

Upstream: pkg/printers/internalversion/printers.go layoutContainerCells (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from kapivara.apis.machinery.tables.table import Column
from kapivara.meta.selector_objects import selector_text
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import PodTemplateSpec
    from kapivara.meta.v1.zz_generated_types import LabelSelector as SelectorObject

TemplateOf: TypeAlias = "Callable[[JsonObject], PodTemplateSpec | None]"
"""Returns the pod template of an object."""


def template_columns(template_of: TemplateOf) -> tuple[Column, Column]:
    """Returns the columns with the names and the images of a template's containers."""

    def joined(obj: JsonObject, field: str) -> str:
        template = template_of(obj)
        containers = (template["spec"].get("containers") if template else None) or ()
        return ",".join(str(each.get(field, "")) for each in containers)

    names = "Names of each container in the template."
    images = "Images referenced by each container in the template."
    return (
        Column("Containers", "string", lambda obj: joined(obj, "name"), description=names, priority=1),
        Column("Images", "string", lambda obj: joined(obj, "image"), description=images, priority=1),
    )


def selector_column(selector_of: Callable[[JsonObject], SelectorObject | None], description: str) -> Column:
    """Returns the column with the label selector of an object's pods."""
    return Column(
        "Selector", "string", lambda obj: selector_text(selector_of(obj)), description=description, priority=1
    )
