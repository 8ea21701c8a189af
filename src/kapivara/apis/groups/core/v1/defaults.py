"""Functions that fill in the defaults of the core group's types; `type_defaults` calls them.

Upstream: pkg/apis/core/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.core.v1.defaults_pods import POD_FILL
from kapivara.apis.groups.core.v1.defaults_services import SERVICE_FILL
from kapivara.apis.groups.core.v1.defaults_volumes import VOLUME_FILL
from kapivara.values.quantity import parse_quantity

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_MILLI: Final = -3
_FINE: Final = frozenset(".nueE")


def round_quantities(amounts: dict[str, Any]) -> None:
    """Rounds amounts of resources up to thousandths, the finest unit."""
    for name, amount in amounts.items():
        if not _FINE.isdisjoint(amount):  # other texts have no finer unit
            amounts[name] = str(parse_quantity(amount).round_up(_MILLI))


def fill_secret(secret: v1.Secret) -> None:
    """Sets the type to Opaque."""
    secret.setdefault("type", "Opaque")


def fill_replication_controller(controller: v1.ReplicationController) -> None:
    """Copies the template's labels to the selector and to the controller's labels."""
    template = controller["spec"].get("template")
    labels = template["metadata"].get("labels") if template else None
    if labels:
        if not controller["spec"].get("selector"):
            controller["spec"]["selector"] = {**labels}
        if not controller["metadata"].get("labels"):
            controller["metadata"]["labels"] = {**labels}


def fill_endpoint_port(port: v1.EndpointPort) -> None:
    """Sets the protocol to TCP."""
    port.setdefault("protocol", "TCP")


def fill_node_status(status: v1.NodeStatus) -> None:
    """Sets `allocatable` to `capacity`."""
    if "capacity" in status:
        status.setdefault("allocatable", {**status["capacity"]})


def fill_limit_range_item(item: v1.LimitRangeItem) -> None:
    """Fills in `default` from `max`, and `defaultRequest` from `default` or `min`, for containers."""
    if item["type"] != "Container":
        return
    limits = {**item.get("max", {}), **item.get("default", {})}
    requests = {**item.get("min", {}), **limits, **item.get("defaultRequest", {})}
    if limits:
        item["default"] = limits
    if requests:
        item["defaultRequest"] = requests


FILL: Final[Mapping[str, Fill]] = {
    **POD_FILL,
    **SERVICE_FILL,
    **VOLUME_FILL,
    "EndpointPort": fill_endpoint_port,
    "LimitRangeItem": fill_limit_range_item,
    "NodeStatus": fill_node_status,
    "ReplicationController": fill_replication_controller,
    "ResourceList": round_quantities,
    "Secret": fill_secret,
}
