"""Tests of the mapping from keys of the storage to objects."""

import pytest
from tests.unit.registry.conftest import Talk, version

from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage


@pytest.fixture
def talk():
    return Talk(Registry(MemoryStorage()))


@pytest.mark.parametrize(
    ("key", "resource", "namespace", "name"),
    [
        ("/registry/pods/default/one", "/v1/pods", "default", "one"),
        ("/registry/services/specs/default/one", "/v1/services", "default", "one"),
        ("/registry/services/endpoints/default/one", "/v1/endpoints", "default", "one"),
        ("/registry/events/default/one", "/v1/events", "default", "one"),
        ("/registry/namespaces/one", "/v1/namespaces", "", "one"),
        ("/registry/deployments/default/one", "apps/v1/deployments", "default", "one"),
        ("/registry/clusterroles/system:one", "rbac.authorization.k8s.io/v1/clusterroles", "", "system:one"),
    ],
)
def test_keys_of_built_in_objects(talk, key, resource, namespace, name):
    found = talk.registry.stored_resources.find(key)
    assert "/".join((found.resource.group, found.resource.version, found.resource.resource)) == resource
    assert (found.namespace, found.name, found.key) == (namespace, name, key)


def test_keys_of_custom_resources_while_they_are_served(talk):
    find, key = talk.registry.stored_resources.find, "/registry/example.com/widgets/default/one"
    assert find(key) is None
    (widgets,) = talk.define()
    assert (find(key).resource, find(key).namespace, find(key).name) == (widgets, "default", "one")
    assert widgets in [each.resource for each in talk.registry.stored_resources.all()]


def test_a_version_is_named_that_is_served(talk):
    talk.define(versions=[version("v1", served=False), version("v2", storage=False)])
    assert talk.registry.stored_resources.find("/registry/example.com/widgets/default/one").resource.version == "v2"


def test_every_stored_object_has_a_name(talk):
    talk.define()
    for each in talk.registry._storage.list("/registry/").items:
        assert talk.registry.stored_resources.find(each.key).key == each.key


@pytest.mark.parametrize("key", ["", "/", "/registry", "/registry/", "/registry/no/one", "/registry/no.such/kinds/x"])
def test_keys_of_nothing(talk, key):
    assert talk.registry.stored_resources.find(key) is None


def test_prefixes_are_told_once(talk):
    prefixes = [each.prefix for each in talk.registry.stored_resources.all()]
    assert len(prefixes) == len({*prefixes})
