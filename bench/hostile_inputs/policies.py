"""Admission policies that build values: variables that use the previous one twice, and uses of the last one."""

from __future__ import annotations

from random import Random
from typing import Any

ADMISSION = "admissionregistration.k8s.io/v1"
PATH = f"/apis/{ADMISSION}"
FIRST = (
    *("[1]", "[[]]", "{'a': 1}", "{1: 1}", "1", "'aaaaaaaaaaaaaaaa'", "optional.of(1)", "[1][1]", "lists.range(1000)"),
    *("object.spec.long", "[object.spec.long]", "object.spec", "object.spec.many", "dyn([1])", "b'aaaa'"),
)
MADE = (
    *("[{0}, {0}]", "[{0}, {0}]", "[dyn({0}), dyn({0})]", "{{'a': {0}, 'b': {0}}}", "{{1: {0}, 2: {0}}}", "{0} + {0}"),
    *("[optional.of({0}), optional.of({0})]", "[{0}].map(x, [x, x])", "[{0}]", "dyn([{0}] + [{0}])"),
    *("google.protobuf.ListValue{{values: [{0}, {0}]}}", "google.protobuf.Struct{{fields: {{'a': {0}, 'b': {0}}}}}"),
    "[{0} == {0}, {0} == {0}]",
)
DEPTHS = (2, 8, 12, 15, 16, 17, 18, 22, 40, 60, 400)
STEPS = (
    *("[JSONPatch{{op: 'add', path: '/spec/x', value: {0}}}]", "[JSONPatch{{op: 'test', path: '/spec', value: {0}}}]"),
    "lists.range({1}).map(i, JSONPatch{{op: 'add', path: '/spec/x' + string(i), value: {0}}})",
    "lists.range({1}).map(i, JSONPatch{{op: 'add', path: '/spec/x', value: object.spec.long}})",
    "lists.range({1}).map(i, JSONPatch{{op: 'copy', from: '/spec/many', path: '/spec/x' + string(i)}})",
    "lists.range({1}).map(i, JSONPatch{{op: 'test', path: '/spec/many', value: object.spec.many}})",
    "lists.range({1}).map(i, JSONPatch{{op: 'move', from: '/spec/many', path: '/spec/many'}})",
    "[JSONPatch{{op: 'add', path: '/spec/x', value: Object.spec.x{{a: {0}, b: {0}}}}}]",
)
CONFIGURATIONS = (
    *("Object{{spec: Object.spec{{x: {0}}}}}", "Object{{spec: Object.spec{{x: [[{0}], [{0}]]}}}}"),
    *("Object{{spec: Object.spec{{x: Object.spec.x{{y: {0}}}}}}}", "Object{{spec: Object.other{{x: {0}}}}}"),
)
RULES = (
    *("{0} == {0}", "{0} != {0} || {0} in [{0}]", "'%s'.format([{0}]) == ''", "[?dyn({0})] == []", "size({0}) == 2"),
    *("sets.contains([{0}], [{0}])", "[{0}].distinct().size() == 1", "dyn({0}).flatten(50).size() == 0"),
    *("{{'a': {0}}} == {{'a': {0}}}", "[{0}, {0}].indexOf({0}) == 0", "string({0}) == ''", "dyn({0}) < dyn({0})"),
)


def policy(random: Random, name: str, group: str) -> tuple[str, dict[str, Any]]:
    """Returns the first word of a policy's kind, and the policy for a group."""
    depth = random.choice(DEPTHS)
    names = [f"v{number}" for number in range(depth + 1)]
    made = random.choice(MADE)
    variables = [{"name": names[0], "expression": random.choice(FIRST)}]
    for number in range(depth):
        if random.random() < 0.05:
            made = random.choice(MADE)
        variables.append({"name": names[number + 1], "expression": made.format(f"variables.{names[number]}")})
    last = f"variables.{names[-1]}"
    rule = {"apiGroups": [group], "apiVersions": ["*"], "operations": ["CREATE"], "resources": ["*"]}
    spec: dict[str, Any] = {
        "failurePolicy": random.choice(("Fail", "Fail", "Ignore")),
        "matchConstraints": {"resourceRules": [rule]},
        "variables": variables,
    }
    if random.random() < 0.3:
        spec["validations"] = [_rule(random, last) for _ in range(random.choice((1, 1, 3, 20)))]
        spec["auditAnnotations"] = [{"key": "a", "valueExpression": random.choice(("'a'", f"string({last})"))}]
        kind = "Validating"
    else:
        spec["reinvocationPolicy"] = random.choice(("Never", "IfNeeded"))
        spec["mutations"] = [_mutation(random, last) for _ in range(random.choice((1, 1, 2, 5, 30)))]
        kind = "Mutating"
    return kind, {
        "apiVersion": ADMISSION,
        "kind": f"{kind}AdmissionPolicy",
        "metadata": {"name": name},
        "spec": spec,
    }


def binding(kind: str, name: str) -> dict[str, Any]:
    """Returns the binding of a policy of the same name."""
    actions = {"validationActions": ["Deny"]} if kind == "Validating" else {}
    return {
        "apiVersion": ADMISSION,
        "kind": f"{kind}AdmissionPolicyBinding",
        "metadata": {"name": name},
        "spec": {"policyName": name, **actions},
    }


def _rule(random: Random, value: str) -> dict[str, str]:
    told = {"messageExpression": random.choice(("'no'", "'%s'.format([{0}])", "'no ' + string({0})")).format(value)}
    return {"expression": random.choice(RULES).format(value), **(told if random.random() < 0.3 else {})}


def _mutation(random: Random, value: str) -> dict[str, Any]:
    if random.random() < 0.7:
        text = random.choice(STEPS).format(value, random.choice((1, 3, 100, 2_000, 12_000)))
        return {"patchType": "JSONPatch", "jsonPatch": {"expression": text}}
    text = random.choice(CONFIGURATIONS).format(value)
    return {"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": text}}


def spec_of_thing(random: Random) -> dict[str, Any]:
    """Returns objects for the policies: a long string, and many small values."""
    many: list[Any] = random.choice(([1], [], ["a"], [[[]]], [{"a": {}}])) * random.choice((1, 100, 20_000))
    return {"long": "a" * random.choice((1, 1_000, 500_000, 1_200_000)), "many": many, "few": {"a": [1, "b", None]}}
