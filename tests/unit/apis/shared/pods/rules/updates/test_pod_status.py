"""Tests of the rules of pod and container statuses."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import POD, container, read_pod

from kapivara.field import Operation, Verb

CLAIM = {"name": "gpu", "resourceClaimName": "a"}
SPEC = {
    **container(resources={"claims": [{"name": "gpu"}], "requests": {"cpu": "1"}}),
    "initContainers": [
        {"name": "i", "image": "x"},
        {"name": "s", "image": "x", "restartPolicy": "Always"},
    ],
    "resourceClaims": [CLAIM],
    "restartPolicy": "OnFailure",
}


def container_status(state="running", name="c", **parts):
    started = {"terminated": {"exitCode": parts.pop("code", 0)}} if state == "terminated" else {state: {}}
    return {"name": name, "image": "x", "imageID": "", "ready": False, "restartCount": 0, "state": started, **parts}


def statuses(*given, field="containerStatuses"):
    return {field: list(given)}


ENDED = "may not be transitioned to non-terminated state"
CASES = {
    "nothing": ({}, {}, []),
    "conditions": (
        {},
        {
            "conditions": [
                {"type": "Ready", "status": "True", "observedGeneration": -1},
                {"type": "?", "status": "True"},
            ]
        },
        [
            "status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer",
            "status.conditions[1].Type: Invalid value: \"?\": name part must consist of alphanumeric characters, '-', "
            "'_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or "
            "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        ],
    ),
    "generation": (
        {},
        {"observedGeneration": -1},
        ["status.observedGeneration: Invalid value: -1: must be a non-negative integer"],
    ),
    "class": ({}, {"qosClass": "BestEffort"}, ['status.qosClass: Invalid value: "BestEffort": field is immutable']),
    "addresses": ({}, {"podIP": "1.1.1.1", "podIPs": [{"ip": "1.1.1.1"}, {"ip": "::1"}]}, []),
    "two of a family": (
        {},
        {"podIPs": [{"ip": "1.1.1.1"}, {"ip": "1.1.1.2"}]},
        [
            'status.podIPs: Invalid value: [{"IP":"1.1.1.1"},{"IP":"1.1.1.2"}]: may specify no more than one IP for '
            "each IP family"
        ],
    ),
    "no addresses": (
        {},
        {"podIPs": [{"ip": "1.1.1.1"}, {"ip": "x"}], "hostIPs": [{"ip": "01.1.1.1"}]},
        [
            'status.podIPs[1]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
            "status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: x",
            'status.podIPs: Invalid value: [{"IP":"1.1.1.1"},{"IP":"x"}]: may specify no more than one IP for each IP '
            "family",
            'status.hostIPs[0].ip: Invalid value: "01.1.1.1": must be equal to `hostIP`',
            'status.hostIPs[0]: Invalid value: "01.1.1.1": must not have leading 0s',
        ],
    ),
    "kept addresses": (
        {"podIP": "01.1.1.1", "podIPs": [{"ip": "01.1.1.1"}]},
        {"podIP": "01.1.1.1", "podIPs": [{"ip": "01.1.1.1"}]},
        [],
    ),
    "ended for good": (
        statuses(container_status("terminated")),
        statuses(container_status()),
        [f"status.containerStatuses[0].state: Forbidden: {ENDED}"],
    ),
    "failed": (statuses(container_status("terminated", code=1)), statuses(container_status()), []),
    "ended first": (
        statuses(
            container_status("terminated", "i"),
            container_status("terminated", "s"),
            container_status("terminated", "none"),
            field="initContainerStatuses",
        ),
        statuses(
            container_status("running", "i"),
            container_status("waiting", "s"),
            container_status("waiting", "none"),
            field="initContainerStatuses",
        ),
        [
            f"status.initContainerStatuses[0].state: Forbidden: {ENDED}",
            f"status.initContainerStatuses[2].state: Forbidden: {ENDED}",
        ],
    ),
    "claims": (
        {},
        {"resourceClaimStatuses": [{"name": "gpu", "resourceClaimName": "A"}, {"name": "gpu"}, {"name": "b"}]},
        [
            'status.resourceClaimStatuses[0].resourceClaimName: Invalid value: "A": a lowercase RFC 1123 subdomain '
            "must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an "
            "alphanumeric character (e.g. 'example.com', regex used for validation is "
            "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
            'status.resourceClaimStatuses[1].name: Duplicate value: "gpu"',
            'status.resourceClaimStatuses[2].name: Invalid value: "b": must match the name of an entry in '
            "`spec.resourceClaims`",
        ],
    ),
    "extended claim": (
        {},
        {
            "extendedResourceClaimStatus": {
                "resourceClaimName": "",
                "requestMappings": [
                    {"containerName": "c", "resourceName": "gpu", "requestName": "r"},
                    {"containerName": "d", "resourceName": "gpu", "requestName": "r"},
                ],
            }
        },
        [
            'status.extendedResourceClaimStatus.requestMappings[0].resourceName: Invalid value: "gpu": must match the '
            "extended resource name of an entry in spec.initContainers.resources.requests or "
            "spec.containers.resources.requests",
            'status.extendedResourceClaimStatus.requestMappings[1].containerName: Invalid value: "d": must match the '
            "name of an entry in spec.initContainers.name or spec.containers.name",
            "status.extendedResourceClaimStatus.resourceClaimName: Required value",
        ],
    ),
    "users": (
        {},
        statuses(container_status(user={"linux": {"uid": 2**32, "gid": -1, "supplementalGroups": [-1]}})),
        [
            "status.containerStatuses[0].user.linux.uid: Invalid value: 4294967296: must be between 0 and 4294967295, "
            "inclusive",
            "status.containerStatuses[0].user.linux.gid: Invalid value: -1: must be between 0 and 2147483647, "
            "inclusive",
            "status.containerStatuses[0].user.linux.supplementalGroups[0]: Invalid value: -1: must be between 0 and "
            "2147483647, inclusive",
        ],
    ),
    "devices": (
        {},
        statuses(
            container_status(
                allocatedResourcesStatus=[
                    {"name": "claim:gpu", "resources": [{"resourceID": "1", "health": "Healthy"}]},
                    {"name": "cpu", "resources": [{"resourceID": "1"}, {"resourceID": "1", "health": "Ill"}]},
                    {"name": "claim:other"},
                    {"name": "memory"},
                ]
            )
        ),
        [
            "status.containerStatuses[0].allocatedResourcesStatus[1].resources[0].health: Unsupported value: "
            '"": supported values: "Healthy", "Unhealthy", "Unknown"',
            "status.containerStatuses[0].allocatedResourcesStatus[1].resources[1].health: Unsupported value: "
            '"Ill": supported values: "Healthy", "Unhealthy", "Unknown"',
            'status.containerStatuses[0].allocatedResourcesStatus[1].resources[1].resourceID: Duplicate value: "1"',
            'status.containerStatuses[0].allocatedResourcesStatus[2].name: Invalid value: "claim:other": must match '
            "one of the container's resource claims as 'claim:<claimName>/<requestName>' when "
            "container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty",
            'status.containerStatuses[0].allocatedResourcesStatus[3].name: Invalid value: "memory": must match one of '
            "the container's resource requests",
        ],
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), CASES.values(), ids=CASES)
def test_statuses(old, new, expected):
    assert status_errors(old, new) == expected


def status_errors(old, new, spec=SPEC):
    before = read_pod(spec, resourceVersion="1")
    POD.prepare_for_create(before)
    before["status"] |= _read(old)
    changed = read_pod(spec, resourceVersion="1", generation=1)
    changed["status"] = _read(new)
    POD.subresources["status"].prepare(changed, before)
    return [str(error) for error in POD.verdict(Operation(Verb.UPDATE, "status"), changed, before).errors]


def _read(status):
    from kapivara.codec.typed.decoding import decode_typed

    pod = decode_typed({"spec": {"containers": []}, "status": status}, POD.shape).value
    POD.apply_defaults(pod)
    return pod["status"]


def test_a_pod_on_a_node_is_moved_nowhere():
    errors = status_errors({}, {"nominatedNodeName": "A"}, {**SPEC, "nodeName": "n"})
    assert errors[-1] == (
        "status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node"
    )
    assert errors[0].startswith('status.nominatedNodeName: Invalid value: "A": a lowercase RFC 1123 subdomain')
