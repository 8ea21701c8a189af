"""hostile-policies: what authors of admission policies cost a server, as shares of what they may cost.

Each probe is a policy whose expressions build values that fit no machine, or patch without end, and an object that it
is asked about, again and again; it is measured as those of `hostile_definitions` are.
`python -m bench.hostile_policies [-v] [NAME…]` prints a line for each probe. `play_policies` is a round of `hostile`.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from typing import Any

from bench.harness import Benchmark, Pair
from bench.hostile_definitions import (
    DEFINITIONS,
    GROUP,
    THINGS,
    Call,
    Calls,
    Probes,
    define,
    definition,
    main,
    measure_probe,
    thing,
)
from bench.hostile_http import compared
from bench.hostile_inputs import policies
from bench.hostile_inputs.scalars import json_text
from bench.hostile_rounds import Round, remove

FREE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
DEPTH = 39
TIMES = 4
OBJECTS = 4
LONG = 1_300_000


def doubled(first: str, made: str = "[{0}, {0}]", depth: int = DEPTH) -> list[dict[str, str]]:
    """Returns variables that each contain the previous one twice; the last one is `variables.all`."""
    names = [*(f"v{number}" for number in range(depth)), "all"]
    found = [{"name": names[0], "expression": first}]
    for before, name in pairwise(names):
        found.append({"name": name, "expression": made.format(f"variables.{before}")})
    return found


def asked(kind: str, spec: Any, of: dict[str, Any], **more: Any) -> Calls:
    """Creates a policy, and an object that it validates."""
    rule = {"apiGroups": [GROUP], "apiVersions": ["*"], "operations": ["CREATE"], "resources": ["things"]}
    body = {
        "apiVersion": policies.ADMISSION,
        "kind": f"{kind}AdmissionPolicy",
        "metadata": {"name": "probe"},
        "spec": {"matchConstraints": {"resourceRules": [rule]}, **spec, **more},
    }
    yield define(FREE)
    path = f"{policies.PATH}/{kind.lower()}admissionpolic"
    yield Call("POST", f"{path}ies", json.dumps(body).encode())
    yield Call("POST", f"{path}ybindings", json.dumps(policies.binding(kind, "probe")).encode())
    for number in range(TIMES):
        yield Call("POST", f"{THINGS}?dryRun=All", json.dumps(thing(of, f"x{number}")).encode())


def patched(*expressions: str, of: dict[str, Any] | None = None, **more: Any) -> Calls:
    """Creates a policy of JSON patches, and an object that it changes."""
    mutations = [{"patchType": "JSONPatch", "jsonPatch": {"expression": each}} for each in expressions]
    yield from asked("Mutating", {"reinvocationPolicy": "IfNeeded", "mutations": mutations}, of or {"a": 1}, **more)


ADDED = "[JSONPatch{op: 'add', path: '/spec/x', value: variables.all}]"


def lists() -> Calls:
    """Lists of lists, in one value of a patch."""
    yield from patched(ADDED, variables=doubled("[1, 1]"))


def some_lists() -> Calls:
    """As many lists as would fit into a machine."""
    yield from patched(ADDED, variables=doubled("[1, 1]", depth=22))


def lists_that_fit() -> Calls:
    """The most lists."""
    yield from patched(ADDED, variables=doubled("[[]]", depth=15))


def configurations() -> Calls:
    """Lists of lists in a configuration."""
    expression = {"expression": "Object{spec: Object.spec{x: variables.all}}"}
    mutations = [{"patchType": "ApplyConfiguration", "applyConfiguration": expression}]
    spec = {"reinvocationPolicy": "IfNeeded", "mutations": mutations}
    yield from asked("Mutating", spec, {"a": 1}, variables=doubled("[1, 1]"))


def long_texts() -> Calls:
    """A long text, added by thousands of operations."""
    step = "lists.range(2000).map(i, JSONPatch{op: 'add', path: '/spec/x' + string(i), value: object.spec.long})"
    yield from patched(step, of={"long": "a" * LONG})


def copies() -> Calls:
    """Copies within each of many patches."""
    step = "[JSONPatch{op: 'copy', from: '/spec/long', path: '/spec/l' + string(object.spec.size())}]"
    yield from patched(*[step] * 20, of={"long": "a" * LONG})


def small_copies() -> Calls:
    """Copies of lists that are small as text, and large as values."""
    step = "lists.range(60).map(i, JSONPatch{op: 'copy', from: '/spec/l', path: '/spec/x' + string(i)})"
    yield from patched(step, step, of={"l": [[]] * 10_000})


def operations() -> Calls:
    """The most operations on a long list."""
    step = "lists.range(9000).map(i, JSONPatch{op: 'add', path: '/spec/l/0', value: 1})"
    yield from patched(step, of={"l": [1] * 100_000})


def texts_that_fail() -> Calls:
    """Strings that double until they cost too much, used by rules, messages and annotations."""
    rule = {"expression": "variables.all == 'x'", "messageExpression": "variables.all"}
    spec = {"validations": [rule] * 20, "auditAnnotations": [{"key": "a", "valueExpression": "variables.all"}]}
    yield from asked("Validating", spec, {"a": 1}, variables=doubled("'aaaaaaaaaaaaaaaa'", "{0} + {0}"))


def variables_that_fail() -> Calls:
    """A variable that fails, and others that each use the one before twice."""
    yield from asked(
        "Validating", {"validations": [{"expression": "variables.all == []"}]}, {}, variables=doubled("[[1]][1]")
    )


def many_variables() -> Calls:
    """The most variables."""
    variables = [{"name": f"u{number}", "expression": "1"} for number in range(3_000)]
    rule = {"expression": "variables.all == 1"}
    yield from asked(
        "Validating", {"validations": [rule]}, {}, variables=[*variables, {"name": "all", "expression": "1"}]
    )


def comparisons() -> Calls:
    """Values that are compared, sought and printed."""
    rules = ("{0} == {0}", "{0} in [{0}]", "[{0}, {0}].distinct().size() == 1", "'%s'.format([{0}]) == ''")
    rules = (*rules, "sets.equivalent([{0}], [{0}])", "[?dyn({0})] == []", "dyn({0}).flatten(60) == []")
    found = [{"expression": each.format("variables.all")} for each in rules * 3]
    yield from asked("Validating", {"validations": found}, {}, variables=doubled("[1]"))


PROBES: Probes = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(lists, some_lists, lists_that_fit, configurations, long_texts, copies, small_copies, operations),
        *(texts_that_fail, variables_that_fail, many_variables, comparisons),
    )
}


def play_policies(round_: Round) -> None:
    """A policy that builds values, and objects for it, as dry runs."""
    random, name = round_.random, f"p{round_.number}"
    group = f"{name}.example.com"
    kind, made = policies.policy(random, name, group)
    defined = definition(FREE, group=group)
    round_.inputs["policies"] += 1
    plural = f"{policies.PATH}/{kind.lower()}admissionpolic"
    bodies = ((DEFINITIONS, defined), (f"{plural}ies", made), (f"{plural}ybindings", policies.binding(kind, name)))
    created = [_created(round_, path, each) for path, each in bodies]
    if all(created):
        for number in range(OBJECTS):
            round_.inputs["objects of policies"] += 1
            data = json_text(thing(policies.spec_of_thing(random), f"o{number}", group=group)).encode()
            served = round_.ask("POST", f"/apis/{group}/v1/things?dryRun=All", data)
            called = round_.timed(
                "library create", data, lambda data=data: round_.library.create(data, "", dry_run=True)
            )  # type: ignore[misc]
            round_.agree(f"create under {json_text(made)[:2_000]}", data[:300], served, called)
    for (path, each), was_created in zip(bodies[1:], created[1:], strict=True):
        if was_created:
            round_.ask("DELETE", f"{path}/{name}")
            round_.library.delete((policies.ADMISSION, each["kind"], name))
    if created[0]:
        remove(round_, defined)


def _created(round_: Round, path: str, made: dict[str, Any]) -> bool:
    data = json_text(made).encode()
    served = round_.ask("POST", path, data)
    called = round_.timed("library create", data, lambda: round_.library.create(data, ""))
    round_.agree("create", data[:2_000], served, called)
    return served.code == 201


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(probe) for probe in PROBES.values())


BENCHMARK = Benchmark("hostile-policies", 1, prepare)


if __name__ == "__main__":
    main(PROBES, sys.argv[1:])
