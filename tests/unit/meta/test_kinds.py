"""Tests that names of API types print and split as the server's do."""

import pytest

from kapivara.meta import (
    ApiVersionError,
    GroupKind,
    GroupResource,
    GroupVersion,
    GroupVersionKind,
    GroupVersionResource,
    kind_of,
    parse_api_version,
)

TEXTS = {
    "group kind": (GroupKind("example.com", "Widget"), "Widget.example.com"),
    "core kind": (GroupKind("", "Pod"), "Pod"),
    "group resource": (GroupResource("example.com", "widgets"), "widgets.example.com"),
    "core resource": (GroupResource("", "pods"), "pods"),
    "group version": (GroupVersion("example.com", "v1"), "example.com/v1"),
    "core version": (GroupVersion("", "v1"), "v1"),
    "kind at a version": (GroupVersionKind("example.com", "v1", "Widget"), "example.com/v1, Kind=Widget"),
    "core kind at a version": (GroupVersionKind("", "v1", "Event"), "/v1, Kind=Event"),
    "resource at a version": (GroupVersionResource("apps", "v1", "deployments"), "apps/v1, Resource=deployments"),
}


@pytest.mark.parametrize(("name", "text"), TEXTS.values(), ids=TEXTS.keys())
def test_text(name, text):
    assert str(name) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("v1", ("", "v1")),
        ("apps/v1", ("apps", "v1")),
        ("apps/", ("apps", "")),
        ("/v1", ("", "v1")),
        ("/", ("", "")),
        ("", ("", "")),
    ],
)
def test_parse_api_version(text, expected):
    assert parse_api_version(text) == expected


def test_an_api_version_has_one_slash():
    with pytest.raises(ApiVersionError, match=r"^unexpected GroupVersion string: a/b/c$"):
        parse_api_version("a/b/c")


def test_kind_of():
    assert kind_of("apps/v1", "Deployment") == GroupVersionKind("apps", "v1", "Deployment")
    assert kind_of("a/b/c", "X") == GroupVersionKind("", "", "X")


def test_names_lead_to_each_other():
    kind = GroupVersionKind("apps", "v1", "Deployment")
    resource = GroupVersionResource("apps", "v1", "deployments")
    assert kind.api_version == resource.api_version == "apps/v1"
    assert GroupVersionKind("", "v1", "Pod").api_version == GroupVersionResource("", "v1", "pods").api_version == "v1"
    assert kind.group_kind == GroupKind("apps", "Deployment")
    assert kind.group_version.with_kind("Deployment") == kind
    assert resource.group_resource == GroupResource("apps", "deployments")
    assert resource.group_version.with_resource("deployments") == resource
    assert GroupResource("", "pods")
    assert not GroupResource("", "")
