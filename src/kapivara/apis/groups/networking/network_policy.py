"""NetworkPolicy as a built-in kind.

Upstream: pkg/registry/networking/networkpolicy/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject, deep_equal

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1.zz_generated_types import IPBlock, NetworkPolicy
    from kapivara.apis.machinery.tables.table import TableLayout

_POD_SELECTOR = (
    "podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any "
    "pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network "
    "policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This "
    "field is optional. If it is not specified, it defaults to an empty selector."
)
_DIRECTIONS = (("ingress", "from"), ("egress", "to"))


class NetworkPolicyKind(Kind):
    """Rules for the network traffic of pods."""

    counted = ("spec",)
    keeps_empties = True

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole policy on create and update."""
        from kapivara.apis.groups.networking.network_policy_rules import validate_network_policy

        errors = super().validate(operation, new, old)
        return errors + validate_network_policy(
            _as_policy(new)["spec"], None if old is ABSENT else _as_policy(old)["spec"]
        )

    def changes(self, new: JsonObject, old: JsonObject, fields: Iterable[str]) -> bool:
        """Returns True if one of the fields differs. Kept: an empty list differs from an absent one."""
        return any(not deep_equal(new.get(name), old.get(name)) for name in fields)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of CIDR blocks that are not in canonical form."""
        from kapivara.apis.shared.address_warnings import cidr_warnings

        warnings = []
        for block, path in _blocks(_as_policy(new)):
            warnings += cidr_warnings(path.child("cidr"), block["cidr"])
            for position, part in enumerate(block.get("except", ())):
                warnings += cidr_warnings(path.child("except").index(position), part)
        return warnings

    def make_table(self) -> TableLayout:
        """Returns the columns: name, pod selector and age.

        Upstream: pkg/printers/internalversion/printers.go printNetworkPolicy.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        pods = Column("Pod-Selector", "string", _pod_selector, description=_POD_SELECTOR)
        return TableLayout((name_column(), pods, age_column(self.surroundings)))


KIND = NetworkPolicyKind


def _as_policy(obj: JsonObject) -> NetworkPolicy:
    return cast("NetworkPolicy", obj)


def _blocks(policy: NetworkPolicy) -> Iterator[tuple[IPBlock, FieldPath]]:
    """Yields the IP blocks of all rules, with their paths."""
    spec: Any = policy["spec"]
    for direction, peers in _DIRECTIONS:
        for position, rule in enumerate(spec.get(direction, ())):
            for number, peer in enumerate(rule.get(peers, ())):
                if "ipBlock" in peer:
                    path = FieldPath.of("spec", direction).index(position).child(peers).index(number)
                    yield peer["ipBlock"], path.child("ipBlock")


def _pod_selector(obj: JsonObject) -> str:
    from kapivara.meta.selector_objects import selector_text

    return selector_text(_as_policy(obj)["spec"].get("podSelector"))
