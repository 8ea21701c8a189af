"""ComponentStatus as a built-in kind: nothing is stored; without other components, only etcd is healthy.

Upstream: pkg/registry/core/componentstatus/rest.go, pkg/registry/core/rest/storage_core_generic.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.kinds.unstored_kind import UnstoredKind
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.meta import GroupResource
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ComponentStatus
    from kapivara.apis.machinery.tables.table import TableLayout

_PORTS: Final = {"controller-manager": 10257, "scheduler": 10259}
"""The ports at which the server would request the health of other components."""


class ComponentStatusKind(UnstoredKind):
    """The health of the control plane's components."""

    deprecation_warning = "v1 ComponentStatus is deprecated in v1.19+"
    whole_type: ClassVar[type[Subresource]] = Subresource  # it has a Table

    def __init__(self, api: ApiResource, surroundings: Surroundings):
        super().__init__(api, surroundings)
        self.group_resource = GroupResource("", api.singular)
        """Kept: errors use a resource name that differs from that of other kinds."""

    def made_up(self) -> Sequence[JsonObject]:
        """Returns the states of the components; only this server and its storage run."""
        refused = {name: f"dial tcp 127.0.0.1:{port}: connect: connection refused" for name, port in _PORTS.items()}
        asked = {name: f'Get "https://127.0.0.1:{port}/healthz"' for name, port in _PORTS.items()}
        return [
            *(self._status(name, "False", f"{asked[name]}: {refused[name]}") for name in _PORTS),
            self._status("etcd-0", "True", "ok"),
        ]

    def _status(self, name: str, healthy: str, message: str) -> JsonObject:
        condition = {"type": "Healthy", "status": healthy, "message": message}
        return self.codec.blank() | {"metadata": {"name": name}, "conditions": [condition]}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, status, message and error."""
        from kapivara.apis.groups.core.column_texts import COMPONENT_STATUS as TEXTS
        from kapivara.apis.groups.core.storage_cells import text_column
        from kapivara.apis.machinery.tables.table import TableLayout, name_column

        return TableLayout(
            (
                name_column(),
                text_column("Status", TEXTS, _healthy),
                text_column("Message", TEXTS, lambda obj: _health_field(obj, "message")),
                text_column("Error", TEXTS, lambda obj: _health_field(obj, "error")),
            )
        )


KIND = ComponentStatusKind


def _health_field(obj: JsonObject, field: str) -> str:
    conditions = cast("ComponentStatus", obj).get("conditions", ())
    found = cast("dict[str, str]", next((each for each in conditions if each["type"] == "Healthy"), {}))
    return found.get(field, "")


def _healthy(obj: JsonObject) -> str:
    return {"": "Unknown", "True": "Healthy"}.get(_health_field(obj, "status"), "Unhealthy")
