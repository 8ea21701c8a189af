"""ResourceClaimTemplate as a built-in kind: claims that are made for pods.

Upstream: pkg/registry/resource/resourceclaimtemplate/strategy.go, pkg/printers/internalversion/printers.go
printResourceClaimTemplate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.kind import Kind
from kapivara.apis.resource.claim_features import drop_disabled_claim_fields
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.resource.v1.zz_generated_types import ResourceClaimSpec, ResourceClaimTemplate
    from kapivara.apis.table import TableLayout


class ResourceClaimTemplateKind(Kind):
    """The kind that claims are made of."""

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops what belongs to disabled features."""
        super().prepare_for_create(obj)
        drop_disabled_claim_fields(_claim(obj), None)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Drops what belongs to disabled features."""
        super().prepare_for_update(new, old)
        drop_disabled_claim_fields(_claim(new), _claim(old))

    def make_table(self) -> TableLayout:
        """Makes the columns: the name and the age."""
        from kapivara.apis.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), age_column(self.surroundings)))


KIND = ResourceClaimTemplateKind


def _claim(obj: JsonObject) -> ResourceClaimSpec:
    return cast("ResourceClaimTemplate", obj)["spec"]["spec"]
