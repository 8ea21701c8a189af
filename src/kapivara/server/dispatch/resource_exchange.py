"""Runs one resource request through the registry and builds its response, also if its write was lost."""

from __future__ import annotations

from time import perf_counter
from typing import cast

from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.meta import Status, internal_error_status
from kapivara.meta.media_types import PROTOBUF
from kapivara.registry.registry import Registry
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import Request
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.exchange import RequestExchange, reads_body
from kapivara.server.http1.answer import Answer, AnyAnswer, StreamAnswer
from kapivara.server.metrics.metrics import Labels, Metrics, field_validation_of
from kapivara.server.responses.answers import outcome_answer
from kapivara.server.responses.compression import compressed
from kapivara.server.responses.negotiation import Representation
from kapivara.server.routing.incoming import Incoming
from kapivara.server.routing.target import Target
from kapivara.storage import Pending, StorageError
from kapivara.values.deadline import Deadline
from kapivara.values.record import record


@record
class Backing:
    """The registry that responds to requests, the dispatcher that runs them, and their metrics."""

    registry: Registry
    dispatcher: Dispatcher
    metrics: Metrics


class ResourceRoute:
    """The cached decisions for a request and all equal ones: subresource, metric labels, representation.

    A plain class, because every request reads most of its fields.
    """

    __slots__ = (
        "_in_protobuf",
        "_is_unbound",
        "_media_type",
        "_name",
        "_namespace",
        "_query",
        "_resource",
        "_shown_as",
        "_subresource_name",
        "_user",
        "_user_agent",
        "_verb",
        "field_validation",
        "kind",
        "labels",
        "reads_body",
        "representation",
        "subresource",
    )

    def __init__(
        self,
        incoming: Incoming,
        subresource: Subresource,
        representation: Representation,
        *,
        labels: Labels | None,
    ):
        target = cast("Target", incoming.target)
        kind = subresource.of
        self.subresource = subresource
        self.kind = kind
        self.representation = representation
        self.reads_body = reads_body(incoming.method)
        self.labels = labels
        self.field_validation = field_validation_of(incoming.query)
        self._verb = target.verb
        self._resource = target.resource
        self._namespace = target.namespace
        self._name = target.name
        self._subresource_name = target.subresource
        self._query = _query(target, incoming)
        self._media_type = incoming.media_type
        self._user_agent = incoming.user_agent
        self._shown_as = representation.shown_as
        self._in_protobuf = representation.media_type == PROTOBUF
        self._user = incoming.memory.user
        self._is_unbound = incoming.memory.is_unbound

    def request(self, body: bytes, deadline: Deadline) -> Request:
        """Returns the registry request for a body."""
        return Request(
            self._verb,
            self._resource,
            self._namespace,
            self._name,
            self._subresource_name,
            self._query,
            body,
            self._media_type,
            self._user_agent,
            deadline,
            self._shown_as,
            self._in_protobuf,
            Pending(),
            self._user,
            self._is_unbound,
        )


def _query(target: Target, incoming: Incoming) -> dict[str, list[str]]:
    """Returns the query; the path after a proxy subresource is added as an option."""
    if not target.goes_on:
        return incoming.query
    return {**incoming.query, "path": ["/" + incoming.path.partition(f"/{target.subresource}/")[2]]}


class ResourceExchange(RequestExchange):
    """Runs a request and encodes its outcome in the client's representation."""

    __slots__ = ("_backing", "_begun", "_deadline", "_route", "_warnings", "request")

    def __init__(self, backing: Backing, route: ResourceRoute, incoming: Incoming, deadline: Deadline):
        self.reads_body = route.reads_body  # like RequestExchange in half the time, because every request passes here
        self._incoming = incoming
        self._representation = route.representation
        self._reply = None
        self._is_answered = False
        self._backing = backing
        self._route = route
        self._deadline = deadline
        self._begun = perf_counter()
        self._warnings: tuple[str, ...] = ()
        self.request: Request

    def _start(self, body: bytes) -> None:
        route = self._route
        self.request = route.request(body, self._deadline)
        self._backing.dispatcher.answer(self, self._done, route.kind)

    def run(self) -> AnyAnswer:
        """Returns the response, which may be sent once its `pending` writes are durable."""
        outcome = self._backing.registry.answer(self._route.subresource, self.request)
        self._warnings = outcome.warnings
        answer = self._write(outcome)
        return answer if isinstance(answer, StreamAnswer) else compressed(answer, self._incoming.head)

    def _write(self, outcome: Outcome) -> AnyAnswer:
        return outcome_answer(outcome, self._representation)

    def lost(self, failure: StorageError) -> Answer:
        """Returns the response if those writes were lost for this reason."""
        status: Status = internal_error_status(str(failure))
        return outcome_answer(Outcome(status.http_code, status=status, warnings=self._warnings), self._representation)

    def _observe(self, answer: AnyAnswer) -> AnyAnswer:
        route = self._route
        if route.labels is not None:
            seconds = perf_counter() - self._begun
            self._backing.metrics.observe_request(route.labels, answer.code, seconds, route.field_validation)
        return answer
