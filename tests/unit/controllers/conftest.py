"""A registry in memory with controllers that work when a test calls them."""

from __future__ import annotations

import time

import pytest
from tests.contract.engines import ENGINES
from tests.unit.registry.conftest import Talk

from kapivara.controllers.catalog import choose_controllers
from kapivara.controllers.running import ControllerOptions, Controllers
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import MERGE_PATCH
from kapivara.registry.registry import Registry

CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
SERVICE_ACCOUNTS = GroupVersionResource("", "v1", "serviceaccounts")
NAMESPACES = GroupVersionResource("", "v1", "namespaces")
CLUSTER_ROLES = GroupVersionResource("rbac.authorization.k8s.io", "v1", "clusterroles")


class Cluster(Talk):
    """A registry, and controllers over the same storage."""

    def __init__(self, storage, *names, **options):
        super().__init__(Registry(storage))
        chosen = ControllerOptions(rows=choose_controllers(names or ("*",)), **options)
        self.ahead = 0.0
        """The seconds by which the controllers' clocks are ahead of the real time."""
        self.controllers = Controllers(
            self.registry,
            storage,
            chosen,
            clock=lambda: time.time() + self.ahead,
            ticks=lambda: time.monotonic() + self.ahead,
        )

    def run_until_idle(self):
        self.controllers.run_until_idle()

    def make(self, name, *owners, resource=CONFIG_MAPS, block=False, **metadata):
        """Creates an object with owners; returns it."""
        references = [refer(owner, block=block) for owner in owners]
        kind = self.registry.kind(resource).gvk
        said = {"apiVersion": kind.api_version, "kind": kind.kind}
        body = {**said, "metadata": {"name": name, "ownerReferences": references, **metadata}}
        outcome = self("create", resource, body=body, namespace=metadata.get("namespace", "default"))
        assert outcome.ok, outcome.status
        return outcome.object

    def names(self, resource=CONFIG_MAPS, namespace="default"):
        """Returns the names of the objects of a resource in a namespace, without those of every namespace."""
        items = self("list", resource, namespace=namespace).object["items"]
        return [name for each in items if (name := each["metadata"]["name"]) not in ("kube-root-ca.crt", "default")]

    def change(self, name, patch, resource=CONFIG_MAPS, **options):
        """Changes an object by a merge patch; returns it."""
        outcome = self("patch", resource, name, patch, media_type=MERGE_PATCH, **options)
        assert outcome.ok, outcome.status
        return outcome.object


def refer(owner, *, block=False, **changes):
    """Returns a reference to an owner."""
    metadata = owner["metadata"]
    named = {"apiVersion": owner["apiVersion"], "kind": owner["kind"], "name": metadata["name"], "uid": metadata["uid"]}
    return {**named, **({"blockOwnerDeletion": True} if block else {}), **changes}


@pytest.fixture(params=ENGINES)
def storage(request, tmp_path):
    with ENGINES[request.param](tmp_path) as storage:
        yield storage
