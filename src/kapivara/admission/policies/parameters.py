"""The parameters of a policy: the objects that its bindings reference.

Upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go CollectParams, policy_source.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.meta import ApiError, kind_of
from kapivara.meta.selector_objects import selector_of

if TYPE_CHECKING:
    import kapivara.apis.groups.admissionregistration.v1.zz_generated_types as v1
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
