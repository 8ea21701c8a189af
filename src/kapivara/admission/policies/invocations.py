"""How a policy is to be asked about a write: by which bindings, and with which parameters of theirs.

Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go Dispatch, validating/dispatcher.go Dispatch
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.admission.policies.parameters import ConfigurationError, parameter_kind, parameters_of
from kapivara.meta import ApiError
from kapivara.values.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kapivara.admission.policies.bound_policies import Bound
    from kapivara.admission.policies.facts import Facts
    from kapivara.admission.policies.policy import Binding
    from kapivara.apis.kind import Kind
    from kapivara.values import JsonObject


@record(eq=False)
class Invocation:
    """A policy is asked: for a binding, at a version of the kind, with a parameter of a kind, where it has one."""

    binding: Binding
    kind: Kind
    parameter_kind: Kind | None
    parameter: JsonObject | None


@record(eq=False)
class Misconfiguration:
    """A policy, or where there is one its binding, cannot be followed; the problem is in the server's words."""

    binding: Binding | None
    problem: str


def invocations_of(bound: Bound[Any], facts: Facts) -> Iterator[Invocation | Misconfiguration]:
    """Yields how a policy is to be asked about a write, in the order of its bindings: nothing, where it is not met."""
    policy = bound.policy
    try:
        kind = policy.matcher.match(facts)
        if kind is None:
            return
        of_parameters = parameter_kind(policy.parameters, facts.write.surroundings)
    except (ApiError, ConfigurationError) as error:
        yield Misconfiguration(None, f"failed to configure policy: {_text(error)}")
        return
    for binding in bound.bindings:
        try:
            if not binding.holds(facts):
                continue
            given = parameters_of(of_parameters, binding.spec.get("paramRef"), facts.namespace)
        except (ApiError, ConfigurationError) as error:
            yield Misconfiguration(binding, f"failed to configure binding: {_text(error)}")
            continue
        for parameter in given:
            yield Invocation(binding, kind, of_parameters, parameter)


def _text(error: ApiError | ConfigurationError) -> str:
    return error.status.message if isinstance(error, ApiError) else str(error)
