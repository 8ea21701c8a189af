"""Tests of `GET /metrics`, in process: the effect of known requests, and the format."""

import copy
import json
import logging
import subprocess
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.in_process import client_of

from kapivara.apis.machinery.server.feature_gates import KNOWN_GATES, FeatureGates
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.auth.authentication import Access
from kapivara.server.metrics import metrics
from kapivara.server.metrics.exposition import request_lines
from kapivara.server.metrics.metrics import Labels, Metrics
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = "/apis/example.com/v1"
WIDGETS = f"{GROUP}/namespaces/default/widgets"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
TOTAL = "apiserver_request_total"
SECONDS = "apiserver_request_duration_seconds"
FIELD_VALIDATION = "field_validation_request_duration_seconds"
_LISTED_ONE_BY_ONE = ("/apis/", "/healthz/", "/livez/", "/readyz/")
EXPRESSIONS = ("apiserver_cel_compilation_duration_seconds", "apiserver_cel_evaluation_duration_seconds")
RATCHETING = (
    "apiextensions_apiserver_update_ratcheting_time",
    "apiextensions_apiserver_validation_ratcheting_seconds",
)
CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer"}}}},
                    }
                },
            }
        ],
    },
}


class Server:
    """An application and its metrics."""

    def __init__(self, app):
        self._app = app

    def __call__(self, method, path, body=None, **headers):
        sent = {"accept": "application/json"}
        if body is not None:
            sent["content-type"] = "application/json"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}

        content = json.dumps(body).encode() if body else None
        return client_of(self._app).request(method, path, content=content, headers=sent)

    def scrape(self):
        """Returns the samples, as {(name, labels): value}."""
        families = text_string_to_metric_families(self("GET", "/metrics").text)
        return {
            (each.name, frozenset(each.labels.items())): each.value for family in families for each in family.samples
        }

    def count(self, **labels):
        """Returns the number of requests with these labels."""
        wanted = labels.items()
        return sum(value for (name, given), value in self.scrape().items() if name == TOTAL and wanted <= set(given))


def make(**options):
    metrics = Metrics()
    registry = Registry(MemoryStorage(), observer=metrics, **options)
    return Server(Application(registry, metrics=metrics)), registry


@pytest.fixture
def server():
    server, _ = make()
    assert server("POST", DEFINITIONS, CRD).status_code == 201
    return server


def widget(name="one", **spec):
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec}


def labels(verb, scope, subresource="", dry_run=""):
    return {
        "verb": verb,
        "group": "example.com",
        "version": "v1",
        "resource": "widgets",
        "subresource": subresource,
        "scope": scope,
        "component": "apiserver",
        "dry_run": dry_run,
    }


@pytest.mark.parametrize(
    ("method", "path", "media_type", "code", "expected"),
    [
        pytest.param("POST", WIDGETS, "", "201", labels("POST", "resource"), id="create"),
        pytest.param(
            "POST", f"{WIDGETS}?dryRun=All", "", "201", labels("POST", "resource", dry_run="All"), id="dry-run"
        ),
        pytest.param(
            "POST", f"{WIDGETS}?dryRun=x", "", "422", labels("POST", "resource", dry_run="invalid"), id="no-dry-run"
        ),
        pytest.param("GET", f"{WIDGETS}/none", "", "404", labels("GET", "resource"), id="get"),
        pytest.param("HEAD", f"{WIDGETS}/none", "", "404", labels("GET", "resource"), id="head"),
        pytest.param("GET", WIDGETS, "", "200", labels("LIST", "namespace"), id="list"),
        pytest.param("GET", f"{GROUP}/widgets", "", "200", labels("LIST", "cluster"), id="list-everywhere"),
        pytest.param(
            "GET", f"{GROUP}/widgets?watch=1&timeoutSeconds=x", "", "400", labels("WATCH", "cluster"), id="watch"
        ),
        pytest.param("PUT", f"{WIDGETS}/none", "", "404", labels("PUT", "resource"), id="update"),
        pytest.param(
            "PUT", f"{WIDGETS}/none/status", "", "404", labels("PUT", "resource", "status"), id="update-status"
        ),
        pytest.param(
            "PATCH", f"{WIDGETS}/none", "application/merge-patch+json", "404", labels("PATCH", "resource"), id="patch"
        ),
        pytest.param(
            "PATCH", f"{WIDGETS}/none", "application/apply-patch+yaml", "422", labels("APPLY", "resource"), id="apply"
        ),
        pytest.param("DELETE", f"{WIDGETS}/none", "", "404", labels("DELETE", "resource"), id="delete"),
        pytest.param("DELETE", WIDGETS, "", "200", labels("DELETE", "namespace"), id="delete-collection"),
    ],
)
def test_requests_are_counted_by_what_they_are(server, method, path, media_type, code, expected):
    before = server.scrape()
    body = widget("none") if method in ("POST", "PUT", "PATCH") else None
    headers = {"content_type": media_type} if media_type else {}
    assert str(server(method, path, body, **headers).status_code) == code
    after = server.scrape()
    key = frozenset(expected.items())
    assert after[TOTAL, frozenset({**expected, "code": code}.items())] == 1
    assert after[f"{SECONDS}_count", key] == 1
    assert 0 < after[f"{SECONDS}_sum", key] < 10
    grown = {name for name, value in after.items() if name[0] == TOTAL and value != before.get(name)}
    assert len(grown) == 1


@pytest.mark.parametrize(
    ("method", "subresource"), [("GET", "log"), ("GET", "exec"), ("POST", "exec"), ("PUT", "proxy")]
)
def test_connections_are_told_apart(server, method, subresource):
    server(method, f"/api/v1/namespaces/default/pods/none/{subresource}")
    assert server.count(verb="CONNECT", resource="pods", subresource=subresource, scope="resource", code="404") == 1


def test_watches_that_are_open(server):
    expected = labels("WATCH", "namespace")
    counted = Labels(**expected)
    del expected["dry_run"]
    key = ("apiserver_longrunning_requests", frozenset(expected.items()))
    assert key not in server.scrape()
    server._app._backing.metrics.count_open(counted, 1)
    server._app._backing.metrics.count_open(counted, 1)
    server._app._backing.metrics.count_open(counted._replace(dry_run="All"), 1)
    assert server.scrape()[key] == 3
    server._app._backing.metrics.count_open(counted, -1)
    assert server.scrape()[key] == 2
    server._app._backing.metrics.count_open(counted, -1)
    server._app._backing.metrics.count_open(counted._replace(dry_run="All"), -1)
    assert key not in server.scrape()


def test_counts_add_up(server):
    for number in range(5):
        assert server("POST", WIDGETS, widget(f"w{number}")).status_code == 201
    assert server("POST", WIDGETS, widget("w0")).status_code == 409
    assert server.count(**labels("POST", "resource")) == 6
    assert server.count(**labels("POST", "resource"), code="201") == 5
    assert server.count(**labels("POST", "resource"), code="409") == 1
    assert server.scrape()[f"{SECONDS}_count", frozenset(labels("POST", "resource").items())] == 6


@pytest.mark.parametrize(
    ("path", "accept", "subresource", "component"),
    [
        ("/healthz", "", "/healthz", ""),
        ("/readyz", "", "/readyz", ""),
        ("/openapi/v3", "", "openapi/v3", ""),
        ("/openapi/v3/api/v1", "application/json", "openapi/v3/", ""),
        ("/apis", AGGREGATED, "/apis", "apiserver"),
        ("/api", AGGREGATED, "/api", "apiserver"),
    ],
)
def test_documents_are_counted_by_their_path(server, path, accept, subresource, component):
    assert server("GET", path, **({"accept": accept} if accept else {})).status_code == 200
    assert server.count(verb="GET", subresource=subresource, component=component, code="200", resource="") == 1


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nowhere"),
        ("GET", "/version"),
        ("GET", "/apis"),
        ("GET", "/openapi/v33"),
        ("GET", "/apis/made.up/v1/names"),
        ("GET", f"{WIDGETS}/one/made-up"),
        ("POST", "/api/v1/namespaces/default"),
        ("OPTIONS", WIDGETS),
        ("GET", "/metrics"),
    ],
)
def test_what_no_route_takes_is_not_counted(server, method, path):
    """Otherwise a client could create any number of series with names of its own."""
    before = server.count()
    server(method, path)
    assert server.count() == before


def test_defects_are_counted(server, monkeypatch, caplog):
    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(Registry, "answer", fail)
    with caplog.at_level(logging.CRITICAL, "kapivara"):
        assert server("GET", f"{WIDGETS}/one").status_code == 500
    assert server.count(**labels("GET", "resource"), code="500") == 1


def test_buckets_of_requests(server):
    server("GET", WIDGETS)
    wanted = set(labels("LIST", "namespace").items())
    buckets = {
        dict(given)["le"]: value
        for (name, given), value in server.scrape().items()
        if name == f"{SECONDS}_bucket" and wanted <= set(given)
    }
    assert list(buckets) == [
        *("0.005", "0.025", "0.05", "0.1", "0.2", "0.4", "0.6", "0.8", "1", "1.25", "1.5"),
        *("2", "3", "4", "5", "6", "8", "10", "15", "20", "30", "45", "60", "+Inf"),
    ]
    assert list(buckets.values()) == sorted(buckets.values())
    assert buckets["+Inf"] == 1


def test_time_spent_on_ratcheting():
    server, registry = make()
    for seconds in (0, 0.00001, 0.000011, 3):
        registry.observer.observe_ratcheting(seconds)
    samples = server.scrape()
    for name in RATCHETING:
        buckets = [(dict(given)["le"], value) for (each, given), value in samples.items() if each == f"{name}_bucket"]
        assert buckets == [
            *[("1e-05", 2), ("4e-05", 3), ("0.00016", 3), ("0.00064", 3), ("0.00256", 3), ("0.01024", 3)],
            *[("0.04096", 3), ("0.16384", 3), ("0.65536", 3), ("2.62144", 3), ("+Inf", 4)],
        ]
        assert samples[f"{name}_count", frozenset()] == 4
        assert samples[f"{name}_sum", frozenset()] == pytest.approx(3.000021)


@pytest.mark.parametrize(("on", "counted"), [(True, 3), (False, 0)], ids=["on", "off"])
def test_every_update_of_a_custom_resource_is_observed(on, counted):
    """For updates of the object and of its status; not for its creation, nor for built-in kinds."""
    server, _ = make(feature_gates=FeatureGates({"CRDValidationRatcheting": on}))
    server("POST", DEFINITIONS, CRD)
    server("POST", WIDGETS, widget(size=1))
    merge = {"content_type": "application/merge-patch+json"}
    assert server("PATCH", f"{WIDGETS}/one", {"spec": {"size": 2}}, **merge).status_code == 200
    assert server("PATCH", f"{WIDGETS}/one", {"spec": {"size": "two"}}, **merge).status_code == 422
    assert server("PATCH", f"{WIDGETS}/one/status", {"metadata": {"labels": {"a": "b"}}}, **merge).status_code == 200
    assert server("PATCH", "/api/v1/namespaces/default", {"metadata": {"labels": {"a": "b"}}}, **merge).is_success
    samples = server.scrape()
    assert [samples[f"{name}_count", frozenset()] for name in RATCHETING] == [counted, counted]


@pytest.mark.parametrize(
    ("query", "code", "value"),
    [
        pytest.param("", 201, "", id="unsaid"),
        pytest.param("?fieldValidation=", 201, "", id="empty"),
        pytest.param("?fieldValidation=Strict", 201, "Strict", id="strict"),
        pytest.param("?fieldValidation=Warn", 201, "Warn", id="warn"),
        pytest.param("?fieldValidation=Ignore", 201, "Ignore", id="ignore"),
        pytest.param("?fieldValidation=strict", 422, "invalid", id="other-case"),
        pytest.param("?fieldValidation=Warn&fieldValidation=Warn", 201, "invalid", id="twice"),
    ],
)
def test_requests_by_field_validation(server, query, code, value):
    def counted():
        samples = server.scrape()
        return {
            each: samples.get((f"{FIELD_VALIDATION}_count", frozenset({("field_validation", each)})), 0)
            for each in ("", "Strict", "Warn", "Ignore", "invalid")
        }

    before = counted()
    assert server("POST", f"{WIDGETS}{query}", widget(size=1)).status_code == code
    assert counted() == before | {value: before[value] + 1}


def test_the_buckets_of_field_validation(server):
    server("POST", f"{WIDGETS}?fieldValidation=Strict", widget(size=1))
    bounds = [
        dict(labels)["le"]
        for (name, labels) in server.scrape()
        if name == f"{FIELD_VALIDATION}_bucket" and ("field_validation", "Strict") in labels
    ]
    expected = "0.05 0.1 0.2 0.4 0.6 0.8 1 1.25 1.5 2 3 4 5 6 8 10 15 20 30 45 60 +Inf"
    assert bounds == expected.split()


def ruled(rule):
    crd = copy.deepcopy(CRD)
    crd["metadata"]["name"] = "ruled.example.com"
    crd["spec"]["names"] = {"plural": "ruled", "kind": "Ruled"}
    properties = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    properties["spec"]["x-kubernetes-validations"] = [{"rule": rule}]
    return crd


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        pytest.param("self.size < 1001", 201, id="sound"),
        pytest.param("self.size < 1002 +", 422, id="broken"),
    ],
)
def test_compilations_are_counted(server, rule, code):
    def counted():
        return server.scrape()["apiserver_cel_compilation_duration_seconds_count", frozenset()]

    before = counted()
    assert server("POST", DEFINITIONS, ruled(rule)).status_code == code
    assert counted() > before


def test_evaluations_are_counted(server):
    def counted():
        return server.scrape()["apiserver_cel_evaluation_duration_seconds_count", frozenset()]

    server("POST", DEFINITIONS, ruled("self.size < 9"))
    server("POST", WIDGETS, widget(size=1))
    assert counted() == 0
    path = f"{GROUP}/namespaces/default/ruled"
    for number in range(10):  # the first ones use the steps, the others one pass
        name = f"n{number}"
        assert server("POST", path, widget(name, size=number) | {"kind": "Ruled"}).status_code == (
            201 if number < 9 else 422
        )
    assert counted() == 10


@pytest.mark.parametrize(("on", "value"), [(True, 1), (False, 0)])
def test_features(on, value):
    server, _ = make(feature_gates=FeatureGates({"CRDValidationRatcheting": on}))
    text = server("GET", "/metrics").text
    assert f'kubernetes_feature_enabled{{name="CRDValidationRatcheting",stage=""}} {value}\n' in text


def test_sets_of_labels_have_a_bound(monkeypatch):
    monkeypatch.setattr(metrics, "_MOST_SERIES", 3)
    counts = Metrics()
    for number in range(10):
        counts.observe_request(
            ("GET", "", f"g{number}.example.com", "v1", "things", "", "cluster", "apiserver"), 200, 0.1
        )
    assert [labels[2] for labels in counts.requests] == [f"g{number}.example.com" for number in (7, 8, 9)]


def test_how_it_is_written(server):
    answer = server("GET", "/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    for name, kind in (
        *((name, "histogram") for name in (*RATCHETING, *EXPRESSIONS, FIELD_VALIDATION, SECONDS)),
        (TOTAL, "counter"),
        ("kubernetes_feature_enabled", "gauge"),
    ):
        assert f"# TYPE {name} {kind}" in lines
        assert any(
            line.startswith((f"# HELP {name} [STABLE] ", f"# HELP {name} [ALPHA] ", f"# HELP {name} [BETA] "))
            for line in lines
        )
    assert not [line for line in lines if line.endswith(".0")]


def test_methods(server):
    assert server("HEAD", "/metrics").text == ""
    assert server("POST", "/metrics").status_code == 200  # as on the server, whose handler checks no method
    assert "/metrics" in server("GET", "/").json()["paths"]


def test_a_token_is_asked_for():
    server = Server(Application(Registry(MemoryStorage()), access=Access("secret")))
    assert server("GET", "/metrics").status_code == 401
    answer = server("GET", "/metrics", authorization="Bearer secret")
    assert answer.status_code == 200
    assert "apiserver_request_total{" not in answer.text


def test_nobody_waits_for_the_library_who_does_not_ask():
    code = "import sys, kapivara.server.processes.run; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_documentation_names_all_that_is_there(server, root):
    text = (root / "docs" / "server.md").read_text()
    families = text_string_to_metric_families(server("GET", "/metrics").text)
    names = {line.split()[2] for line in server("GET", "/metrics").text.splitlines() if line.startswith("# TYPE")}
    assert len(names) == len(list(families))
    missing = {name for name in names if not name.startswith("process_") and f"| `{name}` |" not in text}
    assert missing == set()
    assert [name for name in KNOWN_GATES if f"| `{name}` |" not in text] == []
    by_themselves = [path for path in server("GET", "/").json()["paths"] if not path.startswith(_LISTED_ONE_BY_ONE)]
    assert [path for path in by_themselves if f"`{path.rstrip('/')}" not in text] == []


def test_labels_are_written_so_that_they_can_be_read() -> None:
    counts = Metrics()
    labels = Labels("GET", group='a"b\\c\nd', resource="é,{}")
    counts.observe_request(labels, 200, 0.3)
    counts.observe_request(labels, 404, 2.7)
    families = {each.name: each.samples for each in text_string_to_metric_families(request_lines(counts))}
    assert {(each.labels["group"], each.labels["resource"]) for each in families[SECONDS]} == {('a"b\\c\nd', "é,{}")}
    by_bound = {each.labels.get("le", each.name): each.value for each in families[SECONDS]}
    assert (by_bound["0.2"], by_bound["0.4"], by_bound["2"], by_bound["3"], by_bound["+Inf"]) == (0, 1, 1, 2, 2)
    assert (by_bound[f"{SECONDS}_count"], by_bound[f"{SECONDS}_sum"]) == (2, 3.0)
    assert {each.labels["code"]: each.value for each in families[TOTAL.removesuffix("_total")]} == {"200": 1, "404": 1}
