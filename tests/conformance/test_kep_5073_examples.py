"""The examples of KEP-5073: every block of the document that shows tags, with what it promises.

Where the reference's release differs from the document, the release wins; such rows say so.
"""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.plan_sources import GenerateOptions
from kapivara.generator.sources import SourceOptions, read_sources

NONE: Any = None


def compile_types(folder, source: str, **options: bool) -> GeneratedModule:
    package = folder / "v1"
    package.mkdir(exist_ok=True)
    (package / "types.go").write_text(f"package v1\n{source}")
    sources = read_sources([package], SourceOptions())
    return load_generated(generate(sources, GenerateOptions(**options))[0].source, "kep")


def told(module: GeneratedModule, kind: str, new: Any, old: Any = NONE, subresource: str = "") -> list[str]:
    """What is wrong with an object, as `field: ErrorType origin`."""
    operation = Operation(Verb.CREATE if old is NONE else Verb.UPDATE, subresource)
    errors = module.validate(kind, operation, new, old)
    return [f"{each.field}: {each.type.removeprefix('FieldValue')} {each.origin}".rstrip() for each in errors]


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


LIFECYCLE = """
type DeploymentSpec struct {
	// +k8s:optional
	Strategy *DeploymentStrategy `json:"strategy,omitempty"`
}

type DeploymentStrategy struct {
	// +k8s:update=NoSet
	// +k8s:update=NoModify
	// +k8s:update=NoClear
	Type string `json:"type"`
}
"""


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ({}, NONE, []),
        ({"strategy": {"type": "RollingUpdate"}}, {}, []),
        (
            *({"strategy": {"type": "Recreate"}}, {"strategy": {"type": "RollingUpdate"}}),
            ["strategy.type: Invalid update"],
        ),
        ({"strategy": {"type": ""}}, {"strategy": {"type": "RollingUpdate"}}, ["strategy.type: Invalid update"]),
        ({"strategy": {"type": "Recreate"}}, {"strategy": {"type": ""}}, ["strategy.type: Invalid update"]),
        ({}, {"strategy": {"type": "RollingUpdate"}}, []),
    ],
)
def test_constraints_live_as_long_as_the_parent(tmp_path, new, old, expected):
    assert told(compile_types(tmp_path, LIFECYCLE), "DeploymentSpec", new, old) == expected


def pattern(tags: str, kind: str = "*int32") -> str:
    lines = "".join(f"\t// +{tag}\n" for tag in tags.split())
    return f'type T struct {{\n{lines}\tF {kind} `json:"f,omitempty"`\n}}\n'


# Tags, then what is told: created set, created without, set, modified, cleared by an update.
REQUIRED, IMMUTABLE, UPDATE, FORBIDDEN = ("f: Required", "f: Invalid immutable", "f: Invalid update", "f: Forbidden")
PATTERNS = [
    ("k8s:optional", "", "", "", "", ""),
    ("k8s:optional default=3", "", REQUIRED, "", "", REQUIRED),
    ("k8s:required", "", REQUIRED, "", "", REQUIRED),
    ("k8s:forbidden", FORBIDDEN, "", FORBIDDEN, FORBIDDEN, ""),
    ("k8s:required k8s:update=NoModify k8s:update=NoClear", "", REQUIRED, "", UPDATE, f"{REQUIRED}|{UPDATE}"),
    ("k8s:required k8s:update=NoModify,NoClear", "", REQUIRED, "", UPDATE, f"{REQUIRED}|{UPDATE}"),
    # The release: immutable refuses the first set too, and speaks before required stops it.
    ("k8s:required k8s:immutable", "", REQUIRED, IMMUTABLE, IMMUTABLE, f"{IMMUTABLE}|{REQUIRED}"),
    ("k8s:optional k8s:update=NoModify k8s:update=NoClear", "", "", "", UPDATE, UPDATE),
    ("k8s:optional k8s:update=NoModify,NoClear", "", "", "", UPDATE, UPDATE),
    ("k8s:optional default=3 k8s:update=NoModify,NoClear", "", REQUIRED, "", UPDATE, f"{REQUIRED}|{UPDATE}"),
    ("k8s:optional k8s:immutable", "", "", IMMUTABLE, IMMUTABLE, IMMUTABLE),
    ("k8s:optional default=3 k8s:update=NoModify", "", REQUIRED, "", UPDATE, REQUIRED),
    ("k8s:optional k8s:update=NoClear", "", "", "", "", UPDATE),
    ("k8s:optional default=3 k8s:update=NoClear", "", REQUIRED, "", "", f"{REQUIRED}|{UPDATE}"),
]


@pytest.mark.parametrize(("tags", "create", "omit", "set_", "modify", "clear"), PATTERNS)
def test_patterns_of_single_values(tmp_path, tags, create, omit, set_, modify, clear):
    module = compile_types(tmp_path, pattern(tags))
    steps = [({"f": 1}, NONE), ({}, NONE), ({"f": 1}, {}), ({"f": 2}, {"f": 1}), ({}, {"f": 1})]
    assert ["|".join(told(module, "T", *step)) for step in steps] == [create, omit, set_, modify, clear]


FIRST, ADDED, REMOVED = "f[0]: Forbidden update", "f[1]: Forbidden update", "f: Forbidden update"
SET = "k8s:listType=set"
# Tags, then what is told: created, created without, first set, item added, item removed.
LIST_PATTERNS = [
    (f"k8s:optional {SET}", "", "", "", "", ""),
    (f"k8s:required {SET}", "", REQUIRED, "", "", ""),
    (f"k8s:forbidden {SET}", FORBIDDEN, "", FORBIDDEN, FORBIDDEN, FORBIDDEN),
    (f"k8s:optional {SET} k8s:update=NoAddItem k8s:update=NoRemoveItem", "", "", FIRST, ADDED, REMOVED),
    (f"k8s:optional {SET} k8s:update=NoAddItem,NoRemoveItem", "", "", FIRST, ADDED, REMOVED),
    (
        *(f"k8s:required {SET} k8s:update=NoAddItem,NoRemoveItem k8s:eachVal=+k8s:immutable", "", REQUIRED),
        *(f"f[0]: Invalid immutable|{FIRST}", f"f[1]: Invalid immutable|{ADDED}", REMOVED),
    ),
    (f"k8s:required {SET} k8s:immutable", "", REQUIRED, IMMUTABLE, IMMUTABLE, IMMUTABLE),
    (f"k8s:optional {SET} k8s:immutable", "", "", IMMUTABLE, IMMUTABLE, IMMUTABLE),
    (f"k8s:optional {SET} k8s:update=NoRemoveItem", "", "", "", "", REMOVED),
    (f"k8s:optional {SET} k8s:update=NoSet", "", "", UPDATE, "", ""),
]


@pytest.mark.parametrize(("tags", "create", "omit", "set_", "add", "remove"), LIST_PATTERNS)
def test_patterns_of_lists(tmp_path, tags, create, omit, set_, add, remove):
    module = compile_types(tmp_path, pattern(tags, "[]string"))
    one, two = {"f": ["a"]}, {"f": ["a", "b"]}
    steps = [(one, NONE), ({}, NONE), (one, {}), (two, one), (one, two)]
    assert ["|".join(told(module, "T", *step)) for step in steps] == [create, omit, set_, add, remove]


CSR = """
type CertificateSigningRequestStatus struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember
	// +k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember
	// +k8s:item(type: "Approved")=+k8s:update=NoModify
	Conditions []Condition `json:"conditions,omitempty"`
}

type Condition struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}
"""
APPROVED = {"type": "Approved", "status": "True"}
DENIED = {"type": "Denied", "status": "True"}


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ([APPROVED], NONE, []),
        ([APPROVED, DENIED], NONE, ["conditions: Invalid zeroOrOneOf"]),
        ([{**APPROVED, "status": "False"}], [APPROVED], ["conditions[0]: Invalid update"]),
        ([APPROVED, {"type": "InProgress", "status": "True"}], [APPROVED], []),
        ([], [{"type": "InProgress", "status": "True"}], []),
    ],
)
def test_conditions_of_a_signing_request(tmp_path, new, old, expected):
    before = NONE if old is NONE else {"conditions": old}
    kind = "CertificateSigningRequestStatus"
    assert told(compile_types(tmp_path, CSR), kind, {"conditions": new}, before) == expected


PERMANENT = """
type CertificateSigningRequestStatus struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:item(type: "Approved")=+k8s:update=%s
	Conditions []Condition `json:"conditions,omitempty"`
}

type Condition struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}
"""
PENDING = {"type": "InProgress", "status": "True"}
ITEM_ADDED, ITEM_GONE, ITEM_CHANGED = (
    *("conditions[1]: Forbidden update", "conditions: Forbidden update"),
    "conditions[0]: Invalid update",
)
# Constraints, then what is told: the item is added, changed, removed with the list, removed alone.
ITEM_PATTERNS = [
    ("NoSet", ITEM_ADDED, "", "", ""),
    ("NoModify", "", ITEM_CHANGED, "", ""),
    ("NoClear", "", "", ITEM_GONE, ITEM_GONE),
    ("NoSet,NoModify,NoClear", ITEM_ADDED, ITEM_CHANGED, ITEM_GONE, ITEM_GONE),
    ("NoModify,NoRemoveItem", "", ITEM_CHANGED, ITEM_GONE, ITEM_GONE),
    ("NoAddItem", ITEM_ADDED, "", "", ""),
]


@pytest.mark.parametrize(("constraints", "added", "changed", "cleared", "removed"), ITEM_PATTERNS)
def test_items_that_are_permanent(tmp_path, constraints, added, changed, cleared, removed):
    module, kind = compile_types(tmp_path, PERMANENT % constraints), "CertificateSigningRequestStatus"
    steps = [
        *(([PENDING, APPROVED], [PENDING]), ([{**APPROVED, "status": "False"}], [APPROVED])),
        *(([], [APPROVED]), ([PENDING], [APPROVED, PENDING])),
    ]
    got = ["|".join(told(module, kind, {"conditions": new}, {"conditions": old})) for new, old in steps]
    assert got == [added, changed, cleared, removed]
    assert told(module, kind, {"conditions": [APPROVED]}) == []
    assert told(module, kind, {}, {"conditions": [PENDING]}) == []
    assert told(module, kind, {"conditions": [PENDING, APPROVED]}, {"conditions": [APPROVED]}) == []


@pytest.mark.parametrize(
    ("kind", "tags", "new", "old", "expected"),
    [
        ("[]string", "k8s:listType=set", ["a", "b"], ["b"], ["f[0]: Forbidden update"]),
        ("[]string", "k8s:listType=set", ["a"], ["a", "b"], ["f: Forbidden update"]),
        ("[]string", "k8s:listType=set", ["b", "a"], ["a", "b"], []),
        ("map[string]string", "", {"a": "", "b": ""}, {"b": ""}, ["f[a]: Forbidden update"]),
        ("map[string]string", "", {"a": "1"}, {"a": "2", "b": ""}, ["f[b]: Forbidden update"]),
        ("map[string]string", "", {"a": "1"}, {"a": "2"}, []),
    ],
)
def test_each_item_stays(tmp_path, kind, tags, new, old, expected):
    module = compile_types(tmp_path, pattern(f"k8s:optional {tags} k8s:eachVal=+k8s:update=NoSet,NoClear", kind))
    assert told(module, "T", {"f": new}, {"f": old}) == expected


def test_items_that_cannot_be_told_apart_cannot_be_kept(tmp_path):
    """The document's own example has no list type, which it refuses elsewhere; the author is told."""
    with pytest.raises(AuthorErrors) as refused:
        compile_types(tmp_path, pattern("k8s:optional k8s:eachVal=+k8s:update=NoSet,NoClear", "[]string"))
    assert "+k8s:update=NoSet does not apply to list values, attach it to the enclosing field" in str(refused.value)
    assert "+k8s:listType=set" in str(refused.value)


DEMONSTRATED = """
type DeploymentSpec struct {
	// +k8s:required
	Replicas *int32 `json:"replicas"`
}

type PersistentVolumeStatus struct {
	// +k8s:optional
	// +k8s:update=NoClear
	Phase *PersistentVolumePhase `json:"phase,omitempty"`
}

type PersistentVolumePhase string

type PersistentVolumeClaimSpec struct {
	// +k8s:optional
	// +k8s:update=NoModify
	// +k8s:update=NoClear
	VolumeName string `json:"volumeName,omitempty"`
}

type ResourceList map[string]string

type PersistentVolumeSpec struct {
	// +k8s:required
	// +k8s:immutable
	Capacity ResourceList `json:"capacity"`
}

type PodSpec struct {
	// +k8s:optional
	// +k8s:immutable
	HostNetwork bool `json:"hostNetwork,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("kind", "new", "old", "expected"),
    [
        ("DeploymentSpec", {"replicas": 3}, NONE, []),
        ("DeploymentSpec", {"replicas": 5}, {"replicas": 3}, []),
        ("DeploymentSpec", {}, {"replicas": 5}, ["replicas: Required"]),
        ("PersistentVolumeStatus", {}, NONE, []),
        ("PersistentVolumeStatus", {"phase": "Available"}, {}, []),
        ("PersistentVolumeStatus", {"phase": "Bound"}, {"phase": "Available"}, []),
        ("PersistentVolumeStatus", {}, {"phase": "Bound"}, ["phase: Invalid update"]),
        ("PersistentVolumeClaimSpec", {"volumeName": ""}, NONE, []),
        ("PersistentVolumeClaimSpec", {"volumeName": "pv-123"}, {}, []),
        ("PersistentVolumeClaimSpec", {"volumeName": "b"}, {"volumeName": "a"}, ["volumeName: Invalid update"]),
        ("PersistentVolumeClaimSpec", {}, {"volumeName": "pv-123"}, ["volumeName: Invalid update"]),
        ("PersistentVolumeSpec", {"capacity": {"storage": "10Gi"}}, NONE, []),
        (
            *("PersistentVolumeSpec", {"capacity": {"storage": "20Gi"}}, {"capacity": {"storage": "10Gi"}}),
            ["capacity: Invalid immutable"],
        ),
        ("PodSpec", {"hostNetwork": True}, NONE, []),
        ("PodSpec", {"hostNetwork": False}, {"hostNetwork": True}, ["hostNetwork: Invalid immutable"]),
        ("PodSpec", {"hostNetwork": True}, {}, ["hostNetwork: Invalid immutable"]),
    ],
)
def test_patterns_demonstrated(tmp_path, kind, new, old, expected):
    assert told(compile_types(tmp_path, DEMONSTRATED), kind, new, old) == expected


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
        # What does not use a changed field is not looked at again.
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
        # Which members are set has not changed.
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
