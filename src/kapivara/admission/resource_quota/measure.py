"""The quota usage of objects: a specific measure for some resources, and an object count for all others.

Upstream: apiserver/pkg/quota/v1/interfaces.go Evaluator, generic/evaluator.go objectCountEvaluator,
pkg/quota/v1/evaluator/core/registry.go legacyObjectCountAliases (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from kapivara.admission.plugin import Action, Attributes
from kapivara.values.quantity import Quantity

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ScopedResourceSelectorRequirement
    from kapivara.meta import GroupResource
    from kapivara.values import JsonObject

Amounts = Mapping[str, Quantity]
ONE: Final = Quantity(1)
_ALIASES: Final = frozenset(("configmaps", "resourcequotas", "replicationcontrollers", "secrets"))
"""Resources that quotas may also count by their plain names."""


class Measure:
    """Measures objects of a resource; by default counts new objects."""

    def __init__(self, resource: GroupResource):
        self._names = {f"count/{resource}", *([resource.resource] if str(resource) in _ALIASES else [])}

    def counts(self, write: Attributes) -> bool:
        """Returns True if a write can change the usage."""
        return not write.subresource and write.action is Action.CREATE

    def limited(self, hard: Iterable[str]) -> list[str]:
        """Returns the limited names that apply to objects of the resource."""
        return sorted(name for name in hard if name in self._names)

    def is_in_scope(self, selector: ScopedResourceSelectorRequirement, obj: JsonObject) -> bool:  # noqa: ARG002
        """Returns True if an object is in a scope; by default False."""
        return False

    def problem(self, names: Iterable[str], obj: JsonObject) -> str:  # noqa: ARG002  for subclasses
        """Returns the error for an object without limited resources; empty if it has all."""
        return ""

    def usage(self, obj: JsonObject) -> Amounts:  # noqa: ARG002  each counts the same
        """Returns the usage of an object."""
        return dict.fromkeys(self._names, ONE)


def selects(selector: ScopedResourceSelectorRequirement, values: Iterable[str]) -> bool:
    """Returns True if a scope requirement matches the values of an object."""
    given, wanted, operator = [*values], selector.get("values", []), selector["operator"]
    if operator == "Exists":
        return bool(given)
    if operator == "DoesNotExist":
        return not given
    if operator == "In":
        return any(each in wanted for each in given)
    return not given or any(each not in wanted for each in given)
