"""One request on its way through the registry, and what is said of it: its outcome, or that its write was lost."""

from __future__ import annotations

from kapivara.apis.subresource import Subresource
from kapivara.meta import internal_error_status
from kapivara.registry.outcome import Outcome
from kapivara.registry.registry import Registry
from kapivara.registry.request import Request
from kapivara.server.answers import Answer, outcome_answer
from kapivara.server.negotiation import Representation
from kapivara.storage import StorageError


class Answering:
    """Has a request handled, and writes its outcome in the representation that its client wants."""

    __slots__ = ("_outcome", "_registry", "_representation", "_subresource", "request")

    def __init__(self, registry: Registry, subresource: Subresource, request: Request, representation: Representation):
        self.request = request
        self._registry = registry
        self._subresource = subresource
        self._representation = representation
        self._outcome: Outcome | None = None

    def run(self) -> Answer:
        """Returns the answer; it may be told once what it depends on is durable."""
        self._outcome = self._registry.answer(self._subresource, self.request)
        return outcome_answer(self._outcome, self._representation)

    def lost(self, failure: StorageError) -> Answer:
        """Returns the answer where that was lost."""
        status = internal_error_status(str(failure))
        warnings = () if self._outcome is None else self._outcome.warnings
        return outcome_answer(Outcome(status.http_code, status=status, warnings=warnings), self._representation)
