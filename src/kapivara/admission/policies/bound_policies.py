"""The active policies of a server with their bindings; each is parsed again only after a change.

Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_source.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from kapivara.admission.policies.policy import Binding, Policy
from kapivara.values.deadline import Deadline

if TYPE_CHECKING:
    from kapivara.values import JsonObject

_Policy = TypeVar("_Policy", bound=Policy)
_Made = TypeVar("_Made")


class Bound(Generic[_Policy]):
    """An active policy."""

    __slots__ = ("bindings", "policy")

    def __init__(self, policy: _Policy, bindings: Sequence[Binding]):
        self.policy = policy
        self.bindings = bindings


class BoundPolicies(Generic[_Policy]):
    """The active policies of one kind. Thread-safe: two threads may do the same work, and one result is dropped."""

    def __init__(self, make: Callable[[JsonObject], _Policy]):
        self._make = make
        self._policies: dict[int, tuple[JsonObject, _Policy]] = {}
        self._bindings: dict[int, tuple[JsonObject, Binding]] = {}
        self._known: tuple[Sequence[JsonObject], Sequence[JsonObject], list[Bound[_Policy]]] | None = None

    def read(
        self, policies: Sequence[JsonObject], bindings: Sequence[JsonObject], deadline: Deadline
    ) -> list[Bound[_Policy]]:
        """Returns the policies with a binding; identical sequences mean that nothing has changed.

        After a change this may take long, so the request gives up its turn on the event loop.
        """
        known = self._known
        if known is not None and known[0] is policies and known[1] is bindings:
            return known[2]
        deadline.leave_turn()
        self._bindings = _kept(self._bindings, bindings, Binding)
        self._policies = _kept(self._policies, policies, self._make)
        by_policy: dict[str, list[Binding]] = {}
        for _, binding in self._bindings.values():
            by_policy.setdefault(binding.policy, []).append(binding)
        found = [
            Bound(policy, by_policy[policy.name]) for _, policy in self._policies.values() if policy.name in by_policy
        ]
        self._known = policies, bindings, found
        return found


def _kept(
    known: dict[int, tuple[JsonObject, _Made]], objects: Sequence[JsonObject], make: Callable[[JsonObject], _Made]
) -> dict[int, tuple[JsonObject, _Made]]:
    """Returns the parsed objects; reuses those of unchanged objects."""
    return {id(each): known[id(each)] if id(each) in known else (each, make(each)) for each in objects}
