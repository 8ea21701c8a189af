"""Tests of pod templates: differences from pods, and paths of errors."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, read_pod

from kapivara.apis.shared.pods.rules.pod_template import validate_pod_template_spec
from kapivara.field import FieldPath
from kapivara.values import ABSENT

PATH = FieldPath.of("spec", "template")


def template(spec, **metadata):
    pod = read_pod(spec, **metadata)
    return {"metadata": pod["metadata"], "spec": pod["spec"]}


CASES = {
    "plain": (template({}), []),
    "image in spaces": (template(container(image=" x ")), []),
    "grace": (template({"terminationGracePeriodSeconds": -1}), []),
    "ports of the host": (template({**container(ports=[{"containerPort": 1}]), "hostNetwork": True}), []),
    "labels": (
        template({}, labels={"a": "?"}),
        [
            'spec.template.labels: Invalid value: "?": a valid label must be an empty string or consist of '
            "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. "
            "'MyValue',  or 'my_value',  or '12345', regex used for validation is "
            "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
        ],
    ),
    "annotations": (
        template({}, annotations={"container.apparmor.security.beta.kubernetes.io/d": "unconfined"}),
        [
            "spec.template.annotations[container.apparmor.security.beta.kubernetes.io/d]: Invalid value: "
            '"d": container not found'
        ],
    ),
    "added containers": (
        template({"ephemeralContainers": [{"name": "e", "image": "x"}]}),
        ["spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template"],
    ),
    "containers": (template({"containers": []}), ["spec.template.spec.containers: Required value"]),
}


@pytest.mark.parametrize(("new", "expected"), CASES.values(), ids=CASES)
def test_templates(new, expected):
    assert [str(error) for error in validate_pod_template_spec(new, ABSENT, PATH)] == expected


def test_what_was_there_before_may_stay():
    odd = template(container(resources={"limits": {"hugepages-2Mi": "3Mi", "cpu": "1"}}))
    assert validate_pod_template_spec(odd, None, PATH)
    assert validate_pod_template_spec(odd, odd, PATH) == []
