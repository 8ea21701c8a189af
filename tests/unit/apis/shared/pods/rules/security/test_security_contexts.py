"""Tests of security contexts and sysctls."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors, volume


def secured(**parts):
    return container(securityContext=parts)


def pod_secured(**parts):
    return {"securityContext": parts}


CASES = {
    "plain": (
        secured(
            runAsUser=0,
            runAsGroup=1,
            procMount="Default",
            capabilities={"add": ["NET_ADMIN"]},
            seLinuxOptions={"level": "x"},
        ),
        [],
    ),
    "privileged": (
        secured(privileged=True),
        [("spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy")],
    ),
    "users": (
        secured(runAsUser=-1, runAsGroup=2147483648),
        [
            (
                "spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be "
                "between 0 and 2147483647, inclusive"
            ),
            (
                "spec.containers[0].securityContext.runAsGroup: Invalid value: 2147483648: must "
                "be between 0 and 2147483647, inclusive"
            ),
        ],
    ),
    "proc": (
        secured(procMount="Odd"),
        [
            (
                'spec.containers[0].securityContext.procMount: Unsupported value: "Odd": '
                'supported values: "Default", "Unmasked"'
            )
        ],
    ),
    "unmasked": (
        secured(procMount="Unmasked"),
        [
            (
                'spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": '
                "`hostUsers` must be false to use `Unmasked`"
            )
        ],
    ),
    "unmasked for own users": ({**secured(procMount="Unmasked"), "hostUsers": False}, []),
    "no escalation": (
        secured(allowPrivilegeEscalation=False, privileged=True, capabilities={"add": ["CAP_SYS_ADMIN"]}),
        [
            ("spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy"),
            (
                "spec.containers[0].securityContext: Invalid value: "
                '{"Capabilities":{"Add":["CAP_SYS_ADMIN"],"Drop":null},"Privi'
                'leged":true,"SELinuxOptions":null,"WindowsOptions":null,"Run'
                'AsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnly'
                'RootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcM'
                'ount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set '
                "`allowPrivilegeEscalation` to false and `privileged` to true"
            ),
            (
                "spec.containers[0].securityContext: Invalid value: "
                '{"Capabilities":{"Add":["CAP_SYS_ADMIN"],"Drop":null},"Privi'
                'leged":true,"SELinuxOptions":null,"WindowsOptions":null,"Run'
                'AsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnly'
                'RootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcM'
                'ount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set '
                "`allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN"
            ),
        ],
    ),
    "seccomp": (secured(seccompProfile={"type": "Localhost", "localhostProfile": "a/b"}), []),
    "no profile": (
        secured(seccompProfile={"type": "Localhost"}, appArmorProfile={"type": "Localhost"}),
        [
            (
                "spec.containers[0].securityContext.seccompProfile.localhostProfile: Required "
                "value: must be set when seccomp type is Localhost"
            ),
            (
                "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Required "
                "value: must be set when AppArmor type is Localhost"
            ),
        ],
    ),
    "odd profiles": (
        secured(seccompProfile={"type": "Odd", "localhostProfile": "a"}, appArmorProfile={"type": "Odd"}),
        [
            (
                "spec.containers[0].securityContext.seccompProfile.type: Unsupported value: "
                '"Odd": supported values: "Localhost", "RuntimeDefault", "Unconfined"'
            ),
            (
                "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid "
                'value: {"Type":"Odd","LocalhostProfile":"a"}: can only be set when seccomp type '
                "is Localhost"
            ),
            (
                "spec.containers[0].securityContext.appArmorProfile.type: Unsupported value: "
                '"Odd": supported values: "Localhost", "RuntimeDefault", "Unconfined"'
            ),
        ],
    ),
    "profiles without type": (
        secured(seccompProfile={}, appArmorProfile={}),
        [
            (
                "spec.containers[0].securityContext.seccompProfile.type: Required value: type is "
                "required when seccompProfile is set"
            ),
            (
                "spec.containers[0].securityContext.appArmorProfile.type: Required value: type "
                "is required when appArmorProfile is set"
            ),
        ],
    ),
    "profiles of others": (
        secured(
            seccompProfile={"type": "Unconfined", "localhostProfile": "a"},
            appArmorProfile={"type": "RuntimeDefault", "localhostProfile": "a"},
        ),
        [
            (
                "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid "
                'value: {"Type":"Unconfined","LocalhostProfile":"a"}: can only be set when '
                "seccomp type is Localhost"
            ),
            (
                "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid "
                'value: "a": can only be set when AppArmor type is Localhost'
            ),
        ],
    ),
    "path of a profile": (
        secured(
            seccompProfile={"type": "Localhost", "localhostProfile": "/../a"},
            appArmorProfile={"type": "Localhost", "localhostProfile": " "},
        ),
        [
            (
                "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid "
                'value: "/../a": must be a relative path'
            ),
            (
                "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid "
                "value: \"/../a\": must not contain '..'"
            ),
            (
                "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid "
                'value: " ": must not be padded with whitespace'
            ),
        ],
    ),
    "pod": (
        pod_secured(
            fsGroup=1,
            supplementalGroups=[1, 2],
            fsGroupChangePolicy="Always",
            supplementalGroupsPolicy="Strict",
            seLinuxChangePolicy="Recursive",
        ),
        [],
    ),
    "groups": (
        pod_secured(fsGroup=-1, runAsUser=-1, runAsGroup=-1, supplementalGroups=[0, -1]),
        [
            ("spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive"),
            ("spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive"),
            ("spec.securityContext.runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive"),
            (
                "spec.securityContext.supplementalGroups[1]: Invalid value: -1: must be between "
                "0 and 2147483647, inclusive"
            ),
        ],
    ),
    "odd policies": (
        pod_secured(
            fsGroupChangePolicy="x",
            supplementalGroupsPolicy="x",
            seLinuxChangePolicy="x",
            seccompProfile={"type": "x"},
            appArmorProfile={"type": "x"},
        ),
        [
            (
                'spec.securityContext.fsGroupChangePolicy: Unsupported value: "x": supported '
                'values: "Always", "OnRootMismatch"'
            ),
            (
                'spec.securityContext.seccompProfile.type: Unsupported value: "x": supported '
                'values: "Localhost", "RuntimeDefault", "Unconfined"'
            ),
            (
                'spec.securityContext.appArmorProfile.type: Unsupported value: "x": supported '
                'values: "Localhost", "RuntimeDefault", "Unconfined"'
            ),
            (
                'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "x": '
                'supported values: "Merge", "Strict"'
            ),
            (
                'spec.securityContext.seLinuxChangePolicy: Unsupported value: "x": supported '
                'values: "MountOption", "Recursive"'
            ),
        ],
    ),
    "sysctls": (
        pod_secured(sysctls=[{"name": "kernel.shm_rmid_forced", "value": "0"}, {"name": "net/ipv4/x", "value": ""}]),
        [],
    ),
    "bad sysctls": (
        pod_secured(
            sysctls=[
                {"name": "", "value": ""},
                {"name": "a..b", "value": ""},
                {"name": "a.b", "value": ""},
                {"name": "a.b", "value": ""},
            ]
        ),
        [
            "spec.securityContext.sysctls[0].name: Required value",
            (
                'spec.securityContext.sysctls[1].name: Invalid value: "a..b": must have at most '
                "253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\."
                "/])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$"
            ),
            'spec.securityContext.sysctls[3].name: Duplicate value: "a.b"',
        ],
    ),
    "sysctls of the host": (
        {
            **pod_secured(
                sysctls=[
                    {"name": "net/ipv4.x", "value": ""},
                    {"name": "kernel.sem", "value": ""},
                    {"name": "fs.mqueue.a", "value": ""},
                ]
            ),
            "hostNetwork": True,
            "hostIPC": True,
        },
        [
            (
                'spec.securityContext.sysctls[0].name: Invalid value: "net/ipv4.x": may not be '
                "specified when 'hostNetwork' is true"
            ),
            (
                'spec.securityContext.sysctls[1].name: Invalid value: "kernel.sem": may not be '
                "specified when 'hostIPC' is true"
            ),
            (
                'spec.securityContext.sysctls[2].name: Invalid value: "fs.mqueue.a": may not be '
                "specified when 'hostIPC' is true"
            ),
        ],
    ),
    "process of the host": (
        {"shareProcessNamespace": True, "hostPID": True},
        [("spec.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled")],
    ),
    "own users": (
        {"hostUsers": False, "hostNetwork": True, "hostPID": True, "hostIPC": True},
        [
            "spec.hostNetwork: Forbidden: when `hostUsers` is false",
            "spec.HostPID: Forbidden: when `hostUsers` is false",
            "spec.HostIPC: Forbidden: when `hostUsers` is false",
        ],
    ),
    "devices for own users": (
        {
            **container(volumeDevices=[{"name": "v", "devicePath": "/d"}]),
            **volume(persistentVolumeClaim={"claimName": "a"}),
            "hostUsers": False,
        },
        ["spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false"],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
