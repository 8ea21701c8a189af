"""All connections of one server: their number, their total memory, and their deadlines.

A client without valid credentials so far is a stranger. The number of strangers is small, and the oldest one is dropped
for the next, so clients that merely connect cannot block others.
"""

from __future__ import annotations

import select
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final, Protocol

from kapivara.server.http1.held_bytes import HeldBytes
from kapivara.server.http1.limits import Limits
from kapivara.server.http1.loop_queue import LoopQueue
from kapivara.server.http1.sending import Chunks

HALF_CLOSED: Final = getattr(select, "POLLRDHUP", 0)
"""The poll event for a client that closed its sending side; only Linux has it."""


class Member(Protocol):
    """A connection, as needed by the group."""

    deadline: float
    idle_since: float
    """The time since which it waits for a request; infinite if it does not."""
    paused_since: float
    """The time since which its client does not read; infinite if it does."""

    def expire(self) -> None:
        """Acts on the passed deadline."""

    def drop(self) -> None:
        """Ends it at once."""

    def refuse_head(self) -> None:
        """Rejects the incomplete request, because it takes too much memory."""

    def finish_up(self) -> None:
        """Closes after the current request; at once if there is none."""

    def give_up(self) -> None:
        """Rejects the current request, because the server stops."""

    def socket_events(self) -> tuple[int, int] | None:
        """Returns the file descriptor and the poll events of a departed client; None without a socket."""


def _nothing() -> None:
    """Does nothing."""


class Connections:
    """The open connections, including those in their handshake. Calls `on_room` after one has closed."""

    def __init__(self, limits: Limits, *, clock: Callable[[], float] = monotonic):
        self.limits = limits
        self.clock = clock
        self.on_room = _nothing
        self.stopping = False
        self.turns = LoopQueue()
        self.chunks = Chunks()
        self.bodies = 0
        """The bytes in bodies of unanswered requests."""
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
        """Adds a new connection as a stranger."""
        self._all[member] = self._strangers[member] = None

    def mark_known(self, member: Member) -> None:
        """Marks a client as authenticated, so that it is no stranger any more."""
        self._strangers.pop(member, None)

    def remove(self, member: Member) -> None:
        """Removes a closed connection and its memory."""
        self._all.pop(member, None)
        self._strangers.pop(member, None)
        self.unwatched.pop(member, None)
        self.waiting.hold(member, 0)
        self.unread.hold(member, 0)
        self.on_room()

    def make_room(self) -> bool:
        """Makes room for a stranger; returns False if all connections are busy."""
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
        """Calls `expire` of every connection whose deadline has passed."""
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
        """Closes all connections after their current requests."""
        self.stopping = True
        for member in list(self._all):
            member.finish_up()

    def give_up(self) -> None:
        """Makes all connections reject their unanswered requests."""
        for member in list(self._all):
            member.give_up()

    def drop(self) -> None:
        """Ends all connections at once."""
        for member in list(self._all):
            member.drop()
