"""Tests that an update or an apply that creates an object requires the right to create it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.asking import (
    APPLY,
    EVERYWHERE,
    EXTENSIONS,
    RBAC,
    ROLES,
    WIDGETS,
    Asking,
    everything_but,
    grant,
    on,
)

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


def test_what_is_wrong_with_an_object_is_said_before_the_right_to_create_it_is_asked_for(ask: Asking) -> None:
    """The right is checked with validating admission, after names, UIDs, mutating plugins and rules."""
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
