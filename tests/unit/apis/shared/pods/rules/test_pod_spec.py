"""Tests of pod specs: policies, names, DNS, gates, claims and other single fields."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors


def dns(**parts):
    return {"dnsConfig": parts}


def claims(*given):
    return {"resourceClaims": list(given)}


CASES = {
    "policies": (
        {"restartPolicy": "x", "dnsPolicy": "y"},
        [
            ('spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"'),
            (
                'spec.dnsPolicy: Unsupported value: "y": supported values: '
                '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"'
            ),
        ],
    ),
    "nodes": (
        {"nodeSelector": {"a": "?"}, "nodeName": "A"},
        [
            (
                'spec.nodeSelector: Invalid value: "?": a valid label must be an empty string or '
                "consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
                "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
            ),
            (
                'spec.nodeName: Invalid value: "A": a lowercase RFC 1123 subdomain must consist '
                "of lower case alphanumeric characters, '-' or '.', and must start and end with "
                "an alphanumeric character (e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
    "names": (
        {"serviceAccountName": "A", "hostname": "A.b", "subdomain": "a.b"},
        [
            (
                'spec.serviceAccountName: Invalid value: "A": a lowercase RFC 1123 subdomain '
                "must consist of lower case alphanumeric characters, '-' or '.', and must start "
                "and end with an alphanumeric character (e.g. 'example.com', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                'spec.hostname: Invalid value: "A.b": a lowercase RFC 1123 label must consist of '
                "lower case alphanumeric characters or '-', and must start and end with an "
                "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
            'spec.subdomain: Invalid value: "a.b": must not contain dots',
        ],
    ),
    "deadline": (
        {"activeDeadlineSeconds": 0},
        [("spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive")],
    ),
    "late deadline": (
        {"activeDeadlineSeconds": 2147483648},
        [("spec.activeDeadlineSeconds: Invalid value: 2147483648: must be between 1 and 2147483647, inclusive")],
    ),
    "override": (
        {"hostnameOverride": "A", "setHostnameAsFQDN": True, "hostNetwork": True},
        [
            ("spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true"),
            "spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true",
            (
                'spec.hostnameOverride: Invalid value: "A": a lowercase RFC 1123 subdomain must '
                "consist of lower case alphanumeric characters, '-' or '.', and must start and "
                "end with an alphanumeric character (e.g. 'example.com', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
    "long override": (
        {"hostnameOverride": "a" * 65},
        ["spec.hostnameOverride: Too long: may not be more than 64 bytes"],
    ),
    "servers": (
        dns(nameservers=["1.1.1.1", "01.1.1.1", "::ffff:1.2.3.4", "x"]),
        [
            (
                'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","01.1.1.1","::ffff:1.2.3.'
                '4","x"]: must not have more than 3 nameservers'
            ),
            ('spec.dnsConfig.nameservers[1]: Invalid value: "01.1.1.1": must not have leading 0s'),
            ('spec.dnsConfig.nameservers[2]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address'),
            (
                'spec.dnsConfig.nameservers[3]: Invalid value: "x": must be a valid IP address, '
                "(e.g. 10.9.8.7 or 2001:db8::ffff)"
            ),
        ],
    ),
    "searches": (
        dns(searches=[".", "a_b.c.", "A"], options=[{"name": "a"}, {"value": "b"}]),
        [
            (
                'spec.dnsConfig.searches[2]: Invalid value: "A": a lowercase RFC 1123 subdomain '
                "must consist of lower case alphanumeric characters, '_', '-' or '.', and must "
                "start and end with an alphanumeric character (e.g. 'example.com', regex used "
                "for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\."
                "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"
            ),
            "spec.dnsConfig.options[1]: Required value: must not be empty",
        ],
    ),
    "many searches": (
        dns(searches=["a"] * 33),
        [
            (
                "spec.dnsConfig.searches: Invalid value: "
                '["a","a","a","a","a","a","a","a","a","a","a","a","a","a","a"'
                ',"a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a"]: must '
                "not have more than 32 search paths"
            )
        ],
    ),
    "long searches": (
        dns(searches=["a" * 63 + "." + "b" * 63 + "." + "c" * 63] * 12),
        [
            (
                "spec.dnsConfig.searches: Invalid value: "
                '["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
                'ccc","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.'
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb."
                'ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"]: must not '
                "have more than 2048 characters (including spaces) in the search list"
            )
        ],
    ),
    "no dns": (
        {"dnsPolicy": "None"},
        [("spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None")],
    ),
    "no server": (
        {"dnsPolicy": "None", **dns(searches=["a"])},
        [
            (
                "spec.dnsConfig.nameservers: Required value: must provide at least one DNS "
                "nameserver when `dnsPolicy` is None"
            )
        ],
    ),
    "aliases": (
        {"hostAliases": [{"ip": "1.1.1.1", "hostnames": ["a.b"]}, {"ip": "", "hostnames": ["A"]}]},
        [
            (
                'spec.hostAliases[1].ip: Invalid value: "": must be a valid IP address, (e.g. 10.'
                "9.8.7 or 2001:db8::ffff)"
            ),
            (
                'spec.hostAliases[1].hostnames[0]: Invalid value: "A": a lowercase RFC 1123 '
                "subdomain must consist of lower case alphanumeric characters, '-' or '.', and "
                "must start and end with an alphanumeric character (e.g. 'example.com', regex "
                "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\."
                "[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
    "gates": (
        {"readinessGates": [{"conditionType": "a.b/C"}, {"conditionType": ""}]},
        [
            ('spec.readinessGates[1].conditionType: Invalid value: "": name part must be non-empty'),
            (
                'spec.readinessGates[1].conditionType: Invalid value: "": name part must consist '
                "of alphanumeric characters, '-', '_' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used "
                "for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ),
        ],
    ),
    "waiting": (
        {"schedulingGates": [{"name": "a.b/c"}, {"name": "a.b/c"}, {"name": "/"}]},
        [
            'spec.schedulingGates[1]: Duplicate value: "a.b/c"',
            'spec.schedulingGates[2]: Invalid value: "/": prefix part must be non-empty',
            'spec.schedulingGates[2]: Invalid value: "/": name part must be non-empty',
            (
                'spec.schedulingGates[2]: Invalid value: "/": name part must consist of '
                "alphanumeric characters, '-', '_' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used "
                "for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ),
        ],
    ),
    "placed and waiting": (
        {"schedulingGates": [{"name": "a"}], "nodeName": "n"},
        [("spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared")],
    ),
    "claims": (claims({"name": "a", "resourceClaimName": "b"}, {"name": "c", "resourceClaimTemplateName": "d"}), []),
    "odd claims": (
        claims(
            {"name": "a"},
            {"name": "a", "resourceClaimName": "B", "resourceClaimTemplateName": "C"},
            {"name": "", "resourceClaimName": "b"},
            {"name": "A", "resourceClaimName": ""},
        ),
        [
            (
                "spec.resourceClaims[0]: Invalid value: "
                '{"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must '
                "specify one of: `resourceClaimName`, `resourceClaimTemplateName`"
            ),
            'spec.resourceClaims[1].name: Duplicate value: "a"',
            (
                "spec.resourceClaims[1]: Invalid value: "
                '{"Name":"a","ResourceClaimName":"B","ResourceClaimTemplateName":"C"}: at most '
                "one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
            ),
            (
                'spec.resourceClaims[1].resourceClaimName: Invalid value: "B": a lowercase RFC '
                "1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
                "and must start and end with an alphanumeric character (e.g. 'example.com', "
                "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\."
                "[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                'spec.resourceClaims[1].resourceClaimTemplateName: Invalid value: "C": a '
                "lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
                "characters, '-' or '.', and must start and end with an alphanumeric character "
                "(e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            "spec.resourceClaims[2].name: Required value",
            (
                'spec.resourceClaims[3].name: Invalid value: "A": a lowercase RFC 1123 label '
                "must consist of lower case alphanumeric characters or '-', and must start and "
                "end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used "
                "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
            (
                'spec.resourceClaims[3].resourceClaimName: Invalid value: "": a lowercase RFC '
                "1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
                "and must start and end with an alphanumeric character (e.g. 'example.com', "
                "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\."
                "[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
    "claims of a mirror": (
        {**claims({"name": "a", "resourceClaimName": "b"}), "nodeName": "n"},
        ["[]: Forbidden: static pods do not support resource claims"],
        {"annotations": {"kubernetes.io/config.mirror": "x"}},
    ),
    "mirror": (
        {},
        [
            (
                'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set '
                "spec.nodeName if mirror pod annotation is set"
            )
        ],
        {"annotations": {"kubernetes.io/config.mirror": "x"}},
    ),
    "cost": (
        {},
        [
            (
                "metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid "
                'value: "+1": must be a 32bit integer'
            )
        ],
        {"annotations": {"controller.kubernetes.io/pod-deletion-cost": "+1"}},
    ),
    "low cost": (
        {},
        [
            (
                "metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid "
                'value: "-2147483649": must be a 32bit integer'
            )
        ],
        {"annotations": {"controller.kubernetes.io/pod-deletion-cost": "-2147483649"}},
    ),
    "old tolerations": (
        {},
        [
            (
                "metadata.annotations.scheduler.alpha.kubernetes.io/tolerations[0].key: Invalid "
                "value: \"?\": name part must consist of alphanumeric characters, '-', '_' or '.', "
                "and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my."
                "name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9]')"
            ),
            (
                "metadata.annotations.scheduler.alpha.kubernetes.io/tolerations[0].operator: "
                'Unsupported value: "Is": supported values: "Equal", "Exists"'
            ),
        ],
        {"annotations": {"scheduler.alpha.kubernetes.io/tolerations": '[{"Key": "?", "operator": "Is"}]'}},
    ),
    "unreadable tolerations": (
        {},
        [
            (
                'metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.'
                'io/tolerations": unexpected end of JSON input'
            )
        ],
        {"annotations": {"scheduler.alpha.kubernetes.io/tolerations": "{"}},
    ),
    "odd tolerations": (
        {},
        [
            (
                'metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.'
                'io/tolerations": json: cannot unmarshal number into Go struct field Toleration.Key of '
                "type string"
            )
        ],
        {"annotations": {"scheduler.alpha.kubernetes.io/tolerations": '[{"key": 1}]'}},
    ),
    "no tolerations": (
        {},
        [
            (
                'metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.'
                'io/tolerations": json: cannot unmarshal string into Go value of type []core.'
                "Toleration"
            )
        ],
        {"annotations": {"scheduler.alpha.kubernetes.io/tolerations": '"x"'}},
    ),
    "profiles": (
        {},
        [
            (
                "metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "
                '"x": must be a valid seccomp profile'
            ),
            (
                "metadata.annotations.container.seccomp.security.alpha.kubernetes.io/c: Invalid "
                "value: \"../x\": must not contain '..'"
            ),
            (
                "metadata.annotations[container.apparmor.security.beta.kubernetes.io/d]: Invalid "
                'value: "d": container not found'
            ),
            (
                "metadata.annotations[container.apparmor.security.beta.kubernetes.io/d]: Invalid "
                'value: "y": invalid AppArmor profile name: "y"'
            ),
        ],
        {
            "annotations": {
                "seccomp.security.alpha.kubernetes.io/pod": "x",
                "container.seccomp.security.alpha.kubernetes.io/c": "localhost/../x",
                "container.apparmor.security.beta.kubernetes.io/d": "y",
            }
        },
    ),
    "other profiles": (
        {
            **container(
                securityContext={
                    "seccompProfile": {"type": "Localhost", "localhostProfile": "a"},
                    "appArmorProfile": {"type": "Localhost", "localhostProfile": "a"},
                }
            ),
            "securityContext": {"seccompProfile": {"type": "RuntimeDefault"}},
        },
        [
            ("spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match"),
            (
                "spec.containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: "
                "seccomp profile in annotation and field must match"
            ),
            (
                "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor "
                "type in annotation and field must match"
            ),
        ],
        {
            "annotations": {
                "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
                "container.seccomp.security.alpha.kubernetes.io/c": "localhost/b",
                "container.apparmor.security.beta.kubernetes.io/c": "unconfined",
            }
        },
    ),
    "finalizers": (
        {},
        [
            (
                'metadata.finalizers[0]: Invalid value: "a": name is neither a standard '
                "finalizer name nor is it fully qualified"
            )
        ],
        {"finalizers": ["a", "a.b/c"]},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_rules(case):
    spec, expected, metadata = (*case, {})[:3]
    assert new_errors(spec, **metadata) == expected
