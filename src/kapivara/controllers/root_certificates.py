"""Publishes the ConfigMap `kube-root-ca.crt` in each namespace: the certificate with which pods verify the server.

Upstream: pkg/controller/certificates/rootcacertpublisher/publisher.go (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable

from kapivara.controllers.controller import Controller, Means
from kapivara.controllers.namespaces import NAMESPACE_KEYS, create_once, find, is_active, namespace_of
from kapivara.controllers.objects import ObservedWrite
from kapivara.meta import GroupVersionResource
from kapivara.registry.objects.store import key_prefix
from kapivara.values import JsonObject, copy_json

_CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
_KEYS = key_prefix(_CONFIG_MAPS.group_resource)
_NAME = "kube-root-ca.crt"
_DESCRIPTION = "kubernetes.io/description"
_TEXT = (
    "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the "
    "internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes "
    "clusters."
)
"""The text of an annotation that clients of a cluster read."""


class RootCertificates(Controller):
    """Publishes the certificate. Its items are names of namespaces."""

    prefixes = (NAMESPACE_KEYS, _KEYS)

    def __init__(self, means: Means):
        super().__init__(means)
        self._data = {"ca.crt": means.authority}

    def observe(self, write: ObservedWrite) -> None:
        """Queues the namespaces of writes to namespaces and to published certificates."""
        if write.key.startswith(_KEYS):
            if write.key.endswith(f"/{_NAME}"):
                self.plan(write.key[len(_KEYS) : -len(_NAME) - 1])
        elif not write.is_gone and (namespace := namespace_of(write)):
            self.plan(namespace)

    def work(self, item: Hashable) -> None:
        """Publishes the certificate in a namespace, or corrects it."""
        namespace = str(item)
        if not is_active(self.objects, namespace):
            return
        found = find(self.objects, _CONFIG_MAPS, _NAME, namespace)
        if found is None:
            metadata = {"name": _NAME, "namespace": namespace, "annotations": {_DESCRIPTION: _TEXT}}
            create_once(self.objects, _CONFIG_MAPS, {"metadata": metadata, "data": self._data})
        elif found.get("data") != self._data or not _annotations(found).get(_DESCRIPTION):
            new: JsonObject = copy_json(found)
            new["metadata"]["annotations"] = {**_annotations(found), _DESCRIPTION: _TEXT}
            self.objects.update(_CONFIG_MAPS, {**new, "data": self._data})


CONTROLLER = RootCertificates


def _annotations(obj: JsonObject) -> JsonObject:
    annotations: JsonObject = obj["metadata"].get("annotations") or {}
    return annotations
