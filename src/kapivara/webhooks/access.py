"""That webhooks may be asked: what a server needs to know for it, before there is any.

What asks them takes a while to be imported; that is done for the first one that is asked.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.webhooks.services import NO_SERVICES, ServiceAddresses

if TYPE_CHECKING:
    from kapivara.webhooks.calls import Webhooks

SECONDS = 30.0
"""How long the server waits for an answer."""


class WebhookAccess:
    """The way to webhooks. `services` says where the services listen that webhooks are behind."""

    def __init__(self, services: ServiceAddresses = NO_SERVICES, *, seconds: float = SECONDS):
        self._services = services
        self._seconds = seconds

    @cached_property
    def webhooks(self) -> Webhooks:
        """What asks them: one for all of a server, so that connections are used again."""
        from kapivara.webhooks.calls import Webhooks

        return Webhooks(self._services, self._seconds)

    def close(self) -> None:
        """Ends the connections to those that were asked."""
        if "webhooks" in self.__dict__:
            self.webhooks.close()
