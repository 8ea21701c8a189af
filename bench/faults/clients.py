"""Clients that write concurrently to a few objects through several servers, and record all requests and responses."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

from bench.faults.history import Operation, Result, Verb

MAPS = "/api/v1/namespaces/default/configmaps"
_SECONDS = 30.0
_numbers = itertools.count(1)


class Histories:
    """The operations on each object by name, the newest resource version, and the faults with their times."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[Operation]] = defaultdict(list)
        self.newest = 0
        self.faults: list[tuple[float, str]] = []
        self._lock = threading.Lock()

    def note(self, name: str, operation: Operation) -> None:
        """Adds an operation, which may not have a response yet."""
        with self._lock:
            self.by_name[name].append(operation)

    def note_version(self, version: str) -> None:
        """Records the resource version of an acknowledged write."""
        with self._lock:
            self.newest = max(self.newest, int(version))

    def note_fault(self, what: str) -> None:
        """Records a fault of a server or its storage at this moment."""
        self.faults.append((monotonic(), what))

    def describe(self, name: str) -> Iterator[str]:
        """Yields lines with the operations on an object and the faults, in order of time."""
        history = self.by_name[name]
        since = min(each.begun for each in history)
        lines = [(each.begun, each.describe(since)) for each in history]
        lines += [(at, f"{(at - since) * 1000:9.1f} -- {what}") for at, what in self.faults]
        yield from (line for _, line in sorted(lines))

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged writes."""
        with self._lock:
            operations = list(itertools.chain.from_iterable(self.by_name.values()))
        return sum(each.result is Result.DONE and each.verb is not Verb.READ for each in operations)


class Client:
    """One connection to a server, reopened after errors."""

    def __init__(self, address: tuple[str, int], histories: Histories) -> None:
        self._server = f":{address[1]}"
        self._histories = histories
        self._connection = http.client.HTTPConnection(*address, timeout=_SECONDS)

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()

    def read(self, name: str) -> tuple[str | None, str] | None:
        """Reads an object; returns its value and resource version, or None without a usable response."""
        operation = Operation(Verb.READ, monotonic(), server=self._server)
        self._histories.note(name, operation)
        code, found = self._ask("GET", f"{MAPS}/{name}")
        if code not in (200, 404):
            return None
        operation.value = found["data"]["value"] if code == 200 else None
        operation.result, operation.ended = Result.DONE, monotonic()
        return operation.value, found["metadata"].get("resourceVersion", "")

    def create(self, name: str) -> None:
        """Creates an object."""
        operation = Operation(Verb.CREATE, monotonic(), _new_value(), server=self._server)
        self._write(name, operation, "POST", MAPS, _config_map(name, operation.value))

    def replace(self, name: str, seen: str, version: str) -> None:
        """Replaces the value that was read at a resource version."""
        operation = Operation(Verb.REPLACE, monotonic(), _new_value(), seen, server=self._server)
        self._write(name, operation, "PUT", f"{MAPS}/{name}", _config_map(name, operation.value, version))

    def delete(self, name: str) -> None:
        """Deletes the object in any version."""
        operation = Operation(Verb.DELETE, monotonic(), server=self._server)
        self._write(name, operation, "DELETE", f"{MAPS}/{name}", None)

    def _write(self, name: str, operation: Operation, method: str, path: str, body: object) -> None:
        self._histories.note(name, operation)
        code, found = self._ask(method, path, body)
        if code in (200, 201):
            operation.result, operation.ended = Result.DONE, monotonic()
            self._histories.note_version(found["metadata"].get("resourceVersion", "0"))
        elif code == 404 or (code == 409 and operation.verb is not Verb.DELETE):
            operation.result, operation.ended = Result.REFUSED, monotonic()

    def _ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Returns code and body of the response; code 0 if there was none."""
        payload = None if body is None else json.dumps(body).encode()
        try:
            self._connection.request(method, path, payload, {"Content-Type": "application/json"})
            response = self._connection.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            self._connection.close()
            return 0, None


def contend(client: Client, names: list[str], until: threading.Event, seed: str) -> None:
    """Reads, creates, replaces and deletes objects that others write too, until `until` is set."""
    chance = random.Random(seed)
    with suppress(ConnectionError):
        while not until.is_set():
            name = chance.choice(names)
            found = client.read(name)
            if found is None:
                until.wait(0.01)  # the server or its etcd is down
            elif found[0] is None:
                client.create(name)
            elif chance.random() < 0.1:
                client.delete(name)
            else:
                client.replace(name, *found)
    client.close()


def _new_value() -> str:
    return f"v{next(_numbers)}"


def _config_map(name: str, value: str | None, version: str | None = None) -> dict[str, Any]:
    metadata = {"name": name} if version is None else {"name": name, "resourceVersion": version}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {"value": value}}
