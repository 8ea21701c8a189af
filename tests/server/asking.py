"""Servers with RBAC in this process, and users with tokens who call them over HTTP."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import httpx
from tests.server.in_process import client_of

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.storage.memory import MemoryStorage

RBAC = "rbac.authorization.k8s.io"
ROLES = f"/apis/{RBAC}/v1/clusterroles"
BINDINGS = f"/apis/{RBAC}/v1/clusterrolebindings"
PODS = "/api/v1/namespaces/default/pods"
JANE = UserInfo("jane", "1", ("devs", "system:authenticated"))
USERS = {sha256(b"hers").digest(): JANE, sha256(b"his").digest(): UserInfo("bob", "2", ("system:authenticated",))}


class Asking:
    """The clients of a server, by their tokens."""

    def __init__(self, client: httpx.Client):
        self._client = client

    def __call__(self, token: str, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        return self._client.request(method, path, json=body, headers=named)

    def allow(self, role: str, rules: list[dict[str, Any]], user: str) -> None:
        """Binds a user to a role."""
        assert self("admin", "POST", ROLES, {"metadata": {"name": role}, "rules": rules}).status_code == 201
        reference = {"apiGroup": RBAC, "kind": "ClusterRole", "name": role}
        subjects = [{"apiGroup": RBAC, "kind": "User", "name": user}]
        binding = {"metadata": {"name": role}, "roleRef": reference, "subjects": subjects}
        assert self("admin", "POST", BINDINGS, binding).status_code == 201


def serve(mode: AuthorizationMode, access: Access) -> Asking:
    registry = Registry(MemoryStorage())
    return Asking(client_of(Application(registry, access=access, authorization=Authorization(mode))))


def grant(name: str, *rules: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"metadata": {"name": name}, "rules": list(rules), **more}


def bound(name: str, kind: str, role: str) -> dict[str, Any]:
    reference = {"apiGroup": RBAC, "kind": kind, "name": role}
    return {"metadata": {"name": name}, "roleRef": reference}


def on(resource: str, verb: str = "get") -> dict[str, Any]:
    return {"verbs": [verb], "apiGroups": [""], "resources": [resource]}


WRITER = [
    {
        "verbs": ["create", "update", "patch", "get"],
        "apiGroups": [RBAC],
        "resources": ["roles", "clusterroles", "rolebindings", "clusterrolebindings"],
    },
    {"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]},
]
MISSING = (
    'user "jane" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:'
)


def everything_but(*verbs: str) -> dict[str, Any]:
    known = ["get", "list", "watch", "create", "update", "patch", "delete", "bind", "escalate"]
    return {"verbs": [each for each in known if each not in verbs], "apiGroups": ["*"], "resources": ["*"]}


APPLY = {"content_type": "application/apply-patch+yaml"}
EXTENSIONS = "apiextensions.k8s.io"
WIDGETS = {
    "metadata": {"name": "widgets.acme.io"},
    "spec": {
        "group": "acme.io",
        "scope": "Namespaced",
        "names": {"plural": "widgets", "kind": "Widget"},
        "versions": [
            {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}
        ],
    },
}
HERE = 'in the namespace "default"'
EVERYWHERE = "at the cluster scope"
