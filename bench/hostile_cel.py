"""hostile-cel: CEL expressions that are expensive for a server, measured as shares of the allowed cost.

Each probe is a CRD whose rules have a low estimated and a high actual cost, and objects that trigger them; it is
measured like those of `hostile_definitions`. `python -m bench.hostile_cel [-v] [NAME…]` prints a line for each probe.
"""

from __future__ import annotations

import sys
from typing import Any

from bench.harness import Benchmark, Pair
from bench.hostile_definitions import Calls, Probes, create, define, fields, main, measure_probe
from bench.hostile_http import compared

LONG = 2_900_000
MOST = 99_000


def text(length: int = LONG) -> dict[str, Any]:
    """Returns the schema of a string with a maximum length."""
    return {"type": "string", "maxLength": length}


def numbers(count: int) -> dict[str, Any]:
    """Returns the schema of a list of numbers."""
    return {"type": "array", "maxItems": count, "items": {"type": "integer"}}


def ruled(properties: dict[str, Any], *rules: str) -> dict[str, Any]:
    """Returns the schema of an object with rules."""
    return {**fields(**properties), "x-kubernetes-validations": [{"rule": rule} for rule in rules]}


def tried(spec: Any, properties: dict[str, Any], *rules: str) -> Calls:
    """Creates a CRD with rules, and evaluates them on two objects: the first compiles them, the second does not."""
    yield define(ruled(properties, *rules))
    for number in range(2):
        yield create(spec, f"x{number}")


def repeated(unit: str, between: str) -> str:
    """Returns an expression of the maximum length."""
    return between.join([unit] * (MOST // (len(unit) + len(between))))


def squares() -> Calls:
    """A string that is squared, and repeatedly parsed as a URL."""
    rules = [f"isURL(self.s.replace('', self.s)) || {number} > 0" for number in range(300)]
    yield from tried({"s": "/" + "a" * 1_999}, {"s": text(2_000)}, *rules)


def parts() -> Calls:
    """Very many substrings."""
    rules = [f"self.s.findAll('{pattern}').size() >= 0" for pattern in ("", "a", "a.*b|a")]
    yield from tried({"s": "a" * LONG}, {"s": text()}, *rules)


def durations() -> Calls:
    """Durations, numbers and times of the maximum length."""
    kinds = ("duration", "int", "double", "timestamp", "uint", "bool")
    rules = [f"{kind}(self.s) != {kind}(self.s) || true" for kind in kinds * 10]
    yield from tried({"s": "1s" * (LONG // 12)}, {"s": text()}, *rules)


def formats() -> Calls:
    """Strings that are formatted, and strings as formats."""
    rules = ["self.s.format([]).size() >= 0", "'%s'.format([[self.s, self.s]]).size() >= 0"] * 20
    yield from tried({"s": "%%" * (LONG // 2)}, {"s": text()}, *rules)


def doubled_lists() -> Calls:
    """Lists that double, and lists of long lists."""
    doubling = "[self.l]" + ".map(y, y + y)" * 20 + ".size() > 0"
    literal = f"[{', '.join(['self.l' + ' + self.l' * 20] * 100)}].size() > 0"
    yield from tried({"l": [0] * 100_000}, {"l": numbers(100_000)}, literal)
    yield from tried({"l": [0] * 1_000}, {"l": numbers(1_000)}, doubling)


def comparisons() -> Calls:
    """Repeated comparisons of lists and maps that are equal or nearly equal."""
    texts = {"type": "array", "maxItems": 10, "items": text(150_000)}
    made = {"l": ["a" * 70_000] * 10, "m": ["a" * 70_000] * 9 + ["a" * 69_999 + "b"]}
    rules = [f"self.l != self.m || {number} > 0" for number in range(1_000)]
    yield from tried(made, {"l": texts, "m": texts}, *rules)


def memberships() -> Calls:
    """Searches for long strings among similar strings."""
    texts = {"type": "array", "maxItems": 100, "items": text(15_000)}
    rules = [f"self.l.all(x, x in self.l) || {number} > 0" for number in range(300)]
    yield from tried({"l": [f"{'a' * 13_000}{number:03}" for number in range(100)]}, {"l": texts}, *rules)


def misjudged() -> Calls:
    """Loops whose cost the server's estimate understates."""
    row = fields(name=text(2), names={"type": "array", "items": text(10)})
    rows = {"type": "array", "maxItems": 100, "items": row}
    rule = "self.rows.all(x, x.names.all(y, y != x.name))"
    yield from tried({"rows": [{"name": "n", "names": ["a"] * 5_000}] * 60}, {"rows": rows}, *[rule] * 20)


def loops() -> Calls:
    """Loops that use the whole cost limit."""
    rule = "self.l.all(x, self.l.all(y, self.l.all(z, x + y + z >= 0)))"
    yield from tried({"l": list(range(40))}, {"l": numbers(40)}, *[rule] * 30)


def failing_rules() -> Calls:
    """Very many rules that fail at every list item."""
    rules = [{"rule": f"self > {number}"} for number in range(1_000, 1_200)]
    yield define(fields(l={**numbers(3_000), "items": {"type": "integer", "x-kubernetes-validations": rules}}))
    yield create({"l": [0] * 2_500})
    yield create({"l": [0] * 2_500})


def many_rules() -> Calls:
    """Very many rules on one schema, for an object that satisfies all and one that violates half of them."""
    rules = [f"self.i < {number}" for number in range(10_000)]
    yield define(ruled({"i": {"type": "integer"}}, *rules))
    yield create({"i": -1}, "kept")
    yield create({"i": 5_000}, "broken")


def long_expressions() -> Calls:
    """An expression of the maximum length."""
    yield from tried({"a": True}, {"a": {"type": "boolean"}}, repeated("self.a", " && "))


def long_loops() -> Calls:
    """An expression with as many loops as possible."""
    yield from tried({"l": [1, 2]}, {"l": numbers(3)}, repeated("self.l.all(x, x > 0)", " && "))


PROBES: Probes = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(squares, parts, durations, formats, doubled_lists, comparisons, memberships, misjudged, loops),
        *(failing_rules, many_rules, long_expressions, long_loops),
    )
}


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(probe) for probe in PROBES.values())


BENCHMARK = Benchmark("hostile-cel", 1, prepare)


if __name__ == "__main__":
    main(PROBES, sys.argv[1:])
