"""Tests of webhook clients: URLs, services and certificates."""

import base64

import pytest

from kapivara.apis.shared.webhook_client import validate_ca_bundle, validate_webhook_service, validate_webhook_url
from kapivara.field import FieldPath

PATH = FieldPath.of("x")
FORM = "; desired format: https://host[/path]"


def texts(errors):
    return [str(error) for error in errors]


@pytest.mark.parametrize(
    ("url", "errors"),
    [
        ("https://host", []),
        ("https://host:8443/path/x", []),
        ("https://[::1]:443/", []),
        ("HTTPS://host", []),
        ("http://host", [f"Invalid value: \"http\": 'https' is the only allowed URL scheme{FORM}"]),
        ("https:///path", [f'Invalid value: "": host must be specified{FORM}']),
        ("https://u:p%40@host", ['Invalid value: "u:p%40": user information is not permitted in the URL']),
        ("https://host#a%20b", ['Invalid value: "a b": fragments are not permitted in the URL']),
        ("https://host?", []),
        ("https://host?a=b", ['Invalid value: "a=b": query parameters are not permitted in the URL']),
        (
            "https://a b",
            [f'Required value: url must be a valid URL: parse "https://a b": invalid character " " in host name{FORM}'],
        ),
    ],
)
def test_urls(url, errors):
    assert texts(validate_webhook_url(url, PATH)) == [f"x: {error}" for error in errors]


@pytest.mark.parametrize(
    ("path", "errors"),
    [
        (None, []),
        ("", []),
        ("/", []),
        ("/a/b.c/", []),
        ("//", ["segment[0] may not be empty"]),
        ("/a//b", ["segment[1] may not be empty"]),
        ("a", ["must start with a '/'", "segment[0] may not be empty"]),
    ],
)
def test_service_paths(path, errors):
    service = {"name": "n", "namespace": "ns", "port": 443} | ({} if path is None else {"path": path})
    found = texts(validate_webhook_service(service, PATH))
    assert found == [f'x.path: Invalid value: "{path}": {error}' for error in errors]


def test_service_segments_are_domains():
    service = {"name": "n", "namespace": "ns", "port": 443, "path": "/A"}
    (error,) = texts(validate_webhook_service(service, PATH))
    assert error.startswith('x.path: Invalid value: "/A": segment[0]: a lowercase RFC 1123 subdomain must consist of')


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no certificate", "unable to parse bytes as PEM block"),
        ("-----BEGIN KEY-----\nYQ==\n-----END KEY-----\n", "no valid certificate authority data seen"),
        ("-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n", "failed to parse certificate: x509: "),
    ],
)
def test_unsound_certificates(text, problem):
    (error,) = texts(validate_ca_bundle(base64.b64encode(text.encode()).decode(), PATH))
    assert f": unable to load root certificates: {problem}" in error
