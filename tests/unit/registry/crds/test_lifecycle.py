"""Tests that deleted CRDs leave nothing behind that grows with their number."""

from __future__ import annotations

import gc
import linecache

import pytest

from kapivara import Api
from kapivara.schema.structural.structural import Structural
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
OBJECTS = 6  # so many that their validators are compiled
FEW, MANY = 4, 9
LONG = 40_000


def definition(number, text=""):
    """Returns a CRD with a pattern, an expression, a default and a long text of its own."""
    place = {
        "type": "object",
        "description": text,
        "x-kubernetes-validations": [
            {"rule": f"self.count < {number + 1000}"},
            {"rule": f"self.name.matches('^a*{number}$')"},
            {"rule": f"self.name.matches(self.expected + '{number}')"},
        ],
        "properties": {
            "count": {"type": "integer", "default": 1},
            "name": {"type": "string", "maxLength": 20, "pattern": f"^a*{number}$"},
            "expected": {"type": "string", "maxLength": 20},
            "place": {"type": "object", "default": {"of": number}, "properties": {"of": {"type": "integer"}}},
        },
    }
    schema = {"type": "object", "properties": {"spec": place}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"things.g{number}.example.com"},
        "spec": {
            "group": f"g{number}.example.com",
            "scope": "Cluster",
            "names": {"plural": "things", "kind": "Thing"},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}],
        },
    }


def use(api, number):
    """Validates objects, valid and invalid, and builds documents."""
    for each in range(OBJECTS):
        spec = {"name": f"a{number}", "expected": "^a"}
        thing = {"apiVersion": f"g{number}.example.com/v1", "kind": "Thing", "metadata": {"name": f"x{each}"}}
        assert api.create({**thing, "spec": spec}).ok
        assert not api.create({**thing, "spec": {**spec, "name": f"b{each}"}}).ok
    assert api.registry.openapi().document(f"apis/g{number}.example.com/v1") is not None


def make_and_delete(api, numbers):
    for number in numbers:
        assert api.create(definition(number, "x" * LONG)).ok
        use(api, number)
        assert api.delete(*DEFINITIONS, f"things.g{number}.example.com").ok


def living():
    """Counts everything that could grow: nodes of schemas, functions, and lines of compiled source."""
    gc.collect()
    objects = gc.get_objects()
    nodes = sum(isinstance(each, Structural) for each in objects)
    return {"objects": len(objects), "nodes": nodes, "listings": len(linecache.cache)}


@pytest.fixture
def no_recents(monkeypatch):
    """Disables shared caches, and code generation for built-in types, which happens once, at any time."""
    from kapivara.apis.machinery.objects import type_defaults
    from kapivara.codec.typed import quick_reader
    from kapivara.emit import loader
    from kapivara.languages.re2 import patterns
    from kapivara.schema.expressions.compiling import compilation
    from kapivara.values.caches import SharedCache

    for room in (patterns, loader, compilation):
        monkeypatch.setattr(room, "_SHARED", SharedCache(recent=0))
    for reader in (quick_reader, type_defaults):
        monkeypatch.setattr(reader, "_FEW", 1_000_000)


@pytest.mark.usefixtures("no_recents")
def test_nothing_is_left_of_definitions_that_are_gone():
    storage = MemoryStorage()
    api = Api(storage)
    make_and_delete(api, range(FEW))
    storage.compact(storage.revision)
    few = living()
    make_and_delete(api, range(FEW, MANY))
    storage.compact(storage.revision)
    many = living()
    assert many["nodes"] == few["nodes"]
    assert many["listings"] - few["listings"] < 10
    assert many["objects"] - few["objects"] < 45 * (MANY - FEW)  # the last 64 patterns of rules are cached
    assert api.registry.openapi().held == 0


@pytest.mark.usefixtures("no_recents")
def test_nothing_is_left_of_what_a_definition_said_before():
    api = Api()
    found = []
    for number in range(MANY):
        crd = definition(0)
        crd["spec"]["versions"][0]["schema"] = definition(number, "x" * LONG)["spec"]["versions"][0]["schema"]
        if number:
            crd["metadata"]["resourceVersion"] = api.get(*DEFINITIONS, crd["metadata"]["name"]).object["metadata"][
                "resourceVersion"
            ]
            assert api.update(crd).ok
        else:
            assert api.create(crd).ok
        for each in range(OBJECTS):
            spec = {"name": f"a{number}", "expected": "^a"}
            thing = {"apiVersion": "g0.example.com/v1", "kind": "Thing", "metadata": {"name": f"x{number}-{each}"}}
            assert api.create({**thing, "spec": spec}).ok
        if number in (FEW, MANY - 1):  # each count walks all live objects
            found.append(living())
    few, many = found
    assert many["nodes"] == few["nodes"]
    assert many["listings"] - few["listings"] < 10


def test_what_is_kept_a_little_longer_is_bounded_in_bytes():
    from kapivara.emit import loader
    from kapivara.schema.expressions.compiling import compilation

    make_and_delete(Api(), range(100, 100 + MANY))
    assert compilation._SHARED.held <= 16 << 20
    assert loader._SHARED.held <= 8 << 20


def test_documents_are_bounded_in_bytes(monkeypatch):
    from kapivara.registry.openapi import documents

    monkeypatch.setattr(documents, "_KEPT_BYTES", 3 * LONG)
    api = Api()
    for number in range(FEW):
        assert api.create(definition(number, "x" * LONG)).ok
        use(api, number)
    assert 0 < api.registry.openapi().held <= 3 * LONG
