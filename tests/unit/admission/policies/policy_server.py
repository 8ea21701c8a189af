"""Policies and bindings for tests, and the errors of a server with them."""

from __future__ import annotations

from typing import Any

from kapivara import Api

GROUP = "admissionregistration.k8s.io/v1"
CONFIG_MAPS = {
    "apiGroups": [""],
    "apiVersions": ["v1"],
    "operations": ["CREATE", "UPDATE"],
    "resources": ["configmaps"],
}


def with_policy(
    kind: str = "Validating",
    *,
    rule: dict[str, Any] | None = None,
    binding: dict[str, Any] | None = None,
    feature_gates: dict[str, bool] | None = None,
    **spec: Any,
) -> Api:
    """Returns a server with one policy and its binding."""
    api = Api(feature_gates=feature_gates or {})
    add_policy(api, kind, rule=rule, binding=binding, **spec)
    return api


def add_policy(
    api: Api,
    kind: str = "Validating",
    *,
    name: str = "policy",
    rule: dict[str, Any] | None = None,
    binding: dict[str, Any] | None = None,
    **spec: Any,
) -> None:
    """Adds a policy and its binding."""
    match = {"resourceRules": [{**CONFIG_MAPS, **(rule or {})}], **spec.pop("match", {})}
    actions = {"validationActions": ["Deny"]} if kind == "Validating" else {}
    for suffix, said in (
        ("", {"matchConstraints": match, **spec}),
        ("Binding", {"policyName": name, **actions, **(binding or {})}),
    ):
        body = {"apiVersion": GROUP, "kind": f"{kind}AdmissionPolicy{suffix}", "metadata": {"name": name}}
        created = api.create({**body, "spec": said})
        assert created.ok, created.status


def config_map(*, labels: dict[str, str] | None = None, name: str = "one", **data: str) -> dict[str, Any]:
    """Returns a map in the default namespace."""
    metadata = {"name": name, "namespace": "default", **({"labels": labels} if labels else {})}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, **({"data": data} if data else {})}


def denial(api: Api, body: dict[str, Any], code: int = 422) -> str:
    """Returns the reason why a new object is denied; empty if it is accepted."""
    status = api.create(body, dry_run=True).status
    if status is None:
        return ""
    assert status.code == code, status.message
    return status.message.partition(" denied request: ")[2]
