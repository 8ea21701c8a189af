"""The invocations of a policy for a write: its bindings and their parameters.

Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go Dispatch, validating/dispatcher.go Dispatch
(1.37).
Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go CollectParams, policy_source.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.meta import ApiError, kind_of
from kapivara.meta.selector_objects import selector_of
from kapivara.values.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1
    from kapivara.admission.policies.bound_policies import Bound
    from kapivara.admission.policies.facts import Facts
    from kapivara.admission.policies.policy import Binding
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.server.surroundings import Surroundings
    from kapivara.values import JsonObject


class ConfigurationError(Exception):
    """An error in a policy or a binding; the message is the server's."""


def parameter_kind(kind: v1.ParamKind | None, surroundings: Surroundings) -> Kind | None:
    """Returns the kind of a policy's parameters; None if it has none. Raises ConfigurationError."""
    if kind is None:
        return None
    version, name = kind.get("apiVersion", ""), kind.get("kind", "")
    found = surroundings.find_kind(version, name)
    if found is None:
        raise ConfigurationError(f"failed to find resource referenced by paramKind: '{kind_of(version, name)}'")
    return found


def parameters_of(kind: Kind | None, reference: v1.ParamRef | None, namespace: str) -> list[JsonObject | None]:
    """Returns the parameters of a binding, for a write in a namespace; raises ConfigurationError.

    Returns a single None for a policy without parameters.
    """
    if kind is None or reference is None:
        return [None]
    home = reference.get("namespace", "")
    if kind.namespaced:
        home = home or namespace
        if not home:
            raise ConfigurationError(
                "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources"
            )
    elif home:
        raise ConfigurationError("paramRef.namespace must not be provided for a cluster-scoped `paramKind`")
    found: list[Any] = _selected(kind, reference, home)
    if not found and reference.get("parameterNotFoundAction") == "Deny":
        raise ConfigurationError("no params found for policy binding with `Deny` parameterNotFoundAction")
    return found


def _selected(kind: Kind, reference: v1.ParamRef, namespace: str) -> list[JsonObject]:
    surroundings = kind.surroundings
    if name := reference.get("name"):
        try:
            return [_shown(surroundings.get(kind.gvr, name, namespace))]
        except ApiError as error:
            if error.status.code == 404:
                return []
            raise ConfigurationError(error.status.message) from None
    selector = selector_of(reference.get("selector", {}))
    objects = surroundings.objects_of(kind.gvr, namespace)
    return [_shown(each) for each in objects if selector.matches(each["metadata"].get("labels", {}))]


def _shown(parameter: JsonObject) -> JsonObject:
    """Returns a parameter in the form for expressions, without managed fields."""
    if "managedFields" not in parameter["metadata"]:
        return parameter
    metadata = {name: value for name, value in parameter["metadata"].items() if name != "managedFields"}
    return {**parameter, "metadata": metadata}


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
