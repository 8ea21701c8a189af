"""Validates the client configuration of a webhook: a URL or a service, and the CA bundle.

Upstream: apiserver/pkg/util/webhook/validation.go, client-go/transport/transport.go rootCertPool (1.37).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kapivara.content.names import is_dns1123_subdomain
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.languages.go.urls import UrlError, parse_url, text_of

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1.zz_generated_types import ServiceReference

_FORM = "; desired format: https://host[/path]"


def validate_webhook_url(text: str, path: FieldPath) -> ErrorList:
    """Validates the URL of a webhook: https, a host, and only a path after it."""
    try:
        url = parse_url(text)
    except UrlError as error:
        return [required(path, f"url must be a valid URL: {error}{_FORM}")]
    errors: ErrorList = []
    if url.scheme != "https":
        errors.append(invalid(path, url.scheme, f"'https' is the only allowed URL scheme{_FORM}"))
    if not url.host:
        errors.append(invalid(path, url.host, f"host must be specified{_FORM}"))
    if url.user is not None:
        errors.append(invalid(path, url.user, "user information is not permitted in the URL"))
    if url.fragment:
        errors.append(invalid(path, text_of(url.fragment), "fragments are not permitted in the URL"))
    if url.query:
        errors.append(invalid(path, text_of(url.query), "query parameters are not permitted in the URL"))
    return errors


def validate_webhook_service(service: ServiceReference, path: FieldPath) -> ErrorList:
    """Validates the reference to a webhook's service."""
    errors: ErrorList = []
    if not service["name"]:
        errors.append(required(path.child("name")))
    if not service["namespace"]:
        errors.append(required(path.child("namespace")))
    port = service["port"]
    if not 1 <= port <= 65535:
        errors.append(invalid(path.child("port"), port, "port is not valid: must be between 1 and 65535, inclusive"))
    return errors + _validate_service_path(service.get("path") or "/", path.child("path"))


def _validate_service_path(text: str, path: FieldPath) -> ErrorList:
    if text == "/":
        return []
    errors: ErrorList = []
    if not text.startswith("/"):
        errors.append(invalid(path, text, "must start with a '/'"))
    # Kept: the first character is dropped whatever it is, so that the error for "a//b" is about its second segment
    # only.
    for position, segment in enumerate(text[1:].removesuffix("/").split("/") if text != "//" else [""]):
        if not segment:
            errors.append(invalid(path, text, f"segment[{position}] may not be empty"))
        else:
            errors += [invalid(path, text, f"segment[{position}]: {each}") for each in is_dns1123_subdomain(segment)]
    return errors


def validate_ca_bundle(bundle: str, path: FieldPath) -> ErrorList:
    """Validates a CA bundle in base64: at least one of its certificates must be readable."""
    problem = _bundle_problem(bundle)
    return [invalid(path, bundle, f"unable to load root certificates: {problem}")] if problem else []


def _bundle_problem(bundle: str) -> str:
    import base64

    from kapivara.languages.x509.certificate import parse_certificate
    from kapivara.languages.x509.errors import X509Error

    text = base64.b64decode(bundle).decode("latin-1")
    blocks = re.findall(r"^-----BEGIN ([^\n]*)-----\s*\n(.*?)^-----END \1-----", text, re.MULTILINE | re.DOTALL)
    if not blocks:
        return "unable to parse bytes as PEM block" if text else ""
    problem = "no valid certificate authority data seen"
    for kind, body in reversed(blocks):  # the first unreadable block is reported, unless one can be read
        if kind == "CERTIFICATE" and ":" not in body:
            try:
                parse_certificate(base64.b64decode(body))
            except X509Error as error:
                problem = f"failed to parse certificate: {error}"
            except ValueError:  # invalid base64
                problem = "failed to parse certificate: x509: malformed certificate"
            else:
                return ""
    return problem
