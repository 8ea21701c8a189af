"""Tests of the rules of ConfigMap and Secret."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

MOST = 1024 * 1024
KEPT = "Forbidden: field is immutable when `immutable` is set"


def encoded(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        pytest.param({"data": {"a.b_C-1": "x"}, "binaryData": {"b": "AA=="}}, [], id="good"),
        pytest.param({"data": {"k": "x" * MOST}}, [], id="as large as can be"),
        pytest.param(
            {"data": {"k": "x" * MOST}, "binaryData": {"b": "AA=="}},
            ["[]: Too long: may not be more than 1048576 bytes"],
            id="too large",
        ),
        pytest.param(
            {"data": {"..": "x"}, "binaryData": {"..": "AA=="}},
            [
                """data[..]: Invalid value: "..": must not be '..'""",
                'data[..]: Invalid value: "..": duplicate of key present in binaryData',
                """binaryData[..]: Invalid value: "..": must not be '..'""",
            ],
            id="keys",
        ),
        pytest.param(
            {"metadata": {"name": "one", "namespace": "default", "finalizers": ["plain"]}},
            [
                'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it '
                "fully qualified"
            ],
            id="finalizers",
        ),
    ],
)
def test_config_maps(parts: dict[str, Any], errors: list[str]) -> None:
    assert refused("ConfigMap", **parts) == errors


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        pytest.param({"data": {"a": "1"}}, {"data": {"a": "2"}, "immutable": True}, [], id="becomes immutable"),
        pytest.param(
            {"data": {"a": "1"}, "immutable": True},
            {"data": {"a": "2"}, "binaryData": {"b": "AA=="}, "immutable": False},
            [f"immutable: {KEPT}", f"data: {KEPT}", f"binaryData: {KEPT}"],
            id="immutable",
        ),
    ],
)
def test_changes_of_config_maps(old: dict[str, Any], new: dict[str, Any], errors: list[str]) -> None:
    assert refused_change("ConfigMap", old, **new) == errors


REDACTED = 'Invalid value: "<secret contents redacted>"'


@pytest.mark.parametrize(
    ("type_", "data", "errors"),
    [
        pytest.param("Opaque", {"k": encoded("x" * MOST)}, [], id="as large as can be"),
        pytest.param(
            "Opaque",
            {"k": encoded("x" * (MOST + 1))},
            ["data: Too long: may not be more than 1048576 bytes"],
            id="too large",
        ),
        pytest.param(
            "kubernetes.io/service-account-token",
            {},
            ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
            id="token",
        ),
        pytest.param("kubernetes.io/dockercfg", {}, ["data[.dockercfg]: Required value"], id="no JSON"),
        pytest.param("kubernetes.io/dockercfg", {".dockercfg": encoded("null")}, [], id="null"),
        pytest.param(
            "kubernetes.io/dockercfg",
            {".dockercfg": encoded("[]")},
            [
                f"data[.dockercfg]: {REDACTED}: json: cannot unmarshal array into Go value of type "
                "map[string]interface {}"
            ],
            id="another type of JSON",
        ),
        pytest.param(
            "kubernetes.io/dockerconfigjson",
            {".dockerconfigjson": encoded("{")},
            [f"data[.dockerconfigjson]: {REDACTED}: unexpected end of JSON input"],
            id="bad JSON",
        ),
        pytest.param(
            "kubernetes.io/basic-auth",
            {},
            ["data[username]: Required value", "data[password]: Required value"],
            id="neither name nor password",
        ),
        pytest.param("kubernetes.io/basic-auth", {"password": ""}, [], id="password"),
        pytest.param(
            "kubernetes.io/ssh-auth", {"ssh-privatekey": ""}, ["data[ssh-privatekey]: Required value"], id="empty key"
        ),
        pytest.param("kubernetes.io/tls", {"tls.crt": ""}, ["data[tls.key]: Required value"], id="half a pair"),
        pytest.param("example.com/own", {}, [], id="of somebody else"),
    ],
)
def test_secrets(type_: str, data: dict[str, str], errors: list[str]) -> None:
    assert refused("Secret", type=type_, data=data) == errors


def test_changes_of_secrets() -> None:
    old = {"type": "a", "data": {"k": "AA=="}, "immutable": True}
    assert refused_change("Secret", old, type="b", data={}) == [
        'type: Invalid value: "b": field is immutable',
        f"data: {KEPT}",
    ]
