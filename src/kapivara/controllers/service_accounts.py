"""Creates the service account `default` of each namespace, and again after its deletion.

Upstream: pkg/controller/serviceaccount/serviceaccounts_controller.go (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable

from kapivara.controllers.controller import Controller
from kapivara.controllers.namespaces import NAMESPACE_KEYS, create_once, find, is_active, namespace_of
from kapivara.controllers.objects import ObservedWrite
from kapivara.meta import GroupVersionResource
from kapivara.registry.objects.store import key_prefix

_ACCOUNTS = GroupVersionResource("", "v1", "serviceaccounts")
_KEYS = key_prefix(_ACCOUNTS.group_resource)
_NAME = "default"


class ServiceAccounts(Controller):
    """Ensures that every namespace has an account for pods. Its items are names of namespaces."""

    prefixes = (NAMESPACE_KEYS, _KEYS)

    def observe(self, write: ObservedWrite) -> None:
        """Queues written namespaces, and those of deleted accounts."""
        if write.is_gone:
            if write.key.startswith(_KEYS) and write.key.endswith(f"/{_NAME}"):
                self.plan(write.key[len(_KEYS) : -len(_NAME) - 1])
        elif namespace := namespace_of(write):
            self.plan(namespace)

    def work(self, item: Hashable) -> None:
        """Creates the account of an active namespace if it is missing."""
        namespace = str(item)
        if is_active(self.objects, namespace) and find(self.objects, _ACCOUNTS, _NAME, namespace) is None:
            create_once(self.objects, _ACCOUNTS, {"metadata": {"name": _NAME, "namespace": namespace}})


CONTROLLER = ServiceAccounts
