"""Writes the server's metrics in Prometheus's text format, for `GET /metrics`.

Imported on first use: Prometheus's library takes longer to import than the server to start. Upstream:
apiserver/pkg/endpoints/metrics/metrics.go, apiserver/pkg/validation/metrics.go, apiserver/pkg/audit/metrics.go,
apiserver/pkg/cel/metrics/metrics.go, apiextensions-apiserver/pkg/apiserver/validation/metrics.go,
pkg/apiserver/conversion/metrics.go, component-base/metrics/prometheus/feature/metrics.go (1.37): names, labels, buckets
and HELP lines are the server's.

CRDs that come and go leave thousands of label sets with two dozen lines each, for which Prometheus's library would need
three seconds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.schema.expressions.compiling.compilation_times import COMPILATION_TIMES
from kapivara.server.http1.answer import Answer
from kapivara.server.metrics.conversion_counts import ConversionLabels
from kapivara.server.metrics.metrics import REQUEST_BUCKETS, Labels, Metrics
from kapivara.values.histogram import Histogram

_SECONDS: Final = "apiserver_request_duration_seconds"
_TOTAL: Final = "apiserver_request_total"
_HELP: Final = {
    _SECONDS: "[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version,"
    " resource, subresource, scope and component.",
    _TOTAL: "[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource,"
    " scope, component, and HTTP response code.",
}
_BOUNDS: Final = (*(f"{bound:g}" for bound in REQUEST_BUCKETS), "+Inf")


def request_lines(metrics: Metrics) -> str:
    """Returns the lines of both families, each with its help."""
    series = [(_label_texts(labels), each) for labels, each in sorted(metrics.requests.items())]
    lines = [*_heading(_SECONDS, "histogram")]
    for labels, each in series:
        lines += _histogram(labels, each.seconds.counts, each.seconds.sum)
    lines += _heading(_TOTAL, "counter")
    for labels, each in series:
        for code, count in sorted(each.codes.items()):
            lines.append(f"{_TOTAL}{{{_joined(labels, 'code', str(code))}}} {count}")
    return "\n".join([*lines, ""])


def _heading(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {_HELP[name]}"
    yield f"# TYPE {name} {kind}"


def _histogram(labels: dict[str, str], counts: list[int], total: float) -> Iterator[str]:
    before, after = _joined(labels, "le", "\n").split("\n")
    for bound, count in zip(_BOUNDS, accumulate(counts), strict=True):
        yield f"{_SECONDS}_bucket{{{before}{bound}{after}}} {count}"
    plain = _joined(labels)
    yield f"{_SECONDS}_count{{{plain}}} {sum(counts)}"
    yield f"{_SECONDS}_sum{{{plain}}} {repr(total).removesuffix('.0')}"


def _label_texts(labels: Labels) -> dict[str, str]:
    """Returns the escaped label values by name."""
    escapes = (("\\", r"\\"), ("\n", r"\n"), ('"', r"\""))
    texts = labels._asdict()
    for name, text in texts.items():
        for sign, escape in escapes:
            if sign in text:
                texts[name] = texts[name].replace(sign, escape)
    return texts


def _joined(labels: dict[str, str], name: str = "", text: str = "") -> str:
    """Returns labels, and perhaps one more, sorted by name."""
    every = {**labels, name: text} if name else labels
    return ",".join([f'{each}="{every[each]}"' for each in sorted(every)])


_CONTENT_TYPE = b"text/plain; version=0.0.4; charset=utf-8"
_WHOLE = re.compile(rb"( \d+)\.0$", re.MULTILINE)
"""A whole value, which Go writes without a fraction; readers may expect that."""
_PROCESS = ProcessCollector(registry=None)
_RATCHETING = (
    "[ALPHA] Time for comparison of old to new for the purposes of CRDValidationRatcheting during an UPDATE in seconds."
)
_RATCHETING_NAMES = (
    "apiextensions_apiserver_update_ratcheting_time",  # the name in KEP-4008
    "apiextensions_apiserver_validation_ratcheting_seconds",  # the name in the server
)

_ROLLOUT = (
    (
        (
            "apiserver_validation_declarative_validation_mismatch",
            "[BETA] Number of times declarative validation results differed from handwritten validation results for"
            " core types.",
        ),
        (
            "apiserver_validation_declarative_validation_parity_discrepancies",
            "[ALPHA] Number of discrepancies between declarative and handwritten validation, broken down by validation"
            " identifier.",
        ),
    ),
    (
        (
            "apiserver_validation_declarative_validation_panic",
            "[BETA] Number of times declarative validation has panicked during validation.",
        ),
        (
            "apiserver_validation_declarative_validation_panics",
            "[ALPHA] Number of panics in declarative validation, broken down by validation identifier.",
        ),
    ),
)
_DUPLICATES = (
    "apiserver_validation_duplicate_validation_error",
    "[INTERNAL] Number of duplicate validation errors during validation.",
)
_AUDIT_ERRORS = (
    "apiserver_audit_error",
    "[ALPHA] Counter of audit events that failed to be audited properly. Plugin identifies the plugin affected by the"
    " error.",
)
_AUDIT_EVENTS = (
    "apiserver_audit_event",
    "[ALPHA] Counter of audit events generated and sent to the audit backend.",
)
_AUDIT_LEVELS = (
    "apiserver_audit_level",
    "[ALPHA] Counter of policy levels for audit events (1 per request).",
)
_AUDIT_REJECTED = (
    "apiserver_audit_requests_rejected",
    "[ALPHA] Counter of apiserver requests rejected due to an error in audit logging backend.",
)
_WEBHOOK_SECONDS = ("apiserver_conversion_webhook_duration_seconds", "[ALPHA] Conversion webhook request latency")
_WEBHOOK_CALLS = (
    "apiserver_conversion_webhook_request",
    "[ALPHA] Counter for conversion webhook requests with success/failure and failure error type",
)
_CONVERSION_SECONDS = (
    "apiserver_crd_conversion_webhook_duration_seconds",
    "[ALPHA] CRD webhook conversion duration in seconds",
)


def answer_metrics(metrics: Metrics, gates: FeatureGates) -> Answer:
    """Returns a response with all metrics."""
    text = _WHOLE.sub(rb"\1", generate_latest(_Counts(metrics, gates)))
    return Answer(200, text + request_lines(metrics).encode(), [(b"content-type", _CONTENT_TYPE)])


class _Counts(Collector):
    """All metrics except those of requests by labels."""

    def __init__(self, metrics: Metrics, gates: FeatureGates):
        self._metrics = metrics
        self._gates = gates

    def collect(self) -> Iterator[Metric]:
        """Yields each metric with its values."""
        for name in _RATCHETING_NAMES:
            yield HistogramMetricFamily(
                name, _RATCHETING, _buckets(self._metrics.ratcheting), self._metrics.ratcheting.sum
            )
        yield from self._audit()
        yield from self._expressions()
        yield from self._conversions()
        yield self._in_flight()
        yield self._long_running()
        yield from self._validation()
        yield self._field_validation()
        yield self._features()
        yield from _PROCESS.collect()

    def _audit(self) -> Iterator[Metric]:
        """Yields the metrics of audit events."""
        counts = self._metrics.audit
        errors = CounterMetricFamily(*_AUDIT_ERRORS, labels=("plugin",))
        if counts.errors:
            errors.add_metric(("log",), counts.errors)
        levels = CounterMetricFamily(*_AUDIT_LEVELS, labels=("level",))
        for level, count in sorted(counts.levels.items()):
            levels.add_metric((level,), count)
        yield errors
        yield CounterMetricFamily(*_AUDIT_EVENTS, counts.events)
        yield levels
        yield CounterMetricFamily(*_AUDIT_REJECTED, counts.rejected)

    def _expressions(self) -> Iterator[Metric]:
        """Yields the durations of CEL rules."""
        for word, seconds in (
            ("compilation", COMPILATION_TIMES.seconds),
            ("evaluation", self._metrics.evaluation),
        ):
            yield HistogramMetricFamily(
                f"apiserver_cel_{word}_duration_seconds",
                f"[BETA] CEL {word} time in seconds.",
                _buckets(seconds),
                seconds.sum,
            )

    def _conversions(self) -> Iterator[Metric]:
        """Yields the number and duration of webhook conversions."""
        labels = ("failure_type", "result")
        durations = HistogramMetricFamily(*_WEBHOOK_SECONDS, labels=labels)
        requests = CounterMetricFamily(*_WEBHOOK_CALLS, labels=labels)
        for failure_type, seconds in sorted(self._metrics.conversion.requests.copy().items()):
            values = failure_type, "failure" if failure_type else "success"
            durations.add_metric(values, _buckets(seconds), seconds.sum)
            requests.add_metric(values, sum(seconds.counts))
        yield durations
        yield requests
        conversions = HistogramMetricFamily(*_CONVERSION_SECONDS, labels=ConversionLabels._fields)
        for each, seconds in sorted(self._metrics.conversion.conversions.copy().items()):
            conversions.add_metric(each, _buckets(seconds), seconds.sum)
        yield conversions

    def _validation(self) -> Iterator[Metric]:
        """Yields the metrics of the migration to declarative validation."""
        counts = self._metrics.validation_counts
        yield HistogramMetricFamily(
            "apiserver_request_validation_duration_seconds",  # the metric that KEP-5073 lacks
            "[ALPHA] Time that the rules of validation took for a write in seconds.",
            _buckets(self._metrics.validation),
            self._metrics.validation.sum,
        )
        for (total, by_identifier), told in zip(_ROLLOUT, (counts.mismatches, counts.panics), strict=True):
            yield CounterMetricFamily(*total, sum(told.values()))
            family = CounterMetricFamily(*by_identifier, labels=("validation_identifier",))
            for identifier, count in sorted(told.items()):
                family.add_metric((identifier,), count)
            yield family
        yield CounterMetricFamily(*_DUPLICATES, counts.duplicates)

    def _in_flight(self) -> Metric:
        family = GaugeMetricFamily(
            "apiserver_current_inflight_requests",
            "[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in"
            " last second.",
            labels=("request_kind",),
        )
        for kind, count in sorted(self._metrics.in_flight.now.items()):
            family.add_metric((kind,), count)
        return family

    def _long_running(self) -> Metric:
        names = [name for name in Labels._fields if name != "dry_run"]
        family = GaugeMetricFamily(
            "apiserver_longrunning_requests",
            "[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource,"
            " scope and component. Not all requests are tracked this way.",
            labels=names,
        )
        counts: Counter[tuple[str, ...]] = Counter()
        for labels, count in self._metrics.long_running.items():
            counts[tuple(getattr(labels, name) for name in names)] += count
        for values, count in sorted(counts.items()):
            family.add_metric(values, count)
        return family

    def _field_validation(self) -> Metric:
        family = HistogramMetricFamily(
            "field_validation_request_duration_seconds",
            "[ALPHA] Response latency distribution in seconds for each field validation value",
            labels=("field_validation",),
        )
        for value, seconds in sorted(self._metrics.field_validation.items()):
            family.add_metric((value,), _buckets(seconds), seconds.sum)
        return family

    def _features(self) -> Metric:
        family = GaugeMetricFamily(
            "kubernetes_feature_enabled",
            "[BETA] This metric records the data about the stage and enablement of a k8s feature.",
            labels=("name", "stage"),
        )
        for gate, on in self._gates:
            family.add_metric((gate.name, gate.stage), int(on))
        return family


def _buckets(histogram: Histogram) -> list[tuple[str, float]]:
    """Returns buckets in Prometheus's format: cumulative counts, bounds as Go prints them."""
    bounds = [*(f"{bound:g}" for bound in histogram.bounds), "+Inf"]
    return list(zip(bounds, accumulate(histogram.counts), strict=True))
