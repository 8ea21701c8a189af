"""Tests of authorization by roles and bindings over HTTP, with the real server's messages."""

from __future__ import annotations

import pytest
from tests.server.asking import (
    BINDINGS,
    EVERYWHERE,
    HERE,
    MISSING,
    PODS,
    RBAC,
    ROLES,
    USERS,
    Asking,
    bound,
    grant,
    on,
    serve,
)

from kapivara.authorization.modes import AuthorizationMode
from kapivara.server.auth.authentication import Access
from kapivara.server.routing.caller import OTHERS


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
    """One connection repeats the same head: the request is rejected once the role is deleted."""
    ask.allow("maker", [{"verbs": ["create"], "apiGroups": [""], "resources": ["configmaps"]}], "jane")
    maps = "/api/v1/namespaces/default/configmaps"
    codes = []
    for name in ("a", "b", "c", "d"):
        codes.append(ask("hers", "POST", maps, {"metadata": {"name": name}}).status_code)
        if name == "b":
            ask("admin", "DELETE", f"{BINDINGS}/maker")
    assert codes == [201, 201, 403, 403]


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
