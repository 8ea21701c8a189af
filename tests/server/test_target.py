"""Tests of the parsing of URLs."""

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.server.routing.target import Target, find_target, parse_query, split_path

NAMESPACES = GroupVersionResource("", "v1", "namespaces")
WIDGETS = GroupVersionResource("g", "v1", "widgets")


@pytest.mark.parametrize(
    ("method", "path", "target"),
    [
        ("GET", "/apis/g/v1/widgets", Target("list", WIDGETS)),
        ("GET", "/apis/g/v1/namespaces/a/widgets", Target("list", WIDGETS, "a")),
        ("GET", "/apis/g/v1/namespaces/a/widgets/one/", Target("get", WIDGETS, "a", "one")),
        ("PUT", "/apis/g/v1/namespaces/a/widgets/one/status", Target("update", WIDGETS, "a", "one", "status")),
        (
            "PUT",
            "/apis/g/v1/namespaces/a/widgets/one/status/x",
            Target("update", WIDGETS, "a", "one", "status", goes_on=True),
        ),
        ("DELETE", "/apis/g/v1/widgets", Target("deletecollection", WIDGETS)),
        ("FROB", "/apis/g/v1/widgets/one", Target("", WIDGETS, "", "one")),
        ("GET", "/apis/g/v1/watch/widgets", Target("watch", WIDGETS, watches_by_path=True)),
        ("GET", "/api/v1/watch/", Target("list", GroupVersionResource("", "v1", "watch"), lacks_resource=True)),
        ("GET", "/apis/g/v1/proxy", Target("list", GroupVersionResource("g", "v1", "proxy"), lacks_resource=True)),
        ("GET", "/apis/g/v1/proxy///log", Target("proxy", GroupVersionResource("g", "v1", ""))),
        ("DELETE", "/apis/g/v1/proxy/widgets/one/x", Target("proxy", WIDGETS, "", "one")),
        ("POST", "/apis/g/v1/proxy/namespaces/a/widgets", Target("proxy", WIDGETS, "a")),
        ("POST", "/apis/g/v1/watch/widgets/one/x", Target("watch", WIDGETS, "", "one", "x", watches_by_path=True)),
        ("GET", "/apis//v1/pods/a", Target("get", GroupVersionResource("", "v1", "pods"), "", "a", lacks_group=True)),
        ("GET", "/api/v1/namespaces", Target("list", NAMESPACES)),
        ("GET", "/api/v1/namespaces/a", Target("get", NAMESPACES, "a", "a", "", True)),
        ("PUT", "/api/v1/namespaces/a/finalize", Target("update", NAMESPACES, "a", "a", "finalize", True)),
        ("GET", "/api/v1/namespaces/a/pods", Target("list", GroupVersionResource("", "v1", "pods"), "a")),
        ("GET", "/apis/g/v1", None),
        ("GET", "/api/v1", None),
        ("GET", "/version", None),
        ("GET", "/", None),
    ],
)
def test_targets(method, path, target):
    assert find_target(method, split_path(path), {}) == target


@pytest.mark.parametrize(
    ("watch", "verb"), [(["1"], "watch"), (["nope"], "watch"), ([""], "watch"), (["0"], "list"), (["False"], "list")]
)
def test_watches(watch, verb):
    assert find_target("GET", ["apis", "g", "v1", "widgets"], {"watch": watch}).verb == verb


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("", {}),
        ("a=1&a=2&b", {"a": ["1", "2"], "b": [""]}),
        ("a=%zz&b=1;c=2&d=x+y%20z&&&", {"d": ["x y z"]}),
        ("na%C3%AFve=%E2%82%AC", {"naïve": ["€"]}),
    ],
)
def test_queries(query, values):
    assert parse_query(query) == values
