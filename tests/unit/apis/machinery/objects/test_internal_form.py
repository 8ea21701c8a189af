"""Tests of the internal form of values in messages."""

from __future__ import annotations

import importlib
import json
import pkgutil
from typing import Any

import pytest

import kapivara.apis.groups
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.values.rendering import to_json_text

GROUPS = [
    name.split(".")[3]
    for _, name, _ in pkgutil.walk_packages(kapivara.apis.groups.__path__, "kapivara.apis.groups.")
    if name.endswith(".zz_generated_internal")
]


@pytest.mark.parametrize(
    ("type_name", "value", "shown"),
    [
        pytest.param(
            "core.ServicePort",
            {"protocol": "TCP", "port": 80, "targetPort": 0},
            '{"Name": "", "Protocol": "TCP", "AppProtocol": null, "Port": 80, "TargetPort": 0, "NodePort": 0}',
            id="not given",
        ),
        pytest.param(
            "batch.SuccessPolicy",
            {"rules": [{"succeededIndexes": "0,2-3", "succeededCount": 1}]},
            '{"Rules": [{"SucceededIndexes": "0,2-3", "SucceededCount": 1}]}',
            id="list of structs",
        ),
        pytest.param(
            "core.PodAffinityTerm",
            {"labelSelector": {"matchLabels": {}, "matchExpressions": [{"key": "a", "operator": "Exists"}]}},
            '{"LabelSelector": {"matchExpressions": [{"key": "a", "operator": "Exists"}]}, "Namespaces": null, '
            '"TopologyKey": "", "NamespaceSelector": null, "MatchLabelKeys": null, "MismatchLabelKeys": null}',
            id="empty parts of selectors",
        ),
        pytest.param("[]core.PodIP", [{"ip": "10.1.1.1"}], '[{"IP": "10.1.1.1"}]', id="of a list"),
        pytest.param(
            "core.ObjectFieldSelector", {"fieldPath": "a"}, '{"APIVersion": "", "FieldPath": "a"}', id="initials"
        ),
    ],
)
def test_what_is_shown(type_name: str, value: Any, shown: str) -> None:
    assert json.dumps(internal_form(value, type_name)) == shown


def test_embedded_structs_are_shown_in_place() -> None:
    template = internal_form({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": None}}, "core.PodTemplateSpec")
    assert template["labels"] == {"a": "b"}
    assert list(template)[-1] == "Spec"
    volume = internal_form({"name": "a", "emptyDir": {}}, "core.Volume")
    assert (volume["Name"], volume["EmptyDir"]) == ("a", {"Medium": "", "SizeLimit": None, "Mode": None})


@pytest.mark.parametrize("group", GROUPS)
def test_every_type_can_be_shown(group: str) -> None:
    types = importlib.import_module(f"kapivara.apis.groups.{group}.zz_generated_internal").INTERNAL
    for name in types:
        assert isinstance(internal_form({}, f"{group}.{name}"), dict)


def test_documents_are_shown_as_they_were_written() -> None:
    config = {"driver": "d", "parameters": {"b": {"d": 1, "c": 2}, "a": 3}}
    assert to_json_text(internal_form(config, "resource.OpaqueDeviceConfiguration")) == (
        '{"Driver":"d","Parameters":{"b":{"d":1,"c":2},"a":3}}'
    )
    assert internal_form({"driver": "d"}, "resource.OpaqueDeviceConfiguration")["Parameters"] is None
