"""KEP-4153's own examples, block by block, in the order of its text.

Blocks omit fields (`// ...`), which are filled in here. Some blocks are invalid as written: for those, the tests check
the errors, and then a corrected form. The two blocks of hand-written Go (`namePath := …`) declare nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.openapi_documents.documents import generate_documents
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.planning.plan_sources import PLAIN, GenerateOptions
from kapivara.generator.sources.loading import read_sources
from kapivara.openapi import Validator

Validators = Callable[..., GeneratedModule]

POD = """
// +validationRule="!self.hostNetwork || self.containers.all(c, c.ports.all(cp, cp.hostPort == cp.containerPort))"
type PodSpec struct {
\tHostNetwork bool `json:"hostNetwork"`
\t// +k8s:optional
\t// +k8s:listType=atomic
\t// +maxItems=100
\tContainers []Container `json:"containers"`
}

type Container struct {
\t// +k8s:optional
\t// +k8s:listType=atomic
\t// +maxItems=100
\tPorts []ContainerPort `json:"ports"`
}

type ContainerPort struct {
\t// +minimum=1
\t// +maximum=65535
\tHostPort int32 `json:"hostPort"`
\t// +minimum=1
\t// +maximum=65535
\tContainerPort int32 `json:"containerPort"`
}
"""
PARTS = """
type Widget struct {
\t// +validationRule="self.matches('[a-z][1-9]+')"
\tComponent PartId `json:"component"`
}

// +maxLength=20
type PartId Identifier

// +format=dns1123label
type Identifier string

type Contraption struct {
\tComponent Identifier `json:"component"`
}
"""
REQUIRED = """
type Container struct {
\t// Name of the container.
\tName string `json:"name" protobuf:"bytes,1,opt,name=name"`
}

type Rule struct {
\t// +listType=atomic
\t// +required
\tAPIGroups []string `json:"apiGroups,omitempty" protobuf:"bytes,1,rep,name=apiGroups"`
}

type DeploymentSpec struct {
\tPaused bool `json:"paused,omitempty"`
}
"""


def told(module: GeneratedModule, kind: str, new: Any) -> list[str]:
    """Returns the errors of a value."""
    return [str(each).partition(" (e.g.")[0] for each in module.validate(kind, Operation(Verb.CREATE), new)]


def refusals(validators: Validators, types: str) -> str:
    """Returns the errors of invalid types."""
    with pytest.raises(AuthorErrors) as found:
        validators(types)
    return "\n".join(each.message for each in found.value.errors)


@pytest.fixture
def schemas(tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """Returns the published schemas of types by name."""

    def make(types: str) -> dict[str, Any]:
        folder = tmp_path / "v1"
        folder.mkdir(exist_ok=True)
        (folder / "doc.go").write_text("// +k8s:validation-gen=*\n// +k8s:validation-gen-nolint\npackage v1\n")
        (folder / "types.go").write_text(f"package v1\n{types}")
        made = generate_documents(read_sources([folder]), PLAIN)
        found: dict[str, Any] = made.packages[0].documents[3]["components"]["schemas"]
        return {name.rpartition(".")[2]: schema for name, schema in found.items()}

    return make


def test_summary_types(validators: Validators) -> None:
    module = validators(POD)
    ports = {"hostNetwork": True, "containers": [{"ports": [{"hostPort": 80, "containerPort": 81}]}]}
    assert told(module, "PodSpec", ports) == [
        "<nil>: Invalid value: failed rule: !self.hostNetwork || "
        "self.containers.all(c, c.ports.all(cp, cp.hostPort == cp.containerPort))"
    ]
    assert told(module, "ContainerPort", {"hostPort": 0, "containerPort": 65536}) == [
        "hostPort: Invalid value: 0: must be greater than or equal to 1",
        "containerPort: Invalid value: 65536: must be less than or equal to 65535",
    ]


def test_summary_types_as_they_stand(validators: Validators) -> None:
    assert "undefined field 'containerPort'" in refusals(validators, POD.replace("c.ports.all", "c.containerPort.all"))


def test_summary_schema(schemas: Callable[[str], dict[str, Any]]) -> None:
    found = schemas(POD)
    (rule,) = found["PodSpec"]["x-kubernetes-validations"]
    assert rule["rule"].startswith("!self.hostNetwork || self.containers.all(")
    for name in ("hostPort", "containerPort"):
        assert found["ContainerPort"]["properties"][name].items() >= {"minimum": 1, "maximum": 65535}.items()


def test_unions(validators: Validators) -> None:
    types = """
    type DeploymentSpec struct {
    \t// +minimum=0
    \tReplicas int32 `json:"replicas"`
    \t// +validationRule="!(self.type == 'Recreate') || !has(self.rollingUpdate)",message="not for Recreate",reason=Forbidden,field="rollingUpdate"
    \t// +validationRule="!(self.type == 'RollingUpdate') || has(self.rollingUpdate)",message="never nil",reason=Required,field="rollingUpdate"
    \tStrategy DeploymentStrategy `json:"strategy"`
    }
    type DeploymentStrategy struct {
    \tType string `json:"type"`
    \tRollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty"`
    }
    type RollingUpdate struct {
    \tMaxSurge int32 `json:"maxSurge"`
    }
    """  # noqa: E501  as in the KEP
    module = validators(types)
    wrong = {"replicas": -1, "strategy": {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}}}
    assert told(module, "DeploymentSpec", wrong) == [
        "replicas: Invalid value: -1: must be greater than or equal to 0",
        "strategy.rollingUpdate: Forbidden: not for Recreate",
    ]
    assert told(module, "DeploymentSpec", {"strategy": {"type": "RollingUpdate"}}) == [
        "strategy.rollingUpdate: Required value: never nil"
    ]


def test_unions_as_they_stand(validators: Validators) -> None:
    types = 'type DeploymentSpec struct {\n\t// +minimum=0\n\tReplicas string `json:"replicas"`\n}'
    assert 'tag "minimum": can only be used on integer types (string)' in refusals(validators, types)


FIZZ = """
// +validationRule="%s || !['badname1', 'badname2'].exists(notAllowed, self.componentName.contains(notAllowed))",reason=Forbidden
type FizzBuzzSpec struct {
\tType WidgetType `json:"widgetType"`
\t// +maxLength=100
\tComponentName string `json:"componentName"`
}
type WidgetType string
"""  # noqa: E501  as in the KEP


def test_a_rule_above_a_type(validators: Validators) -> None:
    module = validators(FIZZ % "self.widgetType != 'Component'")
    (error,) = told(module, "FizzBuzzSpec", {"widgetType": "Component", "componentName": "a-badname2"})
    assert error.startswith("<nil>: Forbidden: failed rule:")
    assert told(module, "FizzBuzzSpec", {"widgetType": "Component", "componentName": "good"}) == []


def test_a_rule_above_a_type_as_it_stands(validators: Validators) -> None:
    said = refusals(validators, FIZZ % "!self.widgetType == 'Component'")
    assert "found no matching overload for '!_' applied to '(string)'" in said


def test_tags_of_typedefs_and_of_fields_add_up(tmp_path: Path) -> None:
    """The KEP's `type PartId = Identifier` is an alias in Go: one type, with one set of tags."""
    (tmp_path / "doc.go").write_text("// +k8s:validation-gen=*\n// +k8s:validation-gen-nolint\npackage v1\n")
    (tmp_path / "types.go").write_text(f"package v1\n{PARTS}")
    (made,) = generate(read_sources([tmp_path]), GenerateOptions(typedef_chains=True))
    module = load_generated(made.source, "v1")
    wrong = "-" * 21
    kinds = [each.split(": ")[1] for each in told(module, "Widget", {"component": wrong})]
    assert kinds == ["Invalid value", "Too long", "Invalid value"]
    assert len(told(module, "Contraption", {"component": wrong})) == 1


def test_names_by_rules_and_by_the_tag_for_them(validators: Validators) -> None:
    head = 'import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n\ntype ExampleSpec struct {\n'
    tail = '\tmetav1.ObjectMeta `json:"metadata"`\n}'
    checks = "!has(self.{0}) || self.{0}{1}.isFormat('dns1123subdomain')"
    rules = "".join(
        f'\t// +validationRule="{checks.format(name, dashes)}",field="{name}"\n'
        for name, dashes in (("name", ""), ("generateName", ".replace('-$', 'a')"))
    )
    wrong = {"metadata": {"name": "A_b", "generateName": "-"}}
    by_rules = validators(f"{head}{rules}{tail}")
    by_tag = validators(f"{head}\t// +nameFormat='dns1123subdomain'\n{tail}", package="tagged")
    fields = [each.partition(":")[0] for each in told(by_rules, "ExampleSpec", wrong)]
    assert sorted(fields) == ["metadata.generateName", "metadata.name"]
    assert sorted(each.partition(":")[0] for each in told(by_tag, "ExampleSpec", wrong)) == sorted(fields)


CONTAINERS = """
type PodSpec struct {
\t// +k8s:optional
\t// +k8s:listType=atomic
\t// +maxItems=10
\t// +validationRule="%s"
\tContainers []Container `json:"containers"`
}
type Container struct {
\tRestartPolicy *string `json:"restartPolicy,omitempty"`
}
"""


def test_rules_of_one_use_of_a_type(validators: Validators) -> None:
    module = validators(CONTAINERS % "self.all(c, !has(c.restartPolicy))")
    assert len(told(module, "PodSpec", {"containers": [{"restartPolicy": "Always"}]})) == 1
    assert told(module, "PodSpec", {"containers": [{}]}) == []


def test_rules_of_one_use_of_a_type_as_they_stand(validators: Validators) -> None:
    """Above a list, `self` is the list."""
    assert "type 'list" in refusals(validators, CONTAINERS % "!has(self.RestartPolicy)")


def test_messages_of_keywords() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {
                "type": "string",
                "minLength": 2,
                "x-kubernetes-validation-errors": {"minLength": {"message": "this is too short", "reason": "Invalid"}},
            }
        },
    }
    (error,) = Validator(schema).validate({"a": "x"})
    assert error.field == "a"
    assert "this is too short" in str(error)


def test_required_and_zero_fields(schemas: Callable[[str], dict[str, Any]]) -> None:
    found = schemas(REQUIRED)
    assert found["Container"]["required"] == ["name"]
    name = found["Container"]["properties"]["name"]
    assert name.items() >= {"default": "", "description": "Name of the container.", "type": "string"}.items()
    assert found["Rule"]["required"] == ["apiGroups"]
    assert found["DeploymentSpec"]["properties"]["paused"] == {"type": "boolean", "x-kubernetes-strip-zero": True}


def test_a_field_that_uses_a_template(validators: Validators) -> None:
    types = """
    type PersistentVolume struct {
    \tSpec PersistentVolumeSpec `json:"spec"`
    }
    type VolumeAttachmentSource struct {
    \t// +k8s:optional
    \t// +override(capacity)=+k8s:optional
    \tInlineVolumeSpec *PersistentVolumeSpec `json:"inlineVolumeSpec,omitempty"`
    }
    type PersistentVolumeSpec struct {
    \t// +k8s:required
    \tCapacity map[string]string `json:"capacity,omitempty"`
    }
    """
    module = validators(types)
    assert told(module, "PersistentVolume", {"spec": {}}) == ["spec.capacity: Required value"]
    assert told(module, "VolumeAttachmentSource", {"inlineVolumeSpec": {}}) == []
