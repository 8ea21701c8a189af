"""gen-crds: generating the CRDs of a project of 60 types, against generating the validators of the same types.

Both start from the sources in a folder and end with the text of the files; tags become keywords and rules, and neither
side estimates costs.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.harness import Benchmark, Pair, calling

_KINDS = 15
_DOC = "// +k8s:validation-gen=*\n// +groupName=bench.example.com\npackage v1\n"
_TYPES = """
// Fleet{n} is a kind: machines that belong together, who runs them, and in which order they are brought up.
type Fleet{n} struct {{
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is what is wanted.
	Spec FleetSpec{n} `json:"spec"`
}}

// FleetSpec{n} is what is wanted of a fleet.
type FleetSpec{n} struct {{
	// Owner is who to ask about the fleet: a person or a team, in whatever form they are known.
	// +k8s:required
	// +k8s:format=k8s-short-name
	Owner string `json:"owner"`

	// Machines of the fleet, started in the order given here, each when the one before is at work.
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=64
	Machines []Machine{n} `json:"machines,omitempty"`

	// Plan says when machines are replaced. It cannot be changed.
	// +k8s:optional
	// +k8s:immutable
	Plan *Plan{n} `json:"plan,omitempty"`

	// Labels go to every machine.
	// +k8s:optional
	// +k8s:maxProperties=32
	// +k8s:eachVal=+k8s:maxLength=63
	Labels map[string]string `json:"labels,omitempty"`
}}

// Machine{n} is one of the machines of a fleet.
type Machine{n} struct {{
	// Name tells machines apart.
	// +k8s:required
	// +k8s:maxLength=63
	Name string `json:"name"`

	// Cores says how large it is.
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:maximum=256
	Cores *int32 `json:"cores,omitempty"`

	// Zones that it may stand in.
	// +k8s:optional
	// +k8s:listType=atomic
	// +k8s:maxItems=8
	// +k8s:eachVal=+k8s:format=k8s-short-name
	Zones []string `json:"zones,omitempty"`
}}

// Plan{n} says when machines are replaced: by age, or by a schedule.
type Plan{n} struct {{
	// Days of age.
	// +k8s:optional
	// +k8s:unionMember
	// +k8s:minimum=1
	Days *int32 `json:"days,omitempty"`

	// Schedule in the form of cron.
	// +k8s:optional
	// +k8s:unionMember
	// +k8s:maxLength=64
	Schedule *string `json:"schedule,omitempty"`
}}
"""


def prepare() -> Pair:
    """Writes the package once; the measurement starts from its folder."""
    from kapivara.cli.commands.gen.crds import print_definitions
    from kapivara.generator.crd.definitions import DefinitionOptions, generate_definitions
    from kapivara.generator.emission.wrapping import wrapped
    from kapivara.generator.pipeline import generate
    from kapivara.generator.sources.loading import SourceOptions, read_sources

    folder = tempfile.TemporaryDirectory(prefix="kapivara-bench-")
    package = Path(folder.name) / "v1"
    package.mkdir()
    (package / "doc.go").write_text(_DOC)
    head = 'package v1\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n'
    (package / "types.go").write_text(head + "".join(_TYPES.format(n=n) for n in range(_KINDS)))

    def definitions() -> None:
        made = print_definitions(generate_definitions([package], DefinitionOptions()))
        if len(made) != _KINDS:
            raise AssertionError(f"{len(made)} definitions instead of {_KINDS}; {folder}")

    def validators() -> None:
        for each in generate(read_sources([package], SourceOptions())):
            wrapped(each.source)

    return Pair(calling(definitions), calling(validators), rounds=7)


BENCHMARK = Benchmark("gen-crds", 1.2, prepare)
