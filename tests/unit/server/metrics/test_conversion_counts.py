"""Tests of the metrics of conversion webhooks."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.https_webhook import GROUP, capybara, definition, https_webhook

from kapivara.api import Api
from kapivara.apis.machinery.server.feature_gates import DEFAULT_GATES
from kapivara.registry.conversion.webhook import WebhookConverter
from kapivara.registry.observer import WebhookConversion
from kapivara.registry.registry import Registry
from kapivara.server.metrics import conversion_counts
from kapivara.server.metrics.exposition import answer_metrics
from kapivara.server.metrics.metrics import Metrics
from kapivara.storage.memory import MemoryStorage
from kapivara.webhooks.access import WebhookAccess

_NAME = f"capybaras.{GROUP}"


@pytest.fixture
def metrics():
    return Metrics()


@pytest.fixture
def webhook(tmp_path):
    with https_webhook(tmp_path) as running:
        yield running


@pytest.fixture
def api(webhook, metrics):
    access = WebhookAccess()
    api = Api.over(Registry(MemoryStorage(), observer=metrics, webhooks=access))
    assert api.create(definition(webhook.client)).ok
    yield api
    access.close()


def values(metrics, name):
    """Returns the values of a series by its labels."""
    text = answer_metrics(metrics, DEFAULT_GATES).body.decode()
    samples = (each for family in text_string_to_metric_families(text) for each in family.samples)
    return {tuple(sorted(each.labels.items())): each.value for each in samples if each.name == name}


def conversion(from_version, to_version, succeeded):
    return (
        ("crd_name", _NAME),
        ("from_version", from_version),
        ("succeeded", succeeded),
        ("to_version", to_version),
    )


def call(failure_type):
    return ("failure_type", failure_type), ("result", "failure" if failure_type else "success")


_SECONDS = "apiserver_crd_conversion_webhook_duration_seconds"
_FAILURE = "conversion_webhook_call_failure"


def test_each_call_is_counted_by_what_became_of_it(api, webhook, metrics):
    assert api.create(capybara("ada", "v1beta1", hostPort="pond:80")).ok
    before = values(metrics, f"{_SECONDS}_count")
    assert set(before) == {conversion("v1beta1", "v1", "true"), conversion("v1", "v1beta1", "true")}
    webhook.code = 503
    assert not api.get(f"{GROUP}/v1beta1", "Capybara", "ada").ok
    after = values(metrics, f"{_SECONDS}_count")
    assert after == {**before, conversion("v1", "v1beta1", "false"): 1}
    assert values(metrics, "apiserver_conversion_webhook_request_total") == {
        call(""): sum(before.values()),
        call(_FAILURE): 1,
    }
    assert values(metrics, "apiserver_conversion_webhook_duration_seconds_count")[call(_FAILURE)] == 1


def test_an_answer_that_is_no_good_is_a_call_that_was_answered(api, webhook, metrics):
    webhook.answer = lambda review: {
        "apiVersion": review["apiVersion"],
        "kind": "ConversionReview",
        "response": {"uid": review["request"]["uid"], "convertedObjects": [], "result": {"status": "Success"}},
    }
    refused = api.create(capybara("ada", "v1beta1", hostPort="pond:80"))
    assert "returned 0 objects, expected 1" in refused.status.message
    assert values(metrics, "apiserver_conversion_webhook_request_total") == {call(""): 1}


def test_what_is_never_sent_is_no_call(webhook, metrics):
    config = {"clientConfig": webhook.client, "conversionReviewVersions": ["v2"]}
    converter = WebhookConverter(_NAME, config, WebhookAccess(), metrics)
    (refused,) = converter.convert([capybara("ada", "v1beta1", hostPort="pond:80")], f"{GROUP}/v1")
    assert refused.problem == "no supported conversion review versions"
    assert values(metrics, f"{_SECONDS}_count") == {conversion("v1beta1", "v1", "false"): 1}
    assert values(metrics, "apiserver_conversion_webhook_request_total") == {}


def test_buckets_are_the_servers(metrics):
    metrics.observe_conversion(WebhookConversion(_NAME, "v1", "v2", True), 0.003)
    metrics.observe_webhook_call("", 40.0)
    shown = {dict(labels)["le"]: value for labels, value in values(metrics, f"{_SECONDS}_bucket").items()}
    assert list(shown.items())[:4] == [("0.001", 0), ("0.002", 0), ("0.004", 1), ("0.008", 1)]
    assert list(shown)[-2:] == ["16.384", "+Inf"]
    name = "apiserver_conversion_webhook_duration_seconds_bucket"
    shown = {dict(labels)["le"]: value for labels, value in values(metrics, name).items()}
    assert [shown[bound] for bound in ("0.005", "30", "45", "60", "+Inf")] == [0, 0, 1, 1, 1]


def test_definitions_that_come_and_go_do_not_fill_the_memory(metrics, monkeypatch):
    monkeypatch.setattr(conversion_counts, "_MOST_SERIES", 3)
    for number in range(5):
        metrics.observe_conversion(WebhookConversion(f"d{number}", "v1", "v2", True), 0.1)
    assert [each.crd_name for each in metrics.conversion.conversions] == ["d2", "d3", "d4"]
