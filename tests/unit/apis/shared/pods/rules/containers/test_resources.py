"""Tests of resource requirements."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors


def resources(**parts):
    return container(resources=parts)


def limited(**amounts):
    return resources(limits=amounts)


def whole(amounts, **parts):
    return {**container(**parts), "resources": amounts}


def claimed(*claims):
    known = [{"name": "gpu", "resourceClaimName": "a"}]
    return {**resources(claims=list(claims)), "resourceClaims": known}


CASES = {
    "plain": (resources(limits={"cpu": "1", "memory": "1Gi", "example.com/gpu": "1"}, requests={"cpu": "500m"}), []),
    "negative": (
        limited(cpu="-1"),
        [
            ('spec.containers[0].resources.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'),
            ('spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'),
        ],
    ),
    "unknown": (
        resources(limits={"gpu": "1", "pods": "1", "bad/": "1", "a.kubernetes.io/b": "1"}),
        [
            (
                'spec.containers[0].resources.limits[gpu]: Invalid value: "gpu": must be a '
                "standard resource type or fully qualified"
            ),
            (
                'spec.containers[0].resources.limits[gpu]: Invalid value: "gpu": must be a '
                "standard resource for containers"
            ),
            (
                'spec.containers[0].resources.limits[pods]: Invalid value: "pods": must be a '
                "standard resource for containers"
            ),
            ('spec.containers[0].resources.limits[bad/]: Invalid value: "bad/": name part must be non-empty'),
            (
                'spec.containers[0].resources.limits[bad/]: Invalid value: "bad/": name part '
                "must consist of alphanumeric characters, '-', '_' or '.', and must start and "
                "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or "
                "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9]')"
            ),
            (
                'spec.containers[0].resources.limits[bad/]: Invalid value: "bad/": doesn\'t '
                "follow extended resource name standard"
            ),
            (
                'spec.containers[0].resources.requests[gpu]: Invalid value: "gpu": must be a '
                "standard resource type or fully qualified"
            ),
            (
                'spec.containers[0].resources.requests[gpu]: Invalid value: "gpu": must be a '
                "standard resource for containers"
            ),
            (
                'spec.containers[0].resources.requests[pods]: Invalid value: "pods": must be a '
                "standard resource for containers"
            ),
            ('spec.containers[0].resources.requests[bad/]: Invalid value: "bad/": name part must be non-empty'),
            (
                'spec.containers[0].resources.requests[bad/]: Invalid value: "bad/": name part '
                "must consist of alphanumeric characters, '-', '_' or '.', and must start and "
                "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or "
                "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9]')"
            ),
            (
                'spec.containers[0].resources.requests[bad/]: Invalid value: "bad/": doesn\'t '
                "follow extended resource name standard"
            ),
        ],
    ),
    "parts of what is whole": (
        resources(limits={"example.com/gpu": "1500m"}),
        [
            ('spec.containers[0].resources.limits[example.com/gpu]: Invalid value: "1500m": must be an integer'),
            ('spec.containers[0].resources.requests[example.com/gpu]: Invalid value: "1500m": must be an integer'),
        ],
    ),
    "beyond": (
        resources(limits={"cpu": "1", "memory": "1"}, requests={"cpu": "1001m", "memory": "1"}),
        [
            (
                'spec.containers[0].resources.requests: Invalid value: "1001m": must be less '
                "than or equal to cpu limit of 1"
            )
        ],
    ),
    "not the same": (
        resources(limits={"example.com/gpu": "2"}, requests={"example.com/gpu": "1"}),
        [('spec.containers[0].resources.requests: Invalid value: "1": must be equal to example.com/gpu limit of 2')],
    ),
    "no limit": (
        resources(requests={"example.com/gpu": "1"}),
        [("spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources")],
    ),
    "pages": (resources(limits={"hugepages-2Mi": "4Mi", "cpu": "1"}, requests={"hugepages-2Mi": "4Mi"}), []),
    "pages alone": (
        resources(limits={"hugepages-2Mi": "4Mi"}),
        ["spec.containers[0].resources: Forbidden: HugePages require cpu or memory"],
    ),
    "parts of pages": (
        resources(limits={"hugepages-2Mi": "3Mi", "hugepages-x": "1", "cpu": "1"}),
        [
            (
                'spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi '
                "is not positive integer multiple of hugepages-2Mi"
            ),
            (
                'spec.containers[0].resources.limits[hugepages-x]: Invalid value: "1": 1 is not '
                "positive integer multiple of hugepages-x"
            ),
            (
                'spec.containers[0].resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi '
                "is not positive integer multiple of hugepages-2Mi"
            ),
            (
                'spec.containers[0].resources.requests[hugepages-x]: Invalid value: "1": 1 is '
                "not positive integer multiple of hugepages-x"
            ),
        ],
    ),
    "claims": (claimed({"name": "gpu", "request": "a"}, {"name": "gpu", "request": "b"}), []),
    "claimed twice": (
        claimed({"name": "gpu", "request": "a"}, {"name": "gpu", "request": "a"}, {"name": "gpu"}, {"name": "gpu"}),
        [
            'spec.containers[0].resources.claims[1]: Duplicate value: "gpu/a"',
            'spec.containers[0].resources.claims[2]: Duplicate value: "gpu"',
            'spec.containers[0].resources.claims[3]: Duplicate value: "gpu"',
        ],
    ),
    "unclaimed": (
        claimed({"name": "other"}, {"name": ""}, {"name": "gpu", "request": "A"}),
        [
            (
                'spec.containers[0].resources.claims[0]: Not found: "other": must be one of the '
                "names in pod.spec.resourceClaims: gpu"
            ),
            "spec.containers[0].resources.claims[1]: Required value",
            (
                'spec.containers[0].resources.claims[2].request: Invalid value: "A": a lowercase '
                "RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
                "must start and end with an alphanumeric character (e.g. 'my-name',  or "
                "'123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
        ],
    ),
    "no claims at all": (
        resources(claims=[{"name": "gpu"}]),
        [
            (
                'spec.containers[0].resources.claims[0]: Not found: "gpu": must be one of the '
                "names in pod.spec.resourceClaims which is empty"
            )
        ],
    ),
    "whole pod": (
        whole({"limits": {"cpu": "2"}, "requests": {"memory": "1Gi"}}, resources={"limits": {"cpu": "1"}}),
        [],
    ),
    "too little": (
        whole({"requests": {"cpu": "1"}}, resources={"requests": {"cpu": "2"}}),
        [
            (
                'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal '
                "to aggregate container requests of 2"
            )
        ],
    ),
    "too little to use": (
        whole({"limits": {"cpu": "1"}}, resources={"limits": {"cpu": "2"}, "requests": {"cpu": "1"}}),
        [
            (
                'spec.resources.containers[0][cpu].limits: Invalid value: "2": must be less than '
                "or equal to pod limits of 1"
            )
        ],
    ),
    "too few pages": (
        whole(
            {"limits": {"hugepages-2Mi": "2Mi", "cpu": "1"}}, resources={"limits": {"hugepages-2Mi": "4Mi", "cpu": "1"}}
        ),
        [
            (
                'spec.resources.requests[hugepages-2Mi]: Invalid value: "2Mi": must be greater '
                "than or equal to aggregate container requests of 4Mi"
            ),
            (
                'spec.resources.limits[hugepages-2Mi]: Invalid value: "2Mi": must be greater '
                "than or equal to aggregate container limits of 4Mi"
            ),
            (
                'spec.resources.containers[0][hugepages-2Mi].limits: Invalid value: "4Mi": must '
                "be less than or equal to pod limits of 2Mi"
            ),
        ],
    ),
    "of containers only": (
        whole({"limits": {"ephemeral-storage": "1", "example.com/gpu": "1"}, "claims": [{"name": "a"}]}),
        [
            ("spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level"),
            (
                "spec.resources.limits[ephemeral-storage]: Unsupported value: "
                '"ephemeral-storage": supported values: "cpu", "hugepages-", "memory"'
            ),
            (
                'spec.resources.limits[example.com/gpu]: Unsupported value: "example.com/gpu": '
                'supported values: "cpu", "hugepages-", "memory"'
            ),
            (
                'spec.resources.claims[0]: Not found: "a": must be one of the names in pod.spec.'
                "resourceClaims which is empty"
            ),
        ],
    ),
    "whole on windows": (
        {**whole({"limits": {"cpu": "1"}}), "os": {"name": "windows"}},
        ["spec.resources: Forbidden: may not be set for a windows pod"],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
