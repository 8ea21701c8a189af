"""validate-typed: validating a valid object of tagged types with generated code, against `json.loads` of its bytes."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from bench.harness import Benchmark, Pair, calling

_DOC = "// +k8s:validation-gen=TypesWithField=Spec\n\n// Package v1 is made for a measurement.\npackage v1\n"
_TYPES = """package v1

// Rollout brings copies of a program to machines.
type Rollout struct {
	// +k8s:required
	Kind string `json:"kind"`
	// +k8s:required
	APIVersion string `json:"apiVersion"`
	Metadata Metadata `json:"metadata"`
	Spec RolloutSpec `json:"spec"`
}

// Metadata names an object.
type Metadata struct {
	// +k8s:required
	// +k8s:format=k8s-long-name
	Name string `json:"name"`
	// +k8s:required
	// +k8s:format=k8s-short-name
	Namespace string `json:"namespace"`
	// +k8s:optional
	// +k8s:eachKey=+k8s:format=k8s-label-key
	// +k8s:eachVal=+k8s:format=k8s-label-value
	Labels map[string]string `json:"labels,omitempty"`
	// +k8s:optional
	// +k8s:eachKey=+k8s:format=k8s-label-key
	Annotations map[string]string `json:"annotations,omitempty"`
}

// RolloutSpec is what is wanted.
type RolloutSpec struct {
	// +k8s:optional
	// +k8s:minimum=0
	Replicas *int32 `json:"replicas,omitempty"`
	// +k8s:optional
	// +k8s:minimum=0
	MinReadySeconds int32 `json:"minReadySeconds,omitempty"`
	Strategy Strategy `json:"strategy"`
	// +k8s:required
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=64
	Containers []Container `json:"containers"`
	// +k8s:optional
	// +k8s:maxLength=253
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// +k8s:optional
	RestartPolicy RestartPolicy `json:"restartPolicy,omitempty"`
}

// Strategy is how copies are replaced.
type Strategy struct {
	// +k8s:unionDiscriminator
	// +k8s:required
	Type StrategyType `json:"type"`
	// +k8s:unionMember
	// +k8s:optional
	RollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty"`
	// +k8s:unionMember
	// +k8s:optional
	Recreate *Recreate `json:"recreate,omitempty"`
}

// StrategyType names a strategy.
// +k8s:enum
type StrategyType string

const (
	// TypeRollingUpdate replaces few at a time.
	TypeRollingUpdate StrategyType = "RollingUpdate"
	// TypeRecreate replaces all at once.
	TypeRecreate StrategyType = "Recreate"
)

// RollingUpdate says how many.
type RollingUpdate struct {
	// +k8s:optional
	// +k8s:minimum=0
	// +k8s:maximum=100
	MaxUnavailable *int32 `json:"maxUnavailable,omitempty"`
	// +k8s:optional
	// +k8s:minimum=0
	// +k8s:maximum=100
	MaxSurge *int32 `json:"maxSurge,omitempty"`
}

// Recreate has nothing to say.
type Recreate struct {
	// +k8s:optional
	// +k8s:minimum=0
	Pause *int32 `json:"pause,omitempty"`
}

// RestartPolicy is what happens to a program that has ended.
// +k8s:enum
type RestartPolicy string

const (
	// Always restarts it.
	Always RestartPolicy = "Always"
	// Never leaves it alone.
	Never RestartPolicy = "Never"
)

// Container runs a program.
type Container struct {
	// +k8s:required
	// +k8s:format=k8s-short-name
	Name string `json:"name"`
	// +k8s:required
	// +k8s:maxLength=512
	Image string `json:"image"`
	// +k8s:optional
	// +k8s:maxItems=128
	// +k8s:eachVal=+k8s:maxLength=1024
	Args []string `json:"args,omitempty"`
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Env []EnvVar `json:"env,omitempty"`
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=containerPort
	// +k8s:listMapKey=protocol
	Ports []Port `json:"ports,omitempty"`
	// +k8s:optional
	// +k8s:eachVal=+k8s:maxLength=64
	Limits map[string]string `json:"limits,omitempty"`
}

// EnvVar is one variable.
type EnvVar struct {
	// +k8s:required
	// +k8s:maxLength=256
	Name string `json:"name"`
	// +k8s:optional
	// +k8s:maxLength=4096
	Value string `json:"value,omitempty"`
}

// Port is one port.
type Port struct {
	// +k8s:optional
	// +k8s:format=k8s-short-name
	Name string `json:"name,omitempty"`
	// +k8s:required
	// +k8s:minimum=1
	// +k8s:maximum=65535
	ContainerPort int32 `json:"containerPort"`
	// +k8s:required
	Protocol Protocol `json:"protocol"`
}

// Protocol of a port.
// +k8s:enum
type Protocol string

const (
	// TCP is the usual one.
	TCP Protocol = "TCP"
	// UDP is the other one.
	UDP Protocol = "UDP"
)
"""


def make_rollout() -> bytes:
    """Returns a valid object with two containers."""

    def container(name: str, port: int) -> dict[str, object]:
        return {
            "name": name,
            "image": f"registry.example.com/team/{name}:1.29.3",
            "args": ["--port", str(port), "--log-level=info", "--feature-gates=Fast=true"],
            "env": [{"name": "MODE", "value": "production"}, {"name": "REGION", "value": "north"}],
            "ports": [{"name": "http", "containerPort": port, "protocol": "TCP"}],
            "limits": {"cpu": "500m", "memory": "256Mi"},
        }

    labels = {"app.kubernetes.io/name": "shop", "app.kubernetes.io/part-of": "store", "tier": "web"}
    rollout = {
        "kind": "Rollout",
        "apiVersion": "apps.example.com/v1",
        "metadata": {
            "name": "shop.web",
            "namespace": "store",
            "labels": labels,
            "annotations": {"example.com/change": "rolled out by hand on a Monday", "example.com/owner": "team-web"},
        },
        "spec": {
            "replicas": 3,
            "minReadySeconds": 10,
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 2}},
            "containers": [container("web", 8080), container("metrics", 9090)],
            "serviceAccountName": "shop-web",
            "restartPolicy": "Always",
        },
    }
    return json.dumps(rollout, separators=(",", ":")).encode()


def prepare() -> Pair:
    """Generates and loads the validators outside the timing, which covers one validation."""
    from kapivara.field import Operation, Verb
    from kapivara.generator.pipeline import generate, load_generated
    from kapivara.generator.sources.loading import SourceOptions, read_sources

    with tempfile.TemporaryDirectory(prefix="kapivara-bench-") as folder:
        package = Path(folder) / "v1"
        package.mkdir()
        (package / "doc.go").write_text(_DOC)
        (package / "types.go").write_text(_TYPES)
        module = load_generated(generate(read_sources([package], SourceOptions()))[0].source, "bench")
    data = make_rollout()
    value = json.loads(data)
    operation = Operation(Verb.CREATE)

    def ours() -> None:
        if errors := module.validate("Rollout", operation, value):
            raise AssertionError(f"the object is not valid: {errors}")

    return Pair(calling(ours), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("validate-typed", 4, prepare)
