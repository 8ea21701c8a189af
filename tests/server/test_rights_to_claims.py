"""Tests of the rights to write the status of a ResourceClaim, which depend on the changed parts."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.asking import USERS, Asking, serve

from kapivara.authorization.modes import AuthorizationMode
from kapivara.server.auth.authentication import Access

GROUP = "resource.k8s.io"
CLAIMS = f"/apis/{GROUP}/v1/namespaces/default/resourceclaims"
STATUS = f"{CLAIMS}/one/status"
ACCOUNT = "system:serviceaccount:default:driver"
MERGE = "application/merge-patch+json"
APPLY = "application/apply-patch+yaml"


def device(driver: str, **fields: Any) -> dict[str, Any]:
    return {"driver": driver, "pool": "p", "device": "d", **fields}


def on_node(name: str) -> dict[str, Any]:
    field = {"key": "metadata.name", "operator": "In", "values": [name]}
    return {"nodeSelector": {"nodeSelectorTerms": [{"matchFields": [field]}]}}


ALLOCATED = {
    "allocation": {"devices": {"results": [device(each, request="r") for each in ("a.io", "b.io")]}, **on_node("n")}
}


def claims(verb: str, subresource: str = "status", **more: Any) -> dict[str, Any]:
    return {"verbs": [verb], "apiGroups": [GROUP], "resources": [f"resourceclaims/{subresource}"], **more}


@pytest.fixture
def claim(ask: Asking) -> Asking:
    """A server with a claim, and a user who may write its status."""
    ask.allow("status", [claims("update"), claims("patch")], "jane")
    made = {
        "metadata": {"name": "one"},
        "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]}},
    }
    assert ask("admin", "POST", CLAIMS, made).status_code == 201
    return ask


def write(ask: Asking, token: str, status: dict[str, Any], **headers: str) -> httpx.Response:
    """Puts a status in place of the stored one."""
    stored = ask("admin", "GET", f"{CLAIMS}/one").json()
    return ask(token, "PUT", STATUS, {**stored, "status": status}, **headers)


def problems(answer: httpx.Response) -> list[tuple[str, str]]:
    assert (answer.status_code, answer.json()["reason"]) == (422, "Invalid")
    causes = answer.json()["details"]["causes"]
    return [(each["field"], each["message"].removeprefix("Forbidden: ")) for each in causes]


def binding(verb: str) -> tuple[str, str]:
    problem = f'User "jane" cannot {verb} resource "resourceclaims/binding" in API group "{GROUP}" at the cluster scope'
    needed = (
        f'changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="{verb}"'
    )
    return "status.allocation", f"{needed} permission: resourceclaims.{GROUP} is forbidden: {problem}"


def driver(name: str, verb: str, *verbs: str, user: str = "jane") -> tuple[str, str]:
    problem = f'User "{user}" cannot {verb} resource "resourceclaims/driver" in API group "{GROUP}"'
    needed = f'changing status.devices requires resource="resourceclaims/driver", verb="[{" ".join((verb, *verbs))}]"'
    refused = f'resourceclaims.{GROUP} "{name}" is forbidden: {problem} in the namespace "default"'
    return "status.devices", f"{needed} permission: {refused}"


@pytest.mark.parametrize("field", ["allocation", "reservedFor"])
def test_an_allocation_needs_the_right_to_bind(claim: Asking, field: str) -> None:
    consumer = {"reservedFor": [{"resource": "pods", "name": "p", "uid": "1"}]}
    if field == "reservedFor":
        assert write(claim, "admin", ALLOCATED).status_code == 200
    changed = {**ALLOCATED, **consumer} if field == "reservedFor" else ALLOCATED
    assert problems(write(claim, "hers", changed)) == [binding("update")]
    patched = claim("hers", "PATCH", STATUS, {"status": changed}, content_type=MERGE)
    assert problems(patched) == [binding("patch")]
    config = {"apiVersion": f"{GROUP}/v1", "kind": "ResourceClaim", "metadata": {"name": "one"}, "status": changed}
    applied = claim("hers", "PATCH", f"{STATUS}?fieldManager=me&force=true", config, content_type=APPLY)
    assert problems(applied) == [binding("patch")]

    claim.allow("named", [claims("update", "binding", resourceNames=["one"])], "jane")
    assert problems(write(claim, "hers", changed)) == [binding("update")], "a right to one claim is not enough"
    claim.allow("binding", [claims("update", "binding")], "jane")
    assert write(claim, "hers", changed).status_code == 200
    assert problems(claim("hers", "PATCH", STATUS, {"status": {"allocation": None}}, content_type=MERGE))[0] == binding(
        "patch"
    )


def test_what_stays_as_it_is_needs_no_right(claim: Asking) -> None:
    assert write(claim, "admin", {**ALLOCATED, "devices": [device("a.io")]}).status_code == 200
    assert write(claim, "hers", {**ALLOCATED, "devices": [device("a.io")]}).status_code == 200
    assert claim("hers", "PATCH", STATUS, {}, content_type=MERGE).status_code == 200


def test_reports_of_a_driver_need_a_right_to_that_driver(claim: Asking) -> None:
    """Entries that are added, changed or removed; errors come driver by driver."""
    assert write(claim, "admin", ALLOCATED).status_code == 200
    both = [device("b.io"), device("a.io")]
    refused = problems(write(claim, "hers", {**ALLOCATED, "devices": both}))
    assert refused == [driver("a.io", "arbitrary-node:update"), driver("b.io", "arbitrary-node:update")]
    claim.allow("a", [claims("arbitrary-node:update", "driver", resourceNames=["a.io"])], "jane")
    assert problems(write(claim, "hers", {**ALLOCATED, "devices": both})) == [driver("b.io", "arbitrary-node:update")]
    assert write(claim, "hers", {**ALLOCATED, "devices": both[1:]}).status_code == 200

    assert write(claim, "admin", {**ALLOCATED, "devices": both}).status_code == 200
    changed = [device("b.io", data={"x": 1}), device("a.io", data={"x": 1})]
    assert problems(write(claim, "hers", {**ALLOCATED, "devices": changed})) == [
        driver("b.io", "arbitrary-node:update")
    ]
    assert problems(write(claim, "hers", ALLOCATED)) == [driver("b.io", "arbitrary-node:update")]
    patched = claim("hers", "PATCH", STATUS, {"status": {"devices": None}}, content_type=MERGE)
    assert problems(patched) == [driver("a.io", "arbitrary-node:patch"), driver("b.io", "arbitrary-node:patch")]


def test_a_driver_may_have_a_right_to_the_claims_of_its_node(claim: Asking) -> None:
    """Its service account runs on the node to which the claim is allocated."""
    assert write(claim, "admin", ALLOCATED).status_code == 200
    rule = claims("associated-node:update", "driver", resourceNames=["a.io"])
    claim.allow("near", [rule, claims("update")], ACCOUNT)
    status = {**ALLOCATED, "devices": [device("a.io")]}

    def as_account(node: str, user: str = ACCOUNT) -> dict[str, str]:
        key = "Impersonate_Extra_Authentication.kubernetes.io%2fnode_name"
        return {"Impersonate_User": user, key: node} if node else {"Impersonate_User": user}

    far = driver("a.io", "arbitrary-node:update", user=ACCOUNT)
    assert problems(write(claim, "admin", status, **as_account(""))) == [far]
    assert problems(write(claim, "admin", status, **as_account("other"))) == [far]
    near = driver("b.io", "associated-node:update", "arbitrary-node:update", user=ACCOUNT)
    other = {**ALLOCATED, "devices": [device("b.io")]}
    assert problems(write(claim, "admin", other, **as_account("n"))) == [near]
    assert write(claim, "admin", status, **as_account("n")).status_code == 200


def test_without_roles_every_user_may_write_a_status() -> None:
    ask = serve(AuthorizationMode.ALWAYS_ALLOW, Access("admin", users=USERS))
    spec = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]}}
    assert ask("admin", "POST", CLAIMS, {"metadata": {"name": "one"}, "spec": spec}).status_code == 201
    assert write(ask, "hers", {**ALLOCATED, "devices": [device("a.io")]}).status_code == 200
