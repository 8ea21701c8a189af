"""Tests of node and pod affinity, and of topology spread."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import new_errors

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


def nodes(*terms):
    return {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(terms)}}}}


def expression(operator, *values, key="a"):
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


def field(operator, *values, key="metadata.name"):
    return {"matchFields": [{"key": key, "operator": operator, "values": list(values)}]}


def near(**parts):
    return {"affinity": {"podAffinity": {REQUIRED: [{"topologyKey": "k", **parts}]}}}


def spread(*given):
    plain = {"maxSkew": 1, "topologyKey": "k", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {}}
    return {"topologySpreadConstraints": [{**plain, **each} for each in given]}


CASES = {
    "nodes": (nodes(expression("In", "b"), expression("Gt", "1"), field("In", "n")), []),
    "no terms": (
        nodes(),
        [
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                "nodeSelectorTerms: Required value: must have at least one node selector term"
            )
        ],
    ),
    "operators": (
        nodes(expression("In"), expression("Exists", "b"), expression("Lt", "1", "2"), expression("Is", "b")),
        [
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                "nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be "
                "specified when `operator` is 'In' or 'NotIn'"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                "nodeSelectorTerms[1].matchExpressions[0].values: Forbidden: may not be "
                "specified when `operator` is 'Exists' or 'DoesNotExist'"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                "nodeSelectorTerms[2].matchExpressions[0].values: Required value: must be "
                "specified single value when `operator` is 'Lt' or 'Gt'"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                'nodeSelectorTerms[3].matchExpressions[0].operator: Invalid value: "Is": not a '
                "valid selector operator"
            ),
        ],
    ),
    "keys and values": (
        nodes(expression("In", "?", key="?")),
        [
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                'nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "?": name part '
                "must consist of alphanumeric characters, '-', '_' or '.', and must start and "
                "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or "
                "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9]')"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                'nodeSelectorTerms[0].matchExpressions[0].values[0]: Invalid value: "?": a valid '
                "label must be an empty string or consist of alphanumeric characters, '-', '_' "
                "or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  "
                "or 'my_value',  or '12345', regex used for validation is "
                "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
            ),
        ],
    ),
    "fields": (
        nodes(field("In"), field("Exists"), field("In", "A"), field("In", "n", key="metadata.uid")),
        [
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                "nodeSelectorTerms[0].matchFields[0].values: Required value: must be only one "
                "value when `operator` is 'In' or 'NotIn' for node field selector"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                'nodeSelectorTerms[1].matchFields[0].operator: Invalid value: "Exists": not a '
                "valid selector operator"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                'nodeSelectorTerms[2].matchFields[0].values[0]: Invalid value: "A": a lowercase '
                "RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '."
                "', and must start and end with an alphanumeric character (e.g. 'example.com', "
                "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\."
                "[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ),
            (
                "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
                'nodeSelectorTerms[3].matchFields[0].key: Invalid value: "metadata.uid": not a '
                "valid field selector key"
            ),
        ],
    ),
    "preferred": (
        {
            "affinity": {
                "nodeAffinity": {
                    PREFERRED: [{"weight": 0, "preference": expression("In", "?")}, {"weight": 101, "preference": {}}]
                }
            }
        },
        [
            (
                "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]."
                "weight: Invalid value: 0: must be in the range 1-100"
            ),
            (
                "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[1]."
                "weight: Invalid value: 101: must be in the range 1-100"
            ),
        ],
    ),
    "near": (near(labelSelector={"matchLabels": {"a": "b"}}, namespaces=["n"]), []),
    "near nothing": (
        near(topologyKey=""),
        [
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                "topologyKey: Required value: can not be empty"
            ),
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'topologyKey: Invalid value: "": name part must be non-empty'
            ),
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'topologyKey: Invalid value: "": name part must consist of alphanumeric '
                "characters, '-', '_' or '.', and must start and end with an alphanumeric "
                "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
                "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ),
        ],
    ),
    "odd selectors": (
        near(
            labelSelector={"matchLabels": {"a": "?"}},
            namespaceSelector={"matchExpressions": [{"key": "a", "operator": "Is"}]},
            namespaces=["A"],
        ),
        [
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'labelSelector.matchLabels: Invalid value: "?": a valid label must be an empty '
                "string or consist of alphanumeric characters, '-', '_' or '.', and must start "
                "and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
                "'12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9])?')"
            ),
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'namespaceSelector.matchExpressions[0].operator: Invalid value: "Is": not a '
                "valid selector operator"
            ),
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'namespace: Invalid value: "A": a lowercase RFC 1123 label must consist of lower '
                "case alphanumeric characters or '-', and must start and end with an "
                "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for "
                "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
            ),
        ],
    ),
    "weights": (
        {"affinity": {"podAntiAffinity": {PREFERRED: [{"weight": 0, "podAffinityTerm": {"topologyKey": "?"}}]}}},
        [
            (
                "spec.affinity.podAntiAffinity."
                "preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: "
                "must be in the range 1-100"
            ),
            (
                "spec.affinity.podAntiAffinity."
                "preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey: "
                "Invalid value: \"?\": name part must consist of alphanumeric characters, '-', '_' "
                "or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  "
                "or 'my.name',  or '123-abc', regex used for validation is "
                "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ),
        ],
    ),
    "keys": (near(labelSelector={}, matchLabelKeys=["a"], mismatchLabelKeys=["b"]), [], {"labels": {"a": "1"}}),
    "keys without selector": (
        near(matchLabelKeys=["a"], mismatchLabelKeys=["b"]),
        [
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                "matchLabelKeys: Forbidden: must not be specified when labelSelector is not set"
            ),
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                "mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not "
                "set"
            ),
        ],
    ),
    "odd keys": (
        near(labelSelector={}, matchLabelKeys=["?", "a"], mismatchLabelKeys=["a"]),
        [
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'matchLabelKeys[0]: Invalid value: "?": name part must consist of alphanumeric '
                "characters, '-', '_' or '.', and must start and end with an alphanumeric "
                "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
                "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ),
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
                'matchLabelKeys[1]: Invalid value: "a": exists in both matchLabelKeys and '
                "mismatchLabelKeys"
            ),
        ],
    ),
    "keys of the selector": (
        near(labelSelector={"matchLabels": {"a": "1"}}, matchLabelKeys=["a"]),
        [
            (
                "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0][0]: "
                'Invalid value: "a": exists in both matchLabelKeys and labelSelector'
            )
        ],
        {"labels": {"a": "1"}},
    ),
    "spread": (spread({}, {"whenUnsatisfiable": "ScheduleAnyway", "nodeTaintsPolicy": "Honor"}), []),
    "spread twice": (
        spread({}, {}, {}),
        [
            (
                "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate "
                'value: "{k, DoNotSchedule}"'
            ),
            (
                "spec.topologySpreadConstraints[1].{topologyKey, whenUnsatisfiable}: Duplicate "
                'value: "{k, DoNotSchedule}"'
            ),
        ],
    ),
    "spread oddly": (
        spread(
            {
                "maxSkew": 0,
                "topologyKey": "",
                "whenUnsatisfiable": "x",
                "minDomains": 0,
                "nodeAffinityPolicy": "x",
                "nodeTaintsPolicy": "y",
            }
        ),
        [
            ("spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero"),
            "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
            (
                'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "x": '
                'supported values: "DoNotSchedule", "ScheduleAnyway"'
            ),
            ("spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: must be greater than zero"),
            (
                "spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: can only use "
                "minDomains if whenUnsatisfiable=DoNotSchedule, not x"
            ),
            (
                'spec.topologySpreadConstraints[0].nodeAffinityPolicy: Unsupported value: "x": '
                'supported values: "Honor", "Ignore"'
            ),
            (
                'spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: "y": '
                'supported values: "Honor", "Ignore"'
            ),
        ],
    ),
    "spread over nothing": (
        spread({"labelSelector": None, "matchLabelKeys": ["a"]}),
        [
            (
                "spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be "
                "specified when labelSelector is not set"
            )
        ],
    ),
    "spread by keys": (
        spread(
            {"labelSelector": {"matchExpressions": [{"key": "a", "operator": "Exists"}]}, "matchLabelKeys": ["a", "?"]}
        ),
        [
            (
                'spec.topologySpreadConstraints[0].matchLabelKeys[1]: Invalid value: "?": name '
                "part must consist of alphanumeric characters, '-', '_' or '.', and must start "
                "and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or "
                "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9]')"
            ),
            (
                'spec.topologySpreadConstraints[0][0]: Invalid value: "a": exists in both '
                "matchLabelKeys and labelSelector"
            ),
        ],
        {"labels": {"a": "1"}},
    ),
    "selector": (
        spread({"labelSelector": {"matchExpressions": [{"key": "a", "operator": "In"}]}}),
        [
            (
                "spec.topologySpreadConstraints[0].labelSelector.matchExpressions[0].values: "
                "Required value: must be specified when `operator` is 'In' or 'NotIn'"
            )
        ],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_rules(case):
    spec, expected, metadata = (*case, {})[:3]
    assert new_errors(spec, **metadata) == expected
