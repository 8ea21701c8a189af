"""Builds requests from façade calls: decodes manifests, encodes options, and rejects objects that cannot be sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kapivara.codec import Decoded, DecodeError, decode_yaml, read_documents
from kapivara.codec.errors import TOO_DEEP, CannotError
from kapivara.meta import Status, bad_request_status, cannot_status
from kapivara.meta.identity import Identity
from kapivara.registry.requests.body import decode_numbers
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import copy_json
from kapivara.values.rendering import quote
from kapivara.values.stack import deep_stack, is_too_deep

Manifest: TypeAlias = Mapping[str, Any] | bytes | str | Decoded
"""An object: a dict, JSON or YAML text, or a value decoded by `kapivara.codec` (with its duplicate fields).

A dict with values that JSON lacks (NaN, a set, a key that is not a string), or a text with several documents, gives
status 400 with the place.
"""

Query: TypeAlias = dict[str, list[str]]


def decode_manifest(manifest: Manifest, *, as_yaml: bool) -> Decoded:
    """Returns a decoded manifest that shares nothing with the given one; raises DecodeError and CannotError.

    With `as_yaml`, JSON text is decoded as YAML too, as on the server, which rejects escaped surrogates.
    """
    if isinstance(manifest, Decoded):
        if manifest.unshared:
            return manifest
        if is_too_deep(manifest.value):
            raise DecodeError(TOO_DEEP)
        with deep_stack():
            return Decoded(copy_json(manifest.value), manifest.duplicates, manifest.yaml_errors)
    if isinstance(manifest, (bytes, str)):
        data = manifest.encode("utf-8", "surrogatepass") if isinstance(manifest, str) else manifest
        if not as_yaml and data.lstrip()[:1] in (b"{", b"["):
            decoded, beyond = decode_numbers(data)
            return Decoded(decoded.value, decoded.duplicates, source=data, beyond=beyond)
        return _decode_yaml(data)
    from kapivara.codec.python_values import decode_value  # the command line decodes texts only

    return decode_value(manifest)


def _decode_yaml(data: bytes) -> Decoded:
    """Returns the one document of a text; raises DecodeError for several (a server silently takes the first)."""
    if b"\n---" in data:
        count = sum(1 for _ in read_documents(data, ""))
        if count > 1:
            raise DecodeError(f"the text holds {count} documents: give one object at a time, or a file to `load`")
    return decode_yaml(data)


def query_of(**options: str) -> Query:
    """Returns options as query parameters, without empty ones."""
    return {name: [value] for name, value in options.items() if value}


def write_query(dry_run: bool, field_validation: str, field_manager: str) -> Query:
    """Returns the query parameters that all writes share."""
    return query_of(dryRun="All" if dry_run else "", fieldValidation=field_validation, fieldManager=field_manager)


def undecodable(error: DecodeError | CannotError) -> Outcome:
    """Returns the outcome for an object that cannot be decoded."""
    is_ours = isinstance(error, CannotError)
    status = cannot_status(error.message) if is_ours else bad_request_status(error.message)
    return Outcome(status.code, status=status)


def unserved(api_version: str, kind: str) -> Outcome:
    """Returns the outcome for a kind that is not served, with the message of clients that look up kinds."""
    message = f"no matches for kind {quote(kind)} in version {quote(api_version)}"
    status = Status(404, "NotFound", message)
    return Outcome(status.code, status=status)


def unserved_object(given: Identity) -> Outcome:
    """Returns the same outcome for an object, which may lack its kind or API version."""
    if not given.kind or not given.api_version:
        missing = "apiVersion" if given.kind else "kind"
        status = Status(404, "NotFound", f"the object has no {missing}: set it to name the object's kind")
        return Outcome(status.code, status=status)
    return unserved(given.api_version, given.kind)
