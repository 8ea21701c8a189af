"""Tests of the examples of KEP-5073 about updates: "Immutability Validation", its patterns and items.

Where the reference's release differs from the document, the release wins; such rows say so.
"""

from __future__ import annotations

import pytest
from tests.conformance.kep_types import NONE, compile_types, pattern, told

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import generate
from kapivara.generator.sources.loading import SourceOptions, read_sources

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


# Tags, then the errors: created set, created without, set, modified, cleared by an update.
REQUIRED, IMMUTABLE, UPDATE, FORBIDDEN = ("f: Required", "f: Invalid immutable", "f: Invalid update", "f: Forbidden")
PATTERNS = [
    ("k8s:optional", "", "", "", "", ""),
    ("k8s:optional default=3", "", REQUIRED, "", "", REQUIRED),
    ("k8s:required", "", REQUIRED, "", "", REQUIRED),
    ("k8s:forbidden", FORBIDDEN, "", FORBIDDEN, FORBIDDEN, ""),
    ("k8s:required k8s:update=NoModify k8s:update=NoClear", "", REQUIRED, "", UPDATE, f"{REQUIRED}|{UPDATE}"),
    ("k8s:required k8s:update=NoModify,NoClear", "", REQUIRED, "", UPDATE, f"{REQUIRED}|{UPDATE}"),
    # The release: immutable rejects the first set, too, and its error comes before required stops it.
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
# Tags, then the errors: created, created without, first set, item added, item removed.
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
# Constraints, then the errors: the item is added, changed, removed with the list, removed alone.
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
    """The document's own example has no list type, which the document rejects elsewhere; the author gets an error."""
    with pytest.raises(AuthorErrors) as refused:
        compile_types(tmp_path, pattern("k8s:optional k8s:eachVal=+k8s:update=NoSet,NoClear", "[]string"))
    assert "+k8s:update=NoSet does not apply to list values, attach it to the enclosing field" in str(refused.value)
    assert "+k8s:listType=set" in str(refused.value)


DISALLOWED = """
type T struct {
	// +k8s:optional
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:neq="disallowed-value"
	F []string `json:"f,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (["a"], NONE, []),
        (["a", "disallowed-value"], NONE, ["f[1]: Invalid neq"]),
        (["disallowed-value", "a"], ["a"], ["f[0]: Invalid neq"]),
        (["a", "disallowed-value"], ["disallowed-value"], []),
    ],
)
def test_an_item_that_is_disallowed(tmp_path, new, old, expected):
    before = NONE if old is NONE else {"f": old}
    assert told(compile_types(tmp_path, DISALLOWED), "T", {"f": new}, before) == expected


PERSISTENT_VOLUME = """
import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PersistentVolume struct {
	// +k8s:subfield(name)=+k8s:update=NoSet
	// +k8s:subfield(name)=+k8s:update=NoModify
	// +k8s:subfield(name)=+k8s:update=NoClear
	metav1.ObjectMeta `json:"metadata"`
}
"""
NAMED, RENAMED, UNNAMED = {"name": "a"}, {"name": "b"}, {}
NAME_UPDATED = ["metadata.name: Invalid update"]


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (NAMED, NONE, []),
        (NAMED, NAMED, []),
        (RENAMED, NAMED, NAME_UPDATED),
        (UNNAMED, NAMED, NAME_UPDATED),
        (NAMED, UNNAMED, NAME_UPDATED),
    ],
)
def test_names_of_volumes_do_not_change(tmp_path, new, old, expected):
    """The document also has +k8s:optional there, which the release rejects on a struct that is no pointer."""
    before = NONE if old is NONE else {"metadata": old}
    module = compile_types(tmp_path, PERSISTENT_VOLUME)
    assert told(module, "PersistentVolume", {"metadata": new}, before) == expected


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        (
            PERSISTENT_VOLUME.replace("// +k8s:subfield(name)=+k8s:update=NoSet", "// +k8s:optional"),
            'non-pointer structs cannot use the "k8s:optional" tag',
            "make the field a pointer",
        ),
        (pattern("k8s:format=dns-label", "string"), 'unsupported validation format "dns-label"', "k8s-short-name"),
        (pattern("k8s:format=ip", "string"), 'unsupported validation format "ip"', "no such format exists"),
        (pattern("k8s:maximum=siblingField"), "got string, want int", "+k8s:maximum(constraint: <field>)"),
        (
            CSR.replace("zeroOrOneOfMember", "forbidden"),
            'tag "k8s:forbidden" cannot be specified on list values',
            "may stand on struct fields",
        ),
        (pattern("k8s:neq=”disallowed-value”", "string"), "unexpected character '”'", "plain double quotes"),
    ],
    ids=["optional-struct", "dns-label", "ip", "sibling", "forbidden-item", "quotes"],
)
def test_what_the_release_does_not_take_gets_a_hint(tmp_path, source, message, hint):
    with pytest.raises(AuthorErrors) as refused:
        compile_types(tmp_path, source)
    assert message in str(refused.value)
    assert hint in str(refused.value)


def test_the_marker_of_the_document(tmp_path):
    (tmp_path / "doc.go").write_text("// +k8s:validation-gen=TypeMeta\npackage v1\n")
    (tmp_path / "types.go").write_text("package v1\n")
    with pytest.raises(AuthorErrors) as refused:
        generate(read_sources([tmp_path], SourceOptions()))
    assert "did you mean TypesWithField=TypeMeta?" in str(refused.value)


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
