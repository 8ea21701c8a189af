"""Which hand-written rules `explain` tells of fields of built-in kinds."""

from __future__ import annotations

import pytest

from kapivara import Api
from kapivara.cli.fields.tree import FieldNode, FieldRule, fields_of


def rules_of(api_version: str, kind: str, *fields: str) -> list[FieldRule]:
    """The rules by hand on a field; asked of one tree one after the other, of several."""
    with Api() as api:
        found = api.registry.find_kind(api_version, kind)
    assert found is not None
    root, rules = fields_of(found), list[FieldRule]()
    for field in fields:
        node: FieldNode = root
        for name in field.split("."):
            node = node.children[name]
        rules = [each for each in node.facts().rules if not each.says.startswith("+")]
    return rules


PORTS = "pods.rules.containers.ports"


@pytest.mark.parametrize(
    ("api_version", "kind", "field", "names"),
    [
        pytest.param(
            *("v1", "Pod", "spec.containers.ports.hostIP"), [f"{PORTS}.validate_host_ports"], id="looked at only"
        ),
        pytest.param(
            *("apps/v1", "Deployment", "spec.template.spec.containers.ports.containerPort"),
            [
                f"{PORTS}.validate_container_ports",
                "rules.ports.validate_port_number",
                f"{PORTS}.validate_ports_of_host_network",
            ],
            id="rules of pods count for templates",
        ),
        pytest.param(
            *("v1", "Pod", "spec.volumes.hostPath.path"),
            ["volumes.file_paths.validate_no_backsteps", "volumes.volume_files.validate_host_path"],
            id="of one source of volumes, not of the others",
        ),
        pytest.param(
            *("apps/v1", "Deployment", "status.readyReplicas"),
            ["rules.numbers.validate_non_negative", "rules.replica_counts.validate_replica_counts"],
            id="names in constants",
        ),
        pytest.param(
            *("v1", "ConfigMap", "metadata.labels"),
            ["meta.object_meta._label_errors", "meta.object_meta._key_errors"],
            id="of all metadata",
        ),
        pytest.param(
            *("autoscaling/v1", "HorizontalPodAutoscaler", "spec.maxReplicas"),
            ["autoscaling.autoscaler_rules._validate_bounds"],
            id="of another version, which is judged",
        ),
        pytest.param(
            *("v1", "Service", "spec.ports.nodePort"),
            [
                "core.services.node_ports._claim",
                "core.services.rules.validate_repeated_ports",
                "core.services.rules._validate_node_ports",
            ],
            id="of what is allocated",
        ),
        pytest.param(*("v1", "Pod", "spec.hostname"), ["rules.names._errors_of"], id="of a plain field"),
        pytest.param(*("v1", "Node", "spec.unschedulable"), [], id="nobody looks at it"),
    ],
)
def test_functions(api_version: str, kind: str, field: str, names: list[str]) -> None:
    assert [rule.says for rule in rules_of(api_version, kind, field)] == names


def test_rules_of_other_kinds_do_not_count() -> None:
    field = "spec.template.spec.restartPolicy"
    assert any(rule.says.startswith("batch.") for rule in rules_of("batch/v1", "Job", field))
    assert not any(rule.says.startswith("batch.") for rule in rules_of("apps/v1", "Deployment", field))


def test_what_a_function_is_for_is_told() -> None:
    rules = rules_of("v1", "Pod", "spec.containers.resources.requests")
    assert len(rules) > 5
    assert all(rule.meaning for rule in rules)


@pytest.mark.parametrize("first", ["metadata.name", "spec", "spec.containers.ports.hostIP"])
def test_it_does_not_matter_what_was_asked_before(first: str) -> None:
    field = "spec.containers.image"
    assert rules_of("v1", "Pod", first, field) == rules_of("v1", "Pod", field)


def test_schemas_within_schemas() -> None:
    schema = "spec.versions.schema.openAPIV3Schema"
    for field in ("properties.pattern", "properties.properties.pattern"):
        rules = rules_of("apiextensions.k8s.io/v1", "CustomResourceDefinition", f"{schema}.{field}")
        assert rules[0].says == "schema.legality.invariants._check_pattern"
    rules = rules_of("apiextensions.k8s.io/v1", "CustomResourceDefinition", f"{schema}.x-kubernetes-list-type")
    assert rules[0].says.startswith("schema.legality.topology.")
