"""CRDs for tests: a valid one to modify, and the steps of a write."""

from __future__ import annotations

import pytest
from tests.unit.apis.alone import NOW, Alone, kind_of, read

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.apis.machinery.server.feature_gates import DEFAULT_GATES
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json

SCHEMA = {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object"}}}}


class Crds:
    """Creates CRDs and runs the steps of their kind."""

    now = NOW

    def __init__(self, feature_gates=DEFAULT_GATES):
        self.surroundings = Alone(feature_gates)
        self.kind = kind_of(DEFINITIONS, self.surroundings)

    def version(self, **fields):
        """Returns a version as a client writes it, with fields replaced (None: removed)."""
        given = {"name": "v1", "served": True, "storage": True, "schema": SCHEMA, **fields}
        return {name: item for name, item in given.items() if item is not None}

    def widget(self, *, versions=({},), **spec):
        """Returns a CRD as a client writes it, with changes to its versions and its spec."""
        given = {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "widgets", "kind": "Widget"},
            "versions": [self.version(**each) for each in versions],
            **spec,
        }
        return {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{given['names'].get('plural', 'widgets')}.{given['group']}"},
            "spec": {name: item for name, item in given.items() if item is not None},
        }

    def decoded(self, crd):
        """Decodes a CRD and fills in its defaults."""
        obj = read(self.kind, copy_json(crd)).value
        self.kind.apply_defaults(obj)
        return obj

    def prepared(self, crd):
        """Decodes a CRD and prepares it for a create."""
        obj = self.decoded(crd)
        self.kind.prepare_for_create(obj)
        return obj

    def errors(self, crd):
        """Returns the texts of all errors of a create."""
        return [str(error) for error in self.kind.validate(Operation(Verb.CREATE), self.prepared(crd), ABSENT)]

    def stored(self, crd, peers=()):
        """Runs a CRD through all steps of a create."""
        obj = self.prepared(crd)
        self.kind.canonicalize(obj)
        self.establish(obj, peers, self.now)
        obj["metadata"]["resourceVersion"] = "1"
        return obj

    def establish(self, obj, peers, now):
        """Establishes a CRD, with others and at a time."""
        self.surroundings.peers, self.surroundings.time = list(peers), now
        obj["status"] = self.kind.propose(obj, is_new=False).obj["status"]

    def update(self, old, change, subresource=""):
        """Runs a changed copy of a stored CRD through an update; returns the object and the texts of its errors."""
        new = copy_json(old)
        change(new)
        new = self.decoded(new)
        self.kind.subresources[subresource].prepare(new, old)
        errors = self.kind.validate(Operation(Verb.UPDATE, subresource), new, old)
        return new, [str(error) for error in errors]


@pytest.fixture
def crds() -> Crds:
    """CRDs of widgets."""
    return Crds()
