"""gen-types: reading, checking, planning and printing a package of 200 types, against parsing its files alone."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.harness import Benchmark, Pair, calling

_TYPES = 200
_DOC = "// +k8s:validation-gen=*\n\n// Package v1 is made for a measurement.\npackage v1\n"
_TYPE = """
// Part{n} is one of many types.
type Part{n} struct {{
	// Name is the name of the part, by which it is found among the parts of a whole.
	// It cannot be changed.
	// +k8s:required
	// +k8s:format=k8s-short-name
	// +k8s:immutable
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`

	// Replicas is the number of copies that are wanted. Defaults to one.
	// +k8s:optional
	// +k8s:minimum=0
	// +k8s:maximum=100
	Replicas *int32 `json:"replicas,omitempty" protobuf:"varint,2,opt,name=replicas"`

	// Phase tells how far the part has come. More phases may be added in the future, so that clients
	// should be prepared for values that they do not know.
	// +k8s:optional
	Phase Phase{n} `json:"phase,omitempty" protobuf:"bytes,3,opt,name=phase"`

	// Labels are free-form marks, by which parts can be selected.
	// +k8s:optional
	// +k8s:eachKey=+k8s:format=k8s-label-key
	// +k8s:eachVal=+k8s:format=k8s-label-value
	Labels map[string]string `json:"labels,omitempty" protobuf:"bytes,4,rep,name=labels"`

	// Ports are the ports that the part listens on.
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=16
	Ports []Port{n} `json:"ports,omitempty" protobuf:"bytes,5,rep,name=ports"`
}}

// Port{n} is a port of a part.
type Port{n} struct {{
	// Name of the port.
	// +k8s:required
	// +k8s:maxLength=15
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`

	// Number of the port.
	// +k8s:required
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Number int32 `json:"number" protobuf:"varint,2,opt,name=number"`
}}

// Phase{n} is how far a part has come.
// +k8s:enum
type Phase{n} string

const (
	// Waiting{n}: nothing has happened yet.
	Waiting{n} Phase{n} = "Waiting"
	// Running{n}: it is at work.
	Running{n} Phase{n} = "Running"
)

// Whole{n} has parts.
type Whole{n} struct {{
	// Parts of the whole.
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Parts []Part{n} `json:"parts,omitempty" protobuf:"bytes,1,rep,name=parts"`
}}
"""


def prepare() -> Pair:
    """Writes the package once; what is measured starts from its folder."""
    import tree_sitter
    import tree_sitter_go

    from kapivara.generator.pipeline import generate
    from kapivara.generator.sources import SourceOptions, read_sources

    folder = tempfile.TemporaryDirectory(prefix="kapivara-bench-")
    package = Path(folder.name) / "v1"
    package.mkdir()
    (package / "doc.go").write_text(_DOC)
    (package / "types.go").write_text("package v1\n" + "".join(_TYPE.format(n=n) for n in range(_TYPES // 4)))
    texts = [each.read_bytes() for each in sorted(package.iterdir())]
    language = tree_sitter.Language(tree_sitter_go.language())

    def ours() -> None:
        made = generate(read_sources([package], SourceOptions()))
        if len(made[0].plan.types) != _TYPES:
            raise AssertionError(f"{len(made[0].plan.types)} types instead of {_TYPES}; {folder}")

    def parsing() -> None:
        parser = tree_sitter.Parser(language)
        for text in texts:
            parser.parse(text)

    return Pair(calling(ours), calling(parsing), rounds=7)


BENCHMARK = Benchmark("gen-types", 10, prepare)
