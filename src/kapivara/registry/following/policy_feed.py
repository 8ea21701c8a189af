"""Roles and bindings for the authorizer, in memory: tables that follow the storage (`followers.py`)."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.authorization.policy_tables import PolicyTables
from kapivara.authorization.role_based import RoleBasedAuthorizer
from kapivara.meta import GroupVersionResource
from kapivara.registry.following.followers import Followers
from kapivara.registry.following.index_table import IndexTable
from kapivara.values.request_budget import current_budget


class PolicyFeed:
    """Keeps an authorizer's tables up to date with the storage, from the first request on.

    `find` returns the kind of a resource; `begin` creates its initial objects. Thread-safe.
    """

    def __init__(
        self,
        followers: Followers,
        find: Callable[[GroupVersionResource], Kind | None],
        begin: Callable[[Kind], None],
    ):
        self._followers = followers
        self._find = find
        self._begin = begin
        self._tables = PolicyTables.empty()
        self._followed: tuple[IndexTable, ...] | None = None
        self._lock = Lock()
        self.authorizer = RoleBasedAuthorizer(self._tables, self.refresh)

    @property
    def is_ready(self) -> bool:
        """Whether the tables are filled; before that, the first request has to wait for the storage."""
        return self._followed is not None

    def refresh(self) -> None:
        """Applies the new events."""
        for each in self._start() if self._followed is None else self._followed:
            each.index()

    def _start(self) -> tuple[IndexTable, ...]:
        """Fills the tables; a request on the event loop gives up its turn for that."""
        current_budget().deadline.leave_turn()
        tables = self._tables.by_resource().items()
        served = [(kind, table) for resource, table in tables if (kind := self._find(resource)) is not None]
        for kind, _ in served:
            self._begin(kind)
        with self._lock:
            if self._followed is None:
                self._followed = tuple(IndexTable(self._followers, kind, table) for kind, table in served)
            return self._followed
