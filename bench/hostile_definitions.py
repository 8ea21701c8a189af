"""hostile-definitions: the cost of hostile CRDs and objects for a server, as shares of the allowed cost.

Each probe has a server of its own. No request may take 2 s of its processor, all together may take 300 MB above idle,
and concurrent requests for `/livez` may wait for 250 ms of other work of the server. Processor time is that of all
threads, so that a thread that holds the interpreter counts, and other load on the machine does not. The benchmark is
the largest share. `python -m bench.hostile_definitions [NAME…]` prints a line for each probe.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, TypeAlias

from bench.harness import Benchmark, Pair
from bench.hostile_http import Cost, Server, compared, head, print_cost

GROUP = "example.com"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
THINGS = f"/apis/{GROUP}/v1/things"
JSON, MERGE, YAML = "application/json", "application/merge-patch+json", "application/yaml"
PATIENCE_SECONDS = 120
PAUSE_SECONDS = 0.005
http.client._MAXHEADERS = 1000  # type: ignore[attr-defined]  # responses may have many warnings


@dataclass(frozen=True, slots=True)
class Call:
    """A request."""

    method: str
    path: str
    body: bytes = b""
    media_type: str = JSON


Calls: TypeAlias = Iterator[Call]
Probes: TypeAlias = dict[str, Callable[[], Calls]]


def definition(spec: Any, *, group: str = GROUP, extra: Any = None) -> dict[str, Any]:
    """Returns a CRD of kind Thing with this schema for `spec`."""
    schema = {"type": "object", "properties": {"spec": spec}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}, **(extra or {})}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"things.{group}"},
        "spec": {
            "group": group,
            "names": {"plural": "things", "kind": "Thing"},
            "scope": "Cluster",
            "versions": [version],
        },
    }


def thing(spec: Any, name: str = "x", *, group: str = GROUP, **metadata: Any) -> dict[str, Any]:
    """Returns an object of the CRD."""
    return {"apiVersion": f"{group}/v1", "kind": "Thing", "metadata": {"name": name, **metadata}, "spec": spec}


def define(spec: Any, **more: Any) -> Call:
    """Returns the request that creates a CRD."""
    return Call("POST", DEFINITIONS, json.dumps(definition(spec, **more)).encode())


def create(spec: Any, name: str = "x", query: str = "", **metadata: Any) -> Call:
    """Returns the request that creates an object."""
    return Call("POST", f"{THINGS}{query}", json.dumps(thing(spec, name, **metadata)).encode())


def fields(**properties: Any) -> dict[str, Any]:
    """Returns the schema of an object."""
    return {"type": "object", "properties": properties}


def items(schema: Any) -> dict[str, Any]:
    """Returns the schema of a list."""
    return {"type": "array", "items": schema}


def come_and_go(count: int = 300) -> Calls:
    """CRDs that are created, used and deleted."""
    for number in range(count):
        group = f"g{number}.example.com"
        pattern = {"type": "string", "pattern": f"^a*{number}$"}
        rules = [{"rule": f"!has(self.a) || self.a.size() < {number + 1000}"}]
        yield define({**fields(a=pattern), "description": "x" * 50_000, "x-kubernetes-validations": rules}, group=group)
        for each in range(6):
            body = thing({"a": f"a{number}"}, f"x{each}", group=group)
            yield Call("POST", f"/apis/{group}/v1/things", json.dumps(body).encode())
        yield Call("GET", f"/openapi/v3/apis/{group}/v1")
        yield Call("DELETE", f"{DEFINITIONS}/things.{group}")


def change_often() -> Calls:
    """A CRD that changes repeatedly."""
    yield define(fields(a={"type": "string"}))
    for number in range(300):
        patch = definition(
            {
                **fields(a={"type": "string", "pattern": f"^a*{number}$", "maxLength": 20}),
                "description": "x" * 100_000,
                "x-kubernetes-validations": [{"rule": f"self.a.size() < {number + 1000}"}],
            }
        )
        yield Call("PATCH", f"{DEFINITIONS}/things.{GROUP}", json.dumps({"spec": patch["spec"]}).encode(), MERGE)
        yield create({"a": f"a{number}"}, f"x{number}")
        yield Call("GET", f"/openapi/v3/apis/{GROUP}/v1")


def live() -> Calls:
    """Many CRDs, and reads of their documents."""
    for number in range(300):
        yield define(fields(a={"type": "string"}), group=f"g{number}.example.com")
    for path in ("/apis", "/openapi/v3", DEFINITIONS, "/metrics"):
        yield Call("GET", path)


def large_classes() -> Calls:
    """A pattern with repeated large classes."""
    yield define(fields(a={"type": "string", "pattern": "(?i)" + r"[\pL\pN]{1000}" * 5}))
    yield create({"a": "д" * 5000})
    yield create({"a": "д" * 1_000_000}, "y")


def long_patterns() -> Calls:
    """Patterns that are too long, and long ones."""
    yield define(fields(a={"type": "string", "pattern": "a{1000}" * 3000}))
    yield define(fields(a={"type": "string", "pattern": "a{1000}" * 900}))
    yield create({"a": "a" * 2_000_000})


def heavy_patterns() -> Calls:
    """Patterns that take RE2 seconds to compile, or nearly."""
    heavy = ("a{1000}" * 450, "a{0,1000}" * 8, "a?" * 100_000, "x" * 450_000, r"\pL" * 20_000, "." * 100_000)
    for number, pattern in enumerate(heavy):
        group = f"g{number}.example.com"
        yield define(fields(a={"type": "string", "pattern": pattern}), group=group)
        for each, text in enumerate(("", "a" * 100_000, "a" * 1_000_000)):
            body = thing({"a": text}, f"x{each}", group=group)
            yield Call("POST", f"/apis/{group}/v1/things", json.dumps(body).encode())
    for text in (".", "a?", "[ab]", "(a)", "a|", r"\d", r"\pL"):
        yield define(fields(a={"type": "string", "pattern": text * (2_900_000 // (len(json.dumps(text)) - 2))}))


def many_patterns() -> Calls:
    """Very many patterns with exploding states."""
    yield define(
        fields(**{f"p{n}": {"type": "string", "pattern": f"[ab]*a[ab]{{{100 + n % 100}}}c{n}"} for n in range(2000)})
    )
    for each in range(3):
        yield create({f"p{n}": "ab" * (100 + n % 7) for n in range(2000)}, f"x{each}")


def slow_patterns() -> Calls:
    """Patterns with exploding states on long strings, and on many strings."""
    yield define(
        fields(
            a={"type": "string", "pattern": "^[ab]*a[ab]{999}$"},
            l=items({"type": "string", "pattern": "^[ab]*a[ab]{999}$"}),
        )
    )
    text = "".join(random.Random(1).choices("ab", k=700_000))
    yield create({"a": text})
    yield create({"l": [text[n : n + 20_000] for n in range(30)]}, "y")


def rules_with_patterns() -> Calls:
    """Rules with patterns from objects."""
    text, pattern = {"type": "string", "maxLength": 20_000}, {"type": "string", "maxLength": 1_000}
    for rule in ("self.a.matches(self.p)", "self.a.findAll(self.p).size() >= 0", "self.a.find(self.p) != 'z'"):
        yield define({**fields(a=text, p=pattern), "x-kubernetes-validations": [{"rule": rule}]})
        yield create({"a": "x" * 20_000, "p": "x*y|x"})
        yield create({"a": "ab" * 1000, "p": r"[\pL]{1000}" * 90}, "y")
        yield create({"a": "ab" * 2000, "p": "[ab]*a[ab]{900}" * 5}, "z")
        yield Call("DELETE", f"{DEFINITIONS}/things.{GROUP}")


def long_defaults() -> Calls:
    """Long defaults, many times, also for objects that were stored before."""
    plain, long = {"type": "string"}, {"type": "string", "default": "x" * 100_000}
    yield define(fields(l=items(fields(a=plain))))
    for each in range(20):
        yield create({"l": [{}] * 15}, f"small{each}")
    yield create({"l": [{}] * 8000}, "large")
    changed = definition(fields(l=items(fields(a=long))))
    yield Call("PATCH", f"{DEFINITIONS}/things.{GROUP}", json.dumps({"spec": changed["spec"]}).encode(), MERGE)
    yield create({"l": [{}] * 8000})
    yield create({"l": [{}] * 8000}, "y", "?dryRun=All")
    yield Call("GET", THINGS)
    yield Call("GET", f"{THINGS}/large")
    yield Call("DELETE", f"{THINGS}/large")


def many_defaults() -> Calls:
    """Short defaults, very many times."""
    yield define(fields(l=items(fields(**{f"p{n}": {"type": "integer", "default": n} for n in range(4)}))))
    yield create({"l": [{}] * 700_000})


def many_errors() -> Calls:
    """Objects that are invalid in every part."""
    yield define(
        fields(
            l=items({"type": "string", "maxLength": 1}),
            m={"type": "object", "additionalProperties": {"type": "integer"}},
            a=items(fields(b={"type": "integer", "minimum": 5, "enum": [7]})),
        )
    )
    yield create({"l": ["xx"] * 400_000})
    yield create({"l": ["x" * 1000] * 2_500}, "y")
    yield create({"m": {f"k{n}": "x" for n in range(200_000)}}, "z")
    yield create({"a": [{"b": 1}] * 250_000}, "w")


def unknown_fields() -> Calls:
    """Very many unknown and duplicate fields, each reported."""
    yield define(fields(a={"type": "string"}))
    for each, query in enumerate(("", "?fieldValidation=Strict", "?fieldValidation=Ignore")):
        yield create({f"k{n}": 1 for n in range(200_000)}, f"x{each}", query)
        doubled = ",".join(['"a":"x"'] * 300_000)
        text = json.dumps(thing({}, f"y{each}")).replace('"spec": {}', f'"spec": {{{doubled}}}')
        yield Call("POST", f"{THINGS}{query}", text.encode())
        lines = "".join(f"  k{n}: 1\n" for n in range(100_000)) + "  a: x\n" * 100_000
        text = f"apiVersion: {GROUP}/v1\nkind: Thing\nmetadata: {{name: z{each}}}\nspec:\n{lines}"
        yield Call("POST", f"{THINGS}{query}", text.encode(), YAML)


def large_yaml() -> Calls:
    """As many YAML values as fit into a body."""
    yield define({**fields(l=items({"type": "string"})), "x-kubernetes-preserve-unknown-fields": True})
    start = f"apiVersion: {GROUP}/v1\nkind: Thing\nmetadata: {{name: x}}\nspec:\n"
    for lines in ("  a: x\n" * 400_000, "  l:\n" + "  - x\n" * 480_000, f"  l: [{'a,' * 1_400_000}a]\n"):
        yield Call("POST", THINGS, (start + lines).encode(), YAML)


def large_metadata() -> Calls:
    """Very many labels, annotations, owners and finalizers."""
    yield define(fields(a={"type": "string"}))
    many = {f"k{n}": "v" for n in range(100_000)}
    yield create({}, "a", annotations=many)
    yield create({}, "b", labels=many)
    yield create({}, "c", labels={f"-{n}": "-" for n in range(100_000)})
    owner = {"apiVersion": "v1", "kind": "Node", "name": "x", "uid": "u"}
    yield create({}, "d", ownerReferences=[owner] * 30_000)
    yield create({}, "e", ownerReferences=[{**owner, "uid": f"u{n}"} for n in range(20_000)])
    yield create({}, "f", finalizers=[f"f{n}" for n in range(150_000)])
    yield create({}, "g", managedFields=[{"manager": f"m{n}", "operation": "Update"} for n in range(30_000)])


def managed_fields() -> Calls:
    """An object with very many field managers."""
    yield define({**fields(a={"type": "object", "x-kubernetes-preserve-unknown-fields": True})})
    for number in range(60):
        body = thing({"a": {f"k{number}-{n}": 1 for n in range(300)}})
        text = json.dumps(body).encode()
        query = f"?fieldManager=m{number}&force=true"
        yield Call("PATCH", f"{THINGS}/x{query}", text, "application/apply-patch+yaml")


def large_definitions() -> Calls:
    """CRDs of the maximum size."""
    wide = {f"p{n}": {"type": "string", "description": "x" * 20} for n in range(12_000)}
    yield define(fields(**wide))
    yield create({f"p{n}": "x" for n in range(12_000)})
    yield Call("GET", f"/openapi/v3/apis/{GROUP}/v1")
    yield Call("PATCH", f"{DEFINITIONS}/things.{GROUP}", b'{"metadata":{"labels":{"a":"b"}}}', MERGE)
    yield Call("DELETE", f"{DEFINITIONS}/things.{GROUP}")


PROBES: Probes = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(come_and_go, change_often, live, large_classes, long_patterns, heavy_patterns, many_patterns, slow_patterns),
        *(rules_with_patterns, long_defaults, many_defaults, many_errors, unknown_fields, large_yaml, large_metadata),
        *(managed_fields, large_definitions),
    )
}


def measure_probe(probe: Callable[[], Calls], told: Callable[[str], None] = lambda _: None) -> Cost:
    """Runs a probe against a server of its own; its processor time is that of the most expensive request."""
    server = Server("--anonymous")
    try:
        server.ask(head(b"GET /livez"))
        idle = server.memory("VmRSS")
        waits: list[float] = []
        over = threading.Event()
        asking = threading.Thread(target=_keep_asking, args=(server, waits, over))
        asking.start()
        connection = HTTPConnection(*server.address, timeout=PATIENCE_SECONDS)
        costliest = 0.0
        for call in probe():
            begun = _processor_seconds(server)
            code, size = _send(connection, call)
            spent = _processor_seconds(server) - begun
            costliest = max(costliest, spent)
            told(f"    {call.method:6} {call.path[:50]:50} {len(call.body):8} -> {code} {size:8}  {spent:.2f} s")
        over.set()
        asking.join()
        return Cost(costliest, server.memory("VmHWM") - idle, max(waits))
    finally:
        server.stop()


def _send(connection: HTTPConnection, call: Call) -> tuple[int, int]:
    """Sends a request; returns the status code and the length of the response."""
    try:
        connection.request(call.method, call.path, call.body, {"Content-Type": call.media_type})
        response = connection.getresponse()
        return response.status, len(response.read())
    except (OSError, HTTPException):
        connection.close()
        return 0, 0


def _processor_seconds(server: Server) -> float:
    """Returns the exact processor time of all threads of the server."""
    pid = server.process.pid
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


def _keep_asking(server: Server, waits: list[float], over: threading.Event) -> None:
    """Requests `/livez` until the probe is over, and once more."""
    last = False
    while not last:
        last = over.is_set()
        begun = _processor_seconds(server)
        if server.ask(head(b"GET /livez")).endswith(b"ok"):
            waits.append(_processor_seconds(server) - begun)
        time.sleep(PAUSE_SECONDS)


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(probe) for probe in PROBES.values())


BENCHMARK = Benchmark("hostile-definitions", 1, prepare)


def main(probes: Probes, names: list[str]) -> None:
    """Prints the cost of each probe; with `-v`, of each of its requests."""
    told = print if "-v" in names else lambda _: None
    for name in [each for each in names if each != "-v"] or probes:
        print_cost(name, measure_probe(probes[name], told))


if __name__ == "__main__":
    main(PROBES, sys.argv[1:])
