"""Tests of MutatingAdmissionPolicy: the mutated objects, and the errors of failing policies."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.admission.policies.policy_server import add_policy, config_map, with_policy

from kapivara import Api


def applying(*expressions: str, **spec: Any) -> dict[str, Any]:
    kind = "ApplyConfiguration"
    mutations = [{"patchType": kind, "applyConfiguration": {"expression": each}} for each in expressions]
    return {"kind": "Mutating", "reinvocationPolicy": "Never", "mutations": mutations, **spec}


def patching(*expressions: str, **spec: Any) -> dict[str, Any]:
    mutations = [{"patchType": "JSONPatch", "jsonPatch": {"expression": each}} for each in expressions]
    return {"kind": "Mutating", "reinvocationPolicy": "Never", "mutations": mutations, **spec}


def created(api: Api, body: dict[str, Any]) -> dict[str, Any]:
    outcome = api.create(body, dry_run=True)
    assert outcome.object is not None, outcome.status
    return outcome.object


def refusal(api: Api, body: dict[str, Any], code: int = 403) -> str:
    status = api.create(body, dry_run=True).status
    assert status is not None
    assert status.code == code, status.message
    return status.message.partition(" denied request: ")[2] or status.message


ADDED = "Object{metadata: Object.metadata{labels: {'added': 'yes'}}}"


def test_a_configuration_is_merged() -> None:
    api = with_policy(**applying(ADDED))
    assert created(api, config_map(labels={"mine": "x"}))["metadata"]["labels"] == {"mine": "x", "added": "yes"}
    assert created(api, config_map())["metadata"]["labels"] == {"added": "yes"}


def test_items_of_lists_are_merged_by_their_keys() -> None:
    containers = (
        "Object{spec: Object.spec{containers: object.spec.containers.map(c, "
        "Object.spec.containers{name: c.name, env: [Object.spec.containers.env{name: 'A', value: c.name}]})}}"
    )
    api = with_policy(rule={"resources": ["pods"]}, **applying(containers))
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one", "namespace": "default"}}
    pod = created(api, {**body, "spec": {"containers": [{"name": "main", "image": "app:1"}]}})
    assert pod["spec"]["containers"][0]["env"] == [{"name": "A", "value": "main"}]
    assert pod["spec"]["containers"][0]["image"] == "app:1"


def test_a_patch_is_applied() -> None:
    operations = (
        "[JSONPatch{op: 'test', path: '/data/a', value: '1'}, JSONPatch{op: 'add', path: '/data/b', value: '2'}, "
        "JSONPatch{op: 'copy', from: '/data/b', path: '/data/' + jsonpatch.escapeKey('c')}]"
    )
    api = with_policy(**patching(operations))
    assert created(api, config_map(a="1"))["data"] == {"a": "1", "b": "2", "c": "2"}
    assert created(api, config_map(a="2"))["data"] == {"a": "2"}, "a test that fails leaves the object alone"


@pytest.mark.parametrize(
    ("policy", "problem"),
    [
        pytest.param(
            applying("Object{metadata: Object.spec{labels: {'a': 'b'}}}"),
            'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", '
            "which matches field name path from root Object type",
            id="type name",
        ),
        pytest.param(
            applying("Object{nothing: 1}"),
            "error applying patch: failed to convert patch object to typed object: "
            ".nothing: field not declared in schema",
            id="unknown field",
        ),
        pytest.param(
            applying("Object{metadata: {'labels': {'added': 'yes'}}}"),
            "error applying patch: failed to convert patch object to typed object: "
            ".metadata.labels: expected map, got &{map[added:yes]}",
            id="map in a map",
        ),
        pytest.param(
            applying("Object{data: {'x': string(object.data.missing)}}"),
            "expression 'Object{data: {'x': string(object.data.missing)}}' resulted in error: no such key: missing",
            id="failure",
        ),
        pytest.param(
            patching("[JSONPatch{op: 'add', path: '/binaryData/x', value: 'eA=='}]"),
            'JSON Patch: add operation does not apply: doc is missing path: "/binaryData/x": missing value',
            id="no place",
        ),
        pytest.param(
            patching("[JSONPatch{op: 'remove', path: '/data/x'}]"),
            "JSON Patch: error in remove for path: '/data/x': Unable to remove nonexistent key: x: missing value",
            id="nothing to remove",
        ),
    ],
)
def test_what_is_told_of_a_mutation_that_fails(policy: dict[str, Any], problem: str) -> None:
    api = with_policy(**policy)
    assert refusal(api, config_map(a="1")) == problem
    assert created(with_policy(**policy, failurePolicy="Ignore"), config_map(a="1"))["data"] == {"a": "1"}


def test_atomic_values_can_only_be_patched() -> None:
    selector = "Object{spec: Object.spec{nodeSelector: {'a': 'b'}}}"
    api = with_policy(rule={"resources": ["pods"]}, **applying(selector))
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one", "namespace": "default"}}
    told = refusal(api, {**body, "spec": {"containers": [{"name": "main", "image": "app:1"}]}})
    assert told == (
        "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
        ".spec.nodeSelector"
    )


@pytest.mark.parametrize(
    ("operation", "told"),
    [
        pytest.param(
            "JSONPatch{op: 'add', path: '/data/c', value: 5}",
            "Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
            id="type",
        ),
        pytest.param(
            "JSONPatch{op: 'add', path: '/nothing', value: 5}",
            'Internal error occurred: strict decoding error: unknown field "nothing"',
            id="unknown",
        ),
    ],
)
def test_what_cannot_be_read_is_the_servers_failure(operation: str, told: str) -> None:
    assert refusal(with_policy(**patching(f"[{operation}]"), failurePolicy="Ignore"), config_map(a="1"), 500) == told


def test_the_answer_to_a_failure() -> None:
    status = with_policy(**applying("Object{nothing: 1}")).create(config_map()).status
    assert status is not None
    assert (status.code, status.reason) == (403, "Invalid")
    assert status.message.startswith("policy 'policy' with binding 'policy' denied request: ")
    assert [cause.message for cause in status.causes] == [status.message]


def test_later_mutations_see_what_earlier_ones_made() -> None:
    api = with_policy(**applying("Object{data: {'n': '1'}}", "Object{data: {'n': object.data.n + '2'}}"))
    assert created(api, config_map())["data"] == {"n": "12"}


def run_once_more(policy: str) -> dict[str, Any]:
    return patching(
        "[JSONPatch{op: 'add', path: '/data/runs', value: object.data.?runs.orValue('') + 'x'}]",
        reinvocationPolicy=policy,
    )


@pytest.mark.parametrize(("policy", "runs"), [("Never", "x"), ("IfNeeded", "xx")])
def test_policies_are_asked_again_where_they_want_it(policy: str, runs: str) -> None:
    assert created(with_policy(**run_once_more(policy)), config_map(a="1"))["data"]["runs"] == runs


def test_plugins_are_asked_again_about_what_policies_added() -> None:
    container = "Object.spec.containers{name: 'side', image: 'side:1'}"
    add = f"[JSONPatch{{op: 'add', path: '/spec/containers/-', value: {container}}}]"
    api = with_policy(rule={"resources": ["pods"]}, **patching(add))
    limits = {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "limits", "namespace": "default"}}
    assert api.create({**limits, "spec": {"limits": [{"type": "Container", "default": {"cpu": "1"}}]}}).ok
    body = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one", "namespace": "default"}}
    pod = created(api, {**body, "spec": {"containers": [{"name": "main", "image": "app:1"}]}})
    assert [each["resources"]["limits"] for each in pod["spec"]["containers"]] == [{"cpu": "1"}, {"cpu": "1"}]


def test_parameters_of_built_in_kinds_do_not_say_what_they_are() -> None:
    api = Api()
    assert api.create(config_map(name="values", a="1")).ok
    parameter = {"paramKind": {"apiVersion": "v1", "kind": "ConfigMap"}}
    binding = {"paramRef": {"name": "values", "parameterNotFoundAction": "Deny"}}
    told = "Object{data: {'a': string(params.data.a), 'kind': string(has(params.kind))}}"
    add_policy(api, binding=binding, **applying(told), **parameter)
    assert created(api, config_map())["data"] == {"a": "1", "kind": "false"}


def test_nobody_manages_what_a_policy_set() -> None:
    api = with_policy(**applying(ADDED))
    stored = api.create(config_map(a="1")).object
    assert stored is not None
    assert "f:metadata" not in str(stored["metadata"]["managedFields"])


def test_policies_may_rename_and_not_move() -> None:
    renamed = with_policy(**applying("Object{metadata: Object.metadata{name: 'renamed'}}"))
    assert created(renamed, config_map())["metadata"]["name"] == "renamed"
    moved = with_policy(**applying("Object{metadata: Object.metadata{namespace: 'kube-system'}}"))
    assert refusal(moved, config_map(), 400).startswith("the namespace of the provided object does not match")


def test_what_policies_make_is_judged() -> None:
    broken = with_policy(**applying("Object{data: {'bad key': 'x'}}"))
    assert 'Invalid value: "bad key"' in refusal(broken, config_map(), 422)
