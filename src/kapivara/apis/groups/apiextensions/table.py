"""The columns of CRDs.

Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.definition_types import as_definition
from kapivara.apis.machinery.tables.table import Column, TableLayout, created_at_column, name_column
from kapivara.values import JsonObject, JsonValue

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1.zz_generated_types import CustomResourceDefinition


def definition_layout() -> TableLayout:
    """Returns the columns of CRDs."""
    return TableLayout(
        (
            name_column(),
            _column("Scope", _scope, "Cluster/Namespaced"),
            _column("Versions", _versions, "Served versions"),
            created_at_column(),
            _column("Group", lambda crd: crd["spec"]["group"], "API group", priority=1),
            _column("Kind", lambda crd: crd["spec"]["names"]["kind"], "CustomResource kind", priority=1),
            _column("ShortNames", _short_names, "Short names", priority=1),
            _column("Established", _is_established, "Established status", type="boolean", priority=1),
        ),
        null_rows=True,
    )


def _column(
    name: str,
    cell: Callable[[CustomResourceDefinition], JsonValue],
    description: str,
    *,
    type: str = "string",
    priority: int = 0,
) -> Column:
    def shown(obj: JsonObject) -> JsonValue:
        return cell(as_definition(obj))

    return Column(name, type, shown, description=description, priority=priority)


def _scope(crd: CustomResourceDefinition) -> str:
    return crd["spec"]["scope"]


def _versions(crd: CustomResourceDefinition) -> str:
    served = [each for each in crd["spec"]["versions"] or () if each["served"]]
    return ",".join(sorted(f"{each['name']}{'(storage)' if each['storage'] else ''}" for each in served))


def _short_names(crd: CustomResourceDefinition) -> str:
    return ",".join(crd["spec"]["names"].get("shortNames") or ())


def _is_established(crd: CustomResourceDefinition) -> bool:
    conditions = crd["status"].get("conditions") or ()
    return any(each["type"] == "Established" and each["status"] == "True" for each in conditions)
