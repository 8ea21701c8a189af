"""The columns of services. Upstream: pkg/printers/internalversion/printers.go printService (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.groups.core.column_texts import SERVICE as TEXTS
from kapivara.apis.groups.core.storage_cells import text_column
from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column, or_none
from kapivara.meta.selector_objects import labels_text
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.server.surroundings import Surroundings


def service_layout(surroundings: Surroundings) -> TableLayout:
    """Returns the columns of services: name, type, addresses, ports, age and selector."""
    return TableLayout(
        (
            name_column(),
            text_column("Type", TEXTS, lambda obj: _as_service(obj)["spec"].get("type", "")),
            text_column("Cluster-IP", TEXTS, lambda obj: (_as_service(obj)["spec"].get("clusterIPs") or ["<none>"])[0]),
            text_column("External-IP", TEXTS, _outside),
            text_column("Port(s)", TEXTS, _ports),
            age_column(surroundings),
            text_column("Selector", TEXTS, lambda obj: labels_text(_as_service(obj)["spec"].get("selector")), 1),
        )
    )


def _as_service(obj: JsonObject) -> v1.Service:
    return cast("v1.Service", obj)


def _outside(obj: JsonObject) -> str:
    service = _as_service(obj)
    spec = service["spec"]
    match spec.get("type"):
        case "ClusterIP" | "NodePort":
            return or_none(",".join(spec.get("externalIPs", ())))
        case "LoadBalancer":
            return ",".join((*_ingresses(service), *spec.get("externalIPs", ()))) or "<pending>"
        case "ExternalName":
            return spec.get("externalName", "")
    return "<unknown>"


def _ingresses(service: v1.Service) -> list[str]:
    found = service["status"]["loadBalancer"].get("ingress", ())
    return sorted({each.get("ip") or each.get("hostname", "") for each in found} - {""})


def _ports(obj: JsonObject) -> str:
    return or_none(",".join(map(_port, _as_service(obj)["spec"].get("ports", ()))))


def _port(port: v1.ServicePort) -> str:
    number = f"{port['port']}:{port['nodePort']}" if port.get("nodePort", 0) > 0 else str(port["port"])
    return f"{number}/{port.get('protocol', '')}"
