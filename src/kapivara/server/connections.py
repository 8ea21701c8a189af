"""All connections of one server: how many there may be, what they hold together, and whose time is up.

A client that has not shown yet that it may ask is a stranger. Strangers are few, and the oldest of them makes room for
the next, so that nobody who merely connects can keep others out.
"""

from __future__ import annotations

import select
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final, Protocol

from kapivara.server.held import HeldBytes
from kapivara.server.limits import Limits
from kapivara.server.sending import Chunks
from kapivara.server.turns import Turns

HALF_CLOSED: Final = getattr(select, "POLLRDHUP", 0)
"""The poll event for a client that closed its sending side; only Linux has it."""


class Member(Protocol):
    """A connection, as far as it concerns the others."""

    deadline: float
    idle_since: float
    """Since when it waits for a request; infinite where it does not."""
    paused_since: float
    """Since when its client does not read; infinite where it does."""

    def expire(self) -> None:
        """Does what is due when the deadline has passed."""

    def drop(self) -> None:
        """Ends it at once."""

    def refuse_head(self) -> None:
        """Refuses what has come of a request, for it takes too much room."""

    def finish_up(self) -> None:
        """Ends it after the request that it is about; at once where there is none."""

    def give_up(self) -> None:
        """Answers the request that it is about with a refusal, for the server ends."""

    def socket_events(self) -> tuple[int, int] | None:
        """Returns the file descriptor and the events that mean that the client has left; None without a socket."""


def _nothing() -> None:
    """Does nothing."""


class Connections:
    """The connections that are open, or about to be. `on_room` is called when one has gone; `clock` tells the time."""

    def __init__(self, limits: Limits, *, clock: Callable[[], float] = monotonic):
        self.limits = limits
        self.clock = clock
        self.on_room = _nothing
        self.stopping = False
        self.turns = Turns()
        self.chunks = Chunks()
        self.bodies = 0
        """Bytes in bodies of requests that are not answered yet."""
        self.heads = 0
        """Bytes in large heads of requests in flight."""
        self.unwatched: dict[Member, None] = {}
        """Connections that do not read at present, so that the event loop does not detect the end of their clients."""
        self.waiting: HeldBytes[Member] = HeldBytes(
            limits.waiting, rank=lambda _, size: size, let_go=lambda member: member.refuse_head()
        )
        self.unread: HeldBytes[Member] = HeldBytes(
            limits.unread, rank=lambda member, _: -member.paused_since, let_go=lambda member: member.drop()
        )
        self._all: dict[Member, None] = {}
        self._strangers: dict[Member, None] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, member: Member) -> None:
        """Counts a new connection, among those that have not shown yet that they may ask."""
        self._all[member] = self._strangers[member] = None

    def mark_known(self, member: Member) -> None:
        """Takes note that a client may ask: it is no stranger any more."""
        self._strangers.pop(member, None)

    def remove(self, member: Member) -> None:
        """Forgets a connection that has gone, and all that it held."""
        self._all.pop(member, None)
        self._strangers.pop(member, None)
        self.unwatched.pop(member, None)
        self.waiting.hold(member, 0)
        self.unread.hold(member, 0)
        self.on_room()

    def make_room(self) -> bool:
        """Sees to it that there is room for a stranger; returns False where all are busy."""
        if len(self._strangers) < self.limits.strangers and len(self._all) < self.limits.connections:
            return True
        victim = next(iter(self._strangers), None)
        if victim is None or len(self._strangers) < self.limits.strangers:
            victim = min(self._all, key=lambda member: member.idle_since, default=victim)
            if victim is None or victim.idle_since == inf:
                return False
        victim.drop()
        return True

    def expire_overdue(self) -> None:
        """Has every connection whose time is up do what is due."""
        now = self.clock()
        for member in [each for each in self._all if each.deadline <= now]:
            member.expire()

    def drop_gone(self) -> None:
        """Ends the connections that do not read and whose clients have left."""
        if not self.unwatched or not hasattr(select, "poll"):  # Windows has none
            return
        poll, members = select.poll(), dict[int, Member]()
        for member in self.unwatched:
            found = member.socket_events()
            if found is not None:
                poll.register(*found)
                members[found[0]] = member
        for descriptor, _ in poll.poll(0):
            members[descriptor].drop()

    def finish_up(self) -> None:
        """Ends all connections after the requests that they are about."""
        self.stopping = True
        for member in list(self._all):
            member.finish_up()

    def give_up(self) -> None:
        """Has all connections answer with a refusal what is not answered yet."""
        for member in list(self._all):
            member.give_up()

    def drop(self) -> None:
        """Ends all connections at once."""
        for member in list(self._all):
            member.drop()
