"""Who may do what over HTTP, where roles and bindings decide: as the real server says it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import httpx
import pytest
from tests.server.in_process import client_of

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.access import Access
from kapivara.server.app import Application
from kapivara.server.authorization import Authorization
from kapivara.server.caller import OTHERS
from kapivara.storage.memory import MemoryStorage

RBAC = "rbac.authorization.k8s.io"
ROLES = f"/apis/{RBAC}/v1/clusterroles"
BINDINGS = f"/apis/{RBAC}/v1/clusterrolebindings"
PODS = "/api/v1/namespaces/default/pods"
JANE = UserInfo("jane", "1", ("devs", "system:authenticated"))
USERS = {sha256(b"hers").digest(): JANE, sha256(b"his").digest(): UserInfo("bob", "2", ("system:authenticated",))}


class Asking:
    """A server's clients, by their tokens."""

    def __init__(self, client: httpx.Client):
        self._client = client

    def __call__(self, token: str, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        return self._client.request(method, path, json=body, headers=named)

    def allow(self, role: str, rules: list[dict[str, Any]], user: str) -> None:
        """Gives a user a role."""
        assert self("admin", "POST", ROLES, {"metadata": {"name": role}, "rules": rules}).status_code == 201
        reference = {"apiGroup": RBAC, "kind": "ClusterRole", "name": role}
        subjects = [{"apiGroup": RBAC, "kind": "User", "name": user}]
        binding = {"metadata": {"name": role}, "roleRef": reference, "subjects": subjects}
        assert self("admin", "POST", BINDINGS, binding).status_code == 201


def serve(mode: AuthorizationMode, access: Access) -> Asking:
    registry = Registry(MemoryStorage())
    return Asking(client_of(Application(registry, access=access, authorization=Authorization(mode))))


@pytest.fixture
def ask() -> Asking:
    return serve(AuthorizationMode.RBAC, Access("admin", users=USERS))


HERE = 'in the namespace "default"'
EVERYWHERE = "at the cluster scope"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("//api", 'forbidden: User "jane" cannot get path "//api"'),
        (
            "//api/v1/nodes",
            f'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" {EVERYWHERE}',
        ),
    ],
)
def test_paths_without_a_route_are_refused_first(ask: Asking, path: str, message: str) -> None:
    refused = ask("hers", "GET", f"http://localhost{path}")
    assert (refused.status_code, refused.json()["message"]) == (403, message)
    assert ask("admin", "GET", f"http://localhost{path}").status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "about", "verb", "resource", "where"),
    [
        ("GET", PODS, "pods", "list", "pods", HERE),
        ("GET", f"{PODS}?watch=1", "pods", "watch", "pods", HERE),
        ("GET", f"{PODS}?fieldSelector=metadata.name=x", 'pods "x"', "list", "pods", HERE),
        ("GET", f"{PODS}?fieldSelector=metadata.name!=x", "pods", "list", "pods", HERE),
        ("GET", f"{PODS}?fieldSelector=metadata.name", "pods", "list", "pods", HERE),
        ("POST", PODS, "pods", "create", "pods", HERE),
        ("DELETE", PODS, "pods", "deletecollection", "pods", HERE),
        ("PUT", f"{PODS}/x", 'pods "x"', "update", "pods", HERE),
        ("GET", f"{PODS}/x/log", 'pods "x"', "get", "pods/log", HERE),
        ("GET", "/api/v1/namespaces/default", 'namespaces "default"', "get", "namespaces", HERE),
        ("GET", "/api/v1/nodes", "nodes", "list", "nodes", EVERYWHERE),
        ("GET", "/apis/no/v1/x/y", 'x.no "y"', "get", "x", EVERYWHERE),
    ],
)
def test_refusals(ask: Asking, method: str, path: str, about: str, verb: str, resource: str, where: str) -> None:
    answer = ask("hers", method, path)
    group = "no" if "/no/" in path else ""
    problem = f'User "jane" cannot {verb} resource "{resource}" in API group "{group}" {where}'
    assert (answer.status_code, answer.json()["message"]) == (403, f"{about} is forbidden: {problem}")
    assert answer.json()["reason"] == "Forbidden"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("method", "path", "message"),
    [
        ("GET", "/metrics", 'forbidden: User "jane" cannot get path "/metrics"'),
        ("POST", "/healthz", 'forbidden: User "jane" cannot post path "/healthz"'),
        ("GET", "/a<b>&", 'forbidden: User "jane" cannot get path "/a&lt;b&gt;&amp;"'),
    ],
)
def test_refusals_of_paths(ask: Asking, method: str, path: str, message: str) -> None:
    answer = ask("hers", method, path)
    assert (answer.status_code, answer.json()["message"]) == (403, message)


@pytest.mark.parametrize("path", ["/api", "/apis", "/apis/apps", "/apis/apps/v1", "/version", "/openapi/v3", "/livez"])
def test_everybody_who_is_known_may_look_around(ask: Asking, path: str) -> None:
    assert ask("hers", "GET", path).status_code == 200
    assert ask("wrong", "GET", path).status_code == 401


def test_the_administrator_may_do_everything(ask: Asking) -> None:
    assert ask("admin", "GET", PODS).status_code == 200
    assert ask("admin", "GET", "/metrics").status_code == 200


def test_what_is_bound_counts_at_once_and_no_longer_when_it_goes(ask: Asking) -> None:
    ask.allow("reader", [{"verbs": ["list"], "apiGroups": [""], "resources": ["pods"]}], "jane")
    assert ask("hers", "GET", PODS).status_code == 200
    assert ask("his", "GET", PODS).status_code == 403
    assert ask("admin", "DELETE", f"{ROLES}/reader").status_code == 200
    answer = ask("hers", "GET", PODS)
    assert answer.status_code == 403
    assert answer.json()["message"].endswith(f': rbac: RBAC: clusterrole.{RBAC} "reader" not found')
    assert ask("admin", "DELETE", f"{BINDINGS}/reader").status_code == 200
    assert "rbac:" not in ask("hers", "GET", PODS).json()["message"]


def test_names(ask: Asking) -> None:
    rule = {"verbs": ["get", "list"], "apiGroups": [""], "resources": ["configmaps"], "resourceNames": ["one"]}
    ask.allow("one", [rule], "jane")
    maps = "/api/v1/namespaces/default/configmaps"
    assert ask("admin", "POST", maps, {"metadata": {"name": "one"}}).status_code == 201
    assert ask("hers", "GET", f"{maps}/one").status_code == 200
    assert ask("hers", "GET", f"{maps}/two").status_code == 403
    assert ask("hers", "GET", maps).status_code == 403
    assert ask("hers", "GET", f"{maps}?fieldSelector=metadata.name%3Done").status_code == 200


def test_acting_for_others_needs_a_right(ask: Asking) -> None:
    refused = ask("hers", "GET", PODS, Impersonate_User="bob")
    assert refused.json()["message"].startswith('pods is forbidden: User "jane" cannot impersonate-on:user-info:list')
    ask.allow("acting", [{"verbs": ["impersonate"], "apiGroups": [""], "resources": ["users"]}], "jane")
    refused = ask("hers", "GET", PODS, Impersonate_User="bob")
    assert refused.json()["message"].startswith('pods is forbidden: User "bob" cannot list resource')
    ask.allow("reader", [{"verbs": ["list"], "apiGroups": [""], "resources": ["pods"]}], "bob")
    assert ask("hers", "GET", PODS, Impersonate_User="bob").status_code == 200
    assert ask("hers", "GET", PODS).status_code == 403


def test_without_roles_everybody_may_do_everything_as_whoever_it_is() -> None:
    ask = serve(AuthorizationMode.ALWAYS_ALLOW, Access("admin", users=USERS))
    assert ask("hers", "GET", PODS).status_code == 200
    who = ask("hers", "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {}).json()
    assert who["status"]["userInfo"] == {"username": "jane", "uid": "1", "groups": ["devs", "system:authenticated"]}
    assert ask("hers", "GET", PODS, Impersonate_User="bob").status_code == 403


def test_whoever_needs_no_token_is_nobody_where_roles_decide() -> None:
    ask = serve(AuthorizationMode.RBAC, Access(users=USERS, others=OTHERS))
    refused = ask("", "GET", PODS).json()["message"]
    assert refused.startswith('pods is forbidden: User "system:anonymous" cannot list resource "pods"')
    assert ask("", "GET", "/version").status_code == 200
    assert ask("", "GET", "/api").status_code == 403
    assert ask("hers", "GET", "/api").status_code == 200
    assert ask("wrong", "GET", "/api").status_code == 401


def test_a_request_that_says_the_same_is_decided_anew(ask: Asking) -> None:
    """One connection, the same head again and again: what was allowed is refused once the role is gone."""
    ask.allow("maker", [{"verbs": ["create"], "apiGroups": [""], "resources": ["configmaps"]}], "jane")
    maps = "/api/v1/namespaces/default/configmaps"
    codes = []
    for name in ("a", "b", "c", "d"):
        codes.append(ask("hers", "POST", maps, {"metadata": {"name": name}}).status_code)
        if name == "b":
            ask("admin", "DELETE", f"{BINDINGS}/maker")
    assert codes == [201, 201, 403, 403]


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


def grant(name: str, *rules: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"metadata": {"name": name}, "rules": list(rules), **more}


def bound(name: str, kind: str, role: str) -> dict[str, Any]:
    reference = {"apiGroup": RBAC, "kind": kind, "name": role}
    return {"metadata": {"name": name}, "roleRef": reference}


def on(resource: str, verb: str = "get") -> dict[str, Any]:
    return {"verbs": [verb], "apiGroups": [""], "resources": [resource]}


@pytest.fixture
def writer(ask: Asking) -> Asking:
    """A server with somebody who may write roles, and read pods."""
    ask.allow("writer", WRITER, "jane")
    return ask


def test_nobody_gives_away_what_they_do_not_have(writer: Asking) -> None:
    assert writer("hers", "POST", ROLES, grant("fine", on("pods"))).status_code == 201
    refused = writer("hers", "POST", ROLES, grant("more", on("nodes"))).json()
    what = '\n{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}'
    assert (refused["code"], refused["message"]) == (
        403,
        f'clusterroles.{RBAC} "more" is forbidden: {MISSING}{what}',
    )
    changed = writer("hers", "PUT", f"{ROLES}/fine", grant("fine", on("nodes")))
    assert changed.json()["message"] == f'clusterroles.{RBAC} "fine" is forbidden: {MISSING}{what}'
    made = writer("hers", "PUT", f"{ROLES}/new", grant("new", on("nodes")))
    assert made.status_code == 403
    unnamed = writer("hers", "POST", ROLES, {"metadata": {"generateName": "x-"}, "rules": [on("nodes")]})
    assert unnamed.json()["message"].startswith(f"clusterroles.{RBAC} is forbidden: ")
    selectors = {"clusterRoleSelectors": [{"matchLabels": {"a": "b"}}]}
    gathered = writer("hers", "POST", ROLES, grant("all", aggregationRule=selectors))
    assert gathered.json()["message"].endswith("must have cluster-admin privileges to use the aggregationRule")


def test_nobody_binds_what_they_do_not_have(writer: Asking) -> None:
    local = f"/apis/{RBAC}/v1/namespaces/default/rolebindings"
    assert writer("admin", "POST", ROLES, grant("nodes", on("nodes"))).status_code == 201
    assert writer("admin", "POST", ROLES, grant("pods", on("pods"))).status_code == 201
    assert writer("hers", "POST", BINDINGS, bound("a", "ClusterRole", "pods")).status_code == 201
    refused = writer("hers", "POST", local, bound("b", "ClusterRole", "nodes")).json()
    assert refused["message"].startswith(f'rolebindings.{RBAC} "b" is forbidden: {MISSING}')
    for kind, role, message in (
        ("ClusterRole", "none", f'clusterrolebindings.{RBAC} "none" not found'),
        ("Role", "none", "Namespace parameter required."),
        ("Odd", "none", 'unsupported role reference kind: "Odd"'),
    ):
        assert writer("hers", "POST", BINDINGS, bound("c", kind, role)).json()["message"] == message


def test_rights_to_give_away(writer: Asking) -> None:
    rights = [
        {"verbs": ["escalate"], "apiGroups": [RBAC], "resources": ["clusterroles"]},
        {"verbs": ["bind"], "apiGroups": [RBAC], "resources": ["clusterroles"], "resourceNames": ["nodes"]},
    ]
    writer.allow("giving", rights, "jane")
    assert writer("hers", "POST", ROLES, grant("nodes", on("nodes"))).status_code == 201
    assert writer("hers", "POST", BINDINGS, bound("nodes", "ClusterRole", "nodes")).status_code == 201
    assert writer("hers", "POST", BINDINGS, bound("all", "ClusterRole", "cluster-admin")).status_code == 403


def test_what_gives_nothing_away_may_change(writer: Asking) -> None:
    assert writer("admin", "POST", ROLES, grant("nodes", on("nodes"))).status_code == 201
    stored = writer("hers", "GET", f"{ROLES}/nodes").json()
    stored["metadata"]["finalizers"] = ["acme.io/kept"]
    assert writer("hers", "PUT", f"{ROLES}/nodes", stored).status_code == 200
    stored = writer("hers", "GET", f"{ROLES}/nodes").json()
    stored["metadata"]["labels"] = {"a": "b"}
    assert writer("hers", "PUT", f"{ROLES}/nodes", stored).status_code == 403


def test_without_roles_everybody_may_give_anything_away() -> None:
    ask = serve(AuthorizationMode.ALWAYS_ALLOW, Access("admin", users=USERS))
    assert ask("hers", "POST", ROLES, grant("nodes", on("nodes"))).status_code == 201
    reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
    spec = {"resourceAttributes": {"verb": "delete", "resource": "nodes"}}
    assert ask("hers", "POST", reviews, {"spec": spec}).json()["status"] == {"allowed": True}
    rules = ask("hers", "POST", reviews.replace("access", "rules"), {"spec": {"namespace": "default"}}).json()
    assert rules["status"]["resourceRules"] == [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}]


APPLY = {"content_type": "application/apply-patch+yaml"}
CREATED_BY_PUT = [
    (f"/apis/{RBAC}/v1/namespaces/default/roles/x", {}),
    (f"/apis/{RBAC}/v1/clusterroles/x", {}),
    (
        f"/apis/{RBAC}/v1/namespaces/default/rolebindings/x",
        {"roleRef": {"kind": "Role", "name": "y", "apiGroup": RBAC}},
    ),
    ("/apis/coordination.k8s.io/v1/namespaces/default/leases/x", {}),
    ("/apis/node.k8s.io/v1/runtimeclasses/x", {"handler": "y"}),
    ("/api/v1/namespaces/default/limitranges/x", {"spec": {"limits": []}}),
    ("/api/v1/namespaces/default/services/x", {"spec": {"ports": [{"port": 80}]}}),
    ("/api/v1/namespaces/default/services/x/status", {"spec": {"ports": [{"port": 80}]}}),
    ("/api/v1/namespaces/default/endpoints/x", {}),
    ("/api/v1/namespaces/default/events/x", {"involvedObject": {"namespace": "default"}}),
]
"""Objects of kinds that a PUT creates."""


def cannot_create(path: str) -> str:
    steps = path.strip("/").split("/")
    group, rest = ("", steps[2:]) if steps[0] == "api" else (steps[1], steps[3:])
    where = 'in the namespace "default"' if rest[0] == "namespaces" else EVERYWHERE
    resource, subresource = rest[rest.index("x") - 1], rest[rest.index("x") + 1 :]
    about = f"{resource}.{group}" if group else resource
    resource = "/".join((resource, *subresource))
    problem = f'User "jane" cannot create resource "{resource}" in API group "{group}" {where}'
    return f'{about} "x" is forbidden: {problem}'


def everything_but(*verbs: str) -> dict[str, Any]:
    known = ["get", "list", "watch", "create", "update", "patch", "delete", "bind", "escalate"]
    return {"verbs": [each for each in known if each not in verbs], "apiGroups": ["*"], "resources": ["*"]}


@pytest.mark.parametrize(("path", "obj"), CREATED_BY_PUT)
@pytest.mark.parametrize("query", ["", "?dryRun=All"])
def test_a_put_that_creates_needs_the_right_to_create(ask: Asking, path: str, obj: dict[str, Any], query: str) -> None:
    ask.allow("writer", [everything_but("create")], "jane")
    named = {"metadata": {"name": "x"}, **obj}
    refused = ask("hers", "PUT", f"{path}{query}", named)
    assert (refused.status_code, refused.json()["message"]) == (403, cannot_create(path))
    assert refused.json()["reason"] == "Forbidden"
    assert ask("admin", "GET", path).status_code == 404
    ask.allow("creator", [{**everything_but(), "verbs": ["create"], "resourceNames": ["x"]}], "jane")
    assert ask("hers", "PUT", f"{path}{query}", named).status_code == 201


@pytest.mark.parametrize(
    ("path", "obj"),
    [
        ("/api/v1/namespaces/default/configmaps/x", {"apiVersion": "v1", "kind": "ConfigMap"}),
        ("/api/v1/namespaces/default/secrets/x", {"apiVersion": "v1", "kind": "Secret"}),
        (f"{ROLES}/x", {"apiVersion": f"{RBAC}/v1", "kind": "ClusterRole"}),
        ("/apis/acme.io/v1/namespaces/default/widgets/x", {"apiVersion": "acme.io/v1", "kind": "Widget"}),
    ],
)
def test_an_apply_that_creates_needs_the_right_to_create(ask: Asking, path: str, obj: dict[str, Any]) -> None:
    if "widgets" in path:
        assert ask("admin", "POST", f"/apis/{EXTENSIONS}/v1/customresourcedefinitions", WIDGETS).status_code == 201
    ask.allow("writer", [everything_but("create")], "jane")
    named = {"metadata": {"name": "x"}, **obj}
    refused = ask("hers", "PATCH", f"{path}?fieldManager=me", named, **APPLY)
    assert (refused.status_code, refused.json()["message"]) == (403, cannot_create(path))
    assert ask("admin", "GET", path).status_code == 404
    ask.allow("creator", [{**everything_but(), "verbs": ["create"]}], "jane")
    assert ask("hers", "PATCH", f"{path}?fieldManager=me", named, **APPLY).status_code == 201
    assert ask("hers", "PATCH", f"{path}?fieldManager=me", named, **APPLY).status_code == 200


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


def test_what_is_wrong_with_an_object_is_said_before_the_right_to_create_it_is_asked_for(ask: Asking) -> None:
    """The right is asked for where validating admission begins: behind names, uids, admission plugins and rules."""
    ask.allow("writer", [everything_but("create")], "jane")
    lease = "/apis/coordination.k8s.io/v1/namespaces/default/leases/x"
    for obj, code in (
        ({"metadata": {"name": "y"}}, 400),
        ({"metadata": {"name": "x", "uid": "1"}}, 409),
        ({"metadata": {"name": "x"}, "spec": {"leaseDurationSeconds": -1}}, 422),
        ({"metadata": {"name": "x"}, "spec": {"leaseDurationSeconds": "a"}}, 400),
    ):
        assert ask("hers", "PUT", lease, obj).status_code == code
    elsewhere = ask("hers", "PUT", lease.replace("default", "none"), {"metadata": {"name": "x"}})
    assert (elsewhere.status_code, elsewhere.json()["message"]) == (404, 'namespaces "none" not found')


def test_an_update_of_what_is_there_needs_no_right_to_create(ask: Asking) -> None:
    ask.allow("writer", [everything_but("create")], "jane")
    assert ask("admin", "POST", ROLES, grant("there")).status_code == 201
    assert ask("hers", "PUT", f"{ROLES}/there", grant("there")).status_code == 200
    missing = ask("hers", "PUT", "/api/v1/namespaces/default/configmaps/x", {"metadata": {"name": "x"}})
    assert missing.status_code == 404


def test_the_right_to_escalate_one_role_holds_where_an_update_creates_it(writer: Asking) -> None:
    """A PUT names the role, which a POST does not."""
    right = {"verbs": ["escalate"], "apiGroups": [RBAC], "resources": ["clusterroles"], "resourceNames": ["mine"]}
    writer.allow("giving", [right], "jane")
    assert writer("hers", "POST", ROLES, grant("mine", on("nodes"))).status_code == 403
    assert writer("hers", "PUT", f"{ROLES}/mine", grant("mine", on("nodes"))).status_code == 201
    assert writer("hers", "PUT", f"{ROLES}/other", grant("other", on("nodes"))).status_code == 403
    obj = {"apiVersion": f"{RBAC}/v1", "kind": "ClusterRole", **grant("mine", on("services"))}
    applied = writer("hers", "PATCH", f"{ROLES}/mine?fieldManager=me&force=true", obj, **APPLY)
    assert applied.status_code == 200


def test_a_grant_is_refused_before_versions_are_compared(writer: Asking) -> None:
    assert writer("admin", "POST", ROLES, grant("nodes", on("nodes"))).status_code == 201
    stored = writer("hers", "GET", f"{ROLES}/nodes").json()
    stored["metadata"]["resourceVersion"] = "1"
    stored["metadata"]["labels"] = {"a": "b"}
    assert writer("hers", "PUT", f"{ROLES}/nodes", stored).status_code == 403
    assert writer("admin", "PUT", f"{ROLES}/nodes", stored).status_code == 409
    unversioned = writer("hers", "GET", f"{ROLES}/nodes").json()
    del unversioned["metadata"]["resourceVersion"]
    assert writer("hers", "PUT", f"{ROLES}/nodes", unversioned).status_code == 403, "it is not the same object"


def test_a_refused_grant_names_a_role_that_was_named_by_the_server(writer: Asking) -> None:
    made = writer("admin", "POST", ROLES, {"metadata": {"generateName": "x-"}, "rules": [on("nodes")]}).json()
    name = made["metadata"]["name"]
    made["rules"].append(on("services"))
    refused = writer("hers", "PUT", f"{ROLES}/{name}", made).json()
    assert refused["message"].startswith(f'clusterroles.{RBAC} "{name}" is forbidden: ')
