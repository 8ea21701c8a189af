"""Tests of restart policies."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, new_errors


def rules(*given, policy="Never"):
    return container(restartPolicy=policy, restartPolicyRules=list(given))


RULE = {"action": "Restart", "exitCodes": {"operator": "In", "values": [1]}}
CPU = {"resourceName": "cpu", "restartPolicy": "NotRequired"}

CASES = {
    "rules": (rules(RULE, {**RULE, "action": "RestartAllContainers"}), []),
    "policy": (
        container(restartPolicy="Sometimes"),
        [
            (
                'spec.containers[0].restartPolicy: Unsupported value: "Sometimes": supported '
                'values: "Always", "Never", "OnFailure"'
            )
        ],
    ),
    "no policy": (
        container(restartPolicyRules=[RULE]),
        [("spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used")],
    ),
    "no policy before": (
        {"initContainers": [{"name": "i", "image": "x", "restartPolicyRules": [{"action": "x"}]}]},
        [
            (
                "spec.initContainers[0].restartPolicy: Required value: must specify "
                "restartPolicy when restart rules are used"
            )
        ],
    ),
    "odd rules": (
        rules({"action": "Stop"}, {"action": "Restart", "exitCodes": {"operator": "Is", "values": list(range(256))}}),
        [
            (
                'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "Stop": '
                'supported values: "Restart", "RestartAllContainers"'
            ),
            ("spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified"),
            (
                "spec.containers[0].restartPolicyRules[1].exitCodes.operator: Unsupported value: "
                '"Is": supported values: "In", "NotIn"'
            ),
            ("spec.containers[0].restartPolicyRules[1].exitCodes.values: Too many: 256: must have at most 255 items"),
        ],
    ),
    "many rules": (
        rules(*[RULE] * 21),
        ["spec.containers[0].restartPolicyRules: Too many: 21: must have at most 20 items"],
    ),
    "resized": (container(resizePolicy=[CPU, {"resourceName": "memory", "restartPolicy": "RestartContainer"}]), []),
    "resized oddly": (
        container(
            resizePolicy=[
                CPU,
                CPU,
                {"resourceName": "gpu", "restartPolicy": "Odd"},
                {"resourceName": "", "restartPolicy": ""},
            ]
        ),
        [
            'spec.containers[0].resizePolicy[1]: Duplicate value: "cpu"',
            ('spec.containers[0].resizePolicy: Unsupported value: "gpu": supported values: "cpu", "memory"'),
            (
                'spec.containers[0].resizePolicy: Unsupported value: "Odd": supported values: '
                '"NotRequired", "RestartContainer"'
            ),
            "spec.containers[0].resizePolicy: Required value",
        ],
    ),
    "never restarted": (
        {
            **container(resizePolicy=[CPU, {"resourceName": "memory", "restartPolicy": "RestartContainer"}]),
            "restartPolicy": "Never",
        },
        [
            (
                'spec.containers[0].resizePolicy: Invalid value: "RestartContainer": must be '
                "'NotRequired' when pod `restartPolicy` is 'Never'"
            )
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected
