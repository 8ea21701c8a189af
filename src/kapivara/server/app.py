"""The HTTP application: takes the head of a request and returns a response, without any validation rule.

A request is authenticated by its head (`access`), matched to a target, negotiated, and passed to the registry with its
body; the outcome is encoded. Rejections happen before the body is read. Upstream: apiserver/pkg/server (the handler
chain), pkg/endpoints/installer.go (1.37).
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import Status, generic_status, not_acceptable_status, not_found_status
from kapivara.meta.query_parameters import Query
from kapivara.registry.registry import Registry
from kapivara.registry.requests.body import ACCEPTED
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.exchange import DocumentExchange, LateExchange, Observer, WrappedHandler, report_defect
from kapivara.server.dispatch.resource_exchange import Backing, ResourceExchange, ResourceRoute
from kapivara.server.dispatch.watch_exchange import WatchExchange
from kapivara.server.documents.health import is_health
from kapivara.server.documents.paths import answer_document
from kapivara.server.documents.token_issuer import is_about_issuer
from kapivara.server.http1.answer import Answer, AnyAnswer
from kapivara.server.http1.handler import Caller, Exchange, Handler, Refusal
from kapivara.server.http1.head import Head
from kapivara.server.metrics.metrics import Labels, Metrics, field_validation_of, labels_of, labels_of_document
from kapivara.server.responses.answers import filter_answer, page_not_found, path_without_resource, status_answer
from kapivara.server.responses.negotiation import TEXTS, as_metadata, as_table_too, negotiate, negotiate_error
from kapivara.server.responses.refusals import refusal_status
from kapivara.server.routing.incoming import Incoming
from kapivara.server.routing.routes import apply_timeout, refuse_route, refuse_target, refused_answer
from kapivara.server.routing.target import LONG_QUERY, Target
from kapivara.values.deadline import Deadline
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.server.dispatch.watch_scheduler import WatchScheduler

_ABOUT_RESOURCES = ("/api", "/openapi")
"""The prefixes of paths whose responses depend on CRDs, like that of the root."""


class Application:
    """The application of one registry. `access` authenticates, by default all clients of this machine. `authorization`
    authorizes, by default everything.

    `dispatcher` runs requests, by default directly on the event loop. `metrics` counts them.
    """

    deadline = Deadline

    def __init__(
        self,
        registry: Registry,
        *,
        access: Access | None = None,
        url: str = "",
        dispatcher: Dispatcher | None = None,
        metrics: Metrics | None = None,
        authorization: Authorization | None = None,
    ):
        self._backing = Backing(registry, dispatcher or Dispatcher(), metrics or Metrics())
        self._access = access or Access()
        self._authorization = authorization or Authorization()
        self._url = url
        self._rounds: WatchScheduler | None = None
        self._is_stopping = False
        self.ask_others: Callable[[], list[bytes]] | None = None
        """Returns the metrics responses of the server's other processes, if there are any. May block."""
        self.keep_metrics: Callable[[bytes], bytes] = lambda text: text
        """Stores the metrics text of this process, and adds the counts of its predecessors."""

    def stop(self) -> None:
        """Makes the readiness check fail."""
        self._is_stopping = True

    def answer_from(self, registry: Registry) -> None:
        """Uses another registry for all later requests."""
        self._backing = replace(self._backing, registry=registry)

    def for_client(self, transport: BaseTransport) -> Handler:
        """Returns the handler of one client's requests: the application itself, unless it shows a certificate."""
        tls = transport.get_extra_info("ssl_object")
        if tls is None:
            return self
        from kapivara.server.auth.client_certificate import certified_caller  # only TLS has certificates

        caller = certified_caller(tls)
        return self if caller is None else _CertifiedClient(self, caller)

    def refuse(self, refusal: Refusal) -> Answer:
        """Returns the response that rejects a request without an exchange."""
        return status_answer(refusal_status(refusal))

    def admit(self, head: Head) -> Caller | Answer:
        """Authenticates a request by its head; returns the caller, or the response that rejects it."""
        return self._access.admit(head)

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Starts a request until it needs its body; a response is final. May shorten the deadline."""
        known: Incoming | None = head.read_as
        if known is None and (head.method, head.path) == ("OPTIONS", "*"):
            return Answer(200, b"", [])
        registry = self._backing.registry
        if head.query_length > LONG_QUERY or (registry.lags and _is_about_resources(head.path)):

            def read() -> Incoming:
                registry.catch_up()
                return Incoming.of(head)

            dispatcher = self._backing.dispatcher
            return LateExchange(head, dispatcher, deadline, read, lambda incoming: self._begin(incoming, deadline))
        try:
            return self._begin(known or Incoming.of(head), deadline)
        except Exception as failure:  # a bug in this program: the client gets a Status, and the log the details
            return report_defect(head.method, head.path, failure)

    def _begin(self, incoming: Incoming, deadline: Deadline) -> Exchange | AnyAnswer:
        target = incoming.target
        if target is not None and target.lacks_resource:
            return path_without_resource(incoming.head.url)
        if incoming.query and (fault := apply_timeout(incoming.query, deadline)) is not None:
            return status_answer(fault, negotiate_error(incoming.accept, pretty=incoming.pretty))
        if not incoming.is_admins and (ended := self._check_user(incoming, deadline)) is not None:
            return ended
        if incoming.has_no_route:  # only authorized clients see this
            return page_not_found()
        if target is None:
            return self._begin_document(incoming)
        backing = self._backing
        kind = backing.registry.kind(target.resource)
        if kind is None:
            return self._unserved(target, incoming)
        route: ResourceRoute | None = incoming.memory.route
        if route is None or route.kind is not kind:
            found = self._find_route(incoming, target, kind)
            if not isinstance(found, ResourceRoute):
                return found
            route = incoming.memory.route = found
        if target.verb == "watch":
            return self._begin_watch(backing, route, incoming, deadline)
        return ResourceExchange(backing, route, incoming, deadline)

    def _check_user(self, incoming: Incoming, deadline: Deadline) -> Exchange | AnyAnswer | None:
        """Rejects a request that its user may not make; defers it if the authorization has to read the storage."""
        registry, authorization = self._backing.registry, self._authorization
        if authorization.is_settled(incoming, registry):
            refused = authorization.refuse(incoming, registry)
            if refused is None:
                return None
            return filter_answer(refused, negotiate_error(incoming.accept, pretty=incoming.pretty))

        def settle() -> Incoming:
            authorization.settle(incoming, registry)
            return incoming

        return LateExchange(
            incoming.head, self._backing.dispatcher, deadline, settle, lambda settled: self._begin(settled, deadline)
        )

    def _find_route(self, incoming: Incoming, target: Target, kind: Kind) -> ResourceRoute | Answer:
        """Returns the cached decisions for a request, valid while the kind is served, or a rejection."""
        subresource = kind.subresources.get(target.subresource)
        refusal = refuse_route(kind, subresource, target, incoming)
        if refusal is not None:
            return refusal
        labels = labels_of(kind.gvr, target, incoming) if target.verb and subresource is not None else None
        transform = as_table_too if subresource is None or subresource.has_table else as_metadata
        plain = TEXTS if kind.api.custom else ACCEPTED
        representation = negotiate(incoming.accept, pretty=incoming.pretty, transform=transform, plain=plain)
        problem: Status | None
        if subresource is None:
            problem = not_found_status(kind.group_resource, target.name)
        else:
            problem = refuse_target(subresource, target, incoming, acceptable=representation is not None)
            if problem is None and representation is None:
                problem = not_acceptable_status(ACCEPTED)
        if problem is not None or subresource is None or representation is None:
            observe = self._observer(labels, incoming.query)
            return cast("Answer", observe(refused_answer(kind, cast("Status", problem), incoming)))
        return ResourceRoute(incoming, subresource, representation, labels=labels)

    def _begin_watch(
        self, backing: Backing, route: ResourceRoute, incoming: Incoming, deadline: Deadline
    ) -> ResourceExchange:
        from kapivara.server.dispatch.watch_scheduler import WatchScheduler  # few clients watch

        if self._rounds is None:
            self._rounds = WatchScheduler(backing.dispatcher)
        return WatchExchange(backing, route, incoming, deadline, rounds=self._rounds)

    def _begin_document(self, incoming: Incoming) -> Exchange | AnyAnswer:
        if incoming.path == "/metrics":
            return self._begin_metrics(incoming)
        observe = self._observer(labels_of_document(incoming), incoming.query)
        backing = self._backing
        parts = incoming.parts
        if parts[:1] != ["openapi"] and not is_health(parts) and not is_about_issuer(parts):
            return observe(answer_document(backing.registry, incoming, self._url))

        def make() -> Answer:  # documents of large CRDs take time, and so may the storage and new keys
            return answer_document(backing.registry, incoming, self._url, is_stopping=self._is_stopping)

        return DocumentExchange(incoming, make, observe, dispatcher=backing.dispatcher)

    def _observer(self, labels: Labels | None, query: Query) -> Observer:
        """Returns a function that counts the response to a request starting now, and returns it."""
        begun, metrics = perf_counter(), self._backing.metrics

        def observe(answer: AnyAnswer) -> AnyAnswer:
            if labels is not None:
                metrics.observe_request(labels, answer.code, perf_counter() - begun, field_validation_of(query))
            return answer

        return observe

    def _begin_metrics(self, incoming: Incoming) -> Exchange | AnyAnswer:
        own, ask_others = self.answer_metrics(), self.ask_others
        if ask_others is None:
            return own
        from kapivara.server.metrics.merging import merge_metrics

        def make() -> Answer:
            return merge_metrics(own, ask_others())

        return DocumentExchange(incoming, make, lambda answer: answer, dispatcher=self._backing.dispatcher)

    def answer_metrics(self) -> Answer:
        """Returns the metrics of this process. Called on the event loop."""
        from kapivara.server.metrics.exposition import answer_metrics  # its imports take time

        answer = answer_metrics(self._backing.metrics, self._backing.registry.feature_gates)
        return Answer(answer.code, self.keep_metrics(answer.body), answer.headers)

    def _unserved(self, target: Target, incoming: Incoming) -> Answer:
        """Returns the response for a resource that is not served: a Status if its group is built in."""
        if self._backing.registry.has_built_in_group(target.resource.group):
            return status_answer(generic_status(404), negotiate_error(incoming.accept, pretty=incoming.pretty))
        return page_not_found()


class _CertifiedClient(WrappedHandler):
    """The handler of a client with a certificate."""

    def __init__(self, application: Application, caller: Caller):
        super().__init__(application)
        self._caller = caller

    def for_client(self, transport: BaseTransport) -> Handler:  # noqa: ARG002  it has one client
        """Returns itself."""
        return self

    def admit(self, head: Head) -> Caller | Answer:
        """Authenticates a request; the certificate counts if the request has no token."""
        head.certified = self._caller
        return self._handler.admit(head)


def _is_about_resources(path: str) -> bool:
    return path == "/" or path.startswith(_ABOUT_RESOURCES)
