"""The API server behind the connections: a head in, an answer out. No rule of validation lives here.

A request is let in by its head alone (`access`), matched to a target, negotiated, handed to the registry once its body
is there, and its outcome written. What is refused on the way is refused before the body is read.
Upstream: apiserver/pkg/server (the handler chain), pkg/endpoints/installer.go (1.37).
"""

from __future__ import annotations

from time import perf_counter

from kapivara.apis.kind import Kind
from kapivara.meta import generic_status, not_acceptable_status, not_found_status
from kapivara.meta.media_types import PROTOBUF
from kapivara.registry.body import ACCEPTED
from kapivara.registry.registry import Registry
from kapivara.registry.request import Request
from kapivara.server.access import Access, Standing
from kapivara.server.answering import Answering
from kapivara.server.answers import Answer, AnyAnswer, page_not_found, status_answer
from kapivara.server.connection import Exchange
from kapivara.server.dispatch import Dispatcher
from kapivara.server.documents import answer_document
from kapivara.server.exchange import LateExchange, Observe, RequestExchange, report_defect
from kapivara.server.head import Head
from kapivara.server.incoming import Incoming
from kapivara.server.metrics import Labels, Metrics, labels_of, labels_of_document
from kapivara.server.negotiation import TEXTS, Representation, as_metadata, as_table_too, negotiate, negotiate_error
from kapivara.server.routes import apply_timeout, refuse_route, refuse_target, refused_answer
from kapivara.server.target import Target
from kapivara.server.workers import Done
from kapivara.storage import Pending
from kapivara.values.deadline import Deadline

_LONG_QUERY = 16 * 1024


class Application:
    """The application over one registry. `access` says who may ask; by default everybody on this machine.

    `dispatcher` says where requests are answered; by default on the spot, within the event loop. `metrics` counts them.
    """

    def __init__(
        self,
        registry: Registry,
        *,
        access: Access | None = None,
        address: str = "",
        dispatcher: Dispatcher | None = None,
        metrics: Metrics | None = None,
    ):
        self._registry = registry
        self._access = access or Access()
        self._metrics = metrics or Metrics()
        self._address = address
        self._dispatcher = dispatcher or Dispatcher()

    def admit(self, head: Head) -> Standing | Answer:
        """Tells whether a client may ask, by the head of its request; an answer refuses it."""
        return self._access.admit(head)

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Begins a request, up to where it needs its body; an answer is final. It may ask for less time."""
        if not head.path.startswith("/") or head.path.startswith("//"):
            return Answer(200, b"", []) if (head.method, head.path) == ("OPTIONS", "*") else page_not_found()
        if len(head.query) > _LONG_QUERY:
            return LateExchange(head, self._dispatcher, lambda incoming: self._begin(incoming, deadline))
        try:
            return self._begin(Incoming.of(head), deadline)
        except Exception as failure:  # a defect of ours: the client gets a Status, the log gets the rest
            return report_defect(head.method, head.path, failure)

    def _begin(self, incoming: Incoming, deadline: Deadline) -> Exchange | AnyAnswer:
        if (fault := apply_timeout(incoming.query, deadline)) is not None:
            return status_answer(fault, negotiate_error(incoming.accept, pretty=incoming.pretty))
        target = incoming.target
        if target is None:
            return self._begin_document(incoming)
        kind = self._registry.kind(target.resource)
        if kind is None:
            return self._unserved(target, incoming)
        subresource = kind.subresources.get(target.subresource)
        refusal = refuse_route(kind, subresource, target, incoming)
        if refusal is not None:
            return refusal
        counted = bool(target.verb) and subresource is not None
        observe = self._observer(labels_of(kind.gvr, target, incoming) if counted else None)
        transform = as_table_too if subresource is None or subresource.has_table else as_metadata
        plain = TEXTS if kind.api.custom else ACCEPTED
        representation = negotiate(incoming.accept, pretty=incoming.pretty, transform=transform, plain=plain)
        if subresource is None:
            missing = not_found_status(kind.group_resource, target.name)
            return observe(refused_answer(kind, missing, incoming))
        problem = refuse_target(subresource, target, incoming, acceptable=representation is not None)
        if problem is not None or representation is None:
            return observe(refused_answer(kind, problem or not_acceptable_status(ACCEPTED), incoming))

        def start(body: bytes, done: Done[AnyAnswer]) -> None:
            request = _request(kind, target, incoming, body, deadline=deadline, representation=representation)
            self._dispatcher.answer(Answering(self._registry, subresource, request, representation), done, kind)

        return RequestExchange(start, observe, incoming, representation)

    def _begin_document(self, incoming: Incoming) -> Exchange | AnyAnswer:
        if incoming.path == "/metrics":
            return self._answer_metrics()
        observe = self._observer(labels_of_document(incoming))
        if incoming.parts[:1] != ["openapi"]:
            return observe(answer_document(self._registry, incoming, self._address))

        def start(_body: bytes, done: Done[AnyAnswer]) -> None:
            # documents about large definitions take a while to make
            self._dispatcher.run_aside(lambda: answer_document(self._registry, incoming, self._address), done)

        return RequestExchange(start, observe, incoming, Representation())

    def _observer(self, labels: Labels | None) -> Observe:
        """Returns what counts the answer to a request that begins now, and hands it on."""
        begun = perf_counter()

        def observe(answer: AnyAnswer) -> AnyAnswer:
            if labels is not None:
                self._metrics.observe_request(labels, answer.code, perf_counter() - begun)
            return answer

        return observe

    def _answer_metrics(self) -> Answer:
        from kapivara.server.exposition import answer_metrics  # what it imports is not light

        return answer_metrics(self._metrics, self._registry.feature_gates)

    def _unserved(self, target: Target, incoming: Incoming) -> Answer:
        """Answers for a resource that is not served: with a Status where its group is built in."""
        if self._registry.has_built_in_group(target.resource.group):
            return status_answer(generic_status(404), negotiate_error(incoming.accept, pretty=incoming.pretty))
        return page_not_found()


def _request(
    kind: Kind, target: Target, incoming: Incoming, body: bytes, *, deadline: Deadline, representation: Representation
) -> Request:
    return Request(
        target.verb,
        target.resource,
        namespace=target.namespace if kind.namespaced else "",
        name=target.name,
        subresource=target.subresource,
        query=incoming.query,
        body=body,
        media_type=incoming.media_type,
        user_agent=incoming.user_agent,
        deadline=deadline,
        shown_as=representation.shown_as,
        in_protobuf=representation.media_type == PROTOBUF,
        pending=Pending(),
    )
