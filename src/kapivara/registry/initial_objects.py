"""The objects that every server has from its start: made of a kind before it is first asked about.

A start does not pay for them, nor does whoever never asks. On a storage that has them already, or has another server
over it that makes them at the same moment, those that are missing are made.
Upstream: the post-start hooks of pkg/controlplane and pkg/registry (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from kapivara.apis.initial_object import InitialObject
from kapivara.apis.kind import Kind
from kapivara.codec import Decoded
from kapivara.meta import GroupResource
from kapivara.meta.media_types import APPLY_PATCH
from kapivara.registry.outcome import Outcome
from kapivara.registry.request import Request
from kapivara.storage import Pending, Stored
from kapivara.values import copy_json
from kapivara.values.deadline import Deadline
from kapivara.values.request_budget import current_budget


class InitialObjects:
    """Makes them by requests to a kind, which `answer` takes; `find` looks objects up. Safe for many threads."""

    def __init__(
        self, answer: Callable[[Kind, Request], Outcome], find: Callable[[GroupResource, str, str], Stored | None]
    ):
        self._answer = answer
        self._find = find
        self._made: set[GroupResource] = set()
        self._begun: set[GroupResource] = set()
        self._lock = RLock()  # who makes objects asks about their kind, and maybe about others

    def make(self, kind: Kind, deadline: Deadline | None = None) -> None:
        """Makes those of a kind, unless that was done before; returns when they are durable.

        That may have to be waited for, so whoever has a turn on the event loop leaves it: by the deadline of the
        request that is under way, unless another one is given.
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
