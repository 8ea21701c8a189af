"""Tests of projected volumes and ephemeral claims."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import new_errors, volume


def projected(*sources, **parts):
    return {**volume(projected={"sources": list(sources), **parts}), "serviceAccountName": "s"}


def token(**parts):
    return projected({"serviceAccountToken": {"path": "t", **parts}})


def bundle(**parts):
    return projected({"clusterTrustBundle": {"path": "b", **parts}})


def certificate(**parts):
    given = {"signerName": "example.com/s", "keyType": "ED25519", "keyPath": "k", **parts}
    return projected({"podCertificate": given})


def claim(metadata=None, **parts):
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **parts}
    return volume(ephemeral={"volumeClaimTemplate": {"metadata": metadata or {}, "spec": spec}})


OTHER = {"apiGroup": "a.b", "kind": "K", "name": "n"}

CASES = {
    "plain": (
        projected(
            {"secret": {"name": "s"}},
            {"configMap": {"name": "m", "items": [{"key": "k", "path": "p"}]}},
            {"downwardAPI": {"items": [{"path": "d", "fieldRef": {"fieldPath": "metadata.name"}}]}},
        ),
        [],
    ),
    "nothing": (
        projected(defaultMode=512),
        [
            (
                "spec.volumes[0].projected.defaultMode: Invalid value: 512: must be a number "
                "between 0 and 0777 (octal), both inclusive"
            )
        ],
    ),
    "two in one": (
        projected({"secret": {"name": "s"}, "configMap": {"name": "m"}}),
        [("spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source")],
    ),
    "same path": (
        projected(
            {"secret": {"name": "s", "items": [{"key": "k", "path": "p"}]}},
            {"configMap": {"name": "m", "items": [{"key": "k", "path": "p"}]}},
            {"downwardAPI": {"items": [{"path": "p", "fieldRef": {"fieldPath": "metadata.name"}}]}},
        ),
        [
            'spec.volumes[0].projected: Invalid value: "m": conflicting duplicate paths',
            'spec.volumes[0].projected: Invalid value: "p": conflicting duplicate paths',
        ],
    ),
    "nameless": (
        projected({"secret": {}}, {"configMap": {"items": [{"key": "", "path": ".."}]}}),
        [
            "spec.volumes[0].projected.sources[0].secret.name: Required value",
            "spec.volumes[0].projected.sources[1].configMap.name: Required value",
            "spec.volumes[0].projected.sources[1].configMap.items[0].key: Required value",
            (
                'spec.volumes[0].projected.sources[1].configMap.items[0].path: Invalid value: "..'
                "\": must not contain '..'"
            ),
            (
                'spec.volumes[0].projected.sources[1].configMap.items[0].path: Invalid value: "..'
                "\": must not start with '..'"
            ),
        ],
    ),
    "token": (token(expirationSeconds=600), []),
    "short token": (
        token(expirationSeconds=599),
        [
            (
                "spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: "
                "Invalid value: 599: may not specify a duration less than 10 minutes"
            )
        ],
    ),
    "long token": (
        token(expirationSeconds=4294967297, path="/t"),
        [
            (
                "spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: "
                "Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds"
            ),
            'spec.volumes[0].projected.path: Invalid value: "/t": must be a relative path',
        ],
    ),
    "token nowhere": (token(path=""), ["spec.volumes[0].projected.path: Required value"]),
    "token of nobody": (
        {**token(), "serviceAccountName": ""},
        [
            (
                "spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not "
                "be specified when serviceAccountName is not set"
            )
        ],
    ),
    "bundle": (bundle(name="a"), []),
    "bundle of a signer": (bundle(signerName="example.com/a", labelSelector={"matchLabels": {"a": "b"}}), []),
    "bundle of both": (
        bundle(name="a", signerName="example.com/a"),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle: Invalid value: "
                '{"Name":"a","SignerName":"example.'
                'com/a","LabelSelector":null,"Optional":null,"Path":"b","User":null}: only one '
                "of name and signerName may be used"
            )
        ],
    ),
    "bundle of neither": (
        bundle(path=""),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle: Required value: either "
                "name or signerName must be specified"
            ),
            "spec.volumes[0].projected.sources[0].clusterTrustBundle.path: Required value",
        ],
    ),
    "bundle by name": (
        bundle(
            name="example.com:a:B",
            labelSelector={"matchExpressions": [{"key": "a", "operator": "Exists"}], "matchLabels": {"a": "b"}},
        ),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.name: Invalid value: "
                '"example.com:a:B": not a valid clustertrustbundlename: a lowercase RFC 1123 '
                "subdomain must consist of lower case alphanumeric characters, '-' or '.', and "
                "must start and end with an alphanumeric character (e.g. 'example.com', regex "
                "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\."
                "[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.labelSelector: Invalid "
                'value: {"matchLabels":{"a":"b"},"matchExpressions":[{"key":"a","ope'
                'rator":"Exists"}]}: labelSelector must be unset if name is specified'
            ),
        ],
    ),
    "bundle without name": (
        bundle(name="", path="/b"),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.name: Required value: "
                "must be a valid object name"
            ),
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.name: Invalid value: "
                '"": not a valid clustertrustbundlename: a lowercase RFC 1123 subdomain must '
                "consist of lower case alphanumeric characters, '-' or '.', and must start and "
                "end with an alphanumeric character (e.g. 'example.com', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.path: Invalid value: "
                '"/b": must be a relative path'
            ),
        ],
    ),
    "bundle of an odd signer": (
        bundle(signerName="example/A/b", labelSelector={"matchLabels": {"a": "?"}}),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.signerName: Invalid "
                'value: "example/A/b": must be a fully qualified domain and path of the form '
                "'example.com/signer-name'"
            ),
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.labelSelector."
                'matchLabels: Invalid value: "?": a valid label must be an empty string or '
                "consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
                "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
            ),
        ],
    ),
    "signer": (
        bundle(signerName="example/A"),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.signerName: Invalid "
                'value: "example": should be a domain with at least two segments separated by '
                "dots"
            ),
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.signerName: Invalid "
                'value: "A": validating label "A": a lowercase RFC 1123 subdomain must consist '
                "of lower case alphanumeric characters, '-' or '.', and must start and end with "
                "an alphanumeric character (e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
    "no signer": (
        bundle(signerName=""),
        [
            (
                "spec.volumes[0].projected.sources[0].clusterTrustBundle.signerName: Required "
                "value: must be a valid signer name"
            ),
            ("spec.volumes[0].projected.sources[0].clusterTrustBundle.signerName: Required value"),
        ],
    ),
    "certificate": (certificate(maxExpirationSeconds=3600, credentialBundlePath="c"), []),
    "no certificate": (
        certificate(keyPath="", keyType="x", signerName=""),
        [
            "spec.volumes[0].projected.sources[0].podCertificate.signerName: Required value",
            (
                "spec.volumes[0].projected.sources[0].podCertificate.keyType: Unsupported value: "
                '"x": supported values: "RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", '
                '"ECDSAP521", "ED25519"'
            ),
            (
                "spec.volumes[0].projected.sources[0].podCertificate: Required value: specify at "
                "least one of credentialBundlePath, keyPath, and certificateChainPath"
            ),
        ],
    ),
    "brief certificate": (
        certificate(maxExpirationSeconds=3599, keyPath="..k"),
        [
            (
                "spec.volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: "
                "Invalid value: 3599: if provided, maxExpirationSeconds must be >= 3600"
            ),
            (
                'spec.volumes[0].projected.sources[0].podCertificate.keyPath: Invalid value: "..'
                "k\": must not start with '..'"
            ),
        ],
    ),
    "long certificate": (
        certificate(maxExpirationSeconds=7862401, certificateChainPath="k"),
        [
            (
                "spec.volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: "
                "Invalid value: 7862401: if provided, maxExpirationSeconds must be <= 7862400"
            ),
            'spec.volumes[0].projected: Invalid value: "k": conflicting duplicate paths',
        ],
    ),
    "own certificate": (
        certificate(
            signerName="a.kubernetes.io/b", maxExpirationSeconds=86401, userAnnotations={"a": "b", "": "", "C.d/e": "f"}
        ),
        [
            (
                "spec.volumes[0].projected.sources[0].podCertificate.userAnnotations: Invalid "
                'value: "a": must be a domain-prefixed key (such as "acme.io/foo")'
            ),
            ("spec.volumes[0].projected.sources[0].podCertificate.userAnnotations: Required value"),
            (
                "spec.volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: "
                "Invalid value: 86401: if provided, maxExpirationSeconds must be <= 86400"
            ),
        ],
    ),
    "claim": (claim({"labels": {"a": "b"}}), []),
    "no claim": (volume(ephemeral={}), ["spec.volumes[0].ephemeral.volumeClaimTemplate: Required value"]),
    "claim with a name": (
        claim({"name": "a", "uid": "u", "labels": {"a": "?"}, "annotations": {"?": ""}}),
        [
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.annotations: Invalid "
                "value: \"?\": name part must consist of alphanumeric characters, '-', '_' or '.', "
                "and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my."
                "name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9]')"
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.labels: Invalid value: "
                '"?": a valid label must be an empty string or consist of alphanumeric '
                "characters, '-', '_' or '.', and must start and end with an alphanumeric "
                "character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
                "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
            ),
            ("spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set"),
            ("spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.uID: Forbidden: cannot be set"),
        ],
    ),
    "access": (
        claim(accessModes=["ReadWriteOncePod", "ReadOnlyMany", "x"]),
        [
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Unsupported "
                'value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", '
                '"ReadWriteOncePod"'
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Forbidden: may "
                "not use ReadWriteOncePod with other access modes"
            ),
        ],
    ),
    "no access": (
        claim(accessModes=[], resources={}, volumeMode="x", storageClassName="A", selector={"matchLabels": {"?": ""}}),
        [
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: "
                "at least 1 access mode is required"
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.selector.matchLabels: "
                "Invalid value: \"?\": name part must consist of alphanumeric characters, '-', '_' "
                "or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  "
                "or 'my.name',  or '123-abc', regex used for validation is "
                "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ),
            ("spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value"),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.storageClassName: Invalid "
                'value: "A": a lowercase RFC 1123 subdomain must consist of lower case '
                "alphanumeric characters, '-' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.volumeMode: Unsupported "
                'value: "x": supported values: "Block", "Filesystem"'
            ),
        ],
    ),
    "amount": (
        claim(resources={"requests": {"storage": "0"}}, volumeAttributesClassName="A"),
        [
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Invalid "
                'value: "0": must be greater than zero'
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.volumeAttributesClassName: "
                'Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower case '
                "alphanumeric characters, '-' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
        ],
    ),
    "data": (claim(dataSource={"kind": "PersistentVolumeClaim", "name": "n"}), []),
    "odd data": (
        claim(dataSource={"kind": "K", "name": ""}, dataSourceRef=OTHER),
        [
            ("spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.name: Required value"),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource: Invalid value: "
                "\"K\": must be 'PersistentVolumeClaim' when referencing the default apiGroup"
            ),
            ("spec.volumes[0].ephemeral.volumeClaimTemplate.spec: Invalid value: {}: must match dataSourceRef"),
        ],
    ),
    "data of another namespace": (
        claim(dataSource={**OTHER, "apiGroup": "A"}, dataSourceRef={**OTHER, "namespace": "A"}),
        [
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.apiGroup: Invalid "
                'value: "A": a lowercase RFC 1123 subdomain must consist of lower case '
                "alphanumeric characters, '-' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'example.com', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSourceRef.namespace: "
                'Invalid value: "A": a lowercase RFC 1123 label must consist of lower case '
                "alphanumeric characters or '-', and must start and end with an alphanumeric "
                "character (e.g. 'my-name',  or '123-abc', regex used for validation is "
                "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
            (
                "spec.volumes[0].ephemeral.volumeClaimTemplate.spec: Invalid value: {}: may not "
                "be specified when dataSourceRef.namespace is specified"
            ),
        ],
    ),
    "claim that is made": (
        {"volumes": [claim()["volumes"][0], {"name": "w", "persistentVolumeClaim": {"claimName": "one-v"}}]},
        [
            (
                'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "one-v": must '
                "not reference a PVC that gets created for an ephemeral volume"
            )
        ],
    ),
    "name that is made": (
        {
            "volumes": [
                {"name": "v" * 63, **{key: value for key, value in claim()["volumes"][0].items() if key != "name"}}
            ]
        },
        [
            (
                "spec.volumes[0].name: Invalid value: "
                '"vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv": PVC name '
                '"ooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo'
                "oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
                "oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
                "oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo"
                'ooooooooooo-vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv": '
                "must be no more than 253 characters"
            )
        ],
        {"name": "o" * 250},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_rules(case):
    spec, expected, metadata = (*case, {})[:3]
    assert new_errors(spec, **metadata) == expected
