"""Tests of pods for Windows and for Linux."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors


def windows(**options):
    return container(securityContext={"windowsOptions": options})


ON_HOST = {"securityContext": {"windowsOptions": {"hostProcess": True}}}

CASES = {
    "plain": (windows(runAsUserName="DOMAIN\\user", gmsaCredentialSpecName="a", gmsaCredentialSpec="{}"), []),
    "empty": (
        windows(runAsUserName="", gmsaCredentialSpecName="", gmsaCredentialSpec=""),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.gmsaCredentialSpecName: "
                'Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case '
                "alphanumeric characters, '-' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                "spec.containers[0].securityContext.windowsOptions.gmsaCredentialSpec: Invalid "
                'value: "": gmsaCredentialSpec cannot be an empty string'
            ),
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"": runAsUserName cannot be an empty string'
            ),
        ],
    ),
    "two domains": (
        windows(runAsUserName="a\\b\\c"),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"a\\\\b\\\\c": runAsUserName cannot contain more than one backslash'
            )
        ],
    ),
    "control": (
        windows(runAsUserName="a\tb"),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"a\\tb": runAsUserName cannot contain control characters'
            )
        ],
    ),
    "no user": (
        windows(runAsUserName=".\\"),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                "\".\\\\\": runAsUserName's Domain doesn't match the NetBios nor the DNS format"
            ),
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '".\\\\": runAsUserName\'s User cannot be empty'
            ),
        ],
    ),
    "dots": (
        windows(runAsUserName="..."),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"...": runAsUserName\'s User cannot contain only periods or spaces'
            )
        ],
    ),
    "characters": (
        windows(runAsUserName="a@b" + "c" * 103),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"a@bcccccccccccccccccccccccccccccccccccccccccccccccccccccccc'
                "ccccccccccccccccccccccccccccccccccccccccccccccc\": runAsUserName's User length "
                "must not be longer than 104 characters"
            ),
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"a@bcccccccccccccccccccccccccccccccccccccccccccccccccccccccc'
                "ccccccccccccccccccccccccccccccccccccccccccccccc\": runAsUserName's User cannot "
                'contain the following characters: "/\\:;|=,+*?<>@[]'
            ),
        ],
    ),
    "domain": (
        windows(runAsUserName="a" * 256 + "\\b"),
        [
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaaaaaaaaa\\\\b\": runAsUserName's Domain length must be under 256 "
                "characters"
            ),
            (
                "spec.containers[0].securityContext.windowsOptions.runAsUserName: Invalid value: "
                '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaaaaaaaaa\\\\b\": runAsUserName's Domain doesn't match the NetBios nor the "
                "DNS format"
            ),
        ],
    ),
    "host processes": (
        ON_HOST,
        [
            (
                "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod "
                "contains any hostProcess containers"
            ),
            "spec: Forbidden: hostProcess containers are disallowed by cluster policy",
        ],
    ),
    "not all": (
        {
            "containers": [
                {"name": "a", "image": "x", **ON_HOST},
                {"name": "b", "image": "x", "securityContext": {"windowsOptions": {"hostProcess": False}}},
            ],
            "hostNetwork": True,
        },
        [
            (
                'spec: Invalid value: "": If pod contains any hostProcess containers then all '
                "containers must be HostProcess containers"
            ),
            "spec: Forbidden: hostProcess containers are disallowed by cluster policy",
        ],
    ),
    "not the same": (
        {**ON_HOST, **windows(hostProcess=False), "hostNetwork": True},
        [
            (
                "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: "
                "false: pod hostProcess value must be identical if both are specified, was true"
            )
        ],
    ),
    "unknown system": (
        {"os": {"name": "plan9"}},
        ['spec.os: Unsupported value: "plan9": supported values: "linux", "windows"'],
    ),
    "no system": ({"os": {"name": ""}}, ["spec.os.name: Required value"]),
    "linux": (
        {
            **windows(runAsUserName="u"),
            "os": {"name": "linux"},
            "securityContext": {"windowsOptions": {"runAsUserName": "u"}},
        },
        [
            ("spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod"),
            (
                "spec.containers[0].securityContext.windowsOptions: Forbidden: windows options "
                "cannot be set for a linux pod"
            ),
        ],
    ),
    "on windows": (
        {
            **container(
                securityContext={"privileged": False, "runAsUser": 1, "capabilities": {}, "procMount": "Default"}
            ),
            "os": {"name": "windows"},
            "hostUsers": True,
            "hostIPC": True,
            "securityContext": {"runAsUser": 1, "fsGroup": 2, "sysctls": [{"name": "a.b", "value": ""}]},
        },
        [
            "spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod",
            "spec.securityContext.sysctls: Forbidden: cannot be set for a windows pod",
            "spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
            "spec.hostUsers: Forbidden: cannot be set for a windows pod",
            "spec.hostIPC: Forbidden: cannot be set for a windows pod",
            ("spec.containers[0].securityContext.capabilities: Forbidden: cannot be set for a windows pod"),
            ("spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod"),
            ("spec.containers[0].securityContext.procMount: Forbidden: cannot be set for a windows pod"),
            ("spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod"),
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
