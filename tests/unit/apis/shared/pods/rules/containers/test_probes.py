"""Tests of probes and lifecycle hooks."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors

GET = {"httpGet": {"path": "/", "port": 80}}
RUN = {"exec": {"command": ["x"]}}


def probe(**parts):
    return container(livenessProbe={**GET, **parts})


def get(**parts):
    return container(livenessProbe={"httpGet": {"path": "/", "port": 80, **parts}})


def stopping(**handler):
    return container(lifecycle={"preStop": handler})


CASES = {
    "all": (
        container(
            livenessProbe=GET,
            readinessProbe={"tcpSocket": {"port": "http"}},
            startupProbe={"grpc": {"port": 1}},
            lifecycle={"postStart": RUN},
        ),
        [],
    ),
    "none": (
        container(livenessProbe={}, readinessProbe={"periodSeconds": 1}),
        [
            "spec.containers[0].livenessProbe: Required value: must specify a handler type",
            "spec.containers[0].readinessProbe: Required value: must specify a handler type",
        ],
    ),
    "two": (
        container(livenessProbe={**GET, **RUN}),
        [("spec.containers[0].livenessProbe.httpGet: Forbidden: may not specify more than 1 handler type")],
    ),
    "numbers": (
        probe(initialDelaySeconds=-1, timeoutSeconds=-1, periodSeconds=-1, successThreshold=-1, failureThreshold=-1),
        [
            (
                "spec.containers[0].livenessProbe.initialDelaySeconds: Invalid value: -1: must "
                "be greater than or equal to 0"
            ),
            ("spec.containers[0].livenessProbe.timeoutSeconds: Invalid value: -1: must be greater than or equal to 0"),
            ("spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0"),
            (
                "spec.containers[0].livenessProbe.successThreshold: Invalid value: -1: must be "
                "greater than or equal to 0"
            ),
            (
                "spec.containers[0].livenessProbe.failureThreshold: Invalid value: -1: must be "
                "greater than or equal to 0"
            ),
            "spec.containers[0].livenessProbe.successThreshold: Invalid value: -1: must be 1",
        ],
    ),
    "success once": (
        container(
            livenessProbe={**GET, "successThreshold": 2},
            startupProbe={**GET, "successThreshold": 2},
            readinessProbe={**GET, "successThreshold": 2},
        ),
        [
            "spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1",
            "spec.containers[0].startupProbe.successThreshold: Invalid value: 2: must be 1",
        ],
    ),
    "grace": (
        container(
            livenessProbe={**GET, "terminationGracePeriodSeconds": 0},
            readinessProbe={**GET, "terminationGracePeriodSeconds": 5},
        ),
        [
            (
                "spec.containers[0].livenessProbe.terminationGracePeriodSeconds: Invalid value: "
                "0: must be greater than 0"
            ),
            (
                "spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: "
                "5: must not be set for readinessProbes"
            ),
        ],
    ),
    "no command": (
        container(livenessProbe={"exec": {}}),
        ["spec.containers[0].livenessProbe.exec.command: Required value"],
    ),
    "port": (
        get(port=0),
        [("spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive")],
    ),
    "name of a port": (
        get(port="80"),
        [
            (
                'spec.containers[0].livenessProbe.httpGet.port: Invalid value: "80": must '
                "contain at least one letter (a-z)"
            )
        ],
    ),
    "port of a socket": (
        container(livenessProbe={"tcpSocket": {"port": 65536}}, readinessProbe={"grpc": {"port": 0}}),
        [
            (
                "spec.containers[0].livenessProbe.tcpSocket.port: Invalid value: 65536: must be "
                "between 1 and 65535, inclusive"
            ),
            ("spec.containers[0].readinessProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive"),
        ],
    ),
    "scheme": (
        get(scheme="FTP"),
        [
            (
                'spec.containers[0].livenessProbe.httpGet.scheme: Unsupported value: "FTP": '
                'supported values: "HTTP", "HTTPS"'
            )
        ],
    ),
    "headers": (
        get(httpHeaders=[{"name": "X-A", "value": "1"}, {"name": "a b", "value": ""}]),
        [
            (
                'spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: "a b": a '
                "valid HTTP header must consist of alphanumeric characters or '-' (e.g. "
                "'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
            )
        ],
    ),
    "sleep": (stopping(sleep={"seconds": 30}), []),
    "too long a sleep": (
        stopping(sleep={"seconds": 31}),
        [
            (
                "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be "
                "non-negative and less than terminationGracePeriodSeconds (30)"
            )
        ],
    ),
    "nothing to do": (
        stopping(),
        [("spec.containers[0].lifecycle.preStop: Required value: must specify a handler type")],
    ),
    "two things to do": (
        stopping(sleep={"seconds": 1}, exec={"command": ["x"]}),
        [("spec.containers[0].lifecycle.preStop.sleep: Forbidden: may not specify more than 1 handler type")],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
