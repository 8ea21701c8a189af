"""Tests of changes of pods: updates, ephemeral containers and resizes."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import changed_errors, container

CHANGEABLE = (
    "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing "
    "tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n"
)
TOLERATION = {"key": "a", "operator": "Exists", "effect": "NoExecute"}
GATED = {"schedulingGates": [{"name": "g"}]}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
TERMS = f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms"


def affinity(*keys):
    terms = [{"matchExpressions": [{"key": key, "operator": "Exists"} for key in each]} for each in keys]
    return {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}}


UPDATES = {
    "nothing": ({}, {}, []),
    "image": ({}, container(image="y"), []),
    "no image": (
        container(imagePullPolicy="Never"),
        container(imagePullPolicy="Never", image=""),
        ["spec.containers[0].image: Required value"],
    ),
    "one more": (
        {},
        {"containers": [{"name": "c", "image": "x"}, {"name": "d", "image": "x"}]},
        ["spec.containers: Forbidden: pod updates may not add or remove containers"],
    ),
    "deadline": ({"activeDeadlineSeconds": 5}, {"activeDeadlineSeconds": 4}, []),
    "put off": (
        {"activeDeadlineSeconds": 5},
        {"activeDeadlineSeconds": 6},
        ["spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous value"],
    ),
    "taken back": (
        {"activeDeadlineSeconds": 5},
        {},
        ["spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value"],
    ),
    "toleration": ({"tolerations": [TOLERATION]}, {"tolerations": [{**TOLERATION, "tolerationSeconds": 5}]}, []),
    "no toleration": (
        {"tolerations": [TOLERATION]},
        {},
        ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"],
    ),
    "gate": (
        {},
        GATED,
        ["spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'g'"],
    ),
    "no gate": (GATED, {}, []),
    "shown": (
        {},
        {"hostname": "h", "dnsPolicy": "Default"},
        [
            CHANGEABLE
            + "\n".join(
                (
                    "@@ -38,7 +38,7 @@",
                    '  "RestartPolicy": "Always",',
                    '  "TerminationGracePeriodSeconds": 30,',
                    '  "ActiveDeadlineSeconds": null,',
                    '- "DNSPolicy": "ClusterFirst",',
                    '+ "DNSPolicy": "Default",',
                    '  "NodeSelector": null,',
                    '  "ServiceAccountName": "",',
                    '  "DeprecatedServiceAccount": "",',
                    "@@ -64,7 +64,7 @@",
                    '   "SELinuxChangePolicy": null',
                    "  },",
                    '  "ImagePullSecrets": null,',
                    '- "Hostname": "",',
                    '+ "Hostname": "h",',
                    '  "Subdomain": "",',
                    '  "Affinity": null,',
                    '  "SchedulerName": "default-scheduler",',
                    "",
                )
            )
        ],
    ),
    "more picky": ({**GATED, "nodeSelector": {"a": "b"}}, {**GATED, "nodeSelector": {"a": "b", "c": "d"}}, []),
    "less picky": (
        {**GATED, "nodeSelector": {"a": "b"}},
        {**GATED, "nodeSelector": {"a": "c"}},
        [
            'spec.nodeSelector: Invalid value: {"a":"c"}: only additions to spec.nodeSelector are allowed (no '
            "mutations or deletions)"
        ],
    ),
    "more to ask": ({**GATED, **affinity("a")}, {**GATED, **affinity("ab")}, []),
    "something to ask": (GATED, {**GATED, **affinity("ab", "c")}, []),
    "another term": (
        {**GATED, **affinity("a")},
        {**GATED, **affinity("a", "b")},
        [
            f'{TERMS}: Invalid value: [{{"MatchExpressions":[{{"Key":"a","Operator":"Exists","Values":null}}],'
            '"MatchFields":null},{"MatchExpressions":[{"Key":"b","Operator":"Exists","Values":null}],'
            '"MatchFields":null}]: no additions/deletions to non-empty NodeSelectorTerms list are allowed'
        ],
    ),
    "something else to ask": (
        {**GATED, **affinity("a")},
        {**GATED, **affinity("b")},
        [
            f'{TERMS}[0]: Invalid value: {{"MatchExpressions":[{{"Key":"b","Operator":"Exists","Values":null}}],'
            '"MatchFields":null}: only additions are allowed (no mutations or deletions)'
        ],
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), UPDATES.values(), ids=UPDATES)
def test_updates(old, new, expected):
    assert changed_errors(old, new) == expected


def added(*names, **parts):
    return {"ephemeralContainers": [{"name": name, "image": "x", **parts} for name in names]}


ADDED = {
    "one more": (added("e"), added("e", "f"), []),
    "another order": (added("e", "f"), added("f", "e"), []),
    "removed": (
        added("e"),
        {},
        ['spec.ephemeralContainers: Forbidden: existing ephemeral containers "e" may not be removed\n'],
    ),
    "changed": (
        added("e"),
        added("e", image="y"),
        [
            'spec.ephemeralContainers: Forbidden: existing ephemeral containers "e" may not be changed\n'
            '@@ -1,6 +1,6 @@\n {\n  "Name": "e",\n- "Image": "x",\n+ "Image": "y",\n  "Command": null,\n'
            '  "Args": null,\n  "WorkingDir": "",\n'
        ],
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), ADDED.values(), ids=ADDED)
def test_added_containers_stay(old, new, expected):
    assert changed_errors(old, new, "ephemeralcontainers") == expected


def test_nothing_is_added_to_mirrors():
    mirror = {"annotations": {"kubernetes.io/config.mirror": "x"}}
    assert changed_errors({"nodeName": "n"}, added("e"), "ephemeralcontainers", **mirror) == [
        "[]: Forbidden: static pods do not support ephemeral containers"
    ]


def sized(cpu="1", /, **parts):
    return container(resources={"requests": {"cpu": cpu}}, **parts)


def first(cpu, **parts):
    return {"initContainers": [{"name": "i", "image": "x", "resources": {"requests": {"cpu": cpu}}, **parts}]}


RESTARTED = [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]
RESIZED = {
    "more": (sized(), sized("2"), []),
    "memory, too": (sized(), container(resources={"requests": {"cpu": "1", "memory": "1Gi"}}), []),
    "another class": (
        {},
        sized(),
        ['spec: Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing'],
    ),
    "taken back": (
        sized(),
        container(resources={"requests": {"memory": "1"}}),
        ["spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed"],
    ),
    "something else": (
        sized(),
        container(resources={"requests": {"cpu": "1", "ephemeral-storage": "1"}}),
        ["spec: Forbidden: only cpu and memory resources are mutable"],
    ),
    "one more": (
        sized(),
        {"containers": [*sized()["containers"], {"name": "d", "image": "x"}]},
        ["spec.containers: Forbidden: containers may not be added or removed on resize"],
    ),
    "renamed": (
        sized(),
        sized("1", name="d"),
        ["spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize"],
    ),
    "first": (first("1"), first("2"), []),
    "restarted": (
        first("1", restartPolicy="Always", resizePolicy=RESTARTED),
        first("2", restartPolicy="Always", resizePolicy=RESTARTED),
        [],
    ),
    "whole pod": ({"resources": {"limits": {"cpu": "1"}}}, {"resources": {"limits": {"cpu": "2"}}}, []),
    "less of the whole pod": (
        {"resources": {"limits": {"cpu": "1", "memory": "1Gi"}}},
        {"resources": {"limits": {"cpu": "1"}, "requests": {"cpu": "1"}}},
        [
            'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
            "spec.resources.requests: Forbidden: pod-level resource requests cannot be removed",
            "spec.resources.limits: Forbidden: pod-level resource limits cannot be removed",
        ],
    ),
    "pages of the whole pod": (
        {"resources": {"limits": {"cpu": "1"}}},
        {"resources": {"limits": {"cpu": "1", "hugepages-2Mi": "2Mi"}}},
        ["spec: Forbidden: only cpu and memory resources are mutable at pod-level"],
    ),
    "windows": (
        {"os": {"name": "windows"}, **sized()},
        {"os": {"name": "windows"}, **sized("2")},
        ["[]: Forbidden: windows pods cannot be resized"],
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), RESIZED.values(), ids=RESIZED)
def test_resizing(old, new, expected):
    assert changed_errors(old, new, "resize") == expected
