"""Policies that build values too large for any machine; each validates an object in this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from tests.limited_process import play
from tests.unit.admission.policies.policy_server import with_policy

from kapivara import Api

_DEPTH = 46
_GROUP = "meter.example.com"


def doubled(first: str, made: str = "[{0}, {0}]", depth: int = _DEPTH) -> list[dict[str, str]]:
    """Returns variables that each contain the previous one twice; the last one is `variables.all`."""
    names = [*(f"v{number}" for number in range(depth)), "all"]
    found = [{"name": names[0], "expression": first}]
    for before, name in pairwise(names):
        found.append({"name": name, "expression": made.format(f"variables.{before}")})
    return found


def patching(*expressions: str, **spec: Any) -> dict[str, Any]:
    """Returns a policy of JSON patches."""
    mutations = [{"patchType": "JSONPatch", "jsonPatch": {"expression": each}} for each in expressions]
    return {"kind": "Mutating", "reinvocationPolicy": "Never", "mutations": mutations, **spec}


def applying(expression: str, **spec: Any) -> dict[str, Any]:
    """Returns a policy that applies a configuration."""
    mutations = [{"patchType": "ApplyConfiguration", "applyConfiguration": {"expression": expression}}]
    return {"kind": "Mutating", "reinvocationPolicy": "Never", "mutations": mutations, **spec}


def judging(expression: str, **spec: Any) -> dict[str, Any]:
    """Returns a policy that validates by an expression."""
    return {"validations": [{"expression": expression}], **spec}


_ADDED = "[JSONPatch{op: 'add', path: '/spec/x', value: variables.all}]"
_APPLIED = "Object{spec: Object.spec{x: variables.all}}"
_LISTS, _MAPS = doubled("[1]"), doubled("{'a': 1}", "{{'a': {0}, 'b': {0}}}")
_TEXT = "'" + "a" * 16 + "'"
REFUSED: dict[str, dict[str, Any]] = {
    "lists in a patch": patching(_ADDED, variables=_LISTS),
    "some levels less": patching(_ADDED, variables=doubled("[1]", depth=22)),
    "maps in a patch": patching(_ADDED, variables=_MAPS),
    "maps of numbers in a patch": patching(_ADDED, variables=doubled("{1: 1}", "{{1: {0}, 2: {0}}}")),
    "optional values in a patch": patching(_ADDED, variables=doubled("1", "[optional.of({0}), optional.of({0})]")),
    "messages in a patch": patching(
        _ADDED.replace("variables.all", "google.protobuf.ListValue{values: variables.all}"), variables=_LISTS
    ),
    "messages of messages in a patch": patching(
        _ADDED, variables=doubled("[1]", "google.protobuf.ListValue{{values: [{0}, {0}]}}")
    ),
    "objects in a patch": patching(
        _ADDED.replace("variables.all", "Object.spec.x{a: variables.all}"), variables=_LISTS
    ),
    "a value of a test": patching(_ADDED.replace("add", "test"), variables=_LISTS),
    "lists in a configuration": applying(_APPLIED, variables=_LISTS),
    "maps in a configuration": applying(_APPLIED, variables=_MAPS),
    "literals in a configuration": applying(_APPLIED.replace("variables.all", "[[variables.all]]"), variables=_LISTS),
    "optional values in a configuration": applying(
        _APPLIED, variables=doubled("1", "[optional.of({0}), optional.of({0})]")
    ),
    "long texts in a patch": patching(
        "lists.range(2000).map(i, JSONPatch{op: 'add', path: '/spec/x' + string(i), value: object.spec.long})"
    ),
    "a long text in one place": patching(
        "lists.range(2000).map(i, JSONPatch{op: 'add', path: '/spec/x', value: object.spec.long})"
    ),
    "tests of a long text": patching(
        "lists.range(2000).map(i, JSONPatch{op: 'test', path: '/spec/long', value: object.spec.long})"
    ),
    "copies": patching(
        "[JSONPatch{op: 'add', path: '/spec/l', value: []}]",
        *["lists.range(10).map(i, JSONPatch{op: 'copy', from: '/spec/long', path: '/spec/l/-'})"] * 40,
    ),
    "copies of empty lists": patching(
        *["lists.range(100).map(i, JSONPatch{op: 'copy', from: '/spec/empty', path: '/spec/l' + string(i)})"] * 20,
    ),
    "mutations": patching(
        *[f"[JSONPatch{{op: 'add', path: '/spec/x{at}', value: object.spec.long}}]" for at in range(20)]
    ),
    "operations": patching("lists.range(12000).map(i, JSONPatch{op: 'add', path: '/spec/x', value: 1})"),
    "texts of variables that fail": patching(_ADDED, variables=doubled(_TEXT, "{0} + {0}")),
    "variables that fail twice": patching(_ADDED, variables=doubled("[1][1]", "[{0}, {0}]")),
    "variables on variables": patching(_ADDED, variables=doubled("[1]", "[{0}]", depth=4_000)),
    "texts that are judged": judging("variables.all == 'x'", variables=doubled(_TEXT, "{0} + {0}")),
    "lists that are printed": judging("'%s'.format([variables.all]) == ''", variables=_LISTS),
    "lists in messages of failures": {
        "validations": [{"expression": "[?dyn(object.spec.longs)] == []"} for _ in range(40)],
    },
}
ALLOWED: dict[str, dict[str, Any]] = {
    "lists that are compared": judging(
        "variables.all == variables.all && variables.all in [variables.all]", variables=_LISTS
    ),
    "maps that are compared": judging("variables.all == variables.all", variables=_MAPS),
    "many variables": judging(
        "variables.all == 1",
        variables=[
            *({"name": f"u{at}", "expression": "1"} for at in range(10_000)),
            {"name": "all", "expression": "1"},
        ],
    ),
    "a value that fits": patching(_ADDED, variables=doubled("[1]", depth=12)),
}


def _asked(policy: dict[str, Any], length: int) -> str:
    rule = {"apiGroups": [_GROUP], "apiVersions": ["v1"], "resources": ["things"]}
    with with_policy(rule=rule, **policy) as api:
        _define(api)
        thing = {"apiVersion": f"{_GROUP}/v1", "kind": "Thing", "metadata": {"name": "a"}}
        spec = {"long": "a" * length, "longs": ["a" * 10_000] * (length // 10_000), "empty": [[]] * (length // 20)}
        outcome = api.create({**thing, "spec": spec}, dry_run=True)
        return "allowed" if outcome.status is None else f"refused: {outcome.status.message[-300:]}"


def _define(api: Api) -> None:
    schema = {
        "type": "object",
        "properties": {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
    }
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"plural": "things", "kind": "Thing"}
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"things.{_GROUP}"},
        "spec": {"group": _GROUP, "scope": "Cluster", "names": names, "versions": [version]},
    }
    created = api.create(definition)
    assert created.ok, created.status


CASES: dict[str, Callable[[], str]] = {
    **{name: partial(_asked, policy, 1_300_000) for name, policy in REFUSED.items()},
    **{name: partial(_asked, policy, 100) for name, policy in ALLOWED.items()},
}

if __name__ == "__main__":
    play(CASES.items())
