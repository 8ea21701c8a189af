"""A registry in memory, and short functions to send requests to it."""

from __future__ import annotations

import json

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import JSON
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
NAMESPACES = GroupVersionResource("", "v1", "namespaces")
SPEC = {
    "type": "object",
    "properties": {"size": {"type": "integer", "minimum": 0, "default": 3}, "colour": {"type": "string"}},
}


def crd(name="widgets", kind="Widget", group="example.com", *, scope="Namespaced", versions=None, **names):
    """Returns a CRD with one version, unless versions are given."""
    versions = versions or [version("v1")]
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{name}.{group}"},
        "spec": {
            "group": group,
            "names": {"plural": name, "kind": kind, **names},
            "scope": scope,
            "versions": versions,
        },
    }


def version(name, *, storage=True, served=True, spec=SPEC, **more):
    """Returns a version of a CRD."""
    schema = {"type": "object", "properties": {"spec": spec, "status": {"type": "object", "properties": STATUS}}}
    return {"name": name, "served": served, "storage": storage, "schema": {"openAPIV3Schema": schema}, **more}


STATUS = {"phase": {"type": "string", "default": "New"}, "replicas": {"type": "integer"}}


class Talk:
    """Sends requests to a registry; keeps no state."""

    def __init__(self, registry):
        self.registry = registry

    def __call__(self, verb, resource, name="", body=b"", *, namespace="default", media_type=JSON, sub="", **query):
        scope = self.registry.kind(resource)
        place = namespace if scope is not None and scope.namespaced else ""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        options = {key: value if isinstance(value, list) else [value] for key, value in query.items()}
        return self.registry.handle(Request(verb, resource, place, name, sub, options, data, media_type))

    def define(self, *args, **kwargs):
        """Creates a CRD; returns its resources by version."""
        definition = crd(*args, **kwargs)
        outcome = self("create", CRDS, body=definition)
        assert outcome.ok, outcome.status
        spec = definition["spec"]
        return [GroupVersionResource(spec["group"], each["name"], spec["names"]["plural"]) for each in spec["versions"]]


@pytest.fixture
def storage():
    return MemoryStorage()


@pytest.fixture
def talk(storage):
    return Talk(Registry(storage))


@pytest.fixture
def widgets(talk):
    """The resource of a CRD that was just created."""
    return talk.define()[0]


@pytest.fixture
def widget():
    """Builds widgets."""

    def make(name="one", spec=None, api_version="example.com/v1", kind="Widget", **metadata):
        return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name, **metadata}, "spec": spec or {}}

    return make


@pytest.fixture
def make_crd():
    """Builds CRDs."""
    return crd


@pytest.fixture
def make_version():
    """Builds versions of CRDs."""
    return version
