"""An informer with the kubernetes client: keeps what is stored in memory, whatever happens to its watch.

python informer.py          follows the Websites of the namespace `default`, and prints what becomes of them
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kubernetes import client, config, watch
from urllib3.exceptions import HTTPError

Told = Callable[[str, dict[str, Any]], None]
GONE = 410


class Informer:
    """Follows one resource in one namespace. `objects` are those that are stored, by name; `told` hears of changes."""

    def __init__(self, api: client.CustomObjectsApi, resource: tuple[str, str, str, str], told: Told):
        self.objects: dict[str, dict[str, Any]] = {}
        self.lists = 0
        self.has_synced = threading.Event()
        self._list = api.list_namespaced_custom_object
        self._resource = resource
        self._told = told
        self._watch = watch.Watch()
        self._is_stopped = False

    def run(self) -> None:
        """Follows until it is stopped: lists, watches from there, and lists again where the watch was left behind."""
        while not self._is_stopped:
            version = self._replace()
            self.has_synced.set()
            try:
                while not self._is_stopped:
                    version = self._follow(version)
            except client.ApiException as error:
                if error.status != GONE:
                    raise
            except HTTPError:
                pass  # the connection broke, or was ended by `stop`

    def stop(self) -> None:
        """Ends `run`; from any thread."""
        self._is_stopped = True
        self._watch.stop()

    def _replace(self) -> str:
        """Takes over what is stored now; -> the version of the list."""
        listed = self._list(*self._resource)
        self.lists += 1
        now = {each["metadata"]["name"]: each for each in listed["items"]}
        before, self.objects = self.objects, now
        for name, obj in before.items():
            if name not in now:
                self._told("DELETED", obj)
        for name, obj in now.items():
            known = before.get(name)
            if known is None or known["metadata"]["resourceVersion"] != obj["metadata"]["resourceVersion"]:
                self._told("ADDED" if known is None else "MODIFIED", obj)
        return listed["metadata"]["resourceVersion"]

    def _follow(self, version: str) -> str:
        """Takes over events until the watch ends; -> how far it came."""
        for event in self._watch.stream(self._list, *self._resource, resource_version=version, timeout_seconds=30):
            obj = event["object"]
            version = obj["metadata"]["resourceVersion"]
            if event["type"] == "DELETED":
                self.objects.pop(obj["metadata"]["name"], None)
            else:
                self.objects[obj["metadata"]["name"]] = obj
            self._told(event["type"], obj)
        return version


if __name__ == "__main__":
    config.load_kube_config()
    resource = ("example.com", "v1", "default", "websites")
    Informer(client.CustomObjectsApi(), resource, lambda what, obj: print(what, obj["metadata"]["name"])).run()
