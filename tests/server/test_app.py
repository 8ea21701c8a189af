"""Tests of the application, in process: routes, negotiation, bodies, tokens."""

import json
import logging

import pytest
from tests.server.in_process import client_of

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.auth.authentication import Access
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = "/apis/example.com/v1"
NOT_ALLOWED = "the server does not allow this method on the requested resource"
WIDGETS = f"{GROUP}/namespaces/default/widgets"
PLAIN_FOR_HTML = {"content_type": "text/plain", "accept": "text/html"}
MERGE_FOR_HTML = {"content_type": "application/merge-patch+json", "accept": "text/html"}
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


class Client:
    """Sends requests to an application without a network."""

    def __init__(self, app):
        self._app = app

    def __call__(self, method, path, body=None, **headers):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"accept": "application/json"}
        if body is not None:
            sent["content-type"] = "application/json"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}

        return client_of(self._app).request(method, path, content=data, headers=sent)


@pytest.fixture
def registry():
    return Registry(MemoryStorage())


@pytest.fixture
def client(registry):
    client = Client(Application(registry, url="https://127.0.0.1:6443"))
    assert client("POST", DEFINITIONS, CRD).status_code == 201
    return client


def widget(name="one", **spec):
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec}


def test_a_life(client):
    assert client("POST", WIDGETS, widget(size=1)).status_code == 201
    got = client("GET", f"{WIDGETS}/one")
    assert got.headers["content-type"] == "application/json"
    assert got.json()["spec"] == {"size": 1}
    changed = {**got.json(), "spec": {"size": 2}}
    assert client("PUT", f"{WIDGETS}/one", changed).json()["metadata"]["generation"] == 2
    patched = client("PATCH", f"{WIDGETS}/one", {"spec": {"size": 3}}, content_type="application/merge-patch+json")
    assert patched.json()["spec"] == {"size": 3}
    assert len(client("GET", f"{GROUP}/widgets").json()["items"]) == 1
    assert client("DELETE", f"{WIDGETS}/one").json()["status"] == "Success"
    assert client("GET", f"{WIDGETS}/one").json()["reason"] == "NotFound"


def test_warnings(client):
    answer = client("POST", f"{WIDGETS}?dryRun=All", widget(zip=1, zap='"'))
    assert answer.headers.get_list("warning") == [
        '299 - "unknown field \\"spec.zap\\""',
        '299 - "unknown field \\"spec.zip\\""',
    ]


@pytest.mark.parametrize(
    ("path", "code", "text"),
    [
        ("/nowhere", 404, "404 page not found\n"),
        ("/apis/other.example.com/v1/widgets", 404, "404 page not found\n"),
        (f"{GROUP}/namespaces/default/gizmos", 404, "404 page not found\n"),
        (f"{GROUP}/widgets/one", 404, "404 page not found\n"),
        ("/healthz", 200, "ok"),
        ("/livez", 200, "ok"),
        ("/readyz", 200, "ok"),
        ("/livez/ping", 200, "ok"),
        ("/healthz/etcd", 200, "ok"),
        ("/readyz/shutdown", 200, "ok"),
        ("/livez/shutdown", 404, "404 page not found\n"),
        ("/livez/ping/ping", 404, "404 page not found\n"),
        ("/livez/", 404, "404 page not found\n"),
        ("/readyz/ping/", 404, "404 page not found\n"),
        ("/apis//v1", 404, "404 page not found\n"),
        ("/apis//v1/namespaces", 404, "404 page not found\n"),
    ],
)
def test_plain_text(client, path, code, text):
    answer = client("GET", path)
    assert (answer.status_code, answer.text) == (code, text)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache, private"
    is_single_check = code == 200 and path.count("/") > 1
    assert answer.headers.get("x-content-type-options") == (None if is_single_check else "nosniff")


@pytest.mark.parametrize("path", ["/version/more", "/api/v2", "/apis/apps/v9"])
def test_nothing_below_what_the_framework_serves(client, path):
    answer = client("GET", path)
    assert (answer.status_code, answer.json()["reason"]) == (404, "NotFound")


@pytest.mark.parametrize("path", ["/healthz", "/api", "/nowhere", "/api/v1/none", "/api/v1/namespaces"])
def test_groups_of_nobody(client, path):
    """A request that impersonates groups without a user is rejected before any lookup."""
    answer = client("GET", path, impersonate_group="g")
    assert (answer.status_code, answer.json()["reason"]) == (400, "BadRequest")
    assert answer.json()["message"].endswith("without impersonating a user name")
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api", "APIVersions"),
        ("/api/", "APIVersions"),
        ("/api/v1", "APIResourceList"),
        ("/apis", "APIGroupList"),
        ("/apis/example.com", "APIGroup"),
        ("/apis/example.com/v1", "APIResourceList"),
    ],
)
def test_discovery(client, path, kind):
    assert client("GET", path).json()["kind"] == kind


@pytest.mark.parametrize("method", ["HEAD", "POST", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    ("path", "code"),
    [
        *(("/", 200), ("/apis", 200), ("/apis/apiextensions.k8s.io", 200), ("/apis/example.com", 200)),
        *(("/apis/example.com/v1", 200), ("/metrics", 200), ("/livez", 200), ("/openapi/v3", 200)),
        *(("/version", 405), ("/api", 405), ("/api/v1", 405), ("/apis/apiextensions.k8s.io/v1", 405)),
        *(("/apis/", 200), ("/apis/apps/", 200), ("/apis/apps//", 405), ("/apis/apiregistration.k8s.io", 405)),
        *(("/apis//", 404), ("/apis/example.com//", 200)),
    ],
)
def test_methods_of_documents(client, method, path, code):
    assert client(method, path).status_code == code


def test_a_client_is_told_when_to_try_again(client):
    answer = client("GET", f"{WIDGETS}?resourceVersion=99999999")
    assert (answer.status_code, answer.headers["retry-after"]) == (504, "1")
    assert answer.json()["details"]["retryAfterSeconds"] == 1


def test_version(client):
    assert client("GET", "/version").json()["gitVersion"].startswith("v1.37")


def test_what_paths_there_are(client):
    paths = client("GET", "/").json()["paths"]
    assert paths == sorted(paths)
    assert {"/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/livez/ping", "/readyz/shutdown", "/version"} < {*paths}
    assert {"/apis/example.com", "/apis/example.com/v1"} < {*paths}


@pytest.mark.parametrize(
    ("method", "path", "code", "message"),
    [
        ("OPTIONS", f"{WIDGETS}/one", 405, ' is not supported on resources of kind "widgets.example.com"'),
        ("GET", f"{WIDGETS}?watch=1&timeoutSeconds=x", 400, 'strconv.ParseInt: parsing "x": invalid syntax'),
        (
            "GET",
            "/api/v1/componentstatuses?watch=1",
            405,
            'watch is not supported on resources of kind "componentstatuses"',
        ),
        ("POST", "/api/v1/watch/configmaps", 405, NOT_ALLOWED),
        ("GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews?watch=1", 405, NOT_ALLOWED),
        ("GET", "/api/v1/watch/componentstatuses", 404, "the server could not find the requested resource"),
        (
            "GET",
            "/api/v1/watch/namespaces/default/pods/a/status",
            404,
            "the server could not find the requested resource",
        ),
        ("PUT", WIDGETS, 400, "name must be provided"),
        ("GET", f"{WIDGETS}/one/frob", 404, 'widgets.example.com "one" not found'),
        ("GET", f"{WIDGETS}/%2e%2e", 400, "Name parameter invalid: \"..\": may not be '..'"),
        ("DELETE", "/api/v1/namespaces", 405, NOT_ALLOWED),
        ("POST", "/api/v1/namespaces/default", 405, NOT_ALLOWED),
        (
            "GET",
            "/api/v1/namespaces/default/finalize",
            405,
            NOT_ALLOWED,
        ),
        ("POST", "/api/v1/configmaps", 405, NOT_ALLOWED),
        ("DELETE", "/api/v1/configmaps", 405, NOT_ALLOWED),
        ("POST", "/api/v1/bindings", 404, "the server could not find the requested resource"),
        ("GET", "/api/v1/namespaces/default/bindings", 405, NOT_ALLOWED),
        ("GET", "/api/v1/namespaces/default/bindings/x", 404, "the server could not find the requested resource"),
        ("GET", "/api/v1/namespaces/default/pods/p/status/x", 404, "the server could not find the requested resource"),
        ("GET", "/api/v1/namespaces/default/pods/p/exec/x", 404, "the server could not find the requested resource"),
        ("PUT", "/api/v1/namespaces/default/pods/p/log", 405, NOT_ALLOWED),
        ("PATCH", "/api/v1/namespaces/default/pods/p/proxy/a/b", 404, 'pods "p" not found'),
        ("OPTIONS", "/api/v1/nodes/n/proxy", 404, 'nodes "n" not found'),
        ("GET", "/api/v1/gizmos", 404, "the server could not find the requested resource"),
        ("GET", "/api/v1/namespaces/default/namespaces", 404, "the server could not find the requested resource"),
        ("GET", "/api/v2", 404, "the server could not find the requested resource"),
    ],
)
def test_statuses(client, method, path, code, message):
    answer = client(method, path, {} if method in ("PUT", "POST") else None)
    assert answer.status_code == code
    assert answer.json()["message"] == message


@pytest.mark.parametrize(
    ("accept", "code"),
    [
        ("*/*", 200),
        ("application/*", 200),
        ("application/json;q=0", 200),
        ("text/plain", 406),
        ("APPLICATION/JSON", 406),
        ("application/json;as=Chair;v=v1;g=meta.k8s.io,application/json", 200),
        ("application/json;as=Table;v=v1;g=meta.k8s.io", 200),
        ("application/json;as=Table;v=v2;g=meta.k8s.io", 406),
        ("application/json;as=Table;v=v1", 406),
        ("application/json;as=table;v=v1;g=meta.k8s.io", 406),
        ("application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io", 406),
        ("application/json;stream=watch", 200),
        ("application/vnd.kubernetes.protobuf", 406),
        ("application/vnd.kubernetes.protobuf,application/json", 200),
    ],
)
def test_accept(client, accept, code):
    assert client("GET", WIDGETS, accept=accept).status_code == code


def test_built_in_kinds_have_a_stricter_guard(client):
    answer = client("GET", "/api/v1/namespaces", accept="application/*")
    assert answer.status_code == 406
    assert answer.json()["message"].startswith("406: Not Acceptable\n\nAvailable representations: application/json")
    assert client("PATCH", "/api/v1/namespaces/default", {}).json()["message"] == "415: Unsupported Media Type"


@pytest.mark.parametrize(
    ("content_type", "code", "told"),
    [
        ("application/merge-patch+json; charset=utf-8", 200, ""),
        ("application/merge-patch+json ; charset=utf-8", 415, "the body of the request was in an unknown format"),
        ("text/plain, application/merge-patch+json", 415, "the body of the request was in an unknown format"),
        ("Application/merge-patch+json", 415, "415: Unsupported Media Type"),
        ("*/*", 415, "415: Unsupported Media Type"),
        ("application/apply-patch+cbor", 415, "415: Unsupported Media Type"),
    ],
)
def test_types_of_patches_are_looked_at_twice(client, content_type, code, told):
    answer = client("PATCH", "/api/v1/namespaces/default", {}, content_type=content_type)
    assert answer.status_code == code
    assert answer.json().get("message", "").startswith(told)


@pytest.mark.parametrize(
    ("method", "path", "headers", "code"),
    [
        pytest.param("PATCH", WIDGETS, PLAIN_FOR_HTML, 415, id="patch-type-first"),
        pytest.param("PATCH", WIDGETS, MERGE_FOR_HTML, 400, id="then-the-name"),
        pytest.param("PUT", WIDGETS, {"accept": "text/html"}, 400, id="the-name-before-the-answer"),
        pytest.param("POST", WIDGETS, PLAIN_FOR_HTML, 406, id="the-answer-first"),
        pytest.param("POST", WIDGETS, {"content_type": "text/plain"}, 415, id="then-the-body"),
        pytest.param("POST", f"{WIDGETS}/one/frob", {"content_type": "text/plain"}, 404, id="no-such-subresource"),
        pytest.param("OPTIONS", f"{WIDGETS}/one/frob", {"accept": "text/html"}, 404, id="nor-for-other-methods"),
        pytest.param("OPTIONS", f"{WIDGETS}/one", {"accept": "text/html"}, 405, id="the-method-before-the-answer"),
        pytest.param("PATCH", "/api/v1/namespaces/one", {"accept": "text/html"}, 415, id="built-in"),
        pytest.param("GET", "/api/v1/nowhere?timeout=x", {}, 400, id="the-timeout-before-all"),
    ],
)
def test_what_is_refused_first(client, method, path, headers, code):
    assert client(method, path, {} if method in ("PUT", "POST", "PATCH") else None, **headers).status_code == code


def test_timeouts_are_durations(client):
    answer = client("GET", f"{WIDGETS}?timeout=5")
    assert answer.json()["message"] == (
        'invalid timeout specified in the request URL - time: missing unit in duration "5"'
    )
    assert client("GET", f"{WIDGETS}?timeout=1.5m").status_code == 200


def test_refusals_of_built_in_kinds_are_written_as_asked_for(client):
    answer = client("POST", "/api/v1/namespaces/default", {}, accept="application/yaml")
    assert answer.text.startswith("apiVersion: v1\ncode: 405\ndetails: {}\nkind: Status\n")


@pytest.mark.parametrize(
    ("content_type", "code"),
    [
        ("application/json;", 400),
        ('application/json; charset="utf-8"', 400),
        ("application/json;;", 415),
        ("application/json; x", 415),
    ],
)
def test_parameters_of_media_types(client, content_type, code):
    assert client("POST", WIDGETS, {}, content_type=content_type).status_code == code


def test_yaml_and_pretty(client):
    answer = client("GET", f"{WIDGETS}/ghost", accept="application/yaml")
    assert answer.headers["content-type"] == "application/yaml"
    assert answer.text.startswith("apiVersion: v1\ncode: 404\ndetails:\n  group: example.com\n")
    assert "\n  " in client("GET", "/version?pretty=true").text
    assert "\n  " in client("GET", "/version", user_agent="curl/8").text
    assert "\n  " not in client("GET", "/version").text


def test_metadata_only(client):
    client("POST", WIDGETS, widget(size=1))
    one = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
    many = one.replace("Metadata", "MetadataList")
    assert client("GET", f"{WIDGETS}/one", accept=one).json()["kind"] == "PartialObjectMetadata"
    listed = client("GET", WIDGETS, accept=many).json()
    assert listed["kind"] == "PartialObjectMetadataList"
    assert "spec" not in listed["items"][0]
    assert client("GET", WIDGETS, accept=one).status_code == 406
    assert client("GET", f"{WIDGETS}/one", accept=many).status_code == 500


@pytest.mark.parametrize(
    ("path", "shown", "problem"),
    [
        ("/api/v1/namespaces/default", "PartialObjectMetadataList", "is not a list (*core.Namespace)"),
        ("/api/v1/namespaces", "PartialObjectMetadata", "is a list (*core.NamespaceList)"),
        (WIDGETS, "PartialObjectMetadata", "is a list (*unstructured.UnstructuredList)"),
    ],
)
def test_metadata_that_does_not_fit(client, path, shown, problem):
    answer = client("GET", path, accept=f"application/json;as={shown};v=v1;g=meta.k8s.io")
    assert answer.status_code == 406
    assert answer.json()["message"] == f"you requested {shown}, but the requested object {problem}"


TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
BETA_TABLE = TABLE.replace("v=v1", "v=v1beta1")
PROTOBUF_TABLE = TABLE.replace("json", "vnd.kubernetes.protobuf")


@pytest.mark.parametrize(
    ("accept", "kind", "version"),
    [
        pytest.param(TABLE, "Table", "meta.k8s.io/v1", id="one"),
        pytest.param(f"{TABLE},{BETA_TABLE},application/json", "Table", "meta.k8s.io/v1", id="kubectl's"),
        pytest.param(f"{BETA_TABLE},{TABLE}", "Table", "meta.k8s.io/v1beta1", id="the first counts"),
        pytest.param(f"{TABLE.replace('v=v1', 'v=v2')},application/json", "WidgetList", "example.com/v1", id="unknown"),
        pytest.param(f"{PROTOBUF_TABLE},{TABLE}", "Table", "meta.k8s.io/v1", id="protobuf"),
        pytest.param(TABLE.replace("application/json", "*/*"), "Table", "meta.k8s.io/v1", id="any"),
    ],
)
def test_tables(client, accept, kind, version):
    client("POST", WIDGETS, widget(size=1))
    shown = client("GET", WIDGETS, accept=accept).json()
    assert (shown["kind"], shown["apiVersion"]) == (kind, version)


def test_tables_as_yaml(client):
    client("POST", WIDGETS, widget(size=1))
    answer = client("GET", f"{WIDGETS}/one?includeObject=None", accept=TABLE.replace("json", "yaml"))
    assert answer.headers["content-type"] == "application/yaml"
    assert answer.text.startswith("apiVersion: meta.k8s.io/v1\ncolumnDefinitions:\n")
    assert answer.text.endswith("rows:\n- cells:\n  - one\n  - 0s\n  object: null\n")


def test_tables_that_cannot_be(client):
    assert client("GET", f"{DEFINITIONS}/widgets.example.com/status", accept=TABLE).status_code == 406
    either = client("GET", f"{DEFINITIONS}/widgets.example.com/status", accept=f"{TABLE},application/json")
    assert either.json()["kind"] == "CustomResourceDefinition"
    assert client("GET", "/api/v1/namespaces/default/status", accept=TABLE).json()["kind"] == "Table"
    refused = client("GET", f"{WIDGETS}?includeObject=All", accept=TABLE)
    assert (refused.status_code, refused.json()["reason"]) == (400, "BadRequest")
    assert client("GET", f"{WIDGETS}/ghost", accept=TABLE).json()["kind"] == "Status"


def test_head(client):
    answer = client("HEAD", WIDGETS)
    assert (answer.status_code, answer.content) == (200, b"")
    assert client("HEAD", "/api/v1/namespaces").status_code == 405


def test_bodies_are_bounded(client):
    answer = client("POST", WIDGETS, b"x" * (3 * 1024 * 1024 + 1))
    assert answer.status_code == 413
    assert answer.json()["message"] == "Request entity too large: limit is 3145728"
    assert client("POST", WIDGETS, b"x" * (3 * 1024 * 1024)).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'{"a":' * 100_000, id="deep-json"),
        pytest.param(b"[" * 100_000, id="deep-list"),
        pytest.param(b"\xff\xfe\x00", id="not-utf-8"),
        pytest.param(b'{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"\xff"}}', id="broken-text"),
    ],
)
def test_hostile_json(client, body):
    answer = client("POST", WIDGETS, body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["kind"] == "Status"


def test_yaml_bombs(client):
    bomb = b"a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    for number in range(9):
        name, before = chr(ord("b") + number), chr(ord("a") + number)
        bomb += f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]\n".encode()
    answer = client("POST", WIDGETS, bomb, content_type="application/yaml")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("path", "code", "reason"),
    [
        pytest.param("/api/v1/namespaces/" + "a" * 60_000, 404, "NotFound", id="path"),
        pytest.param("/api/v1/namespaces?labelSelector=%61%3D" + "%20" * 20_000, 200, None, id="query"),
        pytest.param("/api/v1/namespaces?labelSelector=" + "=" * 30_000, 400, "BadRequest", id="query-refused"),
        pytest.param("/apis/example.com/v1/gizmos?" + "a&" * 30_000, 404, None, id="query-of-nothing"),
    ],
)
def test_long_urls(client, path, code, reason):
    answer = client("GET", path)
    assert answer.status_code == code
    assert reason is None or answer.json()["reason"] == reason


def test_defects_behind_long_urls_are_answered(registry, caplog, monkeypatch):
    monkeypatch.setattr(registry, "kind", lambda resource: 1 // 0)
    answer = Client(Application(registry))("GET", "/api/v1/namespaces?" + "a=b&" * 10_000)
    assert answer.status_code == 500
    assert "ZeroDivisionError" in caplog.text


def test_query_strings_that_cannot_be_read(client):
    assert client("GET", f"{WIDGETS}?labelSelector=%zz&limit=1;x=2&&&").status_code == 200


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": "Basic c2VjcmV0"}, 401),
        ({"authorization": "Bearer secret"}, 200),
    ],
)
def test_tokens(registry, headers, code):
    client = Client(Application(registry, access=Access("secret")))
    answer = client("GET", "/api/v1/namespaces", **headers)
    assert answer.status_code == code
    assert client("GET", "/readyz").status_code == 200
    if code == 401:
        assert answer.json()["reason"] == "Unauthorized"
        assert client("GET", "/nowhere", **headers).status_code == 401


def test_who_bears_no_token_is_refused_before_anything_else_is_read(registry, monkeypatch):
    def fail(query):
        raise AssertionError("the query was read")

    monkeypatch.setattr("kapivara.server.routing.incoming.parse_query", fail)
    client = Client(Application(registry, access=Access("secret")))
    assert client("GET", "/api?a=b").status_code == 401


def test_defects_are_answered_and_logged(registry, caplog, monkeypatch):
    def fail(*_):
        raise ValueError("oops")

    monkeypatch.setattr(registry, "answer", fail)
    client = Client(Application(registry))
    with caplog.at_level(logging.ERROR, "kapivara"):
        answer = client("GET", "/api/v1/namespaces")
    assert answer.status_code == 500
    assert "oops" not in answer.text
    assert "GET /api/v1/namespaces failed" in caplog.text
