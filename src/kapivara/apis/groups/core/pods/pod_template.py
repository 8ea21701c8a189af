"""PodTemplate as a built-in kind.

Upstream: pkg/registry/core/podtemplate/strategy.go, pkg/printers/internalversion/printers.go printPodTemplate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.shared.pods.template_kind import TemplateKind
from kapivara.meta.selector_objects import labels_text
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.machinery.tables.table import TableLayout


class PodTemplateKind(TemplateKind):
    """A pod template as an object of its own."""

    counted = ("template",)
    template_path = ("template",)
    keeps_empties = True  # pod-level resource claims may not even be empty
    warns_of_names = False

    def make_table(self) -> TableLayout:
        """Returns the columns: name, containers, images and labels of the template."""
        from kapivara.apis.machinery.tables.table import Column, TableLayout, name_column
        from kapivara.apis.machinery.tables.template_columns import template_columns

        labels = Column(
            "Pod Labels",
            "string",
            lambda obj: labels_text(self.template_of(obj)["metadata"].get("labels")),
            description="The labels for the pod template.",
        )
        parts = (replace(each, priority=0) for each in template_columns(self.template_of))
        return TableLayout((name_column(), *parts, labels))


KIND = PodTemplateKind
