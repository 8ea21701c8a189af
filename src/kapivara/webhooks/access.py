"""Access to webhooks, without importing the client before the first call."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.webhooks.services import NO_SERVICES, ServiceAddresses

if TYPE_CHECKING:
    from kapivara.webhooks.calls import Webhooks

SECONDS = 30.0
"""The server's timeout for a response."""


class WebhookAccess:
    """Access to webhooks. `services` has the addresses of the services behind webhooks."""

    def __init__(self, services: ServiceAddresses = NO_SERVICES, *, seconds: float = SECONDS):
        self._services = services
        self._seconds = seconds

    @cached_property
    def webhooks(self) -> Webhooks:
        """The client of webhooks, one per server, so that connections are reused."""
        from kapivara.webhooks.calls import Webhooks

        return Webhooks(self._services, self._seconds)

    def close(self) -> None:
        """Closes the open connections."""
        if "webhooks" in self.__dict__:
            self.webhooks.close()
