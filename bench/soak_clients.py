"""The clients of a soak test, each in a thread at its own pace, with their requests and expected status codes."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import threading
from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Any

TOKEN, BOB = "soak-admin", "soak-bob"
_PATIENCE = 60.0
_LATE_SECONDS = 30.0
_NAMES = 200
_MAPS = "/api/v1/namespaces/default/configmaps"
_PODS = "/api/v1/namespaces/default/pods"
_DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default"
_RULE = {"rule": "self.size <= 100 && self.name.matches('^[a-z]+$')", "message": "too large"}
Step = tuple[str, str, Any, frozenset[int]]
"""Method, path, body and expected status codes."""
_Ask = Callable[[str, str, Any], tuple[int, Any]]


class Clients:
    """All clients of one server; they send requests from their creation until they are stopped."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._times: list[float] = []
        self._is_over = threading.Event()
        self.unexpected: list[str] = []
        self.unheard = 0
        works = (self._objects, self._lists, self._definitions, self._roles, self._heard, self._short_watches)
        self._threads = [threading.Thread(target=self._run, args=(work,)) for work in works]
        for each in self._threads:
            each.start()

    def stop(self) -> None:
        """Stops the clients."""
        self._is_over.set()
        for each in self._threads:
            each.join(_PATIENCE)

    def take_times(self) -> list[float]:
        """Returns the durations of requests since the last call."""
        with self._lock:
            times, self._times = self._times, []
        return times

    def _run(self, work: Callable[[_Ask], None]) -> None:
        connection = http.client.HTTPConnection(*self._address, timeout=_PATIENCE)
        try:
            while not self._is_over.is_set():
                work(self._asking(connection))
        except Exception as failure:
            self.unexpected.append(f"{work.__name__}: {failure!r}")
        finally:
            connection.close()

    def _asking(self, connection: http.client.HTTPConnection, token: str = TOKEN) -> _Ask:
        def ask(method: str, path: str, body: Any = None, kind: str = "application/json") -> tuple[int, Any]:
            headers = {"Authorization": f"Bearer {token}", "Content-Type": kind}
            begun = monotonic()
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
            with self._lock:
                self._times.append(monotonic() - begun)
            return answer.status, told

        return ask

    def _expect(self, found: tuple[int, Any], *codes: int) -> Any:
        if found[0] not in codes:
            self.unexpected.append(f"{found[0]} where {codes} is expected: {json.dumps(found[1])[:300]}")
        return found[1]

    def _pause(self, seconds: float) -> None:
        self._is_over.wait(seconds)

    def _objects(self, ask: Any) -> None:
        """Creates, patches, replaces and deletes objects of a few names."""
        name = f"m{random.randrange(_NAMES)}"
        made = _config_map(name, random.randrange(5_000))
        self._expect(ask("POST", _MAPS, made), 201, 409)
        patch = {"metadata": {"labels": {"turn": str(random.randrange(10))}}}
        self._expect(ask("PATCH", f"{_MAPS}/{name}", patch, "application/merge-patch+json"), 200)
        applied = f"{_MAPS}/{name}?fieldManager=soak&force=true"
        self._expect(ask("PATCH", applied, made, "application/apply-patch+yaml"), 200)
        self._expect(ask("PUT", f"{_MAPS}/{name}", _config_map(name, 100)), 200)
        bad = {**made, "data": {"k": 1}}
        self._expect(ask("PUT", f"{_MAPS}/{name}", bad), 400)
        if random.random() < 0.5:
            self._expect(ask("DELETE", f"{_MAPS}/{name}"), 200)
        self._pause(0.02)

    def _lists(self, ask: Any) -> None:
        """Lists in pages, by labels, and reads objects and documents."""
        page = self._expect(ask("GET", f"{_MAPS}?limit=50"), 200)
        while page["metadata"].get("continue"):
            page = self._expect(ask("GET", f"{_MAPS}?limit=50&continue={page['metadata']['continue']}"), 200, 410)
        self._expect(ask("GET", f"{_MAPS}?labelSelector=turn%3D1"), 200)
        self._expect(ask("GET", f"{_MAPS}/m{random.randrange(_NAMES)}"), 200, 404)
        self._expect(ask("GET", "/openapi/v3"), 200)
        self._pause(0.2)

    def _definitions(self, ask: Any) -> None:
        """Creates a CRD and objects that its rules validate, and deletes the CRD."""
        plural = f"soaks{random.randrange(3)}"
        path = f"/apis/soak.example.com/v1/namespaces/default/{plural}"
        self._expect(ask("POST", _DEFINITIONS, _definition(plural)), 201, 409)
        for number in range(10):
            obj = {"apiVersion": "soak.example.com/v1", "kind": plural.title(), "metadata": {"name": f"o{number}"}}
            self._expect(ask("POST", path, {**obj, "spec": {"size": number, "name": "abc"}}), 201, 409)
            self._expect(ask("PUT", f"{path}/o{number}", {**obj, "spec": {"size": 1000, "name": "abc"}}), 422)
        self._expect(ask("DELETE", f"{_DEFINITIONS}/{plural}.soak.example.com"), 200)
        end = monotonic() + _PATIENCE
        while ask("GET", f"{_DEFINITIONS}/{plural}.soak.example.com")[0] != 404 and monotonic() < end:
            sleep(0.05)
        self._pause(0.5)

    def _roles(self, ask: Any) -> None:
        """Grants a permission to a user, and revokes it."""
        rules = [{"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}]
        about = {"apiVersion": "rbac.authorization.k8s.io/v1", "metadata": {"name": "soak"}}
        self._expect(ask("POST", f"{_RBAC}/roles", {**about, "kind": "Role", "rules": rules}), 201, 409)
        to = {"kind": "User", "name": "bob", "apiGroup": "rbac.authorization.k8s.io"}
        role = {"kind": "Role", "name": "soak", "apiGroup": "rbac.authorization.k8s.io"}
        connection = http.client.HTTPConnection(*self._address, timeout=_PATIENCE)
        as_bob: Any = self._asking(connection, BOB)
        self._expect(as_bob("GET", _PODS), 403)
        self._expect(
            ask("POST", f"{_RBAC}/rolebindings", {**about, "kind": "RoleBinding", "subjects": [to], "roleRef": role}),
            201,
        )
        self._expect(as_bob("GET", _PODS), 200)
        self._expect(as_bob("GET", _MAPS), 403)
        self._expect(ask("DELETE", f"{_RBAC}/rolebindings/soak"), 200)
        self._expect(as_bob("GET", _PODS), 403)
        connection.close()
        self._pause(0.3)

    def _heard(self, ask: Any) -> None:
        """Watches an object while updating it, and counts updates whose event is missing or late."""
        for version in self._written(ask):
            with _Watch(self._address, f"{_MAPS}?watch=1&fieldSelector=metadata.name%3Dheard", version) as watch:
                for turn in range(20):
                    if self._is_over.is_set():
                        return
                    wanted = self._expect(ask("PUT", f"{_MAPS}/heard", _config_map("heard", turn)), 200)
                    begun, event = monotonic(), watch.next()
                    is_late = monotonic() - begun > _LATE_SECONDS
                    if (
                        is_late
                        or event.get("metadata", {}).get("resourceVersion") != wanted["metadata"]["resourceVersion"]
                    ):
                        self.unheard += 1
                    self._pause(0.05)

    def _written(self, ask: Any) -> Iterator[str]:
        self._expect(ask("POST", _MAPS, _config_map("heard", 0)), 201, 409)
        while not self._is_over.is_set():
            yield self._expect(ask("PUT", f"{_MAPS}/heard", _config_map("heard", 21)), 200)["metadata"][
                "resourceVersion"
            ]

    def _short_watches(self, ask: Any) -> None:
        """Starts watches, and closes them at a random moment."""
        version = self._expect(ask("GET", f"{_MAPS}?limit=1"), 200)["metadata"]["resourceVersion"]
        watches = [
            _Watch(self._address, f"{path}?watch=1&allowWatchBookmarks=true", version) for path in (_MAPS, _PODS) * 5
        ]
        self._pause(random.random())
        for each in watches:
            each.close()


class _Watch:
    """A watch on a connection of its own."""

    def __init__(self, address: tuple[str, int], path: str, version: str) -> None:
        self._connection = http.client.HTTPConnection(*address, timeout=_PATIENCE)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        self._connection.request("GET", f"{path}&resourceVersion={version}", headers=headers)
        self._answer = self._connection.getresponse()

    def next(self) -> Any:
        """Returns the object of the next event; {} if the watch has ended."""
        line = self._answer.readline()
        return json.loads(line)["object"] if line else {}

    def close(self) -> None:
        """Closes the watch."""
        self._answer.close()
        self._connection.close()

    def __enter__(self) -> _Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_numbers = itertools.count()


def _config_map(name: str, size: int) -> dict[str, Any]:
    data = {"number": str(next(_numbers)), "filler": "x" * size}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def _definition(plural: str) -> dict[str, Any]:
    spec = {
        "type": "object",
        "properties": {"size": {"type": "integer"}, "name": {"type": "string", "maxLength": 50}},
        "x-kubernetes-validations": [_RULE],
    }
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.soak.example.com"},
        "spec": {
            "group": "soak.example.com",
            "names": {"plural": plural, "kind": plural.title()},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
        },
    }
