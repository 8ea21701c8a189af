"""Tests of the examples of KEP-5073: every block of the document with tags, and its promises; another file has updates.

Where the reference's release differs from the document, the release wins; such rows say so.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.kep_types import NONE, compile_types, told

from kapivara.field import Operation, Verb

REPLICATION_CONTROLLER = """
type ReplicationControllerSpec struct {
	// +k8s:optional
	// +k8s:minimum=0
	Replicas *int32 `json:"replicas,omitempty" protobuf:"varint,1,opt,name=replicas"`

	// +k8s:optional
	// +k8s:minimum=0
	MinReadySeconds int32 `json:"minReadySeconds,omitempty" protobuf:"varint,4,opt,name=minReadySeconds"`
}
"""


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ({}, NONE, []),
        ({"replicas": 0, "minReadySeconds": 0}, NONE, []),
        ({"replicas": -1}, NONE, ["replicas: Invalid minimum"]),
        ({"minReadySeconds": -1}, NONE, ["minReadySeconds: Invalid minimum"]),
        ({"replicas": -1, "minReadySeconds": 3}, {"replicas": -1}, []),
        ({"replicas": -2}, {"replicas": -1}, ["replicas: Invalid minimum"]),
    ],
)
def test_replication_controller(tmp_path, new, old, expected):
    module = compile_types(tmp_path, REPLICATION_CONTROLLER)
    assert told(module, "ReplicationControllerSpec", new, old) == expected


DEPLOYMENT_STRATEGY = """
type DeploymentStrategy struct {
	Type DeploymentStrategyType `json:"type"`
}

// +k8s:enum
type DeploymentStrategyType string

const (
	RecreateDeploymentStrategyType      DeploymentStrategyType = "Recreate"
	RollingUpdateDeploymentStrategyType DeploymentStrategyType = "RollingUpdate"
)
"""


def test_deployment_strategy_is_an_enum(tmp_path):
    module = compile_types(tmp_path, DEPLOYMENT_STRATEGY)
    assert told(module, "DeploymentStrategy", {"type": "Recreate"}) == []
    [error] = module.validate("DeploymentStrategy", Operation(), {"type": "Random"})
    assert str(error) == 'type: Unsupported value: "Random": supported values: "Recreate", "RollingUpdate"'


SHARED_STRUCT = """
type ObjectMeta struct {
	// +k8s:optional
	Name string `json:"name,omitempty"`
	// +k8s:optional
	Owners []Owner `json:"owners,omitempty"`
}

type Owner struct {
	Name string `json:"name"`
	Tag  *Tag   `json:"tag,omitempty"`
}

type Tag struct {
	Text string `json:"text"`
}

// +k8s:validation-gen=true
type Foo struct {
	// +k8s:subfield(name)=+k8s:format=k8s-short-name
	ObjectMeta `json:"metadata"`
}

// +k8s:validation-gen=true
type Bar struct {
	// +k8s:subfield(name)=+k8s:format=k8s-long-name
	// +k8s:subfield(owners)=+k8s:eachVal=+k8s:subfield(name)=+k8s:maxLength=3
	// +k8s:subfield(owners)=+k8s:eachVal=+k8s:subfield(tag)=+k8s:subfield(text)=+k8s:maxLength=1
	ObjectMeta `json:"metadata"`
}
"""


@pytest.mark.parametrize(
    ("kind", "metadata", "expected"),
    [
        ("Foo", {"name": "a"}, []),
        ("Foo", {"name": "a.b"}, ["metadata.name: Invalid format=k8s-short-name"]),
        ("Bar", {"name": "a.b"}, []),
        ("Bar", {"name": "A"}, ["metadata.name: Invalid format=k8s-long-name"]),
        ("Bar", {"owners": [{"name": "abc"}, {"name": "abcd"}]}, ["metadata.owners[1].name: TooLong maxLength"]),
        (
            *("Bar", {"owners": [{"name": "a"}, {"name": "a", "tag": {"text": "xy"}}]}),
            ["metadata.owners[1].tag.text: TooLong maxLength"],
        ),
    ],
)
def test_subfields_of_a_shared_struct(tmp_path, kind, metadata, expected):
    assert told(compile_types(tmp_path, SHARED_STRUCT), kind, {"metadata": metadata}) == expected


TYPEDEFS = """
// +k8s:minLength=4
type Foo string

// +k8s:maxLength=6
type Bar Foo

type Struct struct {
	// +k8s:format=k8s-short-name
	FooField Foo `json:"fooField"`
	// +k8s:format=k8s-short-name
	BarField Bar `json:"barField"`
}
"""


@pytest.mark.parametrize(
    ("chains", "bar", "expected"),
    [
        (False, "abc", []),  # the release: rules of the inner typedef are lost
        (True, "abc", ["barField: TooShort minLength"]),
        (True, "abcdefg", ["barField: TooLong maxLength"]),
        (True, "ABCD", ["barField: Invalid format=k8s-short-name"]),
    ],
)
def test_typedefs_two_deep(tmp_path, chains, bar, expected):
    module = compile_types(tmp_path, TYPEDEFS, typedef_chains=chains)
    assert told(module, "Struct", {"fooField": "abcd", "barField": bar}) == expected


CONFIG = """
type Config struct {
	MinValue     int `json:"minValue"`
	MaxCpu       int `json:"maxCpu"`
	MaxThreshold int `json:"maxThreshold"`

	// +k8s:minimum(constraint: minValue)
	// +k8s:maximum(constraint: limits.maxValue)
	Current int `json:"current"`

	Limits LimitConfig `json:"limits"`

	// +k8s:eachVal=+k8s:maximum(constraint: maxThreshold)
	Thresholds []int `json:"thresholds"`

	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:union(union: terminalStatus)
	// +k8s:listMapItem(type: "Succeeded")=+k8s:memberOf(group: terminalStatus)
	// +k8s:listMapItem(type: "Failed")=+k8s:memberOf(group: terminalStatus)
	Conditions []Condition `json:"conditions"`
}

type LimitConfig struct {
	MaxValue int `json:"maxValue"`
}

type Condition struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}
"""
FINE = {
    "minValue": 1,
    "maxThreshold": 5,
    "current": 2,
    "limits": {"maxValue": 3},
    "thresholds": [1, 5],
    "conditions": [{"type": "Failed", "status": "True"}],
}


@pytest.mark.parametrize(
    ("changes", "old", "expected"),
    [
        ({}, NONE, []),
        ({"current": 0}, NONE, ["current: Invalid minimum"]),
        ({"current": 4}, NONE, ["current: Invalid maximum"]),
        ({"thresholds": [6, 1, 7]}, NONE, ["thresholds[0]: Invalid maximum", "thresholds[2]: Invalid maximum"]),
        ({"conditions": [{"type": "Succeeded"}, {"type": "Failed"}]}, NONE, ["conditions: Invalid union"]),
        ({"conditions": []}, NONE, ["conditions: Invalid union"]),
        # A rule without a changed field is not evaluated again.
        ({"current": 0, "maxCpu": 9}, {"current": 0, "maxCpu": 1}, []),
        ({"current": 0, "minValue": 2}, {"current": 0, "minValue": 1}, ["current: Invalid minimum"]),
    ],
)
def test_fields_that_refer_to_others(tmp_path, changes, old, expected):
    before = NONE if old is NONE else {**FINE, **old}
    assert sorted(told(compile_types(tmp_path, CONFIG), "Config", {**FINE, **changes}, before)) == expected


NESTED_UNION = """
// +k8s:union(union: source)
type Backup struct {
	Spec BackupSpec `json:"spec"`
	// +k8s:optional
	Legacy *LegacySpec `json:"legacy,omitempty"`
	// +k8s:optional
	// +k8s:memberOf(group: source)
	URL string `json:"url,omitempty"`
}

type BackupSpec struct {
	// +k8s:optional
	// +k8s:memberOf(group: source)
	Disk *Disk `json:"disk,omitempty"`
	Status BackupStatus `json:"status"`
}

type BackupStatus struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:listMapItem(pairs: [[type, "Borrowed"]])=+k8s:memberOf(group: source)
	Conditions []Condition `json:"conditions,omitempty"`
}

type LegacySpec struct {
	// +k8s:optional
	// +k8s:memberOf(group: source)
	Tape *string `json:"tape,omitempty"`
}

type Disk struct {
	Path string `json:"path"`
}

type Condition struct {
	Type string `json:"type"`
}
"""
BORROWED = {"status": {"conditions": [{"type": "Borrowed"}]}}
MEMBERS = '`spec.disk`, `spec.status.conditions[{"type": "Borrowed"}]`, `legacy.tape`, `url`'


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ({"spec": {"disk": {"path": "/"}}}, NONE, []),
        ({"spec": BORROWED}, NONE, []),
        ({"spec": {}, "legacy": {"tape": "7"}}, NONE, []),
        ({"spec": {}, "url": "u"}, NONE, []),
        ({"spec": {}, "legacy": {}}, NONE, [f"must specify one of: {MEMBERS}"]),
        ({"spec": {"disk": {"path": "/"}}, "legacy": {"tape": ""}}, NONE, [f"must specify exactly one of: {MEMBERS}"]),
        ({"spec": BORROWED, "url": "u"}, {"spec": BORROWED}, [f"must specify exactly one of: {MEMBERS}"]),
        # The set members have not changed.
        ({"spec": BORROWED, "url": "u"}, {"spec": BORROWED, "url": "other"}, []),
    ],
)
def test_a_union_spans_the_structs_of_a_kind(tmp_path, new, old, expected):
    operation = Operation(Verb.CREATE if old is NONE else Verb.UPDATE)
    errors = compile_types(tmp_path, NESTED_UNION).validate("Backup", operation, new, old)
    assert [each.detail for each in errors] == expected
    assert {(each.field, each.origin) for each in errors} <= {("<nil>", "union")}


RESIZE = """
type PodSpec struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Containers []Container `json:"containers,omitempty"`
}

type Container struct {
	Name string `json:"name"`
	// +k8s:optional
	// +k8s:ifNotSubresource(%s)=+k8s:immutable
	Resources map[string]string `json:"resources,omitempty"`
}

// +k8s:supportsSubresource="/resize"
// +k8s:supportsSubresource="/status"
type Pod struct {
	Spec PodSpec `json:"spec"`
}
"""


@pytest.mark.parametrize("path", ['"/resize"', "'/resize'", "'resize'"])
@pytest.mark.parametrize(
    ("subresource", "expected"),
    [
        ("", ["spec.containers[0].resources: Invalid immutable"]),
        ("status", ["spec.containers[0].resources: Invalid immutable"]),
        ("resize", []),
    ],
)
def test_resize_may_change_what_others_may_not(tmp_path, path, subresource, expected):
    def pod(cpu: str) -> Any:
        return {"spec": {"containers": [{"name": "a", "resources": {"cpu": cpu}}]}}

    assert told(compile_types(tmp_path, RESIZE % path), "Pod", pod("2"), pod("1"), subresource) == expected
    assert told(compile_types(tmp_path, RESIZE % path), "Pod", pod("1"), pod("1"), subresource) == []
