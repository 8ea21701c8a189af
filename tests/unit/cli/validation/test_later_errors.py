"""What the server would say once that which it says is mended."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.cli.findings import Result
from kapivara.cli.inputs.manifests import manifests_in
from kapivara.cli.validation.dry_run import Strictness, Validation
from kapivara.cli.validation.later_errors import Steps, put_meant, unread_steps
from kapivara.codec import read_documents

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n"


def judged(text: str, mode: Any = "Strict") -> Result:
    manifests = [each for document in read_documents(text.encode(), "a.yaml") for each in manifests_in(document)]
    (result,) = Validation(lambda _: Strictness(mode)).run(manifests, (), lambda each, _: each)
    return result


def fields(result: Result) -> tuple[list[str], list[str]]:
    return [each.field for each in result.errors], [each.field for each in result.next]


def test_all_values_that_cannot_be_read_then_unknown_fields_then_the_rest() -> None:
    result = judged(
        SERVICE + "  publishNotReadyAddresses: 1\n  type: clusterip\n  selectr: {}\n  ports: [{port: '80'}]\n"
    )
    first = "spec.ports[0].port"
    assert fields(result) == ([first], ["spec.publishNotReadyAddresses", "spec.selectr", "spec.type"])
    assert (result.errors[0].place.line, result.next[0].place.line) == (8, 5)
    assert "cannot unmarshal number into Go struct field" in result.next[0].message
    assert result.next[1].note == "did you mean selector?"
    assert result.next[2].note == "did you mean ClusterIP?"


def test_a_value_that_was_meant_is_judged() -> None:
    assert fields(judged(SERVICE + "  ports: [{port: '0', targetPort: 1}]\n")) == (
        ["spec.ports[0].port"],
        ["spec.ports[0].port"],
    )


def test_nothing_is_said_of_what_nobody_knows() -> None:
    text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: a=b}\n"
    template = "  template: {spec: {containers: nginx}}\n"
    found = fields(judged(text + template))
    assert found == (["spec.selector.matchLabels"], ["spec.template.spec.containers"])


def test_nothing_is_said_of_it_where_the_server_leaves_a_step_out() -> None:
    text = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec:\n  accessModes: [ReadWriteOnce]\n"
    found = fields(judged(text + "  resources: {requests: {storage: 5GB}}\n"))
    assert found == (["spec.resources.requests.storage"], [])


def test_unknown_fields_that_only_warn_are_no_errors() -> None:
    result = judged(SERVICE + "  selectr: {}\n  ports: [{port: '80'}]\n", "Warn")
    assert fields(result) == (["spec.ports[0].port"], [])


@pytest.mark.parametrize("count", [99, 150])
def test_a_hundred_values_are_told_and_no_more(count: int) -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n" + "".join(
        f"  k{number}: {number}\n" for number in range(count)
    )
    assert len(judged(text).next) == min(count - 1, 100)


def test_of_a_large_object_fewer_are_told() -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n"
    result = judged(f"{text}  e: {'x' * 400_000}\n")
    assert len(result.next) == 3


API = Api()
POD: Any = API.registry.find_kind("v1", "Pod")
CUSTOM: Any = SimpleNamespace(api=SimpleNamespace(custom=True))


@pytest.mark.parametrize(
    ("value", "steps"),
    [
        pytest.param({"spec": {"nodeName": "a"}}, (), id="nothing wrong"),
        pytest.param({"spec": {"nodeName": 1}}, ("spec", "nodeName"), id="field"),
        pytest.param(
            {"spec": {"containers": [{}, {"args": ["a", 1]}]}}, ("spec", "containers", 1, "args", 1), id="item"
        ),
        pytest.param(
            {"spec": {"hostname": 1, "containers": [{"resources": {"limits": {"cpu": "1x"}}}]}},
            ("spec", "containers", 0, "resources", "limits", "cpu"),
            id="what its type reads itself comes first",
        ),
        pytest.param([], (), id="wrong as a whole"),
    ],
)
def test_where_a_value_stands(value: Any, steps: Steps) -> None:
    assert unread_steps(value, POD) == steps


@pytest.mark.parametrize(
    ("metadata", "steps"),
    [
        pytest.param({"name": "a", "labels": {"b": "c", "d": True}}, ("metadata", "labels", "d"), id="label"),
        pytest.param({"name": "a", "finalizers": ["b", 1]}, ("metadata", "finalizers", 1), id="item"),
        pytest.param(["a"], ("metadata",), id="all of it"),
        pytest.param({"name": "a"}, (), id="nothing wrong with it"),
    ],
)
def test_of_custom_kinds_only_the_metadata_has_types(metadata: Any, steps: Steps) -> None:
    assert unread_steps({"metadata": metadata, "spec": {"nodeName": 1}}, CUSTOM) == steps


@pytest.mark.parametrize(
    ("field", "written", "meant"),
    [
        pytest.param("nodeName", 5, "5", id="text of digits"),
        pytest.param("nodeName", True, "true", id="text of a boolean"),
        pytest.param("priority", "7", 7, id="number in quotes"),
        pytest.param("priority", 7.0, 7, id="whole number with a point"),
        pytest.param("hostNetwork", "yes", True, id="boolean in quotes"),
        pytest.param("nodeSelector", "a=b", None, id="nobody knows"),
        pytest.param("nodeName", {"a": "b"}, None, id="an object for a text"),
    ],
)
def test_what_was_meant(field: str, written: Any, meant: Any) -> None:
    value = {"spec": {field: written}}
    assert put_meant(value, ("spec", field), POD) is (meant is not None)
    assert value == {"spec": {field: meant}}
    assert unread_steps(value, POD) == ()


def test_a_list_of_one_was_meant_by_its_item() -> None:
    value = {"spec": {"containers": [{"args": "-v"}]}}
    assert put_meant(value, ("spec", "containers", 0, "args"), POD)
    assert value == {"spec": {"containers": [{"args": ["-v"]}]}}
