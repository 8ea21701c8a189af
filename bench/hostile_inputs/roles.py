"""Users with random rules, and their requests, which know their required access without parsing their path."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

RBAC = "rbac.authorization.k8s.io"
ADMISSION = "admissionregistration.k8s.io"
Rule: TypeAlias = dict[str, list[str]]
Object: TypeAlias = dict[str, Any]

ADMIN = "administrator"
USERS = ("u0", "u1", "u2")
NAMESPACES = ("default", "kube-public")
NAMES = ("a", "b", "canary")
PATHS = ("/", "/api", "/apis/apps/v1", "/metrics", "/livez", "/version", "/openapi/v3", "/debug", "/api/v1")
VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "proxy", "approve", "sign")
_PATCHES = {
    "application/merge-patch+json": False,
    "application/json-patch+json": False,
    "application/strategic-merge-patch+json": False,
    "application/apply-patch+yaml": True,
}


@dataclass(frozen=True, slots=True)
class Access:
    """The access that a request requires: to a resource, or to a path."""

    verb: str
    group: str = ""
    resource: str = ""
    namespace: str = ""
    name: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A request by a user, the access that it needs, and the object in its body, if any."""

    user: str
    method: str
    path: str
    access: Access
    body: Any = None
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Kind:
    """A resource with its names in requests."""

    group: str
    version: str
    resource: str
    kind: str
    is_namespaced: bool
    subresources: tuple[str, ...] = ()

    @property
    def api_version(self) -> str:
        """Its version with its group."""
        return f"{self.group}/{self.version}" if self.group else self.version


KINDS = (
    Kind("", "v1", "configmaps", "ConfigMap", True),
    Kind("", "v1", "secrets", "Secret", True),
    Kind("", "v1", "pods", "Pod", True, ("status", "log", "exec", "eviction", "binding", "resize", "proxy")),
    Kind("", "v1", "services", "Service", True, ("status", "proxy")),
    Kind("", "v1", "endpoints", "Endpoints", True),
    Kind("", "v1", "events", "Event", True),
    Kind("", "v1", "limitranges", "LimitRange", True),
    Kind("", "v1", "serviceaccounts", "ServiceAccount", True, ("token",)),
    Kind("", "v1", "namespaces", "Namespace", False, ("status", "finalize")),
    Kind("", "v1", "nodes", "Node", False, ("status", "proxy")),
    Kind("apps", "v1", "deployments", "Deployment", True, ("status", "scale")),
    Kind("coordination.k8s.io", "v1", "leases", "Lease", True),
    Kind("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", False),
    Kind("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", True, ("status",)),
    Kind("certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", False, ("approval",)),
    Kind(RBAC, "v1", "roles", "Role", True),
    Kind(RBAC, "v1", "clusterroles", "ClusterRole", False),
    Kind(RBAC, "v1", "rolebindings", "RoleBinding", True),
    Kind(RBAC, "v1", "clusterrolebindings", "ClusterRoleBinding", False),
    Kind(ADMISSION, "v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy", False),
    Kind(ADMISSION, "v1", "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", False),
    Kind(ADMISSION, "v1", "mutatingadmissionpolicies", "MutatingAdmissionPolicy", False),
    Kind(ADMISSION, "v1", "mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding", False),
)


def rules(random: Random) -> list[Rule]:
    """Returns the rules of a role; none of them lets its user grant more than it has."""
    return [rule(random) for _ in range(random.randrange(1, 5))]


def rule(random: Random) -> Rule:
    """Returns a rule; one in eight is about paths."""
    verbs = random.sample(VERBS, random.randrange(1, 6))
    if random.random() < 0.12:
        paths = random.sample((*PATHS, "/api*", "/openapi/*", "*"), random.randrange(1, 3))
        return {"verbs": verbs, "nonResourceURLs": paths}
    kinds = random.sample(KINDS, random.randrange(1, 5))
    groups = ["*"] if random.random() < 0.2 else sorted({each.group for each in kinds})
    resources = [each.resource for each in kinds]
    resources += [f"{each.resource}/{sub}" for each in kinds for sub in each.subresources if random.random() < 0.5]
    if random.random() < 0.1:
        resources = [random.choice(("*", "*/status", "*/proxy"))]
    if random.random() < 0.2 and RBAC not in groups and "*" not in groups:
        verbs = ["*"]  # with that group it would be a right to escalate
    made = {"verbs": verbs, "apiGroups": groups, "resources": resources}
    if random.random() < 0.2:
        made["resourceNames"] = random.sample(NAMES, random.randrange(1, 3))
    return made


def call(random: Random, user: str, held: list[Rule]) -> Call:
    """Returns a request by a user, most often one that a rule of the user covers."""
    if random.random() < 0.08:
        method, path = random.choice(("GET", "POST", "HEAD")), random.choice(PATHS)
        return Call(user, method, path, Access(method.lower(), path=path))
    rule = random.choice(held) if random.random() < 0.7 else {}
    kinds = [each for each in KINDS if each.resource in rule.get("resources", ())] or KINDS
    kind = random.choice(kinds)
    namespace = random.choice(NAMESPACES) if kind.is_namespaced else ""
    name, subresource = random.choice(rule.get("resourceNames") or NAMES), ""
    if kind.subresources and random.random() < 0.4:
        subresource = random.choice(kind.subresources)
    if random.random() < 0.04:
        return _proxied(user, kind, namespace, name)
    verbs = VERBS[:8] if not subresource else ("get", "create", "update", "patch")
    verb = random.choice([each for each in verbs if each in rule.get("verbs", ())] or verbs)
    return _call(random, user, kind, verb, namespace, name, subresource)


def _proxied(user: str, kind: Kind, namespace: str, name: str) -> Call:
    """Returns a request with a verb in its path."""
    place = f"namespaces/{namespace}/" if namespace else ""
    access = Access("proxy", kind.group, kind.resource, _namespace_of(kind, namespace, name), name)
    return Call(user, "GET", f"{_prefix(kind)}/proxy/{place}{kind.resource}/{name}", access)


def _call(random: Random, user: str, kind: Kind, verb: str, namespace: str, name: str, subresource: str) -> Call:
    place = f"namespaces/{namespace}/" if namespace else ""
    collection = f"{_prefix(kind)}/{place}{kind.resource}"
    resource = f"{kind.resource}/{subresource}" if subresource else kind.resource
    path = f"{collection}/{name}/{subresource}" if subresource else f"{collection}/{name}"
    home = _namespace_of(kind, namespace, name)
    media_type = "application/json"
    body: Any = None
    if verb in ("list", "watch", "deletecollection") or (verb == "create" and not subresource):
        query, selected = "", ""
        if verb == "watch":
            query = "?watch=1&timeoutSeconds=1"
        if verb in ("list", "watch") and random.random() < 0.3:
            query, selected = f"{query}{'&' if query else '?'}fieldSelector=metadata.name%3D{name}", name
        if verb == "create":
            body = made(random, kind, namespace, name)
        method = {"list": "GET", "watch": "GET", "create": "POST", "deletecollection": "DELETE"}[verb]
        access = Access(verb, kind.group, resource, namespace, selected)
        return Call(user, method, f"{collection}{query}", access, body)
    if verb == "patch":
        media_type, applies = random.choice(tuple(_PATCHES.items()))
        body = made(random, kind, namespace, name)
        if applies:
            path += "?fieldManager=roles&force=true"
        elif media_type.startswith("application/json-patch"):
            body = [{"op": "add", "path": "/metadata/labels", "value": {"x": str(random.random())}}]
    elif verb in ("create", "update"):
        body = made(random, kind, namespace, name)
    if verb == "delete" and random.random() < 0.2:
        path += "?ignoreStoreReadErrorWithClusterBreakingPotential=true"
    method = {"get": "GET", "create": "POST", "update": "PUT", "patch": "PATCH", "delete": "DELETE"}[verb]
    return Call(user, method, path, Access(verb, kind.group, resource, home, name), body, media_type)


def _prefix(kind: Kind) -> str:
    return f"/apis/{kind.group}/{kind.version}" if kind.group else f"/api/{kind.version}"


def _namespace_of(kind: Kind, namespace: str, name: str) -> str:
    """Returns the namespace of a request for an object; that of a Namespace is the Namespace itself."""
    return name if kind.resource == "namespaces" else namespace


def made(random: Random, kind: Kind, namespace: str, name: str) -> Object:
    """Returns an object of a kind for a request."""
    metadata: Object = {"name": name, "labels": {"x": str(random.random())}}
    if namespace:
        metadata["namespace"] = namespace
    return {
        "apiVersion": kind.api_version,
        "kind": kind.kind,
        "metadata": metadata,
        **_content(random, kind, namespace),
    }


def _content(random: Random, kind: Kind, namespace: str) -> Object:
    match kind.resource:
        case "secrets":
            return {"stringData": {"x": "y"}}
        case "pods":
            return {"spec": {"containers": [{"name": "c", "image": "i"}], "nodeName": ""}}
        case "services":
            return {"spec": {"ports": [{"port": 80}]}}
        case "events":
            return {"involvedObject": {"namespace": namespace}}
        case "runtimeclasses":
            return {"handler": "h"}
        case "resourceclaims":
            request = {"name": "r", "exactly": {"deviceClassName": "c"}}
            return {"spec": {"devices": {"requests": [request]}}, "status": _allocation(random)}
        case "roles" | "clusterroles":
            return {"rules": [rule(random)]}
        case "rolebindings" | "clusterrolebindings":
            roles = ("cluster-admin", "view", *NAMES)
            reference = {"apiGroup": RBAC, "kind": "ClusterRole", "name": random.choice(roles)}
            subject = {"apiGroup": RBAC, "kind": "User", "name": random.choice(USERS)}
            return {"roleRef": reference, "subjects": [subject]}
        case "deployments":
            template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
            return {"spec": {"selector": {"matchLabels": {"a": "b"}}, "template": template}}
        case "mutatingadmissionpolicies":
            return {"spec": {**_policy(random), **_CHANGES}}
        case "validatingadmissionpolicies":
            return {"spec": _checks(_policy(random))}
        case resource if kind.group == ADMISSION:
            return {"spec": _binding(random, resource)}
    return {}


_CHANGES = {
    "reinvocationPolicy": "Never",
    "mutations": [
        {"patchType": "JSONPatch", "jsonPatch": {"expression": '[JSONPatch{op: "test", path: "/x", value: 1}]'}}
    ],
}


def _allocation(random: Random) -> Object:
    result = {"driver": "d.io", "pool": "p", "device": "d", "request": "r"}
    return random.choice(({}, {"allocation": {"devices": {"results": [result]}}}))


def _policy(random: Random) -> Object:
    """Returns the common parts of both kinds of policies."""
    matched = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["configmaps"]}
    spec: Object = {"failurePolicy": "Ignore", "matchConstraints": {"resourceRules": [matched]}}
    if random.random() < 0.7:
        spec["paramKind"] = {"apiVersion": "v1", "kind": random.choice(("Secret", "Secret", "ConfigMap", "None"))}
    return spec


def _checks(spec: Object) -> Object:
    """Returns validations that fail, and show a secret if they have parameters."""
    shown = "string(params.data.pw)" if "paramKind" in spec else "'no'"
    return {**spec, "validations": [{"expression": "false", "messageExpression": shown}]}


def _binding(random: Random, resource: str) -> Object:
    spec: Object = {"policyName": random.choice(NAMES)}
    if resource.startswith("validating"):
        spec["validationActions"] = ["Deny"]
    if random.random() < 0.7:
        which: Object = random.choice(({"name": "canary"}, {"name": "a"}, {"selector": {}}))
        spec["paramRef"] = {"parameterNotFoundAction": "Allow", "namespace": random.choice(NAMESPACES), **which}
    return spec


def text(body: Any) -> bytes:
    """Returns a body as JSON."""
    return b"" if body is None else json.dumps(body).encode()
