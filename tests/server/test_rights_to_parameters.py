"""Tests that authors of admission policies and bindings need the right to read the parameters."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.asking import (
    APPLY,
    EXTENSIONS,
    RBAC,
    USERS,
    WIDGETS,
    Asking,
    bound,
    grant,
    serve,
)

from kapivara.authorization.modes import AuthorizationMode
from kapivara.server.auth.authentication import Access

ADMISSION = "/apis/admissionregistration.k8s.io/v1"
MATCHED = {
    "resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}]
}
SECRETS = {"apiVersion": "v1", "kind": "Secret"}
CHECKS = {"validations": [{"expression": "false", "message": "no"}]}
CHANGES = {
    "failurePolicy": "Fail",
    "reinvocationPolicy": "Never",
    "mutations": [
        {"patchType": "JSONPatch", "jsonPatch": {"expression": '[JSONPatch{op: "test", path: "/x", value: 1}]'}}
    ],
}
WAYS = [
    ("validatingadmissionpolic", CHECKS, {"validationActions": ["Deny"]}),
    ("mutatingadmissionpolic", CHANGES, {}),
]
HER = "&{jane 1 [devs system:authenticated] map[]}"


@pytest.fixture
def author(ask: Asking) -> Asking:
    """A server with a user who may only write admission policies."""
    rule = {"verbs": ["*"], "apiGroups": ["admissionregistration.k8s.io"], "resources": ["*"]}
    ask.allow("author", [rule], "jane")
    return ask


def policy(name: str, kind: dict[str, str] | None, spec: dict[str, Any]) -> dict[str, Any]:
    more = {} if kind is None else {"paramKind": kind}
    return {"metadata": {"name": name}, "spec": {"matchConstraints": MATCHED, **spec, **more}}


def binding(name: str, reference: dict[str, Any], spec: dict[str, Any], of: str = "p") -> dict[str, Any]:
    reference = {"parameterNotFoundAction": "Deny", **reference}
    return {"metadata": {"name": name}, "spec": {"policyName": of, "paramRef": reference, **spec}}


def refused_field(answer: httpx.Response) -> tuple[int, str, str, str]:
    """Returns code, reason, field and text of the only cause of a rejection."""
    body = answer.json()
    (cause,) = body["details"]["causes"]
    assert cause["reason"] == "FieldValueForbidden"
    return body["code"], body["reason"], cause["field"], cause["message"].removeprefix("Forbidden: ")


def reading_all(kind: str, api_version: str) -> tuple[int, str, str, str]:
    needed = f'must have "get" permission on all objects of the referenced paramKind (kind={kind}, '
    return 422, "Invalid", "spec.paramKind", f"user {HER} {needed}apiVersion={api_version})"


@pytest.mark.parametrize(("stem", "spec", "_bound"), WAYS)
def test_parameters_of_a_policy_must_be_the_authors_to_read(
    author: Asking, stem: str, spec: dict[str, Any], _bound: dict[str, Any]
) -> None:
    path = f"{ADMISSION}/{stem}ies"
    assert author("hers", "POST", path, policy("none", None, spec)).status_code == 201
    wanted = policy("p", SECRETS, spec)
    assert refused_field(author("hers", "POST", path, wanted)) == reading_all("Secret", "v1")
    applied = {"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind_of_policy(stem), **wanted}
    refused = author("hers", "PATCH", f"{path}/p?fieldManager=me", applied, **APPLY)
    assert refused_field(refused) == reading_all("Secret", "v1")
    merged = author(
        "hers", "PATCH", f"{path}/none", {"spec": {"paramKind": SECRETS}}, content_type="application/merge-patch+json"
    )
    assert refused_field(merged) == reading_all("Secret", "v1")

    assert author("admin", "POST", path, wanted).status_code == 201
    refused = author("hers", "POST", path, wanted)
    assert refused_field(refused) == reading_all("Secret", "v1"), "the right is asked for before the name is looked up"
    stored = author("hers", "GET", f"{path}/p").json()
    stored["spec"]["failurePolicy"] = "Ignore"
    updated = author("hers", "PUT", f"{path}/p", stored)
    assert updated.status_code == 200, "the kind of its parameters is as it was"
    changed = updated.json()
    changed["spec"]["paramKind"] = {"apiVersion": "v1", "kind": "ConfigMap"}
    assert refused_field(author("hers", "PUT", f"{path}/p", changed)) == reading_all("ConfigMap", "v1")

    author.allow("reader", [{"verbs": ["get"], "apiGroups": [""], "resources": ["configmaps"]}], "jane")
    assert author("hers", "PUT", f"{path}/p", changed).status_code == 200


def kind_of_policy(stem: str) -> str:
    return f"{stem.removesuffix('admissionpolic').capitalize()}AdmissionPolicy"


def test_a_right_to_some_parameters_is_none_to_all(author: Asking) -> None:
    path = f"{ADMISSION}/validatingadmissionpolicies"
    named = {"verbs": ["get"], "apiGroups": [""], "resources": ["secrets"], "resourceNames": ["one"]}
    author.allow("some", [named], "jane")
    assert author("hers", "POST", path, policy("p", SECRETS, CHECKS)).status_code == 422
    unknown = {"apiVersion": "acme.io/v1", "kind": "Widget"}
    author.allow("widgets", [{"verbs": ["get"], "apiGroups": ["acme.io"], "resources": ["widgets"]}], "jane")
    assert refused_field(author("hers", "POST", path, policy("w", unknown, CHECKS))) == reading_all(
        "Widget", "acme.io/v1"
    ), "of a kind that is not served, all resources of its group are needed"
    assert author("admin", "POST", f"/apis/{EXTENSIONS}/v1/customresourcedefinitions", WIDGETS).status_code == 201
    assert author("hers", "POST", path, policy("w", unknown, CHECKS)).status_code == 201
    author.allow("group", [{"verbs": ["get"], "apiGroups": ["other.io"], "resources": ["*"]}], "jane")
    other = {"apiVersion": "other.io/v1", "kind": "Gadget"}
    assert author("hers", "POST", path, policy("g", other, CHECKS)).status_code == 201


def test_rights_are_asked_for_where_all_else_is_right(author: Asking) -> None:
    wrong = policy("p", SECRETS, {"validations": [{"expression": "nothing.there"}]})
    causes = author("hers", "POST", f"{ADMISSION}/validatingadmissionpolicies", wrong).json()["details"]["causes"]
    assert [each["field"] for each in causes] == ["spec.validations[0].expression"]


@pytest.mark.parametrize(("stem", "spec", "bound_spec"), WAYS)
def test_parameters_of_a_binding_must_be_the_authors_to_read(
    author: Asking, stem: str, spec: dict[str, Any], bound_spec: dict[str, Any]
) -> None:
    path = f"{ADMISSION}/{stem}ybindings"
    assert author("admin", "POST", f"{ADMISSION}/{stem}ies", policy("p", SECRETS, spec)).status_code == 201

    def needs(verb: str) -> tuple[int, str, str, str]:
        shown = (verb, HER) if stem.startswith("mutating") else (HER, verb)
        text = f'user {shown[0]} does not have "{shown[1]}" permission on the object referenced by paramRef'
        return 422, "Invalid", "spec.paramRef", text

    named = binding("b", {"name": "one", "namespace": "default"}, bound_spec)
    selected = binding("b", {"selector": {}, "namespace": "default"}, bound_spec)
    everywhere = binding("b", {"name": "one"}, bound_spec)
    assert refused_field(author("hers", "POST", path, named)) == needs("get")
    assert refused_field(author("hers", "POST", path, selected)) == needs("list")

    rule = {"verbs": ["get"], "apiGroups": [""], "resources": ["secrets"], "resourceNames": ["one"]}
    assert author("admin", "POST", f"/apis/{RBAC}/v1/namespaces/default/roles", grant("r", rule)).status_code == 201
    local = {**bound("r", "Role", "r"), "subjects": [{"apiGroup": RBAC, "kind": "User", "name": "jane"}]}
    assert author("admin", "POST", f"/apis/{RBAC}/v1/namespaces/default/rolebindings", local).status_code == 201
    assert author("hers", "POST", path, named).status_code == 201
    assert refused_field(author("hers", "POST", path, everywhere)) == needs("get"), "in all namespaces"

    assert author("admin", "DELETE", f"/apis/{RBAC}/v1/namespaces/default/rolebindings/r").status_code == 200
    stored = author("hers", "GET", f"{path}/b").json()
    stored["metadata"]["labels"] = {"a": "b"}
    assert refused_field(author("hers", "PUT", f"{path}/b", stored)) == needs("get"), "updates are checked, too"
    assert author("admin", "PUT", f"{path}/b", stored).status_code == 200


@pytest.mark.parametrize(("stem", "spec", "bound_spec"), WAYS)
def test_bindings_whose_parameters_are_not_known(
    author: Asking, stem: str, spec: dict[str, Any], bound_spec: dict[str, Any]
) -> None:
    unknown = policy("u", {"apiVersion": "acme.io/v1", "kind": "Widget"}, spec)
    assert author("admin", "POST", f"{ADMISSION}/{stem}ies", unknown).status_code == 201
    assert author("admin", "POST", f"{ADMISSION}/{stem}ies", policy("plain", None, spec)).status_code == 201
    needed = f'user {HER} does not have "get" permission for all groups, versions and resources'
    path = f"{ADMISSION}/{stem}ybindings"
    for of, problem in (
        ("none", "unable to get policy none"),
        ("u", "unable to resolve paramKind &{acme.io/v1 Widget}"),
    ):
        refused = author("hers", "POST", path, binding("b", {"name": "x"}, bound_spec, of))
        text = f"{problem} to determine minimum required permissions and {needed}"
        assert refused_field(refused) == (422, "Invalid", "spec.paramRef", text)
    refused = author("hers", "POST", path, binding("b", {"name": "x"}, bound_spec, "plain"))
    assert refused_field(refused)[3].endswith("permission on the object referenced by paramRef")
    author.allow("all", [{"verbs": ["get"], "apiGroups": ["*"], "resources": ["*"]}], "jane")
    assert author("hers", "POST", path, binding("b", {"name": "x"}, bound_spec, "none")).status_code == 201
    assert author("hers", "POST", path, {"metadata": {"name": "free"}, "spec": {"policyName": "p", **bound_spec}})


def test_without_roles_every_author_may_use_all_parameters() -> None:
    ask = serve(AuthorizationMode.ALWAYS_ALLOW, Access("admin", users=USERS))
    for stem, spec, bound_spec in WAYS:
        assert ask("hers", "POST", f"{ADMISSION}/{stem}ies", policy("p", SECRETS, spec)).status_code == 201
        made = ask("hers", "POST", f"{ADMISSION}/{stem}ybindings", binding("b", {"name": "x"}, bound_spec))
        assert made.status_code == 201
