"""Tests of `kapivara explain`: its output for built-in and custom kinds, and for unknown names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget, shortNames: [wd]}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: "A thing that people make.\\nAnd sell."
          properties:
            spec:
              type: object
              required: [size]
              x-kubernetes-validations:
                - rule: |
                    self.size < 10 ||
                    self.colour == 'red'
                  message: big widgets are red
              properties:
                size: {type: integer, minimum: 1, description: How big it is. In inches.}
                colour: {type: string, enum: [red, green], default: green}
                tags: {type: array, x-kubernetes-list-type: set, maxItems: 3, items: {type: string, maxLength: 4}}
"""

Explain = Callable[..., tuple[int, str, str]]


@pytest.fixture
def explain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Explain:
    """Runs `explain` with the CRD of widgets in crd.yaml; returns exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crd.yaml").write_text(CRD)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(["explain", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def told(explain: Explain, *arguments: str) -> Any:
    code, output, errors = explain(*arguments, "-o", "json")
    assert (code, errors) == (0, "")
    return json.loads(output)


def test_a_field_of_a_built_in_kind(explain: Explain) -> None:
    assert explain("deployments.spec.template.spec.containers.ports") == (
        0,
        "Deployment apps/v1 (deployments, deploy; namespaced)\n"
        "field       spec.template.spec.containers.ports\n"
        "type        []ContainerPort\n"
        "presence    optional\n"
        "list        map, by containerPort, protocol\n"
        "patch       merge, by containerPort\n"
        "rules       pods.rules.containers.ports.validate_container_ports        "
        "Requires valid ports with unique names.\n"
        "            pods.rules.containers.ports.validate_host_ports             "
        "Rejects host ports that several concurrent containers use.\n"
        "            pods.rules.containers.ports.validate_ports_of_host_network  "
        "Requires host ports equal to container ports on the host network; a template may omit them.\n"
        "\n"
        "fields\n"
        "  name           string\n"
        "  hostPort       int32\n"
        "  containerPort  int32   required\n"
        '  protocol       string  default "TCP"; one of SCTP, TCP, UDP\n'
        "  hostIP         string\n",
        "",
    )


def test_a_field_of_a_custom_kind(explain: Explain) -> None:
    assert explain("wd.spec", "--crds", "crd.yaml") == (
        0,
        "Widget example.com/v1 (widgets, wd; namespaced)\n"
        "field       spec\n"
        "type        object\n"
        "presence    optional\n"
        "rules       x-kubernetes-validations: self.size < 10 || self.colour == 'red'  big widgets are red\n"
        "\n"
        "fields\n"
        '  colour  string    default "green"; one of red, green\n'
        "  size    integer   required. How big it is\n"
        "  tags    []string\n",
        "",
    )


@pytest.mark.parametrize(
    ("asked", "api_version", "path"),
    [
        ("Deployment", "apps/v1", ""),
        ("deploy.spec", "apps/v1", "spec"),
        ("deployments.apps.spec", "apps/v1", "spec"),
        ("deployments.v1.apps.spec", "apps/v1", "spec"),
        ("Deployment.apps/v1.spec.replicas", "apps/v1", "spec.replicas"),
        ("PODS.spec.containers[0].image", "v1", "spec.containers.image"),
        ("hpa", "autoscaling/v2", ""),
        ("hpa.v1.autoscaling", "autoscaling/v1", ""),
        ("HorizontalPodAutoscaler.autoscaling/v1.spec", "autoscaling/v1", "spec"),
        ("ingresses.networking.k8s.io.spec.rules", "networking.k8s.io/v1", "spec.rules"),
        ("events", "v1", ""),
        ("events.events.k8s.io", "events.k8s.io/v1", ""),
        ("widgets.example.com.spec.size", "example.com/v1", "spec.size"),
        ("Widget.example.com/v1", "example.com/v1", ""),
    ],
)
def test_kinds_go_by_all_their_names(explain: Explain, asked: str, api_version: str, path: str) -> None:
    found = told(explain, asked, "--crds", "crd.yaml")
    assert (found["apiVersion"], found["path"]) == (api_version, path)


def test_the_version_may_be_an_option(explain: Explain) -> None:
    assert told(explain, "hpa.spec", "--api-version", "autoscaling/v1")["apiVersion"] == "autoscaling/v1"
    assert "metrics" not in {each["name"] for each in told(explain, "hpa.v1.autoscaling.spec")["fields"]}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("deploymnet",), "there is no kind deploymnet: did you mean Deployment?"),
        (("gizmo",), "there is no kind gizmo: for a custom kind, name the file of its CRD with --crds PATH"),
        (("Ingress", "--api-version", "extensions/v1beta1"), "was removed in 1.22, use networking.k8s.io/v1"),
        (("Deployment.apps/v2",), "apps/v2 is newer than kube-apiserver v1.37.0: use apps/v1"),
        (("deploy.spec.replica",), "spec of Deployment has no field replica: did you mean replicas?"),
        (("deploy.specs",), "Deployment apps/v1 has no field specs: did you mean spec?"),
        (("deploy.spec.replicas.x",), "spec.replicas of Deployment has no fields: it has the type int32"),
        (("pod.spec.os.zzz",), "spec.os of Pod has no field zzz: PodOS has: name"),
        (("controllerrevision.data.x",), "data of ControllerRevision accepts any fields"),
        (("wd", "--crds", "nowhere"), "nowhere: no such file or folder"),
    ],
)
def test_what_there_is_none_of(explain: Explain, arguments: tuple[str, ...], error: str) -> None:
    code, output, errors = explain(*arguments)
    assert (code, output) == (2, "")
    assert errors.startswith("Error: ")
    assert error in errors


def test_a_definition_that_the_server_refuses(explain: Explain, tmp_path: Path) -> None:
    (tmp_path / "crd.yaml").write_text(CRD.replace("integer", "whole"))
    code, _, errors = explain("wd", "--crds", "crd.yaml")
    assert code == 2
    assert 'Error: crd.yaml:1:1: CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is inva' in errors


def test_rules_are_told_with_what_says_so(explain: Explain) -> None:
    rules = told(explain, "wd.spec.tags", "--crds", "crd.yaml")["rules"]
    assert [(each["about"], each["says"]) for each in rules] == [("", "maxItems: 3"), ("items", "maxLength: 4")]
    code, output, _ = explain("endpointslices.addressType")
    assert code == 0
    (rule,) = (line for line in output.splitlines() if '+k8s:beta(since: "1.37")=+k8s:immutable' in line)
    assert "Forbids changes of a value" in rule
    assert "discovery.endpoint_slice_rules." in output
    assert "values      FQDN, IPv4, IPv6\n" in output
    _, output, _ = explain("sts.spec.selector")
    assert "The field must be set. (only compared with the hand-written rule, never reported)" in output


def test_all_fields_below(explain: Explain) -> None:
    code, output, _ = explain("crd.spec.versions.schema", "--recursive")
    assert code == 0
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert any(line.startswith("properties map[string]JSONSchemaProps the same fields again. ") for line in lines)
    found = told(explain, "widgets", "--recursive", "--crds", "crd.yaml")
    (spec,) = (each for each in found["fields"] if each["name"] == "spec")
    assert [(each["name"], each.get("default")) for each in spec["fields"]] == [
        ("colour", "green"),
        ("size", None),
        ("tags", None),
    ]


def test_schemas_may_nest_deep(explain: Explain, tmp_path: Path) -> None:
    schema = '{"type": "string"}'
    for _ in range(500):
        schema = f'{{"type": "object", "properties": {{"a": {schema}}}}}'
    deep = CRD.replace("{type: string, maxLength: 4}", schema).replace("x-kubernetes-list-type: set, ", "")
    (tmp_path / "crd.yaml").write_text(deep)
    assert explain("widgets", "--recursive", "--crds", "crd.yaml")[0] == 0
    assert told(explain, "widgets", "--recursive", "--crds", "crd.yaml")["kind"] == "Widget"


def test_text_of_definitions_cannot_steer_the_terminal(explain: Explain, tmp_path: Path) -> None:
    (tmp_path / "crd.yaml").write_text(CRD.replace("How big", '"\\e[31mHow').replace("inches.", 'inches."'))
    code, output, _ = explain("wd.spec.size", "--crds", "crd.yaml")
    assert code == 0
    assert "\x1b" not in output
    assert "\\x1b[31mHow" in output
