"""Ingress as a built-in kind. Upstream: pkg/registry/networking/ingress/{strategy.go,storage/storage.go} (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1.zz_generated_types import Ingress
    from kapivara.apis.machinery.tables.table import TableLayout

CLASS = "kubernetes.io/ingress.class"
_DEPRECATED = f"annotation \"{CLASS}\" is deprecated, please use 'spec.ingressClassName' instead"
_ADDRESSES = FieldPath.of("status", "loadBalancer", "ingress")
_SHOWN_HOSTS = 3
_OTHER_CLASS = "must match `ingressClassName` when both are specified"


class IngressKind(Kind):
    """Rules that route external requests to services."""

    counted = ("spec",)
    keeps_empties = True  # an error prints empty rules

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the spec, or the status on a status update; a class in both forms must be the same."""
        from kapivara.apis.groups.networking.ingress_rules import validate_ingress, validate_ingress_status

        ingress = _as_ingress(new)
        errors = super().validate(operation, new, old)
        if old is not ABSENT and operation.subresource == "status":
            return errors + validate_ingress_status(ingress["status"], _as_ingress(old)["status"])
        if old is not ABSENT:
            errors += self.validate_new_metadata(new)
            return errors + validate_ingress(ingress["spec"], _as_ingress(old)["spec"])
        errors += validate_ingress(ingress["spec"], None)
        annotated = ingress["metadata"].get("annotations", {}).get(CLASS)
        if annotated is not None and annotated != ingress["spec"].get("ingressClassName", annotated):
            errors.append(invalid(FieldPath.of("annotations").child(CLASS), annotated, _OTHER_CLASS))
        return errors

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of the class annotation on create; on a status update, of addresses that are not in canonical form."""
        ingress = _as_ingress(new)
        if operation.subresource == "status":
            from kapivara.apis.shared.address_warnings import ip_warnings

            points = enumerate(ingress["status"]["loadBalancer"].get("ingress", ()))
            return [text for place, each in points for text in ip_warnings(_ADDRESSES.index(place), each.get("ip", ""))]
        annotated = CLASS in ingress["metadata"].get("annotations", {}) and "ingressClassName" not in ingress["spec"]
        return [_DEPRECATED] if annotated and old is ABSENT else []

    def make_table(self) -> TableLayout:
        """Returns the columns: name, class, hosts, address, ports and age.

        Upstream: pkg/printers/internalversion/printers.go printIngress.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        of_class = "The name of the IngressClass resource that should be used for additional configuration"
        hosts = "Hosts that incoming requests are matched against before the ingress rule"
        address = "Address is a list containing ingress points for the load-balancer"
        return TableLayout(
            (
                name_column(),
                Column("Class", "string", _class, description=of_class),
                Column("Hosts", "string", _hosts, description=hosts),
                Column("Address", "string", _address, description=address),
                Column("Ports", "string", _ports, description="Ports of TLS configurations that open"),
                age_column(self.surroundings),
            )
        )


KIND = IngressKind


def _as_ingress(obj: JsonObject) -> Ingress:
    return cast("Ingress", obj)


def _class(obj: JsonObject) -> str:
    return _as_ingress(obj)["spec"].get("ingressClassName", "<none>")


def _hosts(obj: JsonObject) -> str:
    """Returns the first hosts. Kept: rules without a host count among the hidden ones."""
    rules = _as_ingress(obj)["spec"].get("rules", [])
    shown: list[str] = []
    for rule in rules:
        if len(shown) == _SHOWN_HOSTS:
            return f"{','.join(shown)} + {len(rules) - _SHOWN_HOSTS} more..."
        if rule.get("host"):
            shown.append(rule["host"])
    return ",".join(shown) or "*"


def _address(obj: JsonObject) -> str:
    points = _as_ingress(obj)["status"]["loadBalancer"].get("ingress", ())
    found = {each.get("ip") or each.get("hostname") or "" for each in points} - {""}
    return ",".join(sorted(found))


def _ports(obj: JsonObject) -> str:
    return "80, 443" if _as_ingress(obj)["spec"].get("tls") else "80"
