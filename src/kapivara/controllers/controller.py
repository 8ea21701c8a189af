"""The base of controllers: a controller observes writes, queues items, and works on them later.

Upstream: the controllers of pkg/controller, each with an informer and a queue of its own (1.37).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import Protocol

from kapivara.controllers.objects import Objects, ObservedWrite
from kapivara.registry.discovery.stored_resources import ALL_OBJECTS
from kapivara.values.record import record


class Later(Exception):  # noqa: N818  no failure: the work goes on after a while
    """More work on an item is due after `seconds`, or once something else has changed."""

    def __init__(self, seconds: float):
        super().__init__(f"in {seconds} s")
        self.seconds = seconds


class Plan(Protocol):
    """Queues an item. An item already in the queue is not queued twice."""

    def __call__(self, item: Hashable, *, after: float = 0.0) -> None:
        """Queues an item for work, after `after` seconds at the earliest."""
        ...


@record
class Means:
    """The tools of a controller.

    `authority` is the certificate (PEM) with which clients verify the server, or empty; `event_seconds` is the lifetime
    of events, `clock` the time of day.
    """

    objects: Objects
    plan: Plan
    clock: Callable[[], float]
    authority: str = ""
    event_seconds: float = 3600.0


class Controller(ABC):
    """A controller. All its methods are called by one thread at a time.

    Several servers on one storage may run the same controller at once, so a write must not overwrite a concurrent
    change.
    """

    prefixes: tuple[str, ...] = (ALL_OBJECTS,)
    """The key prefixes of the objects whose writes it observes, each ending in a slash."""
    marks: tuple[bytes, ...] = ()
    """If not empty, it observes only those new objects that contain one of these texts."""

    def __init__(self, means: Means):
        self.objects = means.objects
        self.plan = means.plan
        self.clock = means.clock

    def begin(self) -> None:  # noqa: B027  most remember nothing
        """Resets the controller; it then observes all stored objects as if they were new."""

    @abstractmethod
    def observe(self, write: ObservedWrite) -> None:
        """Observes a write under `prefixes`. Must be quick, and leaves all work to `work`."""

    @abstractmethod
    def work(self, item: Hashable) -> None:
        """Works on an item.

        Raises ApiError and StorageError for a later retry; raises `Later` if more work is due.
        """
