"""Finds example objects of a CRD for its reference page: generates candidates and validates each."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.api import Api
from kapivara.schema.structural.samples import Sampler
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json, deep_equal
from kapivara.values.record import record

_MOST_TRIES = 300
_MOST_BRANCHES = 6


@record(eq=False)
class Examples:
    """The smallest valid object found, and one with as many fields as possible; None if none was found."""

    small: JsonObject | None = None
    full: JsonObject | None = None


class ExampleSearch:
    """Searches objects of one version that are valid on a server that has the CRD."""

    def __init__(self, api: Api, api_version: str, kind: str, schema: Structural):
        self._api = api
        self._head = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "example"}}
        self._schema = schema
        self._tries = 0

    def find(self) -> Examples:
        """Returns the examples found within a bounded number of tries."""
        small = next((each for each in self._small() if self._is_valid(each)), None)
        full = next((each for each in self._samples(full=True) if self._is_valid(each)), None)
        if full is None and small is not None:
            full = self._grown(small)
        if small is None and full is not None:
            small = self._shrunk(full)
        if small is not None and full is not None and deep_equal(small, full):
            full = None
        return Examples(*(None if each is None else {**self._head, **each} for each in (small, full)))

    def _samples(self, *, full: bool) -> Iterator[JsonObject]:
        """Yields distinct sample objects of the schema, one for each of its alternatives."""
        seen: list[JsonObject] = []
        for branch in range(_MOST_BRANCHES):
            made = Sampler(full=full, branch=branch).object(self._schema)
            made = {name: value for name, value in made.items() if name not in (*self._head, "status")}
            if not any(deep_equal(made, each) for each in seen):
                seen.append(made)
                yield made

    def _small(self) -> Iterator[JsonObject]:
        """Yields small objects: with the required fields, then with one optional field more, then without a spec.

        The additional field is one of the spec, then one of an object inside the spec.
        """
        for each in self._samples(full=False):
            yield each if "spec" in each or "spec" not in self._schema.properties else {**each, "spec": {}}
        for each in self._samples(full=False):
            yield from self._with_one_more(each)
        for each in self._samples(full=False):
            yield from self._with_one_more_inside(each)
        yield from self._samples(full=False)

    def _with_one_more(self, small: JsonObject) -> Iterator[JsonObject]:
        """Yields the object with each optional field that its spec lacks, one at a time."""
        spec = self._schema.properties.get("spec")
        whole = Sampler(full=True).object(self._schema).get("spec")
        if spec is None or type(whole) is not dict:
            return
        for name, value in whole.items():
            if name not in (small.get("spec") or {}):
                yield {**small, "spec": {**(small.get("spec") or {}), name: value}}

    def _with_one_more_inside(self, small: JsonObject) -> Iterator[JsonObject]:
        """Yields the object with each optional field that an object inside its spec lacks, outermost first."""
        spec = self._schema.properties.get("spec")
        if spec is None or type(small.get("spec")) is not dict:
            return
        for steps, schema in _objects_inside(small["spec"], spec):
            for name, value in Sampler(full=True).object(schema).items():
                made: JsonObject = copy_json(small)
                found = made["spec"]
                for step in steps:
                    found = found[step]
                if name not in found:
                    found[name] = value
                    yield made

    def _grown(self, small: JsonObject) -> JsonObject:
        """Returns the object with all further fields that keep it valid, added one by one."""
        found: JsonObject = copy_json(small)
        for each in Sampler(full=True).object(self._schema).get("spec") or {}:
            for candidate in self._with_one_more(found):
                if each in candidate["spec"] and each not in found.get("spec", {}) and self._is_valid(candidate):
                    found = candidate
                    break
        return found

    def _shrunk(self, full: JsonObject) -> JsonObject:
        """Returns the object without all fields of its spec that it does not need, removed one by one."""
        found: JsonObject = copy_json(full)
        for name in list(found.get("spec") or {}):
            fewer = {**found, "spec": {each: value for each, value in found["spec"].items() if each != name}}
            if self._is_valid(fewer):
                found = fewer
        return found

    def _is_valid(self, sample: JsonObject) -> bool:
        self._tries += 1
        if self._tries > _MOST_TRIES or any(value is ABSENT for value in sample.values()):
            return False
        body = copy_json({**self._head, **sample})
        return self._api.create(body, dry_run=True, field_validation="Strict").ok


def _objects_inside(value: JsonValue, schema: Structural) -> Iterator[tuple[tuple[str | int, ...], Structural]]:
    """Yields the objects with declared fields inside a value, level by level, with the steps to each."""
    pending: list[tuple[tuple[str | int, ...], JsonValue, Structural | None]] = [((), value, schema)]
    for steps, each, node in pending:
        if node is None:
            continue
        if type(each) is dict:
            if steps and node.properties:
                yield steps, node
            below = {name: node.properties.get(name) or node.additional_schema for name in each}
            pending += (((*steps, name), item, below[name]) for name, item in each.items())
        elif type(each) is list:
            pending += (((*steps, index), item, node.items) for index, item in enumerate(each))
