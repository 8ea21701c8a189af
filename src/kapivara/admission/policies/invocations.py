"""The invocations of a policy for a write: its bindings and their parameters.

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
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.values import JsonObject


@record(eq=False)
class Invocation:
    """One evaluation of a policy: for a binding, at a version of the kind, with a parameter, if it has one."""

    binding: Binding
    kind: Kind
    parameter_kind: Kind | None
    parameter: JsonObject | None


@record(eq=False)
class Misconfiguration:
    """An error in a policy, or in its binding if there is one; the problem is the server's text."""

    binding: Binding | None
    problem: str


def invocations_of(bound: Bound[Any], facts: Facts) -> Iterator[Invocation | Misconfiguration]:
    """Yields the invocations of a policy for a write, in the order of its bindings; none if it does not match."""
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
