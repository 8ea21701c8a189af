"""gen-types: reading, checking, planning and printing a package of 200 types, against only parsing its files.

The types are as long and as commented as those of Kubernetes' own core/v1 package (1.5 KB each), more than half of
their fields have tags, and every type gets its functions.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.harness import Benchmark, Pair, calling

_TYPES = 200
_DOC = "// +k8s:validation-gen=*\n\n// Package v1 is made for a measurement.\npackage v1\n"
_TYPE = """
// Part{n} is one of many types: a part of a whole, which is brought to machines, watched there and replaced when it
// fails. Parts are independent of each other; what they have in common is in the whole. A part that is not wanted any
// more is taken away only when nothing uses it.
type Part{n} struct {{
	// Name is the name of the part, by which it is found among the parts of a whole. It has to be unique there, and it
	// is shown by tools that list parts, so that people should be able to tell from it what the part is for.
	// It cannot be changed.
	// +k8s:required
	// +k8s:format=k8s-short-name
	// +k8s:immutable
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`

	// Description says in a few words what the part does, for people who have not met it before. Tools show its first
	// line only. It has no influence on what happens to the part.
	// +optional
	Description string `json:"description,omitempty" protobuf:"bytes,2,opt,name=description"`

	// Replicas is the number of copies that are wanted. This is a pointer to distinguish between explicit zero and
	// unspecified: zero stops the part without forgetting it. Defaults to one.
	// +optional
	// +k8s:optional
	// +k8s:minimum=0
	// +k8s:maximum=100
	Replicas *int32 `json:"replicas,omitempty" protobuf:"varint,3,opt,name=replicas"`

	// Paused tells that nothing is to be done about the part at present; what runs goes on running. It is meant for
	// people who look into a failure and do not want to be disturbed.
	// +optional
	Paused bool `json:"paused,omitempty" protobuf:"varint,4,opt,name=paused"`

	// Phase tells how far the part has come. More phases may be added in the future, so that clients
	// should be prepared for values that they do not know, and treat them as they treat Running.
	// +k8s:optional
	Phase Phase{n} `json:"phase,omitempty" protobuf:"bytes,5,opt,name=phase"`

	// Labels are free-form marks, by which parts can be selected. Keys have an optional prefix and a name, separated by
	// a slash; keys without a prefix are private to the user, keys of automated tools have to have one.
	// More info: https://example.com/docs/concepts/working-with-parts/labels
	// +optional
	// +k8s:optional
	// +k8s:eachKey=+k8s:format=k8s-label-key
	// +k8s:eachVal=+k8s:format=k8s-label-value
	Labels map[string]string `json:"labels,omitempty" protobuf:"bytes,6,rep,name=labels"`

	// Notes are unstructured and may be set by external tools to store and retrieve arbitrary data. They are not
	// queryable and should be preserved when parts are modified.
	// +optional
	Notes map[string]string `json:"notes,omitempty" protobuf:"bytes,7,rep,name=notes"`

	// Ports are the ports that the part listens on. Not naming a port here does not prevent it from being used: any
	// port on which the part listens at its default address can be reached. Modifying this list can be undone.
	// +optional
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=16
	Ports []Port{n} `json:"ports,omitempty" protobuf:"bytes,8,rep,name=ports"`
}}

// Port{n} is a port of a part: a name, by which other parts refer to it, and a number on the machine. A part may have
// several, and two parts may have ports of the same name or number, since each has an address of its own.
type Port{n} struct {{
	// Name of the port. Each port of a part has to have a unique name, and services refer to ports by it, so that the
	// number can change without anybody having to know.
	// +k8s:required
	// +k8s:maxLength=15
	Name string `json:"name" protobuf:"bytes,1,opt,name=name"`

	// Number of port to expose on the part's address. This must be a valid port number, 0 < x < 65536, and should not
	// be below 1024 unless the part is allowed to bind those.
	// +k8s:required
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Number int32 `json:"number" protobuf:"varint,2,opt,name=number"`

	// HostIP is what host address to bind the external port to, for machines that have several. Defaults to all
	// addresses of the machine, which is what nearly everybody wants.
	// +optional
	HostIP string `json:"hostIP,omitempty" protobuf:"bytes,3,opt,name=hostIP"`
}}

// Phase{n} is how far a part has come. It is a simple, high-level summary and not meant to be a comprehensive rollup of
// what was observed; conditions are.
// +k8s:enum
type Phase{n} string

// These are the phases of parts. Clients should not rely on their order, nor on there being no others.
const (
	// Waiting{n}: nothing has happened yet; the part has been accepted by the system, and has not been set up. This
	// includes time before being assigned to a machine.
	Waiting{n} Phase{n} = "Waiting"
	// Running{n}: it is at work on a machine: all of it has been started, and at least some of it is still running or
	// is in the process of being restarted.
	Running{n} Phase{n} = "Running"
)

// Whole{n} has parts. It is what people create; everything else follows from it. A whole without parts is allowed, and
// does nothing until parts are added to it.
type Whole{n} struct {{
	// Owner is who to ask about the whole: a person or a team, in whatever form they are known to those who run the
	// machines. It is not checked against anything.
	// +optional
	Owner string `json:"owner,omitempty" protobuf:"bytes,1,opt,name=owner"`

	// Parts of the whole. They are started in the order given here, each when the one before is at work; they are
	// stopped in the opposite order.
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Parts []Part{n} `json:"parts,omitempty" protobuf:"bytes,2,rep,name=parts"`
}}
"""


def prepare() -> Pair:
    """Writes the package once; the measurement starts from its folder."""
    import tree_sitter
    import tree_sitter_go

    from kapivara.generator.pipeline import generate
    from kapivara.generator.sources.loading import SourceOptions, read_sources

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
