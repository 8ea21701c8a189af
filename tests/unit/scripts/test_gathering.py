"""Tests of facts from the sources of Kubernetes: their texts are omitted, and our own texts stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scripts.gathering.__main__ import gather, main
from scripts.gathering.packages import UnfitCheckoutError
from scripts.gathering.roles import gather_roles
from scripts.gathering.shared import refresh

SERVED = """package controlplane

import (
	batchv1 "k8s.io/api/batch/v1"
	batchv1beta1 "k8s.io/api/batch/v1beta1"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
)

var (
	stableAPIGroupVersionsEnabledByDefault = []schema.GroupVersion{
		batchv1.SchemeGroupVersion,
		corev1.SchemeGroupVersion,
	}
	betaAPIGroupVersionsDisabledByDefault = []schema.GroupVersion{
		batchv1beta1.SchemeGroupVersion,
	}
)
"""
TYPES = """package v1

import (
	"k8s.io/api/shared/v1alpha1"
	other "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"unused"
)

// +genclient
// +k8s:supportsSubresource="/status"
// +k8s:deepcopy-gen:interfaces=runtime.Object

// Words of upstream.
type Job struct {
	metav1.TypeMeta `json:""`
	// Words of upstream.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`

	// Words of upstream.
	// +listType=map
	// +listMapKey=name
	// +patchMergeKey=name
	// +k8s:beta(since: "1.37")=+k8s:maxItems=4
	Parts []*Part `json:"parts" patchStrategy:"merge" patchMergeKey:"name" protobuf:"bytes,3,rep,name=parts"`
	Part  *Part   `json:"part,omitempty" protobuf:"bytes,4,opt,name=part"` // more words
	// +optional
	// +default=ref(Small)
	Size int32 `json:"size" protobuf:"varint,5,opt,name=size"`
	By v1alpha1.Writer `json:"by" protobuf:"bytes,6,opt,name=by"`
}

// +union
type Part struct {
	// +optional
	Left *string `json:"left,omitempty" protobuf:"bytes,1,opt,name=left"`
}

// +enum
type Mode string

const (
	// Words of upstream.
	Fast Mode = "Fast"
	Slow      = Mode("Slow")
	Other     = Mode(other.Elsewhere)
	Small     = 3
	Unused    = "unused"
)

type Empty struct{}

type unexported struct{}

type Worker interface {
	Work()
}
"""
GATHERED = """// Our own title.
package v1 // import "k8s.io/api/batch/v1"

import (
	"k8s.io/api/shared/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Our own words.
// +k8s:supportsSubresource="/status"
// +kapivara:json=codec.known_shapes.JOB
type Job struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// Our own words, too.
	// +listType=map
	// +listMapKey=name
	// +k8s:beta(since: "1.37")=+k8s:maxItems=4
	// +kapivara:keepEmpty
	Parts []*Part `json:"parts" patchStrategy:"merge" patchMergeKey:"name" protobuf:"3"`
	Part  *Part   `json:"part,omitempty" protobuf:"4"`
	// +optional
	// +default=ref(Small)
	// +k8s:declarativeValidationNative
	// +k8s:minimum=0
	Size int32           `json:"size" protobuf:"5"`
	By   v1alpha1.Writer `json:"by" protobuf:"6"`
}

// +union
type Part struct {
	// +optional
	Left *string `json:"left,omitempty" protobuf:"1"`
}

// +enum
type Mode string

const (
	Fast  Mode = "Fast"
	Slow  Mode = "Slow"
	Other Mode = "Elsewhere"
)

type Empty struct{}

const (
	Small = 3
)
"""
OURS = """// Our own title.
package v1 // import "k8s.io/api/batch/v1"

// Our own words.
// +k8s:goneTag
// +kapivara:json=codec.known_shapes.JOB
type Job struct {
	// Our own words, too.
	// +listType=atomic
	// +k8s:declarativeValidationNative
	// +k8s:maxItems=3
	// +kapivara:keepEmpty
	Parts []string `json:"parts"`
	// +optional
	// +k8s:declarativeValidationNative
	// +k8s:minimum=0
	Size int32 `json:"size"`
	// Words about what is gone.
	Gone string `json:"gone"`
}
"""
LIFECYCLE = """package v1beta1

func (in *Job) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
}

func (in *Job) APILifecycleRemoved() (major, minor int) {
	return 1, 25
}
"""
DEFINITIONS = "apiextensions-apiserver/pkg/apis/apiextensions"


def policy(kind: str, name: str, **parts: Any) -> dict[str, Any]:
    """Returns an object that every server has, optionally with labels of its own."""
    labels = {"kubernetes.io/bootstrapping": "rbac-defaults", **parts.pop("labels", {})}
    annotations = {"rbac.authorization.kubernetes.io/autoupdate": "true"}
    metadata = {"name": name, "labels": labels, "annotations": annotations, **parts.pop("metadata", {})}
    return {"kind": kind, "metadata": metadata, **parts}


MANY = [f"resources-{number}" for number in range(20)]
ROLES: dict[str, list[dict[str, Any]]] = {
    "cluster-roles.yaml": [
        policy(
            "ClusterRole",
            "all",
            labels={"to-admin": "true"},
            aggregationRule={"clusterRoleSelectors": [{"matchLabels": {"to-all": "true"}}]},
            rules=None,
        ),
        policy("ClusterRole", "seen", rules=[{"verbs": ["get", "list"], "nonResourceURLs": ["/a", "/b"]}]),
    ],
    "controller-roles.yaml": [
        policy("ClusterRole", "many", rules=[{"verbs": ["get"], "apiGroups": ["", "apps"], "resources": MANY}])
    ],
    "namespace-roles.yaml": [
        policy(
            "Role",
            "named",
            metadata={"namespace": "kube-system"},
            rules=[{"verbs": ["get"], "apiGroups": [""], "resources": ["configmaps"], "resourceNames": ["a"]}],
        )
    ],
    "cluster-role-bindings.yaml": [policy("ClusterRoleBinding", "b", roleRef={"name": "all"}, subjects=None)],
    "controller-role-bindings.yaml": [],
    "namespace-role-bindings.yaml": [
        policy(
            "RoleBinding",
            "b",
            metadata={"namespace": "kube-system"},
            roleRef={"name": "named"},
            subjects=[
                {"kind": "User", "name": "system:u"},
                {"kind": "ServiceAccount", "namespace": "kube-system", "name": "s"},
            ],
        )
    ],
}
"""The content of each file with which upstream's tests compare."""

ROLE_LINES = """\
ClusterRole all to-admin
  aggregate to-all
ClusterRole seen
  get,list /a,/b
ClusterRole many
  get core,apps resources-0,resources-1,resources-2,resources-3,resources-4,resources-5,resources-6,resources-7,
    resources-8,resources-9,resources-10,resources-11,resources-12,resources-13,resources-14,resources-15,
    resources-16,resources-17,resources-18,resources-19
Role kube-system/named
  get core configmaps a
"""
BINDING_LINES = """\
ClusterRoleBinding b
  all
RoleBinding kube-system/b
  named
  User:system:u
  ServiceAccount:kube-system:s
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of Kubernetes with a few packages."""
    top = tmp_path / "kubernetes"
    staging = top / "staging" / "src" / "k8s.io"
    files = {
        top / "pkg/controlplane/instance.go": SERVED,
        top / "pkg/apis/batch/v1/doc.go": "// +k8s:validation-gen=TypesWithField=TypeMeta\npackage v1\n",
        staging / "api/batch/v1/types.go": TYPES,
        staging / "api/batch/v1/types_test.go": "package v1\n\ntype Tested struct{}\n",
        staging / "api/batch/v1/generated.pb.go": "package v1\n\ntype Generated struct{}\n",
        staging / "api/core/v1/names.go": 'package v1\n\ntype Name string\n\nconst Elsewhere Name = "Elsewhere"\n',
        staging / "api/shared/v1alpha1/types.go": "package v1alpha1\n\ntype Writer struct{}\n",
        staging / f"{DEFINITIONS}/v1/types.go": "package v1\n\ntype A string\n",
        staging / f"{DEFINITIONS}/v1beta1/types.go": "package v1beta1\n\ntype A string\n",
        staging / "kube-aggregator/pkg/apis/apiregistration/v1/types.go": "package v1\n\ntype A string\n",
    }
    for name, items in ROLES.items():
        files[top / "plugin/pkg/auth/authorizer/rbac/bootstrappolicy/testdata" / name] = json.dumps({"items": items})
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return top


def test_facts_are_taken_over_and_our_own_words_stay(checkout: Path, tmp_path: Path) -> None:
    ours = tmp_path / "apis" / "batch" / "v1" / "types.go"
    ours.parent.mkdir(parents=True)
    ours.write_text(OURS)
    first = gather(checkout, tmp_path / "apis")
    assert first[ours] == GATHERED
    ours.write_text(first[ours])
    assert gather(checkout, tmp_path / "apis")[ours] == GATHERED


def test_what_is_served_and_what_that_refers_to(checkout: Path, tmp_path: Path) -> None:
    groups = tmp_path / "groups"
    texts = gather(checkout, groups)
    names = {str(file.relative_to(groups)) for file in texts if file.is_relative_to(groups)}
    assert {name for name in names if name.endswith(".go")} == {
        "apiextensions/v1/types.go",
        "apiextensions/v1beta1/types.go",
        "apiregistration/v1/types.go",
        "batch/v1/doc.go",
        "batch/v1/types.go",
        "core/v1/types.go",
        "shared/v1alpha1/types.go",
    }
    assert {"shared/__init__.py", "shared/v1alpha1/__init__.py"} < names
    marker = "// +k8s:validation-gen=TypesWithField=TypeMeta\n\n"
    assert texts[groups / "batch/v1/doc.go"] == f'{marker}package v1 // import "k8s.io/api/batch/v1"\n'


def test_versions_that_are_not_served(checkout: Path, tmp_path: Path) -> None:
    package = checkout / "staging" / "src" / "k8s.io" / "api" / "batch" / "v1beta1"
    package.mkdir(parents=True)
    (package / "register.go").write_text('package v1beta1\n\nconst GroupName = "batch.example.com"\n')
    (package / "types.go").write_text(
        "package v1beta1\n\ntype Job struct {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n}\n\n"
        "type Task struct {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n}\n\ntype Part struct{}\n"
    )
    (package / "zz_generated.prerelease-lifecycle.go").write_text(LIFECYCLE)
    table = gather(checkout, tmp_path / "groups")[tmp_path / "catalog" / "gathered_versions.py"]
    assert table.partition('"""\\\n')[2] == (
        'batch.example.com/v1beta1 Job 1.25 batch/v1\nbatch.example.com/v1beta1 Task -\n"""\n'
    )


def test_roles_that_every_server_has(checkout: Path, tmp_path: Path) -> None:
    texts = gather(checkout, tmp_path / "apis")
    for name, lines in (("gathered_roles.py", ROLE_LINES), ("gathered_bindings.py", BINDING_LINES)):
        assert texts[tmp_path / "apis" / "rbac" / name].endswith(f'LINES = """\\\n{lines}"""\n')


def test_roles_that_no_line_can_tell(checkout: Path) -> None:
    file = checkout / "plugin/pkg/auth/authorizer/rbac/bootstrappolicy/testdata/cluster-roles.yaml"
    file.write_text(json.dumps({"items": [policy("ClusterRole", "odd", labels={"a": "b"}, rules=None)]}))
    with pytest.raises(UnfitCheckoutError, match="ClusterRole odd is labelled as no other"):
        gather_roles(checkout, "roles")
    file.unlink()
    with pytest.raises(UnfitCheckoutError, match="cluster-roles"):
        gather_roles(checkout, "roles")


def test_shared_types_are_those_that_we_declare(checkout: Path, tmp_path: Path) -> None:
    file = tmp_path / "types.go"
    file.write_text(
        "// Ours.\npackage v1\n\n// Our own words.\ntype Part struct {\n\tGone string\n}\n\n"
        "// +kapivara:json=codec.known_shapes.MODE\ntype Mode struct {\n\tKept string\n}\n\ntype Own string\n"
    )
    assert refresh(checkout, "k8s.io/api/batch/v1", file) == (
        '// Ours.\npackage v1 // import "k8s.io/api/batch/v1"\n\n'
        "// Our own words.\n// +union\ntype Part struct {\n\t// +optional\n"
        '\tLeft *string `json:"left,omitempty" protobuf:"1"`\n}\n\n'
        "// +kapivara:json=codec.known_shapes.MODE\ntype Mode struct {\n\tKept string\n}\n\ntype Own string\n"
    )


def test_what_is_no_checkout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnfitCheckoutError, match="not a checkout of Kubernetes"):
        gather(tmp_path, tmp_path)
    assert main([str(tmp_path)]) == 2
    assert main([]) == 2
    assert "usage: scripts/gather CHECKOUT" in capsys.readouterr().err
