"""Writes the server's counts in Prometheus's text format, the answer to `GET /metrics`.

Imported when somebody asks: Prometheus's library takes longer to load than the server to start.
Upstream: apiserver/pkg/endpoints/metrics/metrics.go, apiextensions-apiserver/pkg/apiserver/validation/metrics.go,
component-base/metrics/prometheus/feature/metrics.go (1.37): names, labels, buckets and HELP lines are the server's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from kapivara.apis.feature_gates import FeatureGates
from kapivara.server.answers import Answer
from kapivara.server.metrics import Histogram, Labels, Metrics

_CONTENT_TYPE = b"text/plain; version=0.0.4; charset=utf-8"
_WHOLE = re.compile(rb"( \d+)\.0$", re.MULTILINE)
"""A value that Go writes without its fraction; so do those who look for it."""
_PROCESS = ProcessCollector(registry=None)
_RATCHETING = (
    "[ALPHA] Time for comparison of old to new for the purposes of CRDValidationRatcheting during an UPDATE in seconds."
)
_RATCHETING_NAMES = (
    "apiextensions_apiserver_update_ratcheting_time",  # as KEP-4008 has it
    "apiextensions_apiserver_validation_ratcheting_seconds",  # as the server does
)


def answer_metrics(metrics: Metrics, gates: FeatureGates) -> Answer:
    """Answers with all that was counted until now."""
    text = _WHOLE.sub(rb"\1", generate_latest(_Counts(metrics, gates)))
    return Answer(200, text, [(b"content-type", _CONTENT_TYPE)])


class _Counts(Collector):
    """All metrics, in the order of their names."""

    def __init__(self, metrics: Metrics, gates: FeatureGates):
        self._metrics = metrics
        self._gates = gates

    def collect(self) -> Iterator[Metric]:
        """Yields each metric with its values."""
        for name in _RATCHETING_NAMES:
            yield HistogramMetricFamily(
                name, _RATCHETING, _buckets(self._metrics.ratcheting), self._metrics.ratcheting.sum
            )
        yield self._durations()
        yield self._totals()
        yield self._features()
        yield from _PROCESS.collect()

    def _durations(self) -> Metric:
        family = HistogramMetricFamily(
            "apiserver_request_duration_seconds",
            "[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource,"
            " subresource, scope and component.",
            labels=Labels._fields,
        )
        for labels, series in sorted(self._metrics.requests.items()):
            family.add_metric(labels, _buckets(series.seconds), series.seconds.sum)
        return family

    def _totals(self) -> Metric:
        family = CounterMetricFamily(
            "apiserver_request_total",
            "[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource,"
            " scope, component, and HTTP response code.",
            labels=(*Labels._fields, "code"),
        )
        for labels, series in sorted(self._metrics.requests.items()):
            for code, count in sorted(series.codes.items()):
                family.add_metric((*labels, str(code)), count)
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
    """Renders buckets as the format has them: each with all that is below it, bounds as Go prints them."""
    bounds = [*(f"{bound:g}" for bound in histogram.bounds), "+Inf"]
    return list(zip(bounds, accumulate(histogram.counts), strict=True))
