"""What a controller is: it is told of writes, notes what is to be done about them, and does that in its turn.

Upstream: the controllers of pkg/controller, each with an informer and a queue of its own (1.37).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import Protocol

from kapivara.controllers.objects import Objects
from kapivara.controllers.observed_write import ObservedWrite
from kapivara.registry.stored_resources import ALL_OBJECTS
from kapivara.values.record import record


class Later(Exception):  # noqa: N818  no failure: the work goes on after a while
    """There is more to be done about an item, after so many seconds, or once something else has changed."""

    def __init__(self, seconds: float):
        super().__init__(f"in {seconds} s")
        self.seconds = seconds


class Plan(Protocol):
    """Takes note of what is to be done. An item that is noted already is not noted twice."""

    def __call__(self, item: Hashable, *, after: float = 0.0) -> None:
        """Has an item worked on, after so many seconds at the soonest."""
        ...


@record
class Means:
    """What a controller works with.

    `authority` is the certificate (PEM) by which clients know the server, empty where there is none; `event_seconds`
    how long events are kept, `clock` the time of day.
    """

    objects: Objects
    plan: Plan
    clock: Callable[[], float]
    authority: str = ""
    event_seconds: float = 3600.0


class Controller(ABC):
    """A controller. All its methods are called by one thread at a time.

    Several servers over one storage may run the same one at once: whatever it does leaves alone what has changed since
    it was looked at.
    """

    prefixes: tuple[str, ...] = (ALL_OBJECTS,)
    """What the keys of objects start with whose writes it is told of, each up to a slash."""
    marks: tuple[bytes, ...] = ()
    """Of objects that come it is told only of those with one of these texts anywhere, where there are any."""

    def __init__(self, means: Means):
        self.objects = means.objects
        self.plan = means.plan
        self.clock = means.clock

    def begin(self) -> None:  # noqa: B027  most remember nothing
        """Forgets everything: all objects that are stored are told next, as if they were new."""

    @abstractmethod
    def observe(self, write: ObservedWrite) -> None:
        """Takes note of a write to one of `prefixes`. It must be quick, and leaves all work to `work`."""

    @abstractmethod
    def work(self, item: Hashable) -> None:
        """Does what is to be done about an item.

        Raises ApiError and StorageError where that fails, and is tried again later; `Later` where more is to be done.
        """
