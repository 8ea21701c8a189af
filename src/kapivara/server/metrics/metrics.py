"""The metrics of a server's requests: numbers, durations, and the time of ratcheting.

Every request passes here, so counting is plain: one dictionary look-up, one bisection, two additions. Prometheus's
library is imported only for `/metrics` (`kapivara.server.metrics.exposition`). Upstream:
apiserver/pkg/endpoints/metrics/metrics.go MonitorRequest (1.37).

Logs one line per write; texts of clients cannot break it into several. Upstream: apiserver/pkg/validation/metrics.go,
apiserver/pkg/registry/rest/validate.go (1.37).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import APPLY_PATCH
from kapivara.meta.query_parameters import Query
from kapivara.server.metrics.audit_counts import AuditCounts
from kapivara.server.metrics.conversion_counts import ConversionCounts, ConversionLabels
from kapivara.server.metrics.in_flight_counts import InFlightCounts
from kapivara.server.routing.incoming import Incoming
from kapivara.server.routing.target import CONNECTED, Target
from kapivara.values.histogram import DEFAULT_BUCKETS, Histogram
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.registry.observer import ValidatedWrite, WebhookConversion


_LOG = logging.getLogger("kapivara")
_MOST_TOLD = 10
_MOST_TEXT = 600


class ValidationCounts:
    """The numbers of mismatches and failures of declarative validation by identifier, and of duplicate errors.

    Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.mismatches: dict[str, int] = {}
        self.panics: dict[str, int] = {}
        self.duplicates = 0

    def count_rollout(self, write: ValidatedWrite) -> None:
        """Counts and logs a mismatch or failure of declarative validation."""
        note = write.rollout_note
        if note is None:
            return
        if note.failure is not None:
            with self._lock:
                self.panics[note.identifier] = self.panics.get(note.identifier, 0) + 1
            _LOG.error("Declarative validation failed%s", _about(write), exc_info=note.failure)
        if note.mismatches:
            with self._lock:
                self.mismatches[note.identifier] = self.mismatches.get(note.identifier, 0) + len(note.mismatches)
            texts = _bounded([each.text for each in note.mismatches])
            fields = _bounded([each.field for each in note.mismatches])
            _LOG.error("%s%s field=%s", " ".join(texts), _about(write), quote(",".join(fields)))

    def count_duplicates(self, write: ValidatedWrite) -> None:
        """Counts and logs duplicate errors."""
        with self._lock:
            self.duplicates += len(write.repeated)
        texts = "; ".join(_bounded(write.repeated))
        _LOG.info("Found duplicate validation error%s error=%s", _about(write), quote(texts))


def _about(write: ValidatedWrite) -> str:
    """Returns the object and user of a write as key-value pairs."""
    resource = f"{write.resource.resource}{f'.{write.resource.group}' if write.resource.group else ''}"
    pairs = {
        "resource": f"{resource}/{write.subresource}" if write.subresource else resource,
        "version": write.resource.version,
        "namespace": write.namespace,
        "name": write.name,
        "user": write.user,
    }
    return "".join(f" {key}={quote(text[:_MOST_TEXT])}" for key, text in pairs.items() if text)


def _bounded(texts: Sequence[str]) -> list[str]:
    """Returns the first texts, truncated if they are long."""
    told = [text[:_MOST_TEXT] for text in texts[:_MOST_TOLD]]
    return told if len(texts) <= _MOST_TOLD else [*told, f"and {len(texts) - _MOST_TOLD} more"]


REQUEST_BUCKETS = (
    *(0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5),
    *(2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0),
)
FIELD_VALIDATION_BUCKETS = REQUEST_BUCKETS[2:]
RATCHETING_BUCKETS = (0.00001, 0.00004, 0.00016, 0.00064, 0.00256, 0.01024, 0.04096, 0.16384, 0.65536, 2.62144)

_VERBS = {
    "get": "GET",
    "list": "LIST",
    "watch": "WATCH",
    "create": "POST",
    "update": "PUT",
    "patch": "PATCH",
    "delete": "DELETE",
    "deletecollection": "DELETE",
}
_METHODS = {"GET": "GET", "HEAD": "GET", "POST": "POST", "PUT": "PUT", "PATCH": "PATCH", "DELETE": "DELETE"}
_COMPONENT = "apiserver"
_MOST_SERIES = 4_000
_FIELD_VALIDATION = frozenset(("", "Ignore", "Strict", "Warn"))
_HEALTH = frozenset(("/healthz", "/livez", "/readyz"))
_DISCOVERY = frozenset(("/api", "/apis"))
_OPENAPI = "/openapi/v3"


class Labels(NamedTuple):
    """The labels of requests, with the names of the real server's metrics."""

    verb: str
    dry_run: str = ""
    group: str = ""
    version: str = ""
    resource: str = ""
    subresource: str = ""
    scope: str = ""
    component: str = ""


class Series:
    """The requests with one set of labels: their numbers by status code, and their durations."""

    __slots__ = ("codes", "seconds")

    def __init__(self) -> None:
        self.codes: dict[int, int] = {}
        self.seconds = Histogram(REQUEST_BUCKETS)


class Metrics:
    """The metrics of one server, and the observer of its registry.

    CRDs are created and deleted, and so are sets of labels: beyond a limit, the oldest is dropped. Requests are counted
    on the event loop only; updates are observed from any thread.
    """

    def __init__(self) -> None:
        self.requests: dict[Labels, Series] = {}
        self.long_running: dict[Labels, int] = {}
        """The number of open watches by labels."""
        self.field_validation: dict[str, Histogram] = {}
        self.ratcheting = Histogram(RATCHETING_BUCKETS)
        self.validation = Histogram(RATCHETING_BUCKETS)
        self.evaluation = Histogram(DEFAULT_BUCKETS)
        self.validation_counts = ValidationCounts()
        self.audit = AuditCounts()
        self.conversion = ConversionCounts()
        self.in_flight = InFlightCounts()
        self._lock = threading.Lock()

    def observe_request(self, labels: Labels, code: int, seconds: float, field_validation: str = "") -> None:
        """Counts a response, also by the field validation of its request."""
        series = self.requests.get(labels)
        if series is None:
            if len(self.requests) >= _MOST_SERIES:
                del self.requests[next(iter(self.requests))]
            series = self.requests[labels] = Series()
        series.codes[code] = series.codes.get(code, 0) + 1
        series.seconds.observe(seconds)
        by_strictness = self.field_validation.get(field_validation)
        if by_strictness is None:
            by_strictness = self.field_validation[field_validation] = Histogram(FIELD_VALIDATION_BUCKETS)
        by_strictness.observe(seconds)

    def count_open(self, labels: Labels, change: int) -> None:
        """Counts a long-running request at its start (1) and its end (-1)."""
        if count := self.long_running.get(labels, 0) + change:
            self.long_running[labels] = count
        else:
            del self.long_running[labels]

    def observe_ratcheting(self, seconds: float) -> None:
        """Counts an update with ratcheting."""
        with self._lock:
            self.ratcheting.observe(seconds)

    def observe_validation(self, seconds: float) -> None:
        """Counts a validated write."""
        with self._lock:
            self.validation.observe(seconds)

    def observe_evaluation(self, seconds: float) -> None:
        """Counts an object whose CEL rules were evaluated."""
        with self._lock:
            self.evaluation.observe(seconds)

    def observe_rollout(self, write: ValidatedWrite) -> None:
        """Counts a write on which handwritten and declarative validation differ."""
        self.validation_counts.count_rollout(write)

    def observe_duplicates(self, write: ValidatedWrite) -> None:
        """Counts duplicate errors."""
        self.validation_counts.count_duplicates(write)

    def observe_conversion(self, conversion: WebhookConversion, seconds: float) -> None:
        """Counts a conversion by a webhook."""
        succeeded = str(conversion.succeeded).lower()
        labels = conversion.definition, conversion.from_version, conversion.to_version, succeeded
        self.conversion.count_conversion(ConversionLabels(*labels), seconds)

    def observe_webhook_call(self, failure_type: str, seconds: float) -> None:
        """Counts a call of a conversion webhook."""
        self.conversion.count_request(failure_type, seconds)


def labels_of(resource: GroupVersionResource, target: Target, incoming: Incoming) -> Labels:
    """Returns the labels of a resource request; best with the names of the scope, whose hashes are known."""
    verb = _VERBS.get(target.verb, "other")
    if verb == "PATCH" and incoming.media_type == APPLY_PATCH:
        verb = "APPLY"
    if target.subresource in CONNECTED:
        verb = "CONNECT"
    scope = "resource" if target.name or verb == "POST" else "namespace" if target.namespace else "cluster"
    dry_run = _dry_run(incoming.query["dryRun"]) if "dryRun" in incoming.query else ""
    names = resource.group, resource.version, resource.resource, target.subresource
    return Labels(verb, dry_run, *names, scope, _COMPONENT)


def _dry_run(values: list[str]) -> str:
    return "All" if all(value == "All" for value in values) else "invalid"


def field_validation_of(query: Query) -> str:
    """Returns the field validation of a request; `invalid` for an unknown or repeated value.

    Upstream: apiserver/pkg/endpoints/metrics/metrics.go cleanFieldValidation (1.37).
    """
    if "fieldValidation" not in query:
        return ""
    given = query["fieldValidation"]
    return given[0] if len(given) == 1 and given[0] in _FIELD_VALIDATION else "invalid"


def labels_of_document(incoming: Incoming) -> Labels | None:
    """Returns the labels of a request for a document; None if it is not counted.

    Kept: the path is the subresource label, and only discovery has a component.
    """
    path = incoming.path
    verb = _METHODS.get(incoming.method, "other")
    if path in _HEALTH:
        return Labels(verb, subresource=path)
    if path == _OPENAPI or path.startswith(f"{_OPENAPI}/"):
        return Labels(verb, subresource=path[1 : len(_OPENAPI) + 1])
    if path in _DISCOVERY and "as=APIGroupDiscoveryList" in incoming.accept:
        return Labels(verb, subresource=path, component=_COMPONENT)
    return None
