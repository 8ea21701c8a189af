"""Well-framed requests with unusual paths, queries and headers.

Writes have `dryRun=All`, and no request is a watch, so that each gets a response at once.
"""

from __future__ import annotations

from random import Random
from urllib.parse import quote

from bench.hostile_inputs.scalars import TEXTS

GROUPS = (
    *("api/v1", "api/v1", "apis/apps/v1", "apis/apiextensions.k8s.io/v1", "apis/rbac.authorization.k8s.io/v1"),
    *("apis/batch/v1", "apis/none.example.com/v1", "apis/apps/v2", "api/v2", "apis", "api", "apis//v1", "openapi/v3"),
    *("openapi/v3/apis/apps", "livez", "readyz", "healthz", "version", "metrics", "", "..", "apis/apps"),
)
SERVED = (
    *("/api/v1/namespaces", "/api/v1/nodes", "/api/v1/namespaces/default/configmaps", "/api/v1/configmaps"),
    *("/api/v1/namespaces/default/pods", "/api/v1/namespaces/default/secrets", "/apis/apps/v1/deployments"),
    *(
        "/apis/apps/v1/namespaces/default/deployments",
        "/apis/batch/v1/namespaces/default/jobs",
        "/api",
        "/apis",
        "/version",
    ),
    *("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "/apis/rbac.authorization.k8s.io/v1/clusterroles"),
    *("/api/v1/namespaces/default/services", "/api/v1/namespaces/default/events", "/apis/apps/v1", "/livez", "/readyz"),
)
"""Paths that a server serves, so that more than the path is tested."""
RESOURCES = (
    *("configmaps", "pods", "namespaces", "nodes", "secrets", "deployments", "customresourcedefinitions", "roles"),
    *("events", "services", "cronjobs", "things", "watch", "proxy", "configmaps/", "Pods", "status"),
)
SUBRESOURCES = (
    "",
    "",
    "",
    "status",
    "scale",
    "log",
    "exec",
    "token",
    "eviction",
    "binding",
    "finalize",
    "nothing",
    "a/b",
)
OPTIONS = (
    *("limit", "continue", "resourceVersion", "resourceVersionMatch", "fieldSelector", "labelSelector", "pretty"),
    *("fieldManager", "fieldValidation", "force", "gracePeriodSeconds", "propagationPolicy", "orphanDependents"),
    *("timeout", "timeoutSeconds", "allowWatchBookmarks", "sendInitialEvents", "includeObject", "verbose", "exclude"),
    *("ignoreStoreReadErrorWithClusterBreakingPotential", "preconditions", "as", "shardSelector", "", "x", "%zz"),
)
VALUES = (
    *("", "0", "1", "-1", "true", "false", "x", "1e9", "99999999999999999999", "0x10", " ", "+", "a=b", "a in (b,c)"),
    *("!a", "a!=b,c", "metadata.name=x", "metadata.name!=", "spec.nodeName=a,status.phase=b", "a in (", "a=b=c", ",,,"),
    *("Strict", "Warn", "Ignore", "All", "Background", "Foreground", "Orphan", "Exact", "NotOlderThan", "1s", "1ns"),
    *("-1h", "9999999h", "None", "Object", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0", "etcd", "ping"),
)
METHODS = ("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT", "PATCH", "TRACE", "PROPFIND")
MEDIA_TYPES = (
    *("application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "text/plain", "*/*", "", ";", "a"),
    *("application/merge-patch+json", "application/json-patch+json", "application/strategic-merge-patch+json"),
    *(
        "application/apply-patch+yaml",
        "application/json;as=Table;v=v1;g=meta.k8s.io",
        "application/json;charset=utf-16",
    ),
    *("application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "application/json;q=0", "text/*;q=2,*/*;q=x"),
    *(
        "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io",
        "application/json;as=Table;v=v9;g=x",
        ",",
    ),
)
HEADERS = (
    *(
        "Accept",
        "Accept",
        "Content-Type",
        "Accept-Encoding",
        "Impersonate-User",
        "Impersonate-Group",
        "Impersonate-Uid",
    ),
    *(
        "Impersonate-Extra-a",
        "Impersonate-Extra-%zz",
        "Impersonate-Extra-",
        "Authorization",
        "Audit-ID",
        "If-None-Match",
    ),
    *(
        "User-Agent",
        "X-Forwarded-For",
        "X-Real-Ip",
        "Origin",
        "Cookie",
        "Range",
        "If-Modified-Since",
        "Content-Encoding",
    ),
    *("Accept-Language", "Forwarded", "X-Remote-User", "Kubectl-Command", "Warning", "Priority"),
)
BODIES = (
    b"",
    b"{}",
    b"null",
    b"[]",
    b'{"kind":"DeleteOptions"}',
    b'{"metadata":{}}',
    b"a: b",
    b"k8s\x00",
    b"\xff",
    b'"x"',
)
_CHANGING = frozenset(("POST", "PUT", "PATCH", "DELETE", "PROPFIND"))


def request(random: Random) -> bytes:
    """Returns one request on a connection that stays open."""
    method = random.choice(METHODS)
    lines = [f"{method} {url(random, method)} HTTP/1.1".encode(), b"Host: localhost", *headers(random)]
    body = random.choice(BODIES) if method in _CHANGING else b""
    if body or random.random() < 0.5:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join((*lines, b"", body))


def url(random: Random, method: str) -> str:
    """Returns a path with a query of characters allowed in a request line."""
    return (_served(random) if random.random() < 0.6 else _unserved(random)) + _query(random, method)


def _served(random: Random) -> str:
    path = random.choice(SERVED)
    if random.random() < 0.4:
        path += f"/{_name(random)}"
        path += f"/{random.choice(SUBRESOURCES)}" if random.random() < 0.3 else ""
    return path


def _unserved(random: Random) -> str:
    parts = [random.choice(GROUPS)]
    if random.random() < 0.6:
        parts += ["namespaces", random.choice(("default", "kube-system", _name(random)))]
    if random.random() < 0.9:
        parts.append(random.choice(RESOURCES))
    if random.random() < 0.5:
        parts += [_name(random), random.choice(SUBRESOURCES)]
    return "/" + "/".join(each for each in parts if each or random.random() < 0.1)


def _query(random: Random, method: str) -> str:
    options = [f"{random.choice(OPTIONS)}={quote(_value(random))}" for _ in range(random.choice((0, 0, 1, 1, 2, 3, 8)))]
    if method in _CHANGING:
        options.insert(0, "dryRun=All")
    return "?" + "&".join(options) if options else ""


def headers(random: Random) -> list[bytes]:
    """Returns some well-formed headers."""
    found = []
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        name = random.choice(HEADERS)
        value = random.choice(MEDIA_TYPES) if name in ("Accept", "Content-Type") else _value(random)
        shown = value.encode("utf-8", "replace").translate(None, bytes([*range(32), 127]))[:500]
        found.append(f"{name}: ".encode() + shown)
    return found


def _value(random: Random) -> str:
    chosen = random.choice(VALUES) if random.random() < 0.8 else random.choice(TEXTS)
    return chosen[:300].encode("utf-8", "replace").decode()


def _name(random: Random) -> str:
    chosen = random.choice(("a", "default", "kubernetes", "x.y", "A", "%2F", "%00", "a%20b", "..", ".", "-", "a" * 300))
    return chosen if random.random() < 0.8 else quote(_value(random), safe="")
