"""The objects that every server has from its start: created before the first request for their kind.

So neither a start nor a program that never uses the kind pays for them. If the storage already has some, or another
server creates them at the same time, only the missing ones are created. Upstream: the post-start hooks of
pkg/controlplane and pkg/registry (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from kapivara.apis.machinery.kinds.initial_object import InitialObject
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import Decoded
from kapivara.meta import GroupResource
from kapivara.meta.media_types import APPLY_PATCH
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import Request
from kapivara.storage import Pending, Stored
from kapivara.values import copy_json
from kapivara.values.deadline import Deadline
from kapivara.values.request_budget import current_budget


class InitialObjects:
    """Creates the objects with requests to `answer`; `find` looks up existing ones. Thread-safe."""

    def __init__(
        self, answer: Callable[[Kind, Request], Outcome], find: Callable[[GroupResource, str, str], Stored | None]
    ):
        self._answer = answer
        self._find = find
        self._made: set[GroupResource] = set()
        self._begun: set[GroupResource] = set()
        self._lock = RLock()  # creating objects may send requests about this kind or others, which call `make` again

    def make(self, kind: Kind, deadline: Deadline | None = None) -> None:
        """Creates the initial objects of a kind, once; returns when they are durable.

        That may take time, so a request on the event loop gives up its turn through `deadline`; the default is the
        deadline of the current request.
        """
        resource = kind.stored_resource
        if resource in self._made or not kind.has_initial_objects:
            return
        (deadline or current_budget().deadline).leave_turn()
        with self._lock:
            if resource in self._begun:
                return
            self._begun.add(resource)
            try:
                self._make_all(kind)
            except BaseException:
                self._begun.discard(resource)
                raise
            self._made.add(resource)

    def _make_all(self, kind: Kind) -> None:
        pending = Pending()
        for each in kind.initial_objects():
            self._make(kind, each, pending)
        pending.wait()

    def _make(self, kind: Kind, initial: InitialObject, pending: Pending) -> None:
        metadata, status = initial.obj["metadata"], copy_json(initial.obj.get("status"))
        name, namespace = metadata["name"], metadata.get("namespace", "")
        if self._find(kind.stored_resource, name, namespace) is not None:
            return
        body, query = Decoded(initial.obj), {"fieldManager": [initial.manager]}
        self._answer(kind, Request("create", kind.gvr, namespace, query=query, body=body, pending=pending))
        if initial.status_manager:
            said = {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind, "metadata": {"name": name}}
            applied = Request(
                "patch",
                kind.gvr,
                namespace,
                name,
                "status",
                query={"fieldManager": [initial.status_manager]},
                body=Decoded({**said, "status": status}),
                media_type=APPLY_PATCH,
                pending=pending,
            )
            self._answer(kind, applied)
