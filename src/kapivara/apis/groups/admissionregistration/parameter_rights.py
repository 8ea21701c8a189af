"""Checks that the author of a policy or binding may read the parameters that expressions use.

An expression can copy parameters into a message or an object, so a policy reads objects on behalf of its author.
Upstream: pkg/registry/admissionregistration/{validating,mutating}admissionpolicy/authz.go and
{validating,mutating}admissionpolicybinding/authz.go authorizeCreate, authorizeUpdate, authorize;
admissionregistration/resolver/resolver.go Resolve (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.authorization.access import Access
from kapivara.authorization.user_info import MASTERS, UserInfo
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.meta import ApiError, ApiVersionError, GroupVersionResource, parse_api_version
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.server.surroundings import Surroundings

_SPEC: Final = FieldPath.of("spec")
_ALL: Final = "*"
_MUTATING: Final = "MutatingAdmissionPolicyBinding"
_POLICIES: Final = {_MUTATING: "mutatingadmissionpolicies"}


def check_parameter_kind(kind: Kind, new: JsonObject, old: JsonObject | None) -> ErrorList:
    """Returns an error if the user may not get all objects of the parameters' kind in a policy's spec."""
    wanted, surroundings = new.get("paramKind"), kind.surroundings
    if wanted is None or (old is not None and old.get("paramKind") == wanted) or _may_do_all(surroundings):
        return []
    group, resource, _ = _resource_of(wanted, surroundings)
    user = surroundings.user
    if surroundings.decide(Access(user, "get", group, resource, namespace=_ALL, name=_ALL)).allowed:
        return []
    named = f"(kind={wanted.get('kind', '')}, apiVersion={wanted.get('apiVersion', '')})"
    needed = f'must have "get" permission on all objects of the referenced paramKind {named}'
    return [forbidden(_SPEC.child("paramKind"), f"user {_shown(user)} {needed}")]


def check_parameter_reference(kind: Kind, new: JsonObject, old: JsonObject | None) -> ErrorList:
    """Returns an error if the user may not read the parameters that a binding's spec refers to.

    Kept: the server compares pointers in references, so that updates with an action or a selector are checked.
    """
    reference, surroundings = new.get("paramRef"), kind.surroundings
    if reference is None or _may_do_all(surroundings):
        return []
    if old is not None and _is_same(new, old):
        return []
    user, verb = surroundings.user, "get" if reference.get("name") else "list"
    group, resource, problem = _resource_of_policy(kind, new)
    namespace, name = reference.get("namespace", ""), reference.get("name", "")
    if surroundings.decide(Access(user, verb, group, resource, namespace=namespace, name=name)).allowed:
        return []
    if problem:
        needed = f'user {_shown(user)} does not have "{verb}" permission for all groups, versions and resources'
        text = f"{problem} to determine minimum required permissions and {needed}"
    else:
        shown = (verb, _shown(user)) if kind.gvk.kind == _MUTATING else (_shown(user), verb)  # kept: swapped
        text = f'user {shown[0]} does not have "{shown[1]}" permission on the object referenced by paramRef'
    return [forbidden(_SPEC.child("paramRef"), text)]


def _may_do_all(surroundings: Surroundings) -> bool:
    return surroundings.is_unbound or MASTERS in surroundings.user.groups


def _is_same(new: JsonObject, old: JsonObject) -> bool:
    reference = new["paramRef"]
    if "selector" in reference or "parameterNotFoundAction" in reference:
        return False
    return old.get("paramRef") == reference and old.get("policyName") == new.get("policyName")


def _resource_of_policy(kind: Kind, binding: JsonObject) -> tuple[str, str, str]:
    """Returns group and resource of the parameters of a binding's policy, and the reason if they are unknown."""
    name, plural = binding.get("policyName", ""), _POLICIES.get(kind.gvk.kind, "validatingadmissionpolicies")
    try:
        policy = kind.surroundings.get(GroupVersionResource(kind.gvr.group, kind.gvr.version, plural), name)
    except ApiError:
        return _ALL, _ALL, f"unable to get policy {name}"
    wanted = policy["spec"].get("paramKind")
    return (_ALL, _ALL, "") if wanted is None else _resource_of(wanted, kind.surroundings)


def _resource_of(wanted: Any, surroundings: Surroundings) -> tuple[str, str, str]:
    """Returns group and resource of a kind of parameters; wildcards and the reason if the kind is unknown."""
    api_version, kind = wanted.get("apiVersion", ""), wanted.get("kind", "")
    try:
        group, _ = parse_api_version(api_version)
    except ApiVersionError:
        return _ALL, _ALL, f"unable to parse paramKind &{{{api_version} {kind}}}"
    found = surroundings.find_kind(api_version, kind)
    if found is None:
        return group, _ALL, f"unable to resolve paramKind &{{{api_version} {kind}}}"
    return group, found.gvr.resource, ""


def _shown(user: UserInfo) -> str:
    """Returns a user as Go prints a pointer to its struct."""
    extra = " ".join(f"{name}:[{' '.join(values)}]" for name, values in sorted(user.extra))
    return f"&{{{user.name} {user.uid} [{' '.join(user.groups)}] map[{extra}]}}"
